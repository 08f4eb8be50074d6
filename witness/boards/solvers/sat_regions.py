"""The regions of a panel as clauses: coloured squares and stars, and what is in one region.

Squares beside one another without the line between them have the same *labels*, so that squares
with different labels are in different regions. A label tells colours apart, and for each colour of
stars another tells its pairs apart. That is all for coloured squares. The two of a pair must be in
one region as well, which labels cannot say: `Regions.cuts` finds the pairs that a model divides.

For each square of which others ask (that of a block or of an elimination mark), a variable of every
square says whether it is in the same region; as with labels, squares without the line between them
agree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from witness.base.limits import Budget
from witness.boards.solvers.sat_line import Clause, Line
from witness.puzzle.model import Puzzle

#: The symbols that clauses say, those of `sat_line` included.
KNOWN = frozenset({"triangles", "gaps", "dots", "line_dots", "squares", "stars", "blocks",
                   "eliminations"})  # fmt: skip

#: Bytes that a clause of two literals takes, here and in the SAT solver.
_CLAUSE = 150


class Regions:
    """The variables and clauses of what asks for regions; variables are new ones of a line."""

    def __init__(self, line: Line, budget: Budget) -> None:
        """Write the clauses; raises `LimitReachedError`, as very many stars make very many."""
        self.line = line
        self.budget = budget
        self.clauses: list[Clause] = []
        puzzle = line.puzzle
        self.beside = _beside(puzzle, line.dividing)
        #: The squares of the pairs, by the variable that says that they are one.
        self.pairs: dict[int, tuple[int, int]] = {}
        #: For some squares, the variables that say which others are in one region with them.
        self._with: dict[int, list[int]] = {}
        number = puzzle.grid.square_number
        marks = {entry[:2] for entry in puzzle.eliminations}
        squares: dict[str, list[int]] = {}
        stars: dict[str, list[int]] = {}
        others: dict[str, list[int]] = {}
        kinds = {"square": squares, "star": stars}
        game = puzzle.rules == "game"
        for place, (kind, colour) in puzzle.colours_at.items():
            if game and place in marks:
                continue  # they count for nobody
            kinds.get(kind, others).setdefault(colour, []).append(number(place))
        if len(squares) > 1:
            labels = self._labels(len(squares))
            for code, colour in enumerate(sorted(squares)):
                for square in squares[colour]:
                    its = _is(labels[square], code)
                    gone = line.unless_gone(square)
                    self.clauses += [[bit, *gone] for bit in its]
                    if gone and not (game and colour in stars):
                        self.clauses.append([-gone[0], *(-bit for bit in its)])
        for colour in sorted(stars):
            partners = (*squares.get(colour, ()), *others.get(colour, ()))
            self._stars(sorted(stars[colour]), sorted(partners))

    def _labels(self, codes: int) -> list[list[int]]:
        """Return for each square the variables of the bits of a label with `codes` values."""
        bits = range((codes - 1).bit_length())
        labels = [[self.line.new() for _ in bits] for _ in self.beside]
        for one, row in enumerate(self.beside):
            for other, edge in row:
                self.clauses += [
                    [edge, -a, b] for a, b in zip(labels[one], labels[other], strict=True)
                ]
        return labels

    def _stars(self, stars: list[int], squares: list[int]) -> None:
        """Every star of a colour makes a pair with another symbol of that colour.

        `squares` are those of the other symbols. The label of a pair is the place of its first star
        in the list; symbols without a star have one more.
        """
        labels = self._labels(len(stars) + bool(squares))
        partners: dict[int, list[int]] = {symbol: [] for symbol in (*stars, *squares)}
        most = len(stars) * (len(stars) // 2 + len(squares))
        self.budget.fits(2 * most * len(labels[0]) * _CLAUSE)
        for code, star in enumerate(self.budget.each(stars, every=1)):
            for other in (*stars[code + 1 :], *squares):
                pair = self.line.new()
                self.pairs[pair] = (star, other)
                partners[star].append(pair)
                partners[other].append(pair)
                for square in (star, other):
                    self.clauses += [[-pair, bit] for bit in _is(labels[square], code)]
        gone = self.line.unless_gone
        for star in stars:
            self.clauses.append([*partners[star], *gone(star)])
            self.clauses += [[-pair, -one] for one in gone(star) for pair in partners[star]]
        counted = {} if self.line.puzzle.rules == "windmill" else {s: gone(s) for s in squares}
        for square, literals in counted.items():
            self.clauses += [[-pair, -one] for one in literals for pair in partners[square]]
        if len(stars) % 2 and not squares and not self.line.gone_squares:
            self.clauses.append([])  # It follows, but not fast.
        for pairs in self.budget.each(partners.values(), every=1):
            self.clauses += self.at_most_one(pairs)
        for square in squares:
            unless = [*partners[square], *counted.get(square, ())]
            self.clauses += [[*unless, bit] for bit in _is(labels[square], len(stars))]

    def pair(self, variable: int, one: int, other: int) -> None:
        """Let a variable say that two squares are in one region."""
        self.pairs[variable] = (one, other)
        self.clauses.append([-variable, self._joined(one)[other]])

    def members(self, one: int) -> list[int]:
        """Return for each square the variable that says that it is in one region with another."""
        found = self._joined(one)
        self.pairs.update({variable: (one, square) for square, variable in enumerate(found)})
        return found

    def _joined(self, one: int) -> list[int]:
        if one not in self._with:
            self._with[one] = [self.line.new() for _ in self.beside]
            self.clauses.append([self._with[one][one]])
            for square, row in enumerate(self.beside):
                joined = self._with[one][square]
                self.clauses += [[edge, -joined, self._with[one][near]] for near, edge in row]
                if not row and square != one:  # walls are all around it
                    self.clauses.append([-joined])
        return self._with[one]

    def at_most_one(self, literals: Sequence[int]) -> list[Clause]:
        """Return clauses that say that at most one literal is true."""
        if len(literals) <= 5:
            return [[-a, -b] for a, b in combinations(literals, 2)]
        more = self.line.new()  # one of the rest
        head, rest = literals[:4], literals[4:]
        return self.at_most_one([*head, more]) + self.at_most_one([*rest, -more])

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        """Return clauses that hold for every solution, and that exclude each pair divided here.

        Around the region of one square of the pair there are edges beyond which the other lies. If
        all of them are on the path, then the two are not in one region.
        """
        region: dict[int, set[int]] = {}

        def of(square: int) -> set[int]:
            if square not in region:
                reached = self._reached(square, lambda _, edge: model[edge - 1] < 0)
                region.update(dict.fromkeys(reached, reached))
            return region[square]

        divided: dict[int, tuple[int, int]] = {}
        for pair, (one, other) in self.pairs.items():
            if model[pair - 1] <= 0 or of(one) is of(other):
                continue
            if one not in self._with:
                divided[pair] = (one, other)
                continue
            # One square of each region which that of `one` is said to be.
            for square in reversed(range(len(self.beside))):
                joined = self._with[one][square]
                if (
                    model[joined - 1] > 0
                    and of(square) is not of(one)
                    and square == min(of(square))
                ):
                    divided[joined] = (one, square)
        found = []
        for variable, (one, other) in divided.items():
            found += [
                [-variable, *(-edge for edge in self._border(region[one], other))],
                [-variable, *(-edge for edge in self._border(region[other], one))],
            ]
        return found

    def _border(self, inside: set[int], goal: int) -> list[int]:
        """Return the edges between some squares and what is connected with `goal` beyond them."""
        beyond = self._reached(goal, lambda near, _: near not in inside)
        return sorted(edge for near in beyond for here, edge in self.beside[near] if here in inside)

    def _reached(self, square: int, leads: Callable[[int, int], bool]) -> set[int]:
        """Return the squares that can be reached, where `leads` says so of a square and an edge."""
        found = {square}
        todo = [square]
        while todo:
            for near, edge in self.beside[todo.pop()]:
                if near not in found and leads(near, edge):
                    found.add(near)
                    todo.append(near)
        return found


def _is(bits: Sequence[int], code: int) -> list[int]:
    """Return the literals that say that a label has a value."""
    return [bit if code >> place & 1 else -bit for place, bit in enumerate(bits)]


def _beside(puzzle: Puzzle, dividing: Sequence[int]) -> list[list[tuple[int, int]]]:
    """Return for each square those beside it, with the variables that divide them."""
    board = puzzle.grid
    return [
        [(other, dividing[edge.bit_length() - 1]) for edge, other in row if not puzzle.walls & edge]
        for row in board.across
    ]
