"""What a predicate says of coloured squares, stars, blocks and dots, in the compiled engine.

The cases in which its clauses fire (`witness.puzzle.views.symbol_cases`) become

- *rules*: inequalities between the numbers of squares that are sure to lie in a region and of those
  that may;
- *tables* of dots, by what is known of their vertex or edge;
- *tables* of squares, by which of their edges are on the path and which are live, made for what
  lies beyond the edges of each square.

Cases that mix these have no such form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, cast

import numpy as np

from witness.puzzle.grid import Square
from witness.puzzle.model import Place, Puzzle, is_edge
from witness.puzzle.views.symbol_cases import SYMBOL_KINDS, SymbolCase
from witness.puzzle.views.unknown_answers import Bound
from witness.puzzle.views.unknowns import CLASSES_OF_BLOCKS, SIZE
from witness.searches.arrays import Bytes, Words, words_of
from witness.searches.block_arrays import HEADER, SIZE_BITS, block_arrays

#: Places in `Symbols.planes`, of W words each: edges to the right and upwards with a square on both
#: sides, coloured squares, stars, dots at vertices, on edges to the right and upwards, the vertices
#: of the border, and blocks; for each bit of the sizes of blocks, those that have it (`SIZES`);
#: then, for each colour, the squares and stars that have it.
INNER_RIGHT, INNER_UP, SQUARES, STARS, DOTS, DOTS_RIGHT, DOTS_UP, BORDER, BLOCKS, SIZES = range(10)
COLOURS = SIZES + SIZE_BITS

#: Places in `Symbols.rules`: whether π is true of every symbol if no goal can be reached, whether
#: there are rules about what is joined alone, and about regions, whether some of the latter look at
#: what is joined, too, whether there are `sides`, and cases of dots; and how many squares of the
#: same and of another colour have to be joined to a square or star before a rule about that alone
#: can hold. From `OF` on it says where those rules about squares, stars and blocks begin that are
#: about what is joined alone, then those about regions, and where these end. Then the rules: the
#: number of their inequalities, and for each low, what is added to it, high, and what is added to
#: that.
CUT_OFF, BY_JOINED, BY_REGION, BY_BOTH, BY_SIDES, BY_DOTS, LEAST_SAME, LEAST_OTHER, OF = range(9)
OF_SQUARES, OF_STARS, OF_BLOCKS, KINDS_OF_RULES = range(4)
RULES = OF + 2 * KINDS_OF_RULES + 1

#: The numbers that rules compare: zero; how many symbols of its colour and how many squares of
#: another are joined to a symbol, and how many are in its region; 1 if no goal is in reach; and how
#: large the blocks and how many the squares are that are joined to a block, or are in its region.
ZERO, SURE_SAME, SURE_OTHER, POSSIBLE_SAME, POSSIBLE_OTHER, NO_GOAL = range(6)
SURE_SIZE, SURE_AREA, POSSIBLE_SIZE, POSSIBLE_AREA = range(6, 10)
_JOINED = {SURE_SAME, SURE_OTHER, SURE_SIZE, SURE_AREA}
_REGION = {POSSIBLE_SAME, POSSIBLE_OTHER, POSSIBLE_SIZE, POSSIBLE_AREA}

#: The bits of the place of a vertex dot in its table: visited, reachable, whether a live edge has
#: its first or second end there, whether the head is there. An edge dot's place has after
#: `EDGE_DOTS` two bits: on the path, and live. Each with the bit of being cut off.
VISITED, REACHABLE, LEADS, LEADS_BACK, HEAD, CUT = (1, 2, 4, 8, 16, 32)
EDGE_DOTS = 64
ON_PATH, LIVE, EDGE_CUT = 1, 2, 4
DOT_TABLE = EDGE_DOTS + 8

#: Entries of `Symbols.sides` for a square: the sets of edges on the path, and of live ones.
SIDES = 256

#: More squares than there are.
NEVER = 1 << 16

_LIKE = frozenset({"same square", "same star"})
_UNLIKE = frozenset({"other square"})
_AREA = frozenset(CLASSES_OF_BLOCKS)

#: The symbols with rules about regions, by the field of a puzzle.
_OF_REGIONS = {"squares": "square", "stars": "star", "blocks": "block"}


class Symbols(NamedTuple):
    """The symbols of a puzzle, and what a predicate says of them."""

    #: Bit sets: see `INNER_RIGHT`.
    planes: Words
    #: See `CUT_OFF`.
    rules: Words
    #: π of dots: see `VISITED`.
    dots: Bytes
    #: π of squares, by square·`SIDES` + live << 4 | edges on the path.
    sides: Bytes
    #: The blocks (`witness.searches.block_arrays`).
    blocks: Words


def no_symbols() -> Symbols:
    """Return the arrays of a search that looks at triangles only."""
    return Symbols(
        np.zeros(0, np.uint64), np.zeros(RULES, np.uint64), np.zeros(0, np.uint8),
        np.zeros(0, np.uint8), np.zeros(HEADER, np.uint64),
    )  # fmt: skip


class MixedCaseError(Exception):
    """A case has no form in arrays."""


class Compiled:
    """The cases of a predicate for the compiled engine. Raises `MixedCaseError`."""

    def __init__(self, cases: Sequence[SymbolCase]) -> None:
        self.cases = cases
        self._rules: dict[str, list[list[tuple[int, int, int]]]] = {
            kind: [] for kind in _OF_REGIONS.values()
        }
        self._sides: dict[str, list[Mapping[Any, Any]]] = {"square": [], "star": []}
        self._cut_off: set[str] = set()
        self.dots = np.zeros(DOT_TABLE, np.uint8)
        self.reachable = False
        own: dict[str, list[Mapping[Any, Any]]] = {kind: [] for kind in SYMBOL_KINDS}
        for case in cases:
            known = dict(case.answers)
            if known == {("cut off",): True} and not case.bounds:
                self._cut_off.add(case.kind)
            elif case.bounds:
                if known.keys() - {("cut off",)} or case.kind not in self._rules:
                    raise MixedCaseError
                rule = [_inequality(bound) for bound in case.bounds]
                for cut_off in known.values():
                    rule.append((ZERO, NO_GOAL, -1) if cut_off else (NO_GOAL, ZERO, 0))
                self._rules[case.kind].append(rule)
            else:
                own[case.kind].append(known)
        for kind in self._sides:
            self._sides[kind] = [_of_sides(known) for known in own[kind]]
        if own["block"]:
            raise MixedCaseError
        self._fill_dots(own)

    def _fill_dots(self, own: Mapping[str, Sequence[Mapping[Any, Any]]]) -> None:
        for place in range(EDGE_DOTS):
            given = {
                ("visited", 0): bool(place & VISITED),
                ("reachable", 0): bool(place & REACHABLE),
                ("leads", 0): bool(place & LEADS),
                ("leads", 1): bool(place & LEADS_BACK),
                ("head",): 0 if place & HEAD else -1,
                ("cut off",): bool(place & CUT),
            }
            self.dots[place] = _fires(own["vertex dot"], given, (("live elsewhere",),))
        for place in range(8):
            state = "path" if place & ON_PATH else "live" if place & LIVE else "gone"
            known: dict[Any, Any] = {("edge", 0): state, ("cut off",): bool(place & EDGE_CUT)}
            self.dots[EDGE_DOTS + place] = _fires(own["edge dot"], known, ())
        self.reachable = any(("reachable", 0) in known for known in own["vertex dot"])
        self._any_dots = any(own[kind] for kind in ("vertex dot", "edge dot"))

    def of(self, puzzle: Puzzle) -> Symbols:
        """Return the arrays for a puzzle."""
        present = {kind for name, kind in _OF_REGIONS.items() if getattr(puzzle, name)}
        present |= {"edge dot" if is_edge(dot) else "vertex dot" for dot in puzzle.dots}
        rules: list[int] = []
        starts = []
        seen, least = [False, False, False], [NEVER, NEVER]
        for by_region, (kind, of_kind) in product((False, True), self._rules.items()):
            starts.append(RULES + len(rules))
            for rule in of_kind:
                numbers = {number for low, high, _ in rule for number in (low, high)}
                if bool(numbers & _REGION) != by_region:
                    continue
                rules.append(len(rule))
                for low, high, by in rule:
                    rules += (low, max(0, -by), high, max(0, by))
                if kind in present:
                    seen[by_region] = True
                    seen[2] |= by_region and bool(numbers & _JOINED)
                    if not by_region and kind != "block":
                        for place, number in enumerate((SURE_SAME, SURE_OTHER)):
                            needed = [-by for *ends, by in rule if ends == [ZERO, number]]
                            least[place] = min(least[place], max(0, 0, *needed))
        has_sides = any(self._sides[kind] for kind in present & {"square", "star"})
        header = [
            bool(present & self._cut_off),
            *seen,
            has_sides,
            self._any_dots and bool(puzzle.dots),
            *least,
            *starts,
            RULES + len(rules),
        ]
        return Symbols(
            _planes(puzzle),
            np.array([*map(int, header), *rules], np.uint64),
            self.dots,
            self._tables(puzzle) if has_sides else np.zeros(0, np.uint8),
            block_arrays(puzzle),
        )

    def _tables(self, puzzle: Puzzle) -> Bytes:
        """Return π of the coloured squares and stars by their edges."""
        board = puzzle.grid
        found = np.zeros((len(board.vertices), SIDES), np.uint8)
        for square, (kind, colour) in puzzle.colours_at.items():
            beyond = _beyond(puzzle, square, colour)
            cases = [known for known in self._sides[kind] if _fits(known, beyond)]
            row = found[board.vertex_number(square)]
            for on, live in product(range(16), repeat=2):
                if on & live:
                    continue
                given = {
                    ("edge", n): "path" if on >> n & 1 else "live" if live >> n & 1 else "gone"
                    for n in range(4)
                }
                row[live << 4 | on] = any(
                    all(given.get(q, a) == a for q, a in known.items()) for known in cases
                )
        return found.ravel()


def _fires(
    cases: Iterable[Mapping[Any, Any]], given: Mapping[Any, Any], either: Sequence[Any]
) -> bool:
    """Whether some case fits what is given; what is `either` must not matter."""
    open_ = set()
    for known in cases:
        if any(question not in given and question not in either for question in known):
            raise MixedCaseError
        if all(given[q] == a for q, a in known.items() if q in given):
            open_.add(tuple(known.get(question) for question in either))
    if not open_:
        return False
    for place in range(len(either)):
        values = {chosen[place] for chosen in open_}
        if len(values) == 1 and None not in values:
            raise MixedCaseError
    return True


def _of_sides(known: Mapping[Any, Any]) -> Mapping[Any, Any]:
    if any(question[0] not in ("edge", "border", "beyond", "alike") for question in known):
        raise MixedCaseError
    return known


def _inequality(bound: Bound) -> tuple[int, int, int]:
    """Return a bound of numbers that count the symbol itself, too."""
    (low, less), (high, more) = (_number(cast(Any, name)) for name in (bound.low, bound.high))
    return low, high, bound.by + less - more


def _number(count: Any) -> tuple[int, int]:
    """Return a number that rules compare, and how much greater it is than a count."""
    if count is None:
        return ZERO, 0
    where, classes = count
    joined = where == "joined"
    if classes == _LIKE:
        return (SURE_SAME if joined else POSSIBLE_SAME), 1
    if classes == _UNLIKE:
        return (SURE_OTHER if joined else POSSIBLE_OTHER), 0
    if classes == SIZE:
        return (SURE_SIZE if joined else POSSIBLE_SIZE), 0
    if classes == _AREA:
        return (SURE_AREA if joined else POSSIBLE_AREA), 1
    raise MixedCaseError


def _beyond(puzzle: Puzzle, square: Square, colour: str) -> dict[Any, Any]:
    """Return the answers to what lies beyond the edges of a square of a colour."""
    found: dict[Any, Any] = {}
    colours: dict[int, str] = {}
    for n, edge in enumerate(puzzle.grid.square_edges(square)):
        others = [other for other in puzzle.grid.edge_squares(edge) if other != square]
        found["border", n] = not others
        if others:
            kind, own = puzzle.colours_at.get(others[0], ("", ""))
            relation = "same" if own == colour else "other"
            found["beyond", n] = f"{relation} {kind}" if kind else "plain"
            if kind:
                colours[n] = own
    for one, other in product(colours, repeat=2):
        if one < other:
            found["alike", one, other] = colours[one] == colours[other]
    return found


def _fits(known: Mapping[Any, Any], beyond: Mapping[Any, Any]) -> bool:
    """Whether a case is one of a square with some neighbours."""
    return all(q[0] == "edge" or beyond.get(q) == a for q, a in known.items())


@lru_cache(maxsize=64)
def _planes(puzzle: Puzzle) -> Words:
    board = puzzle.grid
    number = board.vertex_number
    planes = [0] * COLOURS
    for edge in board.edges:
        if len(board.edge_squares(edge)) == 2:
            planes[INNER_RIGHT if _rightwards(edge) else INNER_UP] |= 1 << number(edge[0])
    by_colour: dict[str, int] = {}
    for square, (kind, colour) in sorted(puzzle.colours_at.items()):
        bit = 1 << number(square)
        planes[SQUARES if kind == "square" else STARS] |= bit
        by_colour[colour] = by_colour.get(colour, 0) | bit
    for block in puzzle.blocks:
        bit = 1 << number(block[:2])
        planes[BLOCKS] |= bit
        for place in range(SIZE_BITS):
            if block.size >> place & 1:
                planes[SIZES + place] |= bit
    for dot in puzzle.dots:
        if not is_edge(dot):
            planes[DOTS] |= 1 << number(cast(Square, dot))
        else:
            planes[DOTS_RIGHT if _rightwards(dot) else DOTS_UP] |= 1 << number(dot[0])
    planes[BORDER] = sum(1 << number(vertex) for vertex in board.peripheral_vertices)
    words = words_of(puzzle.rows, puzzle.cols)
    raw = b"".join(plane.to_bytes(8 * words, "little") for plane in (*planes, *by_colour.values()))
    return np.frombuffer(raw, "<u8").astype(np.uint64)


def _rightwards(edge: Place) -> bool:
    return is_edge(edge) and edge[0][0] == edge[1][0]
