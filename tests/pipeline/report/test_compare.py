"""Experiments side by side: what differs, what came of them, and what does not compare."""

from __future__ import annotations

import re
import statistics
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.handmade import LENGTH, OURS, TEST, UNSOUND, core, records
from support.running import witness
from support.small_experiment import write_experiment

import witness as w
from witness.base.config import merged
from witness.pipeline.report.compare import compared, page
from witness.pipeline.report.records import Records


def made(place: Path, name: str, known: Records | None, **config: Any) -> w.Experiment:
    """Return the experiment of a folder; with records, as if it were finished."""
    folder = write_experiment(place / name)
    file = folder / "config.yaml"
    file.write_text(yaml.safe_dump(merged(yaml.safe_load(file.read_text()), config)))
    experiment = w.experiment(folder)
    if known is not None:
        vars(experiment).update(records=known)
    return experiment


@pytest.fixture
def three(tmp_path: Path) -> list[w.Experiment]:
    unsound = records(winner=UNSOUND, winner_proved=core(UNSOUND))
    return [
        made(tmp_path, "one", records(), seed=1),
        made(tmp_path, "two", unsound, seed=2, large={"sizes": [[5, 5]] * 9}),
        made(tmp_path, "early", None, seed=3),
    ]


def test_a_row_for_each_with_the_keys_that_differ(three: list[w.Experiment]) -> None:
    found = compared(three)
    assert [*found.keys] == ["seed", "large.sizes"]
    one, two, early = found.rows
    assert [row["experiment"] for row in found.rows] == ["one", "two", "early"]
    assert [row["seed"] for row in found.rows] == [1, 2, 3]
    assert (one["winner"], one["verdict"]) == ("π°", "proved")
    assert two["verdict"] == "refuted"
    assert two["winner_clauses"] == UNSOUND
    assert two["hypothesis"] == core(UNSOUND)
    assert len(two["english"]) == len(two["hypothesis"])
    assert early["speedup"] is early["winner"] is None
    assert (early["trained"], early["proved"], early["coverage"]) == (6, 2, 0.4167)
    assert [note.partition(" t")[0] for note in found.notes if "finished" in note] == [
        "early: not finished:"
    ]


def test_speedups_are_those_of_the_test_set(three: list[w.Experiment]) -> None:
    row = compared(three).rows[0]
    ends = {(s["id"], s["run"]): s["expansions"] for s in TEST if s["status"] == "solved"}
    both = [(ends[id_, "baseline"], n) for (id_, run), n in ends.items()
            if run == "winner_proved" and (id_, "baseline") in ends]  # fmt: skip
    ratios = [before / after for before, after in both]
    assert row["puzzles"] == len(both)
    assert row["speedup"] == pytest.approx(
        sum(b for b, _ in both) / sum(a for _, a in both), rel=1e-3
    )
    assert row["median"] == pytest.approx(statistics.median(ratios), rel=1e-3)
    assert row["geometric_mean"] == pytest.approx(statistics.geometric_mean(ratios), rel=1e-3)
    assert row["low"] <= row["speedup"] <= row["high"]


def test_a_time_that_is_noise_is_a_note(tmp_path: Path) -> None:
    short = records(test=tuple({**s, "seconds": 1e-4, "times": [1e-4]} for s in TEST))
    found = compared([made(tmp_path, "short", short)])
    assert found.rows[0]["time_speedup"] is found.rows[0]["time_median"] is None
    assert any("too short to time" in note for note in found.notes)


def test_what_is_not_the_same_is_said(tmp_path: Path) -> None:
    """Test sets, machines, and a bias of the same name."""
    several = [made(tmp_path / str(n), "same", records()) for n in (1, 2)]
    assert compared(several).notes == []
    assert [*compared(several).keys] == []
    assert [row["experiment"] for row in compared(several).rows] == [
        str(one.folder) for one in several
    ]
    for one in several:
        for name in ("puzzles/test.jsonl", "machine.json"):
            (one.folder / name).write_text(str(one.folder))
    with (several[1].folder / "bias.pl").open("a") as bias:
        bias.write("% another\n")
    found = compared(several)
    assert [row["bias.pl"] for row in found.rows] == ["version 1", "version 2"]
    assert [note.split()[1] for note in found.notes] == ["test", "machine"]


def test_the_page_has_each_predicate_once_in_english(three: list[w.Experiment]) -> None:
    nasty = made(three[0].folder.parent, "nasty", records(), bias="<b>&")
    (nasty.folder / "report.html").write_text("")
    text = page(compared([*three, nasty]), nasty.folder.parent)
    assert text.count(f"<pre>{OURS[0]}</pre>".replace(">", "&gt;").replace("<", "&lt;")) == 0
    pre = [unescape(one) for one in re.findall(r"<pre>(.*?)</pre>", text)]
    assert sorted(pre) == sorted([*OURS, *UNSOUND, *core(UNSOUND)])
    assert LENGTH in pre
    assert "<b>" not in text
    assert 'href="nasty/report.html"' in text
    assert "early: not finished: there are" in text


def test_on_the_command_line(three: list[w.Experiment]) -> None:
    place = three[0].folder.parent
    done = witness(["compare", "one", "early"], place)
    assert done.status == 0
    assert done.out.splitlines()[0].split()[:3] == ["experiment", "seed", "trained"]
    assert "witness: not finished: there are records of 0 test puzzles" in done.err  # on the disk
    assert witness(["compare", "one", "-o", "new.html"], place).status == 0
    assert (place / "new.html").read_text().startswith("<!DOCTYPE html>")
    refused = witness(["compare", "one", "-o", "new.html", "--format", "csv"], place)
    assert refused.status == 2
    assert not (place / "new.html").exists()
    assert "no such folder" in witness(["compare", "one", "other"], place).err


def test_in_the_library(three: list[w.Experiment]) -> None:
    place = three[0].folder.parent
    frame = w.compare(three[0], w.experiment(place / "two"), str(place / "early"))
    assert [*frame["seed"]] == [1, 2, 3]
    assert [*frame.columns[:3]] == ["experiment", "seed", "large.sizes"]
    with pytest.raises(w.InputError, match="experiments is 3"):
        w.compare(3)  # type: ignore[arg-type]


def test_without_a_test_set_there_is_no_speedup(tmp_path: Path) -> None:
    (row,) = compared([made(tmp_path, "empty", replace(records(), test=()))]).rows
    assert row["winner"] == "π°"
    assert row["speedup"] is row["puzzles"] is None
