"""Raw ASP in a bias: which programs its statements allow.

Popper makes programs with clingo, and adds the raw statements of a bias to its own encoding
(Cropper and Morel, "Learning programs by learning from failures", 2021, section 5). Here a program
is known, and clingo decides whether the statements hold of it, in the names of that encoding. As in
Popper, clauses that call what they define come after the others, and the variables of a head are 0,
1, 2 and so on, before those of the body alone. Beyond that the order of the clauses and the numbers
of variables are open: a program is allowed if some order and some numbers make it so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from witness.base.errors import UnsupportedError
from witness.clauses.language.bias import ANY, CONSTANTS, RAW, Bias
from witness.clauses.language.terms import Clause, Key, Literal

#: What follows from the order of clauses and the numbers of variables: `at(I,C)` gives the clause I
#: the place C, and `number(I,X,V)` its variable X the number V.
_PROGRAM = """
1 { at(I,C) : C = 0..N-1 } 1 :- given(I), clauses(N).
:- at(I,C), at(J,C), I < J.
:- at(I,C), at(J,D), calls_itself(I), not calls_itself(J), C < D.
1 { number(I,X,V) : V = K..M-1 } 1 :- inner(I,X), numbers(I,K,M).
:- number(I,X,V), number(I,Y,V), X < Y.

var(0..N-1) :- max_vars(N).
var_member(V,T) :- var_pos(V,T,_).
clause(C) :- head_literal(C,_,_,_).
head_var(C,V) :- head_literal(C,_,_,T), var_member(V,T).
body_var(C,V) :- body_literal(C,_,_,T), var_member(V,T).
clause_var(C,V) :- head_var(C,V).
clause_var(C,V) :- body_var(C,V).
body_size(C,N) :- clause(C), N = #count { P,T : body_literal(C,P,_,T) }.
size(N) :- N = #sum { K+1,C : body_size(C,K) }.
direction_(P,K,D) :- place(P,_,K,_,D), D != none.
var_type(C,V,T) :- literal(C,P,A,Vs), var_pos(V,Vs,K), place(P,A,K,T,_), T != none.
literal(C,P,A,Vs) :- head_literal(C,P,A,Vs).
literal(C,P,A,Vs) :- body_literal(C,P,A,Vs).
fixed_var_type(V,T) :- head_pred(P,A), place(P,A,V,T,_), T != none.
num_in_args(P,N) :- direction_(P,_,_), N = #count { K : direction_(P,K,in) }.
recursive_clause(C,P,A) :- head_literal(C,P,A,_), body_literal(C,P,A,_).
base_clause(C,P,A) :- head_literal(C,P,A,_), not body_literal(C,P,A,_).
recursive :- recursive_clause(_,_,_).
num_recursive(P,N) :- head_literal(_,P,_,_), N = #count { C : recursive_clause(C,P,_) }.
pi :- invented(_,_).

:- body_literal(_,P,_,T), bad_body(P,T).
:- body_literal(_,P,A,T), bad_body(P,A,T).
"""

#: The names that statements may ask for, with their numbers of arguments.
_VOCABULARY: frozenset[Key] = frozenset(
    [
        *((name, 0) for name in ("recursive", "pi", "enable_recursion", "enable_pi")),
        *((name, 1) for name in ("clause", "max_body", "max_clauses", "max_vars", "size", "var")),
        *((name, 2) for name in ("body_pred", "body_size", "body_var", "clause_var", "direction")),
        *((name, 2) for name in ("fixed_var_type", "head_pred", "head_var", "head_vars")),
        *((name, 2) for name in ("invented", "num_in_args", "num_recursive", "type")),
        *((name, 2) for name in ("var_member", "vars")),
        *((name, 3) for name in ("base_clause", "direction_", "recursive_clause")),
        *((name, 3) for name in ("var_pos", "var_type")),
        *((name, 4) for name in ("body_literal", "head_literal")),
    ]
)

#: The names that statements may define, and that say which literals are forbidden.
_FORBIDDING: frozenset[Key] = frozenset([("bad_body", 2), ("bad_body", 3)])

#: The most tuples of variables of one length.
_MOST_TUPLES = 100_000


class RawStatements:
    """The raw statements of a bias.

    Raises `UnsupportedError` for statements that choose, and for names that are not known.
    """

    def __init__(self, bias: Bias) -> None:
        demands = [demand for demand in bias.demands if demand.kind == RAW]
        self._text = "".join(f"{demand.statement}.\n" for demand in demands)
        defined: set[Key] = set()
        asked: dict[Key, int] = {}
        for demand in demands:
            heads, bodies = _names(f"{demand.statement}.", bias.file, demand.line)
            for key in heads & _VOCABULARY:
                raise _unsupported(f"a rule for {key[0]}/{key[1]}", bias.file, demand.line)
            defined |= heads
            asked |= dict.fromkeys(bodies - asked.keys(), demand.line)
        for key, line in asked.items():
            if key not in defined | _VOCABULARY | _FORBIDDING:
                raise _unsupported(f"{key[0]}/{key[1]}, which nothing defines,", bias.file, line)
        for demand in bias.demands:
            if demands and demand.kind == CONSTANTS:
                raise _unsupported(f"beside {demand.statement}", bias.file, demand.line)
        self._declared = "\n".join(_declarations(bias))
        self._bias = bias

    def allow(self, clauses: Sequence[Clause]) -> bool:
        """Return whether they allow a program."""
        if not self._text:
            return True
        import clingo

        control = clingo.Control(["--warn=none"])
        facts = "\n".join(_facts(clauses, self._bias))
        control.add("base", [], f"{_PROGRAM}{self._declared}\n{facts}\n{self._text}")
        control.ground([("base", [])])
        return bool(control.solve().satisfiable)


def _unsupported(what: str, file: str, line: int) -> UnsupportedError:
    return UnsupportedError(f"{what} in raw ASP is not supported here", file=file, line=line)


def _names(statement: str, file: str, line: int) -> tuple[set[Key], set[Key]]:
    """Return the names in the heads of a rule, and all others, with their numbers of arguments."""
    from clingo import ast

    rules: list[Any] = []
    ast.parse_string(statement, rules.append)
    heads: set[Key] = set()
    found: list[Key] = []

    class Visitor(ast.Transformer):
        """Notes the names of symbolic atoms."""

        def visit_SymbolicAtom(self, atom: Any) -> Any:  # noqa: N802, as clingo calls it
            term = atom.symbol
            if term.ast_type == ast.ASTType.UnaryOperation:  # classical negation
                term = term.argument
            found.append((str(getattr(term, "name", term)), len(getattr(term, "arguments", ()))))
            return atom

    for rule in rules:
        if rule.ast_type == ast.ASTType.Program:
            continue
        if rule.head.ast_type == ast.ASTType.Literal:
            Visitor().visit(rule.head)
            heads |= set(found)
        else:
            raise _unsupported(f"a choice or a disjunction ({statement})", file, line)
        found.clear()
        Visitor().visit_sequence(rule.body)
    return heads, set(found)


def _declarations(bias: Bias) -> list[str]:
    """Return what a bias declares, and the tuples of variables."""
    lines = [f"head_pred({bias.head.name},{len(bias.head.types)})."]
    lines += [f"max_vars({bias.max_vars}). max_body({bias.max_body})."]
    lines += [f"{demand.statement}." for demand in bias.demands if demand.statement in _SWITCHES]
    lines += [] if bias.max_clauses is None else [f"max_clauses({bias.max_clauses})."]
    for one in (bias.head, *bias.body):
        arity = len(one.types)
        types = ["none" if name == ANY else name for name in one.types]
        words = ["in" if given else "out" for given in one.inputs]
        lines += [] if one is bias.head else [f"body_pred({one.name},{arity})."]
        lines += [f"type({one.name},{_tuple(types)})."] * (ANY not in one.types)
        lines += [f"direction({one.name},{_tuple(words)})."] * bias.directed
        for place, (name, word) in enumerate(zip(types, words, strict=True)):
            said = word if bias.directed else "none"
            lines.append(f"place({one.name},{arity},{place},{name},{said}).")
    for arity in sorted({len(one.types) for one in (bias.head, *bias.body)}):
        names = [f"V{place}" for place in range(arity)]
        if bias.max_vars**arity > _MOST_TUPLES:
            what = f"with {bias.max_vars} variables and {arity} arguments, raw ASP"
            raise _unsupported(what, bias.file, bias.head.line)
        lines.append(f"head_vars({arity},{_tuple(list(map(str, range(arity))))}).")
        lines.append(f"vars({arity},{_tuple(names)}) :- {', '.join(f'var({v})' for v in names)}.")
        for place, name in enumerate(names):
            lines.append(
                f"var_pos({name},{_tuple(names)},{place}) :- vars({arity},{_tuple(names)})."
            )
    return lines


_SWITCHES = ("enable_recursion", "enable_pi")


def _facts(clauses: Sequence[Clause], bias: Bias) -> list[str]:
    """Return a program as facts, and as rules for what depends on its order and numbers."""
    lines = [f"clauses({len(clauses)})."]
    invented = {clause.key for clause in clauses} - {bias.head.key}
    lines += [f"invented({name},{arity})." for name, arity in sorted(invented)]
    for number, clause in enumerate(clauses):
        head = Literal(clause.name, clause.args)
        terms = dict.fromkeys(term for literal in (head, *clause.body) for term in literal.args)
        known = {term: name for name, term in enumerate(terms)}
        arity = len(clause.args)
        lines.append(f"given({number}). numbers({number},{arity},{len(known)}).")
        lines += [f"calls_itself({number})."] * any(one.key == head.key for one in clause.body)
        lines += [f"number({number},{name},{name})." for name in range(arity)]
        lines += [f"inner({number},{name})." for name in range(arity, len(known))]
        for kind, literal in [("head", head), *(("body", one) for one in clause.body)]:
            names = [f"V{place}" for place in range(len(literal.args))]
            pairs = zip((known[term] for term in literal.args), names, strict=True)
            conditions = [f"at({number},C)", *(f"number({number},{x},{v})" for x, v in pairs)]
            lines.append(
                f"{kind}_literal(C,{literal.name},{len(names)},{_tuple(names)}) :- "
                f"{', '.join(conditions)}."
            )
    return lines


def _tuple(words: Sequence[str]) -> str:
    return f"({','.join(words)}{',' * (len(words) == 1)})"
