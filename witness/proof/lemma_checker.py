"""A small checker of the proofs of `witness.proof.lemmas`, which neither shares code with it nor
needs Z3.

A reader who trusts this file, `contradictions`, the reader of Prolog, the axioms in
`completions.txt` and the two kinds of induction need not trust the prover. The proof of a lemma has
cases; each case lists instances of formulas, and these have to contradict each other. What the
formulas are follows from their names alone, and is worked out here:

- "axiom N": the N-th axiom;
- "lemma TEXT": a lemma that is proved already, or in an earlier group of lemmas;
- "rule N of p/k": the head of a rule follows from its body;
- "some rule of p/k", "literal M of rule N of p/k": p holds only by one of its rules, and then all
  literals of the rule do; variables of the rule that are not in its head become functions;
- "assumption N": what the case assumes, which ends with the denied conclusion;
- "hypothesis N TEXT": what a lemma about the same recursion says of the N-th literal of a rule.

`witness.proof.contradictions` finds the contradictions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from witness.base.errors import InputError
from witness.base.files import read_text
from witness.base.limits import UNLIMITED, Budget
from witness.base.schemas import check_shape
from witness.logic.language.parser import parse_clauses
from witness.logic.language.reader import Program
from witness.logic.language.terms import Atom, Clause, Compound, Key, Literal, Term, Variable
from witness.proof.certificate_schema import LEMMA_PROOFS
from witness.proof.contradictions import contradicts

#: A formula: literals, one of which is true for all values of its variables.
_Formula = list[Literal]

_Values = Mapping[str, Term]


def check_lemmas(certificate: Any, program: Program, budget: Budget = UNLIMITED) -> list[str]:
    """Return everything in the proofs of the lemmas of a background that does not hold.

    An empty list confirms that each of its lemmas is true of every completion, on every board.
    Raises `InputError` for a document that is none of such proofs, and `LimitReachedError` at the
    limit of the budget.
    """
    check_shape(certificate, LEMMA_PROOFS, "a list of proofs of `witness lemmas`")
    statements = [text for _, text in program.lemmas]
    if [proof["lemma"] for proof in certificate] != statements:
        return ["the certificate is about other lemmas"]
    program = replace(program, rules={**program.rules, **program.of_completions})
    lemmas = dict(zip(statements, map(_implication, statements), strict=True))
    problems = []
    known = _axioms() | _definitions(program)
    recursion = {key: _recursion(key, program) for key in program.rules}
    for key, group in recursion.items():
        for rule in program.rules[key]:
            if any(li.negated and li.key in group for li in rule.body):
                return [f"{key[0]}/{key[1]} is recursive through a negation"]
    proofs = {proof["lemma"]: proof for proof in certificate}
    for group_of_lemmas in _groups(lemmas, recursion):
        failed = [
            f"{text}: {problem}"
            for text in group_of_lemmas
            for problem in _check(proofs[text], text, lemmas, program, recursion, known, budget)
        ]
        problems += failed
        if not failed:
            for text in group_of_lemmas:
                before, after = lemmas[text]
                known[f"lemma {text}"] = [*map(_not, before), *after]
    return problems


def _check(
    proof: Mapping[str, Any],
    text: str,
    lemmas: Mapping[str, tuple[_Formula, _Formula]],
    program: Program,
    recursion: Mapping[Key, set[Key]],
    known: Mapping[str, _Formula],
    budget: Budget,
) -> Iterator[str]:
    wanted = dict(_cases(text, lemmas, program, recursion))
    if [case["case"] for case in proof["cases"]] != list(wanted):
        yield "its cases are other ones"
        return
    for case in proof["cases"]:
        formulas = {**known, **wanted[case["case"]]}
        instances = []
        for one in case["instances"]:
            formula = formulas.get(one["of"])
            if formula is None:
                yield f"{case['case']}: there is no {one['of']}"
                return
            try:
                values = {name: _term(given) for name, given in one["with"].items()}
            except InputError as error:
                yield f"{case['case']}: {one['of']} has a value that is no term: {error}"
                return
            ground = [_put(literal, values) for literal in formula]
            if any(not _is_ground(argument) for literal in ground for argument in literal.args):
                yield f"{case['case']}: {one['of']} has variables without a value"
                return
            instances.append(ground)
        if not contradicts(instances, budget):
            yield f"{case['case']}: its instances do not contradict each other"


# ---- formulas -----------------------------------------------------------------------------------


def _axioms() -> dict[str, _Formula]:
    path = Path(__file__).with_name("completions.txt")
    lines = (line.strip() for line in read_text(path).split("\n"))
    said = [line.rstrip(".") for line in lines if line and line[0] != "%"]
    found = {}
    for number, (before, after) in enumerate(map(_implication, said), start=1):
        found[f"axiom {number}"] = [*map(_not, before), *after]
    return found


def _implication(text: str) -> tuple[_Formula, _Formula]:
    before, _, after = text.partition("=>")
    conclusions = [li for part in after.split(";") for li in _body(part) if li.name != "fail"]
    return _body(before), conclusions


def _body(text: str) -> _Formula:
    return list(parse_clauses(f"x :- {text}.")[0].body) if text.strip() else []


def _term(text: str) -> Term:
    return parse_clauses(f"x({text}).", "a value")[0].args[0]


def _not(literal: Literal) -> Literal:
    return Literal(literal.name, literal.args, not literal.negated)


def _put(literal: Literal, values: _Values) -> Literal:
    return Literal(literal.name, tuple(_inside(a, values) for a in literal.args), literal.negated)


def _inside(term: Term, values: _Values) -> Term:
    if isinstance(term, Variable):
        return values.get(term.name, term)
    if isinstance(term, Compound):
        return Compound(term.functor, tuple(_inside(a, values) for a in term.args))
    return term


def _names(terms: Sequence[Term]) -> list[str]:
    """Return the names of the variables in terms, each once."""
    found: list[str] = []
    for term in terms:
        if isinstance(term, Variable):
            found.append(term.name)
        elif isinstance(term, Compound):
            found += _names(term.args)
    return list(dict.fromkeys(found))


def _is_ground(term: Term) -> bool:
    return not _names([term])


def _logical(rule: Clause) -> _Formula | None:
    """Return the body of a rule in relations and functions; None if that cannot be done."""
    found: _Formula = []
    counted = {
        literal.args[2]: Compound("common", literal.args[:2])
        for literal in rule.body
        if literal.key == ("intersection", 3)
    }
    for literal in rule.body:
        name, args, negated = literal.name, literal.args, literal.negated
        if name == "memberchk":
            name = "member"
        if name == "length" and args[0] in counted:
            name, args = "=", (args[1], counted[args[0]])
        elif name == "intersection":
            continue
        elif name in ("<", ">", ">=", "=<"):
            # a > b is b < a, and a >= b is not a < b.
            if name in (">", "=<"):
                args = args[::-1]
            negated = negated != (name in (">=", "=<"))
            name = "<"
        elif name in ("findall", "is", "length", "sort"):
            return None
        found.append(Literal(name, args, negated))
    return found


def _definitions(program: Program) -> dict[str, _Formula]:
    found: dict[str, _Formula] = {}
    for key, rules in program.rules.items():
        own = _definition(f"{key[0]}/{key[1]}", key, rules)
        found |= own or {}
    return found


def _definition(name: str, key: Key, rules: Sequence[Clause]) -> dict[str, _Formula] | None:
    found: dict[str, _Formula] = {}
    heads = tuple(Variable(f"A{place}") for place in range(key[1]))
    ways = []
    for number, rule in enumerate(rules, start=1):
        body = _logical(rule)
        arguments = [argument.name for argument in rule.args if isinstance(argument, Variable)]
        if body is None or len(set(arguments)) < len(rule.args):
            return None
        way = Literal(f"{name} by rule {number}", heads)
        ways.append(way)
        positive = [
            argument for literal in body if not literal.negated for argument in literal.args
        ]
        outside = _names([*rule.args, *positive])

        def some(variable: str, of: Sequence[Term], number: int = number) -> Term:
            return Compound(f"{variable} in rule {number} of {name}", tuple(of) or (0,))

        inside = _names([a for literal in body for a in literal.args if literal.negated])
        values = {v: some(v, [Variable(o) for o in outside]) for v in inside if v not in outside}
        found[f"rule {number} of {name}"] = [
            *(_not(_put(literal, values)) for literal in body),
            Literal(rule.name, rule.args),
        ]
        to_heads: dict[str, Term] = dict(zip(arguments, heads, strict=True))
        to_heads |= {v: some(v, heads) for v in outside if v not in arguments}
        for place, literal in enumerate(body, start=1):
            found[f"literal {place} of rule {number} of {name}"] = [
                _not(way), _put(literal, to_heads),
            ]  # fmt: skip
    found[f"some rule of {name}"] = [Literal(key[0], heads, True), *ways]
    return found


# ---- cases --------------------------------------------------------------------------------------


def _recursion(key: Key, program: Program) -> set[Key]:
    """Return the predicates that call a predicate and are called by it."""

    def called(of: Key) -> set[Key]:
        found: set[Key] = set()
        todo = [of]
        while todo:
            for rule in program.rules.get(todo.pop(), ()):
                new = {literal.key for literal in rule.body} - found
                found |= new
                todo += new
        return found

    return {other for other in called(key) if key in called(other)}


def _groups(
    lemmas: Mapping[str, tuple[_Formula, _Formula]], recursion: Mapping[Key, set[Key]]
) -> list[list[str]]:
    """Return the lemmas in the order of their proofs; those of one recursion stand together."""
    groups: list[tuple[Key, list[str]]] = []
    for text, (before, _) in lemmas.items():
        key = before[0].key
        for other, group in groups:
            if other in recursion.get(key, set()):
                group.append(text)
                break
        else:
            groups.append((key, [text]))
    return [group for _, group in groups]


def _cases(
    text: str,
    lemmas: Mapping[str, tuple[_Formula, _Formula]],
    program: Program,
    recursion: Mapping[Key, set[Key]],
) -> Iterator[tuple[str, dict[str, _Formula]]]:
    """Yield the cases of the proof of a lemma, each with what may be assumed in it."""
    before, after = lemmas[text]
    first = before[0]
    denied = [*before, *map(_not, after)]
    the = {name: Atom(f"the_{name}") for li in denied for name in _names(li.args)}
    plain = [argument.name for argument in first.args if isinstance(argument, Variable)]
    if len(set(plain)) < len(first.args) or len(after) > 1 or first.negated:
        return
    if first.key == ("visits", 2) and after and not after[0].negated:
        # By induction along the completion.
        if len(before) > 1:
            return
        path, vertex = the[plain[0]], the[plain[1]]
        at_head = Literal("=", (vertex, Compound("head", (path,))))
        assumed = [_put(literal, the) for literal in denied]
        yield "the head", _assumptions([*assumed, at_head])
        earlier: dict[str, Term] = {**the, plain[1]: Compound("before", (path, vertex))}
        yield "a step", _assumptions([*assumed, _not(at_head), _put(after[0], earlier)])
    elif first.key in program.rules:
        # By induction over derivations: lemmas of the recursion hold for the body of a rule.
        for number, rule in enumerate(program.rules[first.key], start=1):
            body = _logical(rule)
            if body is None:
                return
            positive = [a for literal in body if not literal.negated for a in literal.args]
            own = {name: Atom(f"the_{name}") for name in _names([*rule.args, *positive])}
            its: dict[str, Term] = {
                name: Atom(f"its_{name}") for li in denied for name in _names(li.args)
            }
            its |= dict(zip(plain, (_inside(a, own) for a in rule.args), strict=True))
            holding = [_put(literal, own) for literal in body]
            found = _assumptions([*holding, *(_put(literal, its) for literal in denied[1:])])
            for place, literal in enumerate(holding, start=1):
                for other, (conditions, conclusions) in lemmas.items():
                    inductive = literal.key in recursion[first.key] and not literal.negated
                    if inductive and conditions[0].key == literal.key:
                        names = [getattr(argument, "name", "") for argument in conditions[0].args]
                        values = dict(zip(names, literal.args, strict=True))
                        found[f"hypothesis {place} {other}"] = [
                            _put(li, values) for li in (*map(_not, conditions[1:]), *conclusions)
                        ]
            yield f"rule {number}", found
    else:
        yield "all", _assumptions([_put(literal, the) for literal in denied])


def _assumptions(literals: Sequence[Literal]) -> dict[str, _Formula]:
    return {f"assumption {n}": [literal] for n, literal in enumerate(literals, start=1)}
