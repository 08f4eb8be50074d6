"""JSON Schema of `result.json`, which says how a learner's run ended."""

from __future__ import annotations

from witness.base.schemas import listed, number, one_of, record, text, truth, whole

_NEAREST = record(
    {
        "clause": text("in Prolog"),
        "true_positives": whole("positive examples that it covers"),
        "false_positives": whole("negative examples that it covers"),
        "false_positive": text("one of these"),
    }
)

#: What every record of a learner's run has.
COUNTS = {
    "true_positives": whole("positive examples that are covered"),
    "positives": whole("all positive examples"),
    "false_positives": whole("negative examples that are covered"),
    "negatives": whole("all negative examples"),
    "program_size": whole("literals, heads counted"),
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
        "ended": one_of("why it ended; `proved`: every clause of the last hypothesis is", ENDS),
        "best": truth(
            "no predicate of the bias that is sound on every board, and covers no negative example "
            "of the task, covers more positive ones"
        ),
        "rounds": listed(
            record(
                {
                    "true_positives": whole("positive examples that are covered"),
                    "program_size": whole("literals, heads counted"),
                    "clauses": listed(
                        {"type": "object"},
                        "what was learned, with verdicts; `counterexample` is the number of the "
                        "one that refutes the clause, from 0 on",
                    ),
                }
            ),
            "what was learned in each round",
        ),
        "counterexamples": listed(
            {"type": "object"}, "the negative examples that the prover gave, as in a verdict"
        ),
        "proof": {"type": "object", "description": "the certificate of the clauses"},
        "undecided": listed(
            record({"clause": text("in Prolog"), "reason": text("why")}),
            "clauses that are neither proved nor refuted",
        ),
    },
    {
        "why_not_best": text("why `best` is false"),
        "allow_singletons": truth("whether a variable may occur once, where that was asked for"),
        "statement": text("what `best` means for this task, if it is true"),
    },
    description="only with `--until-proved`: how it was found",
)

BEST = record(
    {
        "states": whole("states of a square that the bias tells apart"),
        "lost": whole("those in which the square is lost"),
        "covered": whole("those in which the predicate fires"),
        "boards": whole("the boards of the certificate"),
        "open": whole("other states, of which no board is known"),
        "best": truth("no sound predicate of the bias fires where this one does not"),
    },
    {"statement": text("what `best` means"), "why_not_best": text("why `best` is false")},
    description="only of `witness best`",
)

LIMITS = record(
    {},
    {
        "max_vars": whole("variables of a clause", minimum=1),
        "max_body": whole("literals of a body", minimum=1),
        "max_clauses": whole("clauses", minimum=1),
        "max_literals": whole("literals of the hypothesis, heads counted", minimum=2),
    },
    description="the most that a hypothesis could have",
)

STATUSES = ("learned", "nothing-learned", "timeout", "memory-limit", "interrupted", "failed")

RESULT = record(
    {
        "status": one_of("how the run ended", STATUSES),
        "seconds": number("processor time of the learner, with the programs that it runs"),
        **COUNTS,
        "learner": text("its name"),
        "version": text("of the learner"),
    },
    {
        "reason": text("why a run did not end by itself, or failed"),
        "notices": listed(text("with its file"), "what is odd about the task"),
        "limits": LIMITS,
        "assumed": listed(
            {"enum": ["max_vars", "max_body"]},
            "the limits that neither the bias nor an option gave: the learner has its own",
        ),
        "description_length": whole("only with `--noisy`: what the learner minimised"),
        "classes": whole("`asp`: the examples that some hypothesis can tell apart"),
        "left_out": whole("`asp`: parts of clauses with too many rows"),
        "searched": whole(
            "`asp`: the most literals of a body that were looked for, where more are allowed, but "
            "too many values follow from an example"
        ),
        "nearest": listed(
            _NEAREST,
            "`asp`, if positive examples are not covered: clauses that cover negative ones, too",
        ),
        "tied": text("only with `--noisy`: a clause that is as good as none"),
        "with_singletons": record(
            {
                "clauses": listed(text("in Prolog"), "its clauses"),
                "true_positives": whole("positive examples that they cover"),
                "false_positives": whole("negative examples that they cover"),
                "program_size": whole("literals, heads counted"),
            },
            description="a better hypothesis with variables that occur once",
        ),
        **{
            name: listed(
                text("in Prolog"), f"only of `witness learn`: {what}, if at most 1,000 are"
            )
            for name, what in (
                ("covered", "positive examples that are covered"),
                ("uncovered", "the other positive examples"),
                ("covered_negatives", "negative examples that are covered"),
            )
        },
        "test": record(
            {
                "true_positives": whole("positive examples that are covered"),
                "false_negatives": whole("the other positive examples"),
                "false_positives": whole("negative examples that are covered"),
                "true_negatives": whole("the other negative examples"),
            },
            description="only with `--test`: what the hypothesis says of these examples",
        ),
        "seed": whole("`aleph`: of its random numbers"),
        "examples_given": listed(
            {"type": "integer"},
            "`popper`, `aleph`: positive and negative examples that it was given",
            minItems=2,
            maxItems=2,
        ),
        "peak_memory": number("`popper`, `aleph`: megabytes"),
        "not_collapsed": text("`popper`, `aleph`: why it was given all examples"),
        "unexplained": whole("`aleph`: examples that it left as they are"),
        "counted_by": one_of(
            "`popper`: whose numbers these are, where they could not be counted here", ["popper"]
        ),
        "popper_counted": listed(
            {"type": "integer"},
            "`popper`: the numbers of covered examples that it printed, if it had all examples and "
            "these are others",
            minItems=2,
            maxItems=2,
        ),
        "asked": text("`popper`: a checksum of what it was given"),
        "until_proved": UNTIL_PROVED,
        "best": BEST,
    },
)
