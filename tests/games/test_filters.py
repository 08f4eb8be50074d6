"""The registry of filters: what it costs to add one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest
from support.brute_games import Brute
from support.game_searches import SMALL, of

from witness.games.filters.analyse import analyse
from witness.games.filters.analysis import Analysis
from witness.games.filters.base import Filter
from witness.games.filters.registry import FILTERS, OPTIONAL, filter_class
from witness.games.play.compiled import search
from witness.games.play.describe import filter_sentences, sentences
from witness.games.play.solve import solve


class Oracle(Filter):
    """A state is lost if no play from it ends with enough points: by looking at all of them."""

    name = "oracle"

    @staticmethod
    def analyse(analysis: Analysis) -> None:
        analysis.others["oracle"] = Brute(analysis.network).best

    @staticmethod
    def sentences(analysis: Analysis) -> Iterator[str]:
        yield f"Oracle: {len(analysis.others['oracle'])} states."

    def lost(self, state: int) -> bool:
        return self.most_points(state) < self.analysis.score

    def most_points(self, state: int) -> int:
        best: int = self.analysis.others["oracle"][state]
        return best


@pytest.fixture
def oracle(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("oracle_filter")
    module.FILTER = Oracle  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "oracle_filter", module)
    monkeypatch.setitem(FILTERS, "oracle", "oracle_filter")


def test_names() -> None:
    assert [filter_class(name).name for name in FILTERS] == list(FILTERS)
    assert set(FILTERS) < set(OPTIONAL)


def test_the_registry_imports_nothing_heavy() -> None:
    code = "import sys, witness.games.filters.registry; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "witness.games.filters.registry" in loaded
    assert not {"clingo", "numba", "numpy", "witness.games.filters.base"} & set(loaded)


@pytest.mark.usefixtures("oracle")
@pytest.mark.parametrize("name", ["counter", "parity"])
def test_a_filter_is_one_class_and_one_line_of_the_registry(name: str) -> None:
    net = of(SMALL[name])
    found = analyse(net, net.scores(0)[0])
    assert sum(line.startswith("Oracle: ") for line in sentences(found)) == 1
    assert "oracle: keeps the game's meaning." in list(filter_sentences(found))
    plain = search(found, [])
    with pytest.warns(RuntimeWarning, match="oracle is not compiled; the reference engine is used"):
        with_oracle = search(found, ["oracle"])
    assert (plain.engine, with_oracle.engine) == ("compiled", "reference")
    assert with_oracle.status == plain.status
    assert with_oracle.cut > 0
    assert with_oracle.expansions < plain.expansions
    with pytest.warns(RuntimeWarning):
        solution = solve(net, without=set(OPTIONAL))
    without = solve(net, without={*OPTIONAL, "oracle"})
    assert solution.filters == ("oracle",)
    assert (solution.score, solution.plan and len(solution.plan)) == (
        without.score,
        without.plan and len(without.plan),
    )
    assert solution.maximal
    assert solution.shortest
