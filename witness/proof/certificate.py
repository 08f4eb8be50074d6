"""The check of a certificate: what `verify` claims of clauses, determined again.

A clause is *proved* if a weaker clause (some of its literals, the certificate's `kept`) fires only
in local configurations in which the square can no longer get as many edges as it has triangles.
A clause about other symbols is weakened likewise (`symbols_kept`).

The prover looks for what to keep. Here that is read from the certificate, and only the rest is
decided: whether what is kept fires wherever the clause does, in which cases it fires, whether these
are the listed ones, and whether each is excluded. Both ask the same kernel for cases
(`witness.puzzle.views`), so this is no second opinion on it. That is brute force
(`witness.proof.all_paths`), SWI-Prolog, and tools/check.py, which shares no code with the package
and checks what `witness best` writes.
The lemmas of `bk/outlook.pl` about live edges, reachable vertices and regions are checked without
Z3 (`witness.proof.lemma_checker`).

All this is about the panels of `witness.puzzle.proof_scope`: a panel beyond them refutes nothing.
Where there are elimination marks, a symbol must be satisfied if none may be in a region of it. So a
clause holds there (`marks`) if it has the literal `unmarked(P,S)` for its own path and symbol,
whose cases prove it; or `cut_off(P)`. With `two_lines`, a path has the edges and vertices of both
and the head of the first; there are more cases, in which a corner on it is the head of the second,
which can take one edge. What is said of other symbols, regions and marks holds of both lines
together, so that a clause with both claims holds on panels with both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from witness.base.errors import InputError
from witness.base.files import read_json
from witness.base.limits import Budget, Limits, budget_of, current
from witness.base.schemas import check_shape
from witness.base.shipped import shipped_file
from witness.clauses.background import Background, is_guarded
from witness.clauses.language.definitions import called
from witness.clauses.language.order import weakens
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import read_program
from witness.clauses.language.terms import Clause, clause_in_short, clause_text
from witness.proof.certificate_cases import (
    parsed_clause,
    square_problems,
    symbol_problems,
    two_line_problems,
)
from witness.proof.certificate_schema import CERTIFICATE
from witness.proof.counterexamples import Counterexample
from witness.proof.lemma_checker import check_lemmas
from witness.puzzle.proof_scope import PANELS, ClauseScope
from witness.puzzle.views.translate import translate

#: The lemmas of bk/outlook.pl on which a proof rests that looks at a primitive.
_LEMMAS = {
    ("live", 2): "gets(P,E) => live_edge(P,E)",
    ("cut_off", 1): "cut_off(P) => fail",
    ("reachable", 2): "meets(P,V) => within_reach(P,V)",
    ("joined", 3): "joins(P,S,T) => shares(P,S,T)",
    ("region", 3): "shares(P,S,T) => may_share(P,S,T)",
    ("unmarked", 2): "unmarked(P,B), touches(B,S), shares(P,S,T) => \\+ elimination(T)",
}


def clauses_of(certificate: Any, file: str) -> list[Clause]:
    """Return the clauses that a certificate is about; raise `InputError` if it is none."""
    check_shape(certificate, CERTIFICATE, "a certificate of `witness verify`")
    texts = [claim["clause"] for claim in certificate["clauses"]]
    return [one for text in texts for one in parse_clauses(text, file)]


def check_certificate(
    certificate: Any,
    clauses: Sequence[Clause],
    background: Background,
    limits: Limits | Budget | None = None,
    progress: Callable[[], object] = lambda: None,
) -> list[str]:
    """Return everything in a certificate that does not hold; an empty list confirms it.

    `progress` is called after each clause, and after the lemmas. The `reason` of a clause is prose
    for readers, and is not checked. Raises `InputError` for a document that is not a certificate,
    and for what cannot be evaluated, and `LimitReachedError` at the time limit.
    """
    check_shape(certificate, CERTIFICATE, "a certificate of `witness verify`")
    claims = certificate["clauses"]
    if [claim["clause"] for claim in claims] != [clause_text(clause) for clause in clauses]:
        return ["the certificate is about other clauses"]
    with budget_of(limits).in_force():
        problems = _problems(certificate, clauses, claims, background, progress)
    statuses = [claim["status"] for claim in claims]
    order = ("refuted", "unknown", "checked", "proved")
    overall = min(statuses, key=order.index, default="proved")
    if certificate["status"] != overall:
        problems.append(f"the status should be {overall}, not {certificate['status']}")
    if certificate.get("panels", PANELS) != PANELS:
        problems.append(f"proofs are about {PANELS}, not {certificate['panels']}")
    return problems


def _problems(
    certificate: Mapping[str, Any],
    clauses: Sequence[Clause],
    claims: Sequence[Mapping[str, Any]],
    background: Background,
    progress: Callable[[], object],
) -> list[str]:
    """Return what does not hold of the claims about clauses, and of the lemmas they rest on."""
    problems = []
    for clause, claim in zip(clauses, claims, strict=True):
        kept = _kept(clause, claim, "kept", background)
        of_symbols = _kept(clause, claim, "symbols_kept", background)
        if isinstance(kept, str) or isinstance(of_symbols, str):
            found = [text for text in (kept, of_symbols) if isinstance(text, str)]
        else:
            found = _out_of_place(claim) + _check_marks(clause, claim, background)
            if clause.key != background.bias.head.key:
                found += _check_definition(clause, claim, clauses)
            elif claim["status"] == "proved":
                parts = _Parts(clause, kept, of_symbols)
                rests_on = parts.ranged(background)
                found += _calls_defined(rests_on, clauses, background) or _check_proof(
                    parts, claim, background
                )
            elif claim["status"] == "refuted":
                marks = is_guarded(clause, background)
                found += _check_counterexample(clause, marks, claim["counterexample"], background)
        problems += [f"{clause_in_short(clause)}: {problem}" for problem in found]
        progress()
    problems += _check_lemmas(certificate.get("lemmas", []), clauses, claims, background)
    progress()
    return problems


class _Parts(NamedTuple):
    """A clause, and what is kept of it for a square and for other symbols."""

    clause: Clause
    kept: Clause
    of_symbols: Clause

    def ranged(self, background: Background) -> list[Clause]:
        """Return the parts whose cases prove the clause."""
        return [
            *([self.kept] if "triangles" in background.kinds else []),
            *([self.of_symbols] if background.kinds - {"triangles"} else []),
        ]


def _calls_defined(
    parts: Sequence[Clause], clauses: Sequence[Clause], background: Background
) -> list[str]:
    """Return what a proof rests on that the hypothesis defines, of which nothing is known."""
    defined = {clause.key for clause in clauses}
    found = {key for part in parts for key in called(part, background.program) & defined}
    return [f"what is kept calls {name}/{arity}, which the hypothesis defines"
            for name, arity in sorted(found)]  # fmt: skip


def _check_definition(
    clause: Clause,
    claim: Mapping[str, Any],
    clauses: Sequence[Clause],
) -> list[str]:
    """Return what does not hold of a claim about a clause of another predicate than the head.

    It fires nowhere itself, and is called by clauses whose proofs do without it.
    """
    needed = {literal.key for one in clauses for literal in one.body}
    if claim["status"] == "refuted" or (claim["status"] == "proved" and clause.key not in needed):
        return [f"no clause calls it, and it is {claim['status']}"]
    return []


def _check_lemmas(
    proofs: Sequence[Mapping[str, Any]],
    clauses: Sequence[Clause],
    claims: Sequence[Mapping[str, Any]],
    background: Background,
) -> list[str]:
    """Return what does not hold of the lemmas on which the claims rest."""
    rests_on = {
        _LEMMAS[key]
        for clause, claim in zip(clauses, claims, strict=True)
        if claim["status"] == "proved"
        for key in _LEMMAS.keys() & called(clause, background.program)
    }
    if not proofs and not any(claim["cases"] or claim.get("symbols") for claim in claims):
        # What never fires has no lemmas in its certificate; that rests on the shipped proofs.
        proofs = read_json(shipped_file("bk/outlook.lemmas.json")) if rests_on else []
    if not proofs:
        return [f"the proof of a lemma is missing: {text}" for text in sorted(rests_on)]
    program = read_program(shipped_file("bk/outlook.pl"))
    problems = check_lemmas(proofs, program, current())
    absent = rests_on - {text for _, text in program.lemmas}
    return problems + [f"bk/outlook.pl has no lemma {text}" for text in sorted(absent)]


def _out_of_place(claim: Mapping[str, Any]) -> list[str]:
    """Return what a claim has that does not go with its status."""
    status = claim["status"]
    wrong = {
        "cases": status != "proved" and claim["cases"],
        "symbols": status != "proved" and claim.get("symbols"),
        "symbols_kept": status != "proved" and "symbols_kept" in claim,
        "marks": status != "proved" and "marks" in claim,
        "two_lines": status != "proved" and "two_lines" in claim,
        "a counterexample": status != "refuted" and claim["counterexample"] is not None,
    }
    return [f"it is {status}, and has {what}" for what, there in wrong.items() if there]


def _check_marks(clause: Clause, claim: Mapping[str, Any], background: Background) -> list[str]:
    """Return what does not hold of the claim that a clause is proved for panels with marks."""
    guarded = _is_guarded(clause, background)
    if "marks" in claim and not guarded:
        return ["it has no guard, and is said to hold with elimination marks"]
    if guarded and "marks" not in claim and claim["status"] == "proved":
        return ["it has a guard, and nothing is said of elimination marks"]
    return []


def _is_guarded(clause: Clause, background: Background) -> bool:
    return clause.key == background.bias.head.key and is_guarded(clause, background)


def _kept(
    clause: Clause, claim: Mapping[str, Any], of: str, background: Background
) -> Clause | str:
    """Return the clause that a claim keeps (`of` is its key), or what is wrong with it."""
    if of not in claim:
        return clause
    what = of.replace("_", " ")
    kept = parsed_clause(claim[of], what)
    if isinstance(kept, str):
        return kept
    if kept.name != clause.name or kept.args != clause.args or {*kept.body} - {*clause.body}:
        return f"the {what} clause is not made of literals of the clause"
    if not weakens(kept, clause, background.bias, background.program.defines):
        return f"the {what} clause leaves out what gives a variable its value"
    return kept


def _check_proof(parts: _Parts, claim: Mapping[str, Any], background: Background) -> list[str]:
    """Return what does not hold of the claim that a clause is proved."""
    problems = []
    if "triangles" in background.kinds:
        problems += square_problems(parts.kept, claim["cases"], background)
        if "two_lines" in claim:
            problems += two_line_problems(parts.kept, background)
    elif claim["cases"]:
        problems.append("the background does not know triangles")
    elif parts.kept != parts.clause:
        problems.append("nothing may be left out of the kept clause")
    listed = claim.get("symbols", [])
    if listed or background.kinds - {"triangles"}:
        problems += symbol_problems(parts.of_symbols, listed, background)
    return problems


def _check_counterexample(
    clause: Clause, marks: bool, example: Mapping[str, Any], background: Background
) -> list[str]:
    """Return what does not hold of the claim that a counterexample refutes a clause."""
    try:
        one = Counterexample.from_json(example)
    except InputError as error:
        return [f"the counterexample is none: {error.reason}"]
    why_not = one.why_not(ClauseScope(marks), background.kinds)
    if why_not:
        return [f"the counterexample refutes nothing: {why_not}"]
    fires = translate([clause], background).fires(*one.views)
    return [] if fires else ["the clause does not fire on the partial path"]
