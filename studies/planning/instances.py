"""Small random instances of the domains in `domains/`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from studies.planning.strips import Atom

Cell = tuple[int, int]
Drawn = tuple[dict[str, str], Iterable[Atom], Iterable[Atom]]

SIDES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def cells(rows: int, cols: int) -> list[Cell]:
    """Return the cells of a grid."""
    return [(row, col) for row in range(rows) for col in range(cols)]


def named(letter: str, cell: Cell) -> str:
    """Return the name of a cell."""
    return f"{letter}{cell[0]}_{cell[1]}"


def near(some: Iterable[Cell]) -> Iterator[tuple[Cell, Cell, str]]:
    """Yield the pairs of cells that are side by side, with the direction."""
    there = {*some}
    for (row, col), (side, (down, right)) in ((c, s) for c in sorted(there) for s in SIDES.items()):
        if (row + down, col + right) in there:
            yield (row, col), (row + down, col + right), side


def typed(**names: Iterable[str]) -> dict[str, str]:
    """Return the types of objects, from the objects of each type."""
    return {one: type_ for type_, some in names.items() for one in some}


def numbered(letter: str, number: int) -> list[str]:
    """Return so many names."""
    return [f"{letter}{n}" for n in range(number)]


def sokoban(rng: random.Random, rows: int, cols: int, stones: int = 2) -> Drawn:
    """Draw a room with walls."""
    some = rng.sample(cells(rows, cols), max(rows * cols * 7 // 8, 2 * stones + 2))
    goals, places = rng.sample(some, stones), rng.sample(some, stones + 1)
    boxes = numbered("s", stones)
    at = dict(zip(boxes, places[1:], strict=True))
    init: list[Atom] = [("next", named("c", a), named("c", b), side) for a, b, side in near(some)]
    init += [("goal" if c in goals else "plain", named("c", c)) for c in some]
    init += [("clear", named("c", c)) for c in some if c not in places]
    init += [("at", "man", named("c", places[0]))]
    init += [("at", one, named("c", c)) for one, c in at.items()]
    init += [("home", one) for one, c in at.items() if c in goals]
    objects = typed(
        place=[named("c", c) for c in some], direction=SIDES, player=["man"], stone=boxes
    )
    return objects, init, [("home", one) for one in boxes]


def floortile(rng: random.Random, rows: int, cols: int, robots: int = 1) -> Drawn:
    """Draw a floor on which all rows but the last are painted."""
    every, names = cells(rows, cols), {"up": "above", "left": "beside", "right": "beside"}
    at, fleet = rng.sample(every, robots), numbered("r", robots)
    init: list[Atom] = [(names[side], named("t", b), named("t", a))
            for a, b, side in near(every) if side in names]  # fmt: skip
    init += [("clear", named("t", c)) for c in every if c not in at]
    init += [("robot_at", one, named("t", c)) for one, c in zip(fleet, at, strict=True)]
    init += [("holds", one, rng.choice(["white", "black"])) for one in fleet]
    goal = [("painted", named("t", c), ("white", "black")[sum(c) % 2])
            for c in every if c[0] < rows - 1 and rng.random() < 0.9]  # fmt: skip
    tiles = [named("t", c) for c in every]
    return typed(tile=tiles, robot=fleet, colour=["white", "black"]), init, goal


def panel(
    rng: random.Random, rows: int, cols: int
) -> tuple[dict[tuple[Cell, Cell], list[str]], dict[str, int]]:
    """Draw a panel: the sides of each step, and triangles that suit a random path."""
    vertices, end = cells(rows + 1, cols + 1), (rows, cols)
    sides = {}
    for number, (a, b, side) in enumerate(near(vertices)):
        if side in ("down", "right"):
            both = [
                named("s", c) if 0 <= c[0] < rows and 0 <= c[1] < cols else f"o{number}_{i}"
                for i, c in enumerate((a, (a[0] - (side == "right"), a[1] - (side == "down"))))
            ]
            sides[a, b] = sides[b, a] = both
    path: list[Cell] = []
    while not path or path[-1] != end:
        path = [(0, 0)]
        while path[-1] != end and (
            ways := [w for v, w in sides if v == path[-1] and w not in path]
        ):
            path.append(rng.choice(sorted(ways)))
    used = Counter(one for pair in pairwise(path) for one in sides[pair])
    some = {
        one: n for one, n in sorted(used.items()) if one[0] == "s" and n < 4 and rng.random() < 0.8
    }
    return sides, some


def line(rows: int, cols: int) -> list[Atom]:
    """Return where the path of a panel begins."""
    vertices = [named("v", v) for v in cells(rows + 1, cols + 1)]
    return [("at", vertices[0]), *(("free", v) for v in vertices[1:])]


def panels(rng: random.Random, rows: int, cols: int) -> Drawn:
    """Draw a panel whose squares count their edges on the path."""
    sides, triangles = panel(rng, rows, cols)
    squares, amounts = sorted({one for both in sides.values() for one in both}), numbered("n", 6)
    init: list[Atom] = [
        ("sides", named("v", a), named("v", b), *both) for (a, b), both in sides.items()
    ]
    init += [("succ", a, b) for a, b in pairwise(amounts)]
    init += [*line(rows, cols), *(("used", one, "n0") for one in squares)]
    vertices = [named("v", v) for v in cells(rows + 1, cols + 1)]
    goal = [("used", one, f"n{n}") for one, n in triangles.items()]
    return (
        typed(vertex=vertices, square=squares, amount=amounts),
        init,
        [*goal, ("at", vertices[-1])],
    )


def strokes(rng: random.Random, rows: int, cols: int) -> Drawn:
    """Draw a panel whose squares have a stroke for each edge they need."""
    sides, triangles = panel(rng, rows, cols)
    init, marks = (
        line(rows, cols),
        {s: [f"{s}_{i}" for i in range(n + 1)] for s, n in triangles.items()},
    )
    for (a, b), both in sides.items():
        of = [one for one in both if one in triangles]
        init.append((("plain", "side", "between")[len(of)], named("v", a), named("v", b), *of))
        init += [("corner", named("v", v), one) for one in of for v in (a, b)]
    for square, own in marks.items():
        init += [("next", square, own[0]), *(("of", one, square) for one in own)]
        init += [("then", a, b) for a, b in pairwise(own)]
    vertices = [named("v", v) for v in cells(rows + 1, cols + 1)]
    objects = typed(
        vertex=vertices, square=triangles, stroke=[k for own in marks.values() for k in own]
    )
    goal = [("spent", one) for own in marks.values() for one in own[:-1]]
    return objects, init, [*goal, ("at", vertices[-1])]


def spanner(rng: random.Random, places: int, nuts: int) -> Drawn:
    """Draw a path with one spanner more than nuts, which are at the end or one before."""
    path, tools, bolts = numbered("p", places), numbered("s", nuts + 1), numbered("n", nuts)
    init: list[Atom] = [("at", "man", "p0"), *(("link", a, b) for a, b in pairwise(path))]
    init += [("at", one, rng.choice(path[:-1])) for one in tools]
    init += [("usable", one) for one in tools] + [("loose", one) for one in bolts]
    init += [("at", one, rng.choice(path[-2:])) for one in bolts]
    objects = typed(place=path, man=["man"], spanner=tools, nut=bolts)
    return objects, init, [("tight", one) for one in bolts]


def graph(rng: random.Random, names: list[str], more: int) -> list[tuple[str, str]]:
    """Return the edges of a random tree and some more, in one direction each."""
    edges = {(rng.choice(names[:i]), names[i]) for i in range(1, len(names))}
    other = [(a, b) for a in names for b in names if a != b]
    return sorted(edges | {*rng.sample(other, min(more, len(other)))})


def nomystery(rng: random.Random, places: int, packages: int, fuel: int) -> Drawn:
    """Draw a map with two-way roads that take one or two units of fuel."""
    towns, goods, levels = numbered("p", places), numbered("x", packages), numbered("f", fuel + 1)
    init: list[Atom] = [("at", "truck", towns[0]), ("fuel", "truck", levels[-1])]
    for a, b in {tuple(sorted(edge)) for edge in graph(rng, towns, 1)}:
        cost = rng.randint(1, 2)
        for p, q in ((a, b), (b, a)):
            init.append(("road", p, q))
            init += [("less", p, q, levels[n], levels[n - cost]) for n in range(cost, fuel + 1)]
    init += [("at", one, rng.choice(towns)) for one in goods]
    objects = typed(place=towns, truck=["truck"], package=goods, level=levels)
    return objects, init, [("at", one, rng.choice(towns)) for one in goods]


def gripper(rng: random.Random, rooms: int, balls: int) -> Drawn:
    """Draw rooms with doors that mostly go one way."""
    house, things = numbered("r", rooms), numbered("b", balls)
    init: list[Atom] = [("door", a, b) for a, b in graph(rng, house, 2)]
    init += [("here", house[0]), ("free", "left"), ("free", "right")]
    init += [("at", one, rng.choice(house)) for one in things]
    objects = typed(room=house, ball=things, hand=["left", "right"])
    return objects, init, [("at", one, rng.choice(house)) for one in things]


def childsnack(rng: random.Random, children: int, more: int) -> Drawn:
    """Draw children, with some more portions than children."""
    party, portions = numbered("c", children), children + more
    breads, fillings, snacks = (numbered(letter, portions) for letter in "bfs")
    allergic = rng.randint(1, children - 1)
    init: list[Atom] = [
        ("allergic" if i < allergic else "hardy", one) for i, one in enumerate(party)
    ]
    init += [("waits", one) for one in party] + [("spare", one) for one in snacks]
    init += [("bread_left", one) for one in breads] + [("filling_left", one) for one in fillings]
    init += [("pure_bread", one) for one in breads[:allergic]]
    init += [("pure_filling", one) for one in fillings[: rng.randint(allergic, portions)]]
    objects = typed(child=party, bread=breads, filling=fillings, sandwich=snacks)
    return objects, init, [("served", one) for one in party]


def matching(rng: random.Random, blocks: int) -> Drawn:
    """Draw blocks on a table, and towers that are wanted."""
    some, hands = numbered("b", blocks), ["plus", "minus"]
    kind = {one: rng.choice(hands) for one in some}
    init: list[Atom] = [("empty", one) for one in hands]
    for one in some:
        init += [("table", one), ("clear", one), ("solid", one)]
        init += [("fits" if hand == kind[one] else "harms", hand, one) for hand in hands]
    order = rng.sample(some, blocks)
    goal = [("on", a, b) for a, b in pairwise(order) if rng.random() < 0.7]
    return typed(block=some, hand=hands), init, goal or [("on", order[0], order[1])]


def tiles(rng: random.Random, rows: int, cols: int) -> Drawn:
    """Draw a floor with holes, and tiles to be visited."""
    some = rng.sample(cells(rows, cols), rows * cols * 7 // 8)
    floor = [named("t", c) for c in some]
    init: list[Atom] = [("near", named("t", a), named("t", b)) for a, b, _ in near(some)]
    init += [("at", floor[0])] + [("whole", one) for one in floor[1:]]
    return typed(tile=floor), init, [("visited", one) for one in rng.sample(floor[1:], 3)]


def deadlines(rng: random.Random, places: int, parcels: int, times: int) -> Drawn:
    """Draw a map, and parcels with deadlines."""
    towns, goods, clock = numbered("p", places), numbered("x", parcels), numbered("t", times)
    init: list[Atom] = [("now", clock[0]), ("here", towns[0])]
    init += [("later", a, b) for a, b in pairwise(clock)]
    init += [("by", a, b) for i, a in enumerate(clock) for b in clock[i:]]
    init += [("road", *way) for edge in graph(rng, towns, 1) for way in (edge, edge[::-1])]
    init += [("at", one, rng.choice(towns)) for one in goods]
    objects = typed(place=towns, parcel=goods, time=clock)
    return (
        objects,
        init,
        [("delivered", one, rng.choice(towns), rng.choice(clock[2:])) for one in goods],
    )


class Plan(NamedTuple):
    """How a domain is learned: sizes of instances, and the bias (all predicates, if not said)."""

    train: Sequence[tuple[int, ...]]
    test: tuple[int, ...]
    used: str = ""
    max_vars: int = 5
    max_body: int = 4


PLANS = {
    "sokoban": Plan(
        [(4, 4)] * 4,
        (4, 5),
        "at missing_home next no_next_1 plain is_stone stuck_at_stone_home",
        5,
        5,
    ),
    "floortile": Plan(
        [(3, 2), (4, 1), (5, 1), (3, 2)],
        (3, 2),
        "painted missing_painted above no_above_0 no_above_1",
    ),
    "panels": Plan(
        [(2, 2)] * 6, (2, 3), "used missing_used succ at missing_at free cut_used_square"
    ),
    "strokes": Plan([(2, 2)] * 6, (3, 3), "free at missing_at missing_spent of corner lost_at"),
    "spanner": Plan(
        [(4, 2)] * 4, (5, 3), "missing_tight at is_man loose cut_at_man carried usable", 5, 5
    ),
    "childsnack": Plan(
        [(2, 1)] * 3, (3, 0), "waits missing_served spare out made pure allergic hardy"
    ),
    "nomystery": Plan(
        [(4, 2, 4)] * 4, (5, 2, 6), "at missing_at fuel in is_truck cut_at_fuel_truck", 6, 5
    ),
    "gripper": Plan([(4, 2)] * 4, (5, 3)),
    "matching": Plan([(3,)] * 4, (4,), "", 4),
    "tiles": Plan([(3, 3)] * 4, (4, 4)),
    "deadlines": Plan([(3, 2, 4)] * 4, (4, 2, 6), "now missing_delivered cut_now here loaded"),
}
