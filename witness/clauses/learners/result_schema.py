"""JSON Schema of `result.json`, which says how a learner's run ended."""

from __future__ import annotations

from witness.base.schemas import listed, number, one_of, record, text, truth, whole

_NEAREST = record(
    {
        "clause": text("clause, covered examples, one wrong"),
        "true_positives": whole("likewise"),
        "false_positives": whole("likewise"),
        "false_positive": text("likewise"),
    }
)

#: What every record of a learner's run has.
COUNTS = {
    "true_positives": whole("examples: covered, all"),
    "positives": whole("likewise"),
    "false_positives": whole("likewise"),
    "negatives": whole("likewise"),
    "program_size": whole("literals with heads"),
}

#: Why learning until everything is proved ended (`witness.proof.teaching`).
ENDS = (
    "proved",
    "undecided",
    "repeated",
    "rounds",
    "timeout",
    "memory-limit",
    "interrupted",
    "failed",
)

UNTIL_PROVED = record(
    {
        "ended": one_of("the end", ENDS),
        "best": truth("no sound predicate of the bias covers more"),
        "rounds": listed(
            record(
                {
                    "true_positives": whole("clauses have verdict, number of counterexample"),
                    "program_size": whole("likewise"),
                    "clauses": listed({"type": "object"}, "likewise"),
                }
            ),
            "in order",
        ),
        "counterexamples": listed({"type": "object"}, "negative examples from the prover"),
        "proof": {"type": "object", "description": "certificate"},
        "undecided": listed(
            record({"clause": text("clause, reason"), "reason": text("likewise")}),
            "neither proved nor refuted",
        ),
    },
    {
        "why_not_best": text("if not `best`"),
        "allow_singletons": truth("a variable may occur once"),
        "statement": text("if `best`"),
    },
    description="`--until-proved`",
)

BEST = record(
    {
        "states": whole("of a square, as the bias sees it: all, lost, firing"),
        "lost": whole("likewise"),
        "covered": whole("likewise"),
        "boards": whole("in the certificate; states without board"),
        "open": whole("likewise"),
        "best": truth("no sound predicate of the bias fires elsewhere"),
    },
    {"statement": text("if `best`, else why not"), "why_not_best": text("likewise")},
    description="`witness best`",
)

LIMITS = record(
    {},
    {
        "max_vars": whole("of a clause; of the hypothesis", minimum=1),
        "max_body": whole("likewise", minimum=1),
        "max_clauses": whole("likewise", minimum=1),
        "max_literals": whole("likewise", minimum=2),
    },
    description="of the search",
)

STATUSES = ("learned", "nothing-learned", "timeout", "memory-limit", "interrupted", "failed")

RESULT = record(
    {
        "status": one_of("how the run ended", STATUSES),
        "seconds": number("processor time"),
        **COUNTS,
        "learner": text("name, version"),
        "version": text("likewise"),
    },
    {
        "task": text("if elsewhere"),
        "reason": text("why it stopped or failed"),
        "notices": listed(text("with its file"), "oddities of the task"),
        "limits": LIMITS,
        "assumed": listed(
            {"enum": ["max_vars", "max_body"]},
            "limits not from bias or options",
        ),
        "description_length": whole("`--noisy`: minimised"),
        "classes": whole("`asp`: distinguishable examples"),
        "left_out": whole("`asp`: parts with too many rows"),
        "searched": whole("`asp`: longest body tried, if shorter than allowed"),
        "nearest": listed(_NEAREST, "`asp`: better clauses, but with negative examples"),
        "tied": text("`--noisy`: as good as none"),
        "with_singletons": record(
            {
                "clauses": listed(text("in Prolog"), "clauses, counts, size"),
                "true_positives": whole("likewise"),
                "false_positives": whole("likewise"),
                "program_size": whole("likewise"),
            },
            description="better, but a variable occurs once",
        ),
        "covered": listed(
            text("in Prolog"), "`learn`, up to 1,000: positive examples, others, negatives"
        ),
        "uncovered": listed(text("in Prolog"), "likewise"),
        "covered_negatives": listed(text("in Prolog"), "likewise"),
        "test": record(
            {
                "true_positives": whole("counts"),
                "false_negatives": whole("likewise"),
                "false_positives": whole("likewise"),
                "true_negatives": whole("likewise"),
            },
            description="`--test`",
        ),
        "examples_given": listed(
            {"type": "integer"},
            "`popper`; megabytes; why it got all",
            minItems=2,
            maxItems=2,
        ),
        "peak_memory": number("likewise"),
        "not_collapsed": text("likewise"),
        "counted_by": one_of("`popper`: who counted, its counts", ["popper"]),
        "popper_counted": listed(
            {"type": "integer"},
            "likewise",
            minItems=2,
            maxItems=2,
        ),
        "until_proved": UNTIL_PROVED,
        "best": BEST,
    },
)
