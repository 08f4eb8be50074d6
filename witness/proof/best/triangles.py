"""The states of a square with triangles, as far as a bias can tell them apart.

A state is a local configuration (`witness.puzzle.views.configurations`) with the features that the
bias sees and, where it sees the length of the path, that length. All that literals do with a length
is to compare it, with numbers of edges of a square, which are at most `MOST_EDGES`, and with
constants. So all lengths beyond these look alike, and the longest of each configuration stands for
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, cast

from witness.base.errors import UnsupportedError
from witness.base.limits import current
from witness.clauses.background import Background
from witness.clauses.dependence import Dependence, clause_dependence
from witness.clauses.language.bias import Signature
from witness.clauses.language.definitions import reached
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import Clause, Compound, Term, subterms
from witness.proof.best.kinds import Facts, Kind, State
from witness.proof.best.structures import Chain, Language
from witness.puzzle.grid import Edge, Square, path_edges
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths
from witness.puzzle.rules import Path
from witness.puzzle.symbols.placing import used_edges
from witness.puzzle.views.board import (
    PathView,
    SquareView,
    SymbolView,
    path_facts,
    square_facts,
)
from witness.puzzle.views.configurations import (
    Case,
    LocalConfiguration,
    configurations,
)
from witness.puzzle.views.square_cases import LOOKS_AT
from witness.puzzle.views.translate import translate

#: The most edges of a square, with which a clause can compare the length of a path.
MOST_EDGES = 4

#: A state as a key: a configuration, and the length of the path, None where it is not seen.
StateKey = tuple[Case, int | None]

#: The boards on which witnesses are looked for, in rows and columns.
BOARDS = ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3))


@dataclass(frozen=True)
class Triangles(Kind):
    """The states of squares with triangles.

    `features` are those that a bias sees of a square, and `most_length` is the length that stands
    for all longer ones, None if the bias sees none.
    """

    subject = "square"
    features: Dependence
    most_length: int | None = None

    @classmethod
    def of(cls, seen: Background) -> Triangles:
        """Return what a bias sees of a square besides the length of the path."""
        keys = reached((one.key for one in seen.bias.body), seen.program)
        return Triangles(clause_dependence(of for key, of in LOOKS_AT.items() if key in keys))

    def states(self) -> Iterator[State]:
        """Yield all states, in a fixed order."""
        for configuration in configurations(self.features):
            if configuration.live and len(configuration.edges) >= configuration.triangles:
                continue  # edges beside a square that is full are not live (bk/outlook.pl: shut/2)
            if self.most_length is None:
                yield state_of(configuration, None)
                continue
            for length in range(configuration.least_length, self.most_length + 1):
                yield state_of(configuration, length)

    def key_of(self, path: PathView, symbol: SymbolView) -> StateKey:
        """Return the key of the state of a path and a square on a board."""
        square = cast(SquareView, symbol)
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

    def looked(
        self, language: Language, seen: Background
    ) -> tuple[Triangles, tuple[Signature, ...]]:
        """Return these states with a length if the bias sees it, and the predicates that see more.

        Raises `UnsupportedError` for two values of which the equality is not known from a state,
        and for a bias that computes with a length.
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
                what = f"whether two values are equal is not known: {chain.clause}"
                raise UnsupportedError(what, file=seen.bias.file)
        if beyond:
            return self, tuple(dict.fromkeys(beyond))
        if looks & ~(self.features | Dependence.LENGTH):
            raise UnsupportedError("a literal sees more of a square than its primitives do",
                                   file=seen.bias.file)  # fmt: skip
        if looks & Dependence.LENGTH and self.most_length is None:
            return replace(self, most_length=_most_length(seen)), ()
        return self, ()

    def facts(self, path_name: str, name: str, path: PathView, symbol: Any) -> Facts:
        """Return what the primitives say in a state, with names for its path and its square."""
        return path_facts(path_name, path) | square_facts(name, symbol)

    def panels(self) -> Iterator[tuple[Puzzle, Path]]:
        """Yield panels with a solution of each: small ones first, then those with more gaps.

        Every square that gets one to three edges of the solution has as many triangles; where
        features are seen, there are also panels with gaps, and with one square that has triangles.
        """
        for rows, cols in BOARDS:
            bare = Puzzle(rows, cols, starts=((0, 0),), goals=((rows, cols),))
            for solution in simple_paths(bare):
                used = {*path_edges(solution)}
                triangles = tuple((*square, n) for square, n in used_edges(bare, solution).items())
                yield bare.changed(triangles=triangles), solution
                if self.features:
                    unused = [edge for edge in bare.grid.edges if edge not in used]
                    for own in triangles:
                        for gaps in _gaps(bare, own[:2], unused):
                            for kept in {triangles, (own,)}:
                                yield bare.changed(triangles=kept, gaps=gaps), solution

    def told(self, state: State) -> list[Any]:
        """Return a state as a certificate holds it.

        These are its triangles; what each edge is (`x` on the path, `g` a gap, `l` live, `.`
        nothing that is known) and each corner (`h` the head, `x` another vertex of the path, `r`
        one that can be reached, `.` any other); 1 if the path is cut off, else 0; and its length,
        or null.
        """
        case, length = cast(StateKey, state.key)
        triangles, (used, visited, head), (gaps, live, reach, cut_off) = case

        def signs(**sets: int) -> str:
            return "".join(
                next((sign for sign, places in sets.items() if places >> n & 1), ".")
                for n in range(4)
            )

        corners = signs(h=1 << head if head >= 0 else 0, x=visited, r=reach)
        return [triangles, signs(x=used, g=gaps, l=live), corners, cut_off, length]

    def to_json(self) -> dict[str, Any]:
        """Return what is seen, as a certificate holds it."""
        return {
            "features": [one.name for one in self.features if one.name],
            "most_length": self.most_length,
        }


def state_of(configuration: LocalConfiguration, length: int | None) -> State:
    """Return the state of a configuration, with the length of the path where that is seen."""
    key = (configuration.triangles, configuration.state, configuration.features), length
    return State(key, not configuration.completable, configuration.views(length))


def _gaps(bare: Puzzle, square: Square, unused: list[Edge]) -> Iterator[tuple[Edge, ...]]:
    """Yield sets of gaps: some unused edges of a square, and none or all of the other ones."""
    sides = [edge for edge in bare.grid.square_edges(square) if edge in unused]
    others = [edge for edge in unused if edge not in sides]
    for number in range(len(sides) + 1):
        for chosen in combinations(sides, number):
            yield chosen
            yield (*chosen, *others)


def _places(names: Sequence[str], known: Sequence[str]) -> int:
    """Return the bit set of the places of those names that are known."""
    return sum(1 << place for place, name in enumerate(names) if name in known)


def _never_equal(chain: Chain, program: Program) -> bool:
    """Whether two values are the edges of a path and those of a square.

    These are never equal: a path never has all four edges of a square.
    """
    primitives = {("path", 2), ("square", 3)}
    return {*chain.equal} == primitives and not any(map(program.defines, primitives))


def _most_length(seen: Background) -> int:
    """Return a length that looks like all longer ones: they compare alike with all other numbers.

    Raises `UnsupportedError` if a definition computes, as the numbers may then be larger.
    """
    keys = reached((one.key for one in seen.bias.body), seen.program)
    numbers = [MOST_EDGES, *(value for value, _ in seen.bias.constants if isinstance(value, int))]
    for key in sorted(keys):
        for clause in seen.program.rules.get(key, ()):
            for literal in clause.body:
                if literal.name == "is" or any(_computes(one) for one in literal.args):
                    raise UnsupportedError(
                        f"{key[0]}/{key[1]} computes with numbers, and the bias sees the length of "
                        "the path", file=seen.program.file, line=clause.line,
                    )  # fmt: skip
            numbers += [n for one in _terms(clause) for n in subterms(one) if isinstance(n, int)]
        numbers += [n for row in seen.program.facts.get(key, ()) for n in row if isinstance(n, int)]
    return max(numbers) + 1


def _terms(clause: Clause) -> Iterator[Term]:
    """Yield the arguments of the head and of all literals of a clause."""
    yield from clause.args
    for literal in clause.body:
        yield from literal.args


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
