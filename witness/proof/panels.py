"""Random small panels with a solution, on which counterexamples are looked for.

Every simple path is a solution of the panels whose symbols it satisfies, and all its beginnings are
completable. So paths are drawn first, and then panels that they solve: with gaps, with further
starts and goals, and with goals that may be passed. Small boards come before larger ones, in
rounds, as what needs a long path should not wait for everything smaller. For the numbers in a
clause there are boards of as many squares, edges and vertices, and longer paths.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import cycle, islice, pairwise

from witness.puzzle.generate.mixed import with_marks
from witness.puzzle.grid import Edge, Grid, Square, Vertex, edge_between, grid, regions
from witness.puzzle.model import Place, Puzzle
from witness.puzzle.symbols.blocks import Block, blocks_of, cut

#: The boards, of which either side may be the longer one, and how many panels are drawn on each in
#: one of the rounds.
DRAWN = (
    ((1, 1), 20),
    ((1, 2), 20),
    ((2, 2), 40),
    ((2, 3), 25),
    ((3, 3), 25),
    ((3, 4), 15),
    ((4, 4), 5),
)

#: How many panels there are.
NUMBER = 3000

#: How many panels there are, and the largest board, in words.
DRAWN_TEXT = f"{NUMBER:,} random panels of up to {DRAWN[-1][0][0]}×{DRAWN[-1][0][1]} squares"

#: The numbers for which there are further panels, and how many there are on each board for one.
NUMBERS = range(4, 65)
FOR_NUMBER = 40

COLOURS = ("black", "white", "red")

Path = tuple[Vertex, ...]


def solved_panels(
    kinds: Collection[str], colours: Sequence[str] = COLOURS, *, marks: bool = False
) -> Iterator[tuple[Puzzle, Path]]:
    """Yield random panels with symbols of some kinds (`witness.puzzle.constraints`) and colours.

    Each has a symbol, and comes with a solution. They are the same in every run. With `marks`, they
    have elimination marks where there is room, and symbols of any kind that these take away.
    """
    rng = random.Random(1)
    sizes = cycle([size for size, number in DRAWN for _ in range(number)])
    for puzzle, path in islice(_drawn(sizes, kinds, colours, rng), NUMBER):
        yield (with_marks(puzzle, path, rng) if marks else puzzle), path


def numbered_panels(
    kinds: Collection[str], colours: Sequence[str], numbers: Collection[int], *, marks: bool = False
) -> Iterator[tuple[Puzzle, Path]]:
    """Yield random panels as `solved_panels` does, made for some of the `NUMBERS`.

    They have regions, blocks, and groups of squares of one colour that are as large, and as many
    edges and vertices.
    """
    rng = random.Random(3)
    sizes = [size for n in sorted(numbers) for size in _boards(n) for _ in range(FOR_NUMBER)]
    for puzzle, path in _drawn(sizes, kinds, colours, rng, sorted(numbers)):
        yield (with_marks(puzzle, path, rng) if marks else puzzle), path


def _boards(number: int) -> Iterator[tuple[int, int]]:
    """Yield the sides of boards of as many squares, then of about as many edges and vertices."""
    yield from (
        (side, number // side) for side in range(1, math.isqrt(number) + 1) if number % side == 0
    )
    for squares in (number / 2, number * 1.2):
        side = math.ceil(math.sqrt(squares))
        yield side, side


def _drawn(
    sizes: Iterable[tuple[int, int]],
    kinds: Collection[str],
    colours: Sequence[str],
    rng: random.Random,
    numbers: Sequence[int] = (),
) -> Iterator[tuple[Puzzle, Path]]:
    """Yield the panels with a symbol among those of some sizes, of which a few can have none."""
    for size in sizes:
        rows, cols = rng.sample(size, 2)
        board = grid(rows, cols)
        path = _numbered_walk(board, rng) if numbers else _walk(board, rng)
        puzzle = _around(board, path, kinds, colours, rng, numbers)
        if puzzle.features & {*kinds}:
            yield puzzle, path


def random_paths(kinds: Collection[str]) -> Iterator[tuple[Puzzle, Path]]:
    """Yield panels with one start and one goal, and partial paths that need not lead to it."""
    rng = random.Random(2)
    for puzzle, solution in solved_panels(kinds):
        if puzzle.pass_goals or len(puzzle.starts) + len(puzzle.goals) > 2:
            continue
        line = _walk(puzzle.grid, rng, solution[0])
        for length, (here, there) in enumerate(pairwise(line), start=2):
            if edge_between(here, there) in puzzle.gaps or there in puzzle.goals:
                break
            yield puzzle, line[:length]


def _walk(board: Grid, rng: random.Random, start: Vertex | None = None) -> Path:
    """Return a random simple path of two vertices or more."""
    path = [start or rng.choice(board.vertices)]
    while True:
        near = [vertex for vertex in board.neighbours(path[-1]) if vertex not in path]
        if not near or (len(path) > 1 and rng.random() < 0.08):
            return tuple(path)
        path.append(rng.choice(near))


def _numbered_walk(board: Grid, rng: random.Random) -> Path:
    """Return a simple path of a few edges or many, along the border or where there is least room.

    A path along the border leaves the squares in one region.
    """
    most, border = rng.choice((1, 2, 4, len(board.vertices))), rng.random() < 0.5
    begins = [v for v in board.vertices if not border or len(board.neighbours(v)) < 4]
    path = [rng.choice(begins)]

    def near() -> list[Vertex]:
        return [
            vertex
            for vertex in board.neighbours(path[-1])
            if vertex not in path
            and not (border and len(board.edge_squares(edge_between(path[-1], vertex))) > 1)
        ]

    def room(vertex: Vertex) -> int:
        return sum(further not in path for further in board.neighbours(vertex))

    while len(path) <= most and (ways := near()):
        path.append(min(ways, key=room) if rng.random() < 0.9 else rng.choice(ways))
    return tuple(path)


def _around(
    board: Grid,
    path: Path,
    kinds: Collection[str],
    colours: Sequence[str],
    rng: random.Random,
    numbers: Sequence[int],
) -> Puzzle:
    """Return a panel with random symbols that a path satisfies, many of them in some numbers."""
    edges = {edge_between(a, b) for a, b in pairwise(path)}
    squares: dict[Square, str] = {}
    stars: dict[Square, str] = {}
    blocks: list[Block] = []
    density = rng.random()
    for region in regions(board, edges):
        free = rng.sample(region, len(region))
        # A block lies not across the line, which may end within a region.
        around = (board.edge_squares(edge) for edge in edges)
        inside = any(len(two) == 2 and {*two} <= {*region} for two in around)
        if "blocks" in kinds and not inside and rng.random() < 0.5:
            most = rng.choice(numbers) if numbers else 5
            whole = len(region) in numbers and rng.random() < 0.7
            pieces = [list(region)] if whole else cut(board, region, rng, most)
            blocks += blocks_of(pieces, free[: len(pieces)], rng)
            free = free[len(pieces) :]
        if "squares" in kinds:
            colour = rng.choice(colours)
            taken = [square for square in free if rng.random() < density]
            if numbers and rng.random() < 0.7:
                taken = free[: rng.choice(numbers)]
            squares |= dict.fromkeys(taken, colour)
            free = [square for square in free if square not in squares]
        if "stars" in kinds:
            for colour in rng.sample(colours, 2):
                missing = 2 - sum(squares.get(square) == colour for square in region)
                if 0 < missing <= len(free) and rng.random() < 0.6:
                    stars |= dict.fromkeys(free[:missing], colour)
                    free = free[missing:]
    triangles: dict[Square, int] = {}
    if "triangles" in kinds:
        share = density if {*kinds} == {"triangles"} else 0.3
        filled = {block[:2] for block in blocks}
        for square in board.squares:
            count = len(edges & {*board.square_edges(square)})
            free_of = square not in squares and square not in stars and square not in filled
            if count and free_of and rng.random() < share:
                triangles[square] = count
    dots: list[Place] = []
    if "dots" in kinds:
        places: list[Place] = [*path, *sorted(edges)]
        dots = rng.sample(places, rng.randrange(min(4, len(places)) + 1))
    left: list[Edge] = [edge for edge in board.edges if edge not in edges]
    share = rng.choice((0, 0, 0.15, 0.5))
    gaps = [edge for edge in left if rng.random() < share]
    pass_goals = rng.random() < 0.2
    may_end = [v for v in board.vertices if v != path[0] and (pass_goals or v not in path)]
    goals = [path[-1], *_some(may_end, rng)]
    starts = [path[0], *_some([v for v in board.vertices if v not in goals], rng)]
    return Puzzle(
        board.rows,
        board.cols,
        tuple(dict.fromkeys(starts)),
        tuple(dict.fromkeys(goals)),
        triangles=tuple((*square, count) for square, count in sorted(triangles.items())),
        squares=tuple((*square, colour) for square, colour in sorted(squares.items())),
        stars=tuple((*square, colour) for square, colour in sorted(stars.items())),
        blocks=tuple(blocks),
        dots=tuple(dots),
        gaps=tuple(gaps),
        pass_goals=pass_goals,
        id="counterexample",
    )


def _some(vertices: Sequence[Vertex], rng: random.Random) -> list[Vertex]:
    """Return none of the vertices two times out of three, or else one or two of them."""
    number = rng.choice((0, 0, 0, 0, 1, 2))
    return rng.sample(vertices, min(number, len(vertices)))
