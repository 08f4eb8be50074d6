"""Predicates used together: pruned where one of them fires, in either engine."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.panels import random_panel

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.logic.background import bias_beside
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, walk
from witness.puzzle.rules import violations
from witness.searches import engine
from witness.searches.predicates.registry import predicate
from witness.searches.tree.reasons import clauses, reasons

LIVE, SQUARES, STARS, DOTS = (
    str(shipped_file(f"examples/{name}.pl")) for name in ("live", "squares", "stars", "dots")
)
GROUPS = [
    ("baseline", SQUARES),
    (LIVE, SQUARES),
    ("paper", STARS, DOTS),
    (LIVE, SQUARES, STARS, DOTS),
    ("derived", SQUARES),
]


def panels(seed: int, count: int, *kinds: str) -> list[Puzzle]:
    rng = random.Random(seed)
    sizes = [(2, 2), (2, 3), (3, 3)]
    kinds = kinds or ("triangles", "squares", "stars", "dots")
    return [random_panel(rng, sizes, (*kinds, "gaps"), edge_ends=False) for _ in range(count)]


@pytest.mark.slow
@pytest.mark.parametrize("names", GROUPS)
def test_fires_where_one_fires(names: tuple[str, ...]) -> None:
    both = predicate(",".join(names))
    members = [predicate(name) for name in names]
    for puzzle in panels(1, 15):
        fires = both.bind(puzzle)
        parts = [member.bind(puzzle) for member in members]
        why = reasons(both, puzzle)
        for number, (path, _at_goal) in enumerate(walk(puzzle)):
            if number > 400:
                break
            edges, vertices = path_masks(puzzle, path)
            head = puzzle.grid.vertex_number(path[-1])
            found = fires(head, vertices, edges)
            assert found == any(part(head, vertices, edges) for part in parts)
            assert found == bool(why(path))


@pytest.mark.long
@pytest.mark.parametrize("names", GROUPS)
def test_engines_agree(names: tuple[str, ...]) -> None:
    both, none = predicate(",".join(names)), predicate("none")
    fewer = 0
    for puzzle in panels(2, 40):
        plain = engine("reference")(puzzle, both, "prune")
        fast = engine("compiled")(puzzle, both, "prune")
        alone = engine("compiled")(puzzle, none, "prune")
        assert (plain.status, plain.path, plain.expansions) == (
            fast.status, fast.path, fast.expansions
        )  # fmt: skip
        assert fast.engine == ("reference" if "derived" in names else "compiled")
        assert plain.status == alone.status
        assert plain.path is None or not violations(puzzle, plain.path)
        assert alone.path is None or len(alone.path) == len(plain.path or ())
        fewer += alone.expansions > plain.expansions
    assert fewer > 10


def test_what_is_known_of_them() -> None:
    both = predicate(f"paper,{SQUARES}")
    assert both.sound
    assert both.soundness == "sound"
    assert both.symbols == {"triangles", "squares", "stars"}
    assert both.name == f"paper,{SQUARES}"
    assert len(clauses(both)) == 5
    assert [one.name for one in both.by_clause()] == ["paper", f"{SQUARES}:1", f"{SQUARES}:2"]
    unsound = str(shipped_file("examples/unsound.pl"))
    worse = predicate(f"paper,{unsound}")
    assert not worse.sound
    assert worse.soundness == f"{unsound} unsound"
    assert predicate(f"{unsound},{unsound}").soundness == "unsound"


def test_the_bias_of_a_file(tmp_path: Path) -> None:
    assert bias_beside(SQUARES) == shipped_file("bias/squares.pl")
    assert bias_beside(shipped_file("examples/paper.pl")) is None
    assert bias_beside(shipped_file("examples/unsound.pl")) is None
    assert bias_beside("own.pl") is None
    for name in ("bk.pl", "bias.pl"):
        (tmp_path / name).touch()
    assert bias_beside(tmp_path / "hypothesis.pl") is None
    (tmp_path / "exs.pl").touch()
    assert bias_beside(tmp_path / "hypothesis.pl") == tmp_path / "bias.pl"


@pytest.mark.parametrize("names", ["paper,", ",paper", "paper,,baseline"])
def test_a_comma_too_many(names: str) -> None:
    with pytest.raises(InputError, match="has a comma too many"):
        predicate(names)
