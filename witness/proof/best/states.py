"""The states of a square with triangles, as far as a bias can tell them apart.

A state is a local configuration (`witness.puzzle.views.configurations`) with the features that the
bias sees and, where it sees the length of the path, that length. All that literals do with a length
is to compare it, with numbers of edges of a square, which are at most `MOST_EDGES`, and with
constants. So all lengths beyond these look alike, and the longest of each configuration stands for
them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from witness.base.errors import UnsupportedError
from witness.base.limits import current
from witness.clauses.background import Background
from witness.clauses.dependence import Dependence, clause_dependence
from witness.clauses.language.bias import Signature
from witness.clauses.language.definitions import reached
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import Clause, Compound, Key, ListTerm, Term
from witness.proof.best.structures import Chain, Language, Structure
from witness.puzzle.views.board import PathView, SquareView
from witness.puzzle.views.configurations import (
    Case,
    LocalConfiguration,
    case_of,
    configurations,
)
from witness.puzzle.views.translate import translate

#: The features that a primitive sees.
_SEES: dict[Key, Dependence] = {
    ("gap", 2): Dependence.GAPS,
    ("live", 2): Dependence.LIVE,
    ("cut_off", 1): Dependence.LIVE,
    ("reachable", 2): Dependence.REACHABLE,
}

#: The most edges of a square, with which a clause can compare the length of a path.
MOST_EDGES = 4

#: A state as a key: a configuration, and the length of the path, None where it is not seen.
StateKey = tuple[Case, int | None]


@dataclass(frozen=True)
class State:
    """A configuration, and the length of the path; None if the bias does not see it."""

    configuration: LocalConfiguration
    length: int | None

    @property
    def lost(self) -> bool:
        """Whether the square can no longer get as many edges as it has triangles."""
        return not self.configuration.completable

    @property
    def views(self) -> tuple[PathView, SquareView]:
        """The path and the square as literals see them."""
        return self.configuration.views(self.length)


@dataclass(frozen=True)
class Sight:
    """What a bias sees of squares with triangles.

    `language` has the literals whose truth is the same wherever states look the same, and
    `structures` what holds in each state. `features` are those that a bias sees of a square, and
    `most_length` is the length that stands for all longer ones, None if the bias sees none.
    `beyond` are the predicates of the bias that see more than a state.
    """

    language: Language
    structures: Mapping[State, Structure]
    features: Dependence
    most_length: int | None
    beyond: tuple[Signature, ...] = ()

    def key(self, state: State) -> StateKey:
        """Return what tells a state from others."""
        return case_of(state.configuration, self.features), state.length

    def key_of(self, path: PathView, square: SquareView) -> StateKey:
        """Return the state of a path and a square on a board, as a key."""
        edges = _places(square.edges, path.edges)
        visited = _places(square.corners, path.vertices)
        head = square.corners.index(path.head) if path.head in square.corners else -1
        sees = self.features
        gaps = _places(square.edges, square.gaps) if sees & Dependence.GAPS else 0
        rest = path.rest
        live = reach = cut_off = 0
        if rest is not None and sees & Dependence.LIVE:
            live, cut_off = _places(square.edges, rest.live), int(rest.cut_off)
        if rest is not None and sees & Dependence.REACHABLE:
            reach = _places(square.corners, rest.reachable)
        most = self.most_length
        length = None if most is None else min(len(path.edges), most)
        return (square.triangles, (edges, visited, head), (gaps, live, reach, cut_off)), length


def _places(names: Sequence[str], known: Sequence[str]) -> int:
    """Return the bit set of the places of those names that are known."""
    return sum(1 << place for place, name in enumerate(names) if name in known)


def sight(background: Background) -> Sight:
    """Return what a bias sees of squares with triangles.

    Raises `UnsupportedError` for a background that is not about these, for a bias in which literals
    have several answers, values that two literals give cannot be compared, or one computes with a
    length. Raises `LimitReachedError` at the limit of the budget in force.
    """
    bias = background.bias
    others = sorted(background.kinds - {"triangles"})
    if others:
        what = f"there are states of squares with triangles only, not of {', '.join(others)}"
        raise UnsupportedError(what, file=bias.file)
    beyond: tuple[Signature, ...] = ()
    most_length = None
    while True:
        body = tuple(one for one in bias.body if one not in beyond)
        seen = replace(background, bias=replace(bias, body=body))
        keys = reached((one.key for one in body), background.program)
        features = clause_dependence(of for key, of in _SEES.items() if key in keys)
        language = Language(seen)
        structures = {
            state: language.structure(*state.views)
            for state in current().each([*_states(features, most_length)], every=1)
        }
        found = Sight(language, structures, features, most_length, beyond)
        looks, more = _looks(language, seen)
        if more:
            beyond += more
        elif looks & ~(features | Dependence.LENGTH):
            raise UnsupportedError("a literal sees more of a square than its primitives do",
                                   file=bias.file)  # fmt: skip
        elif looks & Dependence.LENGTH and most_length is None:
            most_length = _most_length(seen, keys)
        else:
            return found


def _states(features: Dependence, most_length: int | None) -> Iterator[State]:
    """Yield all states, in a fixed order."""
    for configuration in configurations(features):
        if configuration.live and len(configuration.edges) >= configuration.triangles:
            continue  # edges beside a square that is full are not live (bk/outlook.pl: shut/2)
        if most_length is None:
            yield State(configuration, None)
            continue
        for length in range(configuration.least_length, most_length + 1):
            yield State(configuration, length)


def _looks(language: Language, seen: Background) -> tuple[Dependence, tuple[Signature, ...]]:
    """Return what all literals together see of a state, and the predicates that see more.

    Raises `UnsupportedError` for two values of which the equality is not known from a state.
    """
    looks, beyond = Dependence.LOCAL, []
    for chain in dict.fromkeys(language.chains()):
        current().check()
        dependence = translate([chain.clause], seen).dependence
        if dependence is not Dependence.GLOBAL:
            looks |= dependence
        elif chain.called is not None:
            beyond.append(chain.called)
        elif not _never_equal(chain, seen.program):
            raise UnsupportedError(f"whether two values are equal is not known: {chain.clause}",
                                   file=seen.bias.file)  # fmt: skip
    return looks, tuple(dict.fromkeys(beyond))


def _never_equal(chain: Chain, program: Program) -> bool:
    """Whether two values are the edges of a path and those of a square.

    These are never equal: a path never has all four edges of a square.
    """
    primitives = {("path", 2), ("square", 3)}
    return {*chain.equal} == primitives and not any(map(program.defines, primitives))


def _most_length(seen: Background, keys: Collection[Key]) -> int:
    """Return a length that looks like all longer ones: they compare alike with all other numbers.

    Raises `UnsupportedError` if a definition computes, as the numbers may then be larger.
    """
    numbers = [MOST_EDGES, *(value for value, _ in seen.bias.constants if isinstance(value, int))]
    for key in sorted(keys):
        for clause in seen.program.rules.get(key, ()):
            for literal in clause.body:
                if literal.name == "is" or any(_computes(one) for one in literal.args):
                    raise UnsupportedError(
                        f"{key[0]}/{key[1]} computes with numbers, and the bias sees the length of "
                        "the path", file=seen.program.file, line=clause.line,
                    )  # fmt: skip
            numbers += [n for one in _terms(clause) for n in _integers(one)]
        numbers += [n for row in seen.program.facts.get(key, ()) for n in row if isinstance(n, int)]
    return max(numbers) + 1


def _terms(clause: Clause) -> Iterator[Term]:
    """Yield the arguments of the head and of all literals of a clause."""
    yield from clause.args
    for literal in clause.body:
        yield from literal.args


def _integers(term: Term) -> Iterator[int]:
    """Yield the integers in a term."""
    if isinstance(term, int):
        yield term
    elif isinstance(term, Compound):
        for argument in term.args:
            yield from _integers(argument)
    elif isinstance(term, ListTerm):
        for item in term.items:
            yield from _integers(item)


def _computes(term: Term) -> bool:
    """Whether a term is an arithmetic expression."""
    if isinstance(term, Compound):
        return term.functor in _ARITHMETIC or any(map(_computes, term.args))
    return False


#: Functors of arithmetic, with which a comparison would compute.
_ARITHMETIC = frozenset(
    ("+", "-", "*", "/", "//", "mod", "rem", "div", "**", "^", "abs", "min", "max", "<<", ">>",
     "/\\", "\\/", "\\", "xor", "gcd", "sign", "succ", "plus", "msb")
)  # fmt: skip
