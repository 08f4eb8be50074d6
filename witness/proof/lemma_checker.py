"""A small checker of the proofs of `witness.proof.lemmas`, which needs no Z3.

The proof of a lemma has cases (`witness.proof.obligations`); each case lists instances of formulas,
and these have to contradict each other, by case splits and congruence closure. What the formulas
are follows from their names alone. A reader who trusts this file, `obligations`, `definitions`, the
reader of Prolog, the axioms in `completions.txt` and the two kinds of induction need not trust the
prover.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from witness.base.errors import InputError
from witness.base.limits import UNLIMITED, Budget
from witness.base.schemas import check_shape
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import Compound, Literal, Term, Variable
from witness.proof.certificate_schema import LEMMA_PROOFS
from witness.proof.definitions import Formula, Formulas, formula_variables, substituted, with_cells
from witness.proof.obligations import Theory

#: The most contradictions that are looked for by splitting cases.
MOST_SPLITS = 100_000

#: What has a class: terms, and atoms, which are literals that are not negated.
_Node = Term | Literal

#: The atom to which all true ones are equal.
_TRUE = Literal("true", ())

#: A literal: the numbers of two nodes, and whether it says that they are different, not equal.
_Said = tuple[int, int, bool]


def contradicts(instances: Sequence[Formula], budget: Budget = UNLIMITED) -> bool:
    """Return whether ground formulas contradict each other.

    Raises `InputError` after `MOST_SPLITS`, and `LimitReachedError` at the limit of the budget.
    """
    splits = 0

    def refuted(known: _Classes, facts: Sequence[_Said], left: Sequence[tuple[_Said, ...]]) -> bool:
        nonlocal splits
        splits += 1
        if splits > MOST_SPLITS:
            raise InputError(f"a proof takes more than {MOST_SPLITS:,} splits of cases")
        while True:
            budget.check()
            known = _Classes(known.nodes, known, facts)
            if known.contradiction:
                return True
            open_ = []
            for formula in left:
                values = [known.value(said) for said in formula]
                if True not in values:
                    pairs = zip(formula, values, strict=True)
                    open_.append(tuple(said for said, value in pairs if value is None))
            if () in open_:
                return True
            facts = [formula[0] for formula in open_ if len(formula) == 1]
            left = [formula for formula in open_ if len(formula) > 1]
            if not facts:
                break
        if not left:
            return False
        chosen = min(left, key=len)
        rest = [formula for formula in left if formula is not chosen]
        return all(refuted(known, [said], rest) for said in chosen)

    nodes = _Nodes()
    said = [tuple(map(nodes.said, formula)) for formula in instances]
    return refuted(_Classes(nodes), [], said)


class _Nodes:
    """Terms and atoms by number; those with arguments have a form: a name, and their numbers."""

    def __init__(self) -> None:
        self.numbers: dict[_Node, int] = {}
        self.forms: list[tuple[int, Hashable, list[int]]] = []

    def said(self, literal: Literal) -> _Said:
        """Return what a literal says to be equal, or different if it is negated."""
        if literal.name == "=":
            one, other = map(self._number, literal.args)
        else:
            one, other = map(self._number, (Literal(literal.name, literal.args), _TRUE))
        return one, other, literal.negated

    def _number(self, node: _Node) -> int:
        number = self.numbers.get(node)
        if number is None:
            number = self.numbers[node] = len(self.numbers)
            if isinstance(node, Compound | Literal):
                name = node.functor if isinstance(node, Compound) else node.name
                form = (type(node), name)
                self.forms.append((number, form, [self._number(one) for one in node.args]))
        return number


class _Classes:
    """The classes of nodes that are equal, if some facts are true besides those `before`."""

    def __init__(
        self, nodes: _Nodes, before: _Classes | None = None, facts: Sequence[_Said] = ()
    ) -> None:
        self.nodes = nodes
        self._classes: list[int] = before._classes if before else [*range(len(nodes.numbers))]
        differences = [(one, other) for one, other, negated in facts if negated]
        self._differences: list[tuple[int, int]] = [
            *(before._differences if before else ()),
            *differences,
        ]
        for one, other, negated in facts:
            if not negated:
                self._join(one, other)
        self._close()
        found = self._classes
        self._different = {frozenset((found[a], found[b])) for a, b in self._differences}
        self.contradiction = any(len(classes) == 1 for classes in self._different)

    def value(self, said: _Said) -> bool | None:
        """Return whether a literal of the formulas is true; None if that does not follow."""
        one, other, negated = said
        classes = frozenset((self._classes[one], self._classes[other]))
        if len(classes) == 1:
            return not negated
        return negated if classes in self._different else None

    def _join(self, one: int, other: int) -> None:
        old, new = self._classes[one], self._classes[other]
        self._classes = [new if found == old else found for found in self._classes]

    def _close(self) -> None:
        """Join the values of a function or a relation for arguments that are equal."""
        changed = True
        while changed:
            changed = False
            firsts: dict[Hashable, int] = {}
            for node, name, arguments in self.nodes.forms:
                form = (name, *[self._classes[one] for one in arguments])
                first = firsts.setdefault(form, node)
                if self._classes[first] != self._classes[node]:
                    self._join(node, first)
                    changed = True


# ---- proofs of lemmas ---------------------------------------------------------------------------


def check_lemmas(certificate: Any, program: Program, budget: Budget = UNLIMITED) -> list[str]:
    """Return everything in the proofs of the lemmas of a background that does not hold.

    An empty list confirms that each of its lemmas is true of every completion, on every board.
    Raises `InputError` for a document that is none of such proofs, and for lemmas and definitions
    that cannot be expressed, and `LimitReachedError` at the limit of the budget.
    """
    check_shape(certificate, LEMMA_PROOFS, "a list of proofs of `witness lab lemmas`")
    theory = Theory(program)
    if [proof["lemma"] for proof in certificate] != [lemma.text for lemma in theory.lemmas]:
        return ["the certificate is about other lemmas"]
    proofs = {proof["lemma"]: proof["cases"] for proof in certificate}
    problems: list[str] = []
    known = theory.known()
    for group in theory.in_groups():
        failed = [
            f"{lemma.text}: {problem}"
            for lemma in group
            for problem in _check(
                proofs[lemma.text], dict(theory.cases(lemma, group)), known, budget
            )
        ]
        problems += failed
        if not failed:
            known |= {lemma.name: lemma.formula for lemma in group}
    return problems


def _check(
    proof: list[Mapping[str, Any]], cases: Mapping[str, Formulas], known: Formulas, budget: Budget
) -> Iterator[str]:
    if [case["case"] for case in proof] != list(cases):
        yield "its cases are other ones"
        return
    for case in proof:
        formulas = {**known, **cases[case["case"]]}
        instances = []
        for one in case["instances"]:
            if one["of"] not in formulas:
                yield f"{case['case']}: there is no {one['of']}"
                return
            try:
                values = {Variable(name): _term(text) for name, text in one["with"].items()}
            except InputError as error:
                yield f"{case['case']}: {one['of']} has a value that is no term: {error}"
                return
            instances.append(substituted(formulas[one["of"]], values))
            if formula_variables(instances[-1]):
                yield f"{case['case']}: {one['of']} has variables without a value"
                return
        if not contradicts(instances, budget):
            yield f"{case['case']}: its instances do not contradict each other"


def _term(text: str) -> Term:
    return with_cells(parse_clauses(f"x({text}).", "a value")[0].args[0])
