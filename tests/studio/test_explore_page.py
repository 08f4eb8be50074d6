"""The page to play with: what is in it, and that nothing in records becomes markup or code."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from support.explored import explored
from support.handmade import LENGTH, OURS, UNSOUND
from support.running import witness
from support.small_experiment import runs, write_experiment

from witness.pipeline.report.experiment import Experiment
from witness.puzzle.files import read_puzzles
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import walk
from witness.studio.explore.page import Explored, page

HOSTILE = "</script><img src=x onerror=alert(1)>&lt;'\"<!--"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("explore")
    write_experiment(place / "small")
    write_experiment(place / "begun", runs()[:3])
    return place


def written(place: Path, *folders: str) -> str:
    done = witness(["lab", "explore", *folders, "-o", "explore.html"], place)
    assert (done.status, done.out) == (0, ""), done.err
    return (place / "explore.html").read_text(encoding="utf-8")


def data_of(text: str) -> Any:
    """Return the data that the script of a page begins with."""
    (found,) = re.findall(r"^const DATA = (.*);$", text, re.MULTILINE)
    return json.loads(found)


def test_hypotheses_that_behave_alike_share_a_row(place: Path) -> None:
    (experiment,) = data_of(written(place, "small"))["experiments"]
    assert (experiment["name"], experiment["planned"], experiment["finished"]) == ("small", 6, 6)
    assert experiment["empty"] == 1
    clauses = [clause["prolog"] for clause in experiment["clauses"]]
    rows = [
        ([clauses[n] for n in row["clauses"]], row["verdict"], row["literals"], row["puzzles"])
        for row in experiment["hypotheses"]
    ]
    assert rows == [
        ([*OURS[::-1]], "proved", 19, ["train-0000", "train-0005"]),
        ([LENGTH], "refuted", 5, ["train-0002", "train-0003"]),
        ([*UNSOUND], "refuted", 10, ["train-0001"]),
    ]
    assert [row["paper"] for row in experiment["hypotheses"]] == [True, False, False]
    assert [row["expansions"] for row in experiment["hypotheses"]] == [None] * 3
    about_length = experiment["clauses"][clauses.index(LENGTH)]
    assert about_length["status"] == "refuted"
    assert about_length["sees"] == ["length"]
    assert about_length["english"].endswith("the number of edges of the path is three.")
    assert about_length["counterexample"]["solution"]
    training, test = experiment["sets"]
    assert (training["name"], training["all"], len(training["puzzles"])) == ("training", 6, 6)
    assert (test["name"], test["all"], test["puzzles"]) == ("test", 0, [])


def test_speedups_and_winners_are_those_of_triage(place: Path) -> None:
    folder = shutil.copytree(place / "small", place / "triaged")
    (folder / "triage/plain/stage_1").mkdir(parents=True)
    (folder / "triage/plain/stage_2").mkdir()
    core = {"id": "c0", "programs": {"proved": [OURS[0]]}, "sources": {"proved": ["train-0001"]}}
    both = {
        "id": "c1",
        "programs": {"all": [*OURS], "proved": [*OURS]},
        "sources": {"all": ["train-0000", "train-0005"], "proved": ["train-0000", "train-0005"]},
    }
    (folder / "triage/plain/candidates.json").write_text(json.dumps([core, both]))
    for stage, speedup in ((1, 2.0), (2, 3.00049)):
        rows: list[dict[str, Any]] = [{"candidate": "c1", "expansion_speedup": speedup}]
        both = {"expansions": 2, "baseline_expansions": 3, "seconds": 4.0, "baseline_seconds": 5.0}
        rows += [{"candidate": "c0", "expansion_speedup": 1.5, **both}] * (stage == 1)
        file = folder / f"triage/plain/stage_{stage}/ranking.json"
        file.write_text(json.dumps({"kept": {}, "ranking": rows}))
    won = {"winner_proved": {"candidate": "c1", "program": [*OURS]}}
    (folder / "triage/plain/winners.json").write_text(json.dumps(won))
    (experiment,) = data_of(written(place, "triaged"))["experiments"]
    measured = [
        (row["kind"], row["expansions"], row["time"], row["stage"], row["winner"])
        for row in experiment["hypotheses"]
    ]
    assert measured == [
        ("hypothesis", 3.0, None, 2, ["winner_proved"]),
        ("proved core", 1.5, 1.25, 1, []),
        ("hypothesis", None, None, None, []),
        ("hypothesis", None, None, None, []),
    ]
    assert experiment["first"] == 0
    (folder / "triage/plain/stage_2/ranking.json").write_text('{"ranking": [1]}')
    done = witness(["lab", "explore", "triaged", "-o", "x.html"], place)
    assert done.status == 2
    assert "stage_2/ranking.json: not what triage writes" in done.err
    assert not (place / "x.html").exists()


def test_two_experiments_and_one_that_is_not_finished(place: Path) -> None:
    done = witness(["lab", "explore", "small", "begun", "-o", "two.html"], place)
    said = ["begun: 3 of 6 training puzzles are finished", "two.html can be opened in a browser"]
    assert done == (0, "", "".join(f"witness: {line}\n" for line in said))
    text = (place / "two.html").read_text(encoding="utf-8")
    assert [one["name"] for one in data_of(text)["experiments"]] == ["small", "begun"]
    assert '<section id="table-1"' in text


def test_the_same_records_give_the_same_page(place: Path) -> None:
    assert written(place, "small") == written(place, "small")


class Markup(HTMLParser):
    """Counts what a browser would take for elements, and notes what they refer to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.refers: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.refers += [f"{k}={v}" for k, v in attrs if k in ("src", "href", "action", "style")]
        assert not any(name.startswith("on") for name, _ in attrs)


def test_the_page_loads_nothing(place: Path) -> None:
    text = written(place, "small", "begun")
    found = Markup(text)
    assert found.refers == ["href=#play"]
    assert found.names.count("script") == found.names.count("style") == 1
    assert not re.search(r"https?:|@import|url\(|\bimport\(|\bfetch\(|XMLHttp|WebSocket", text)
    assert not re.search(r"\beval\(|new Function|innerHTML|outerHTML|document\.write", text)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    assert policy[1].startswith("default-src &#39;none&#39;; script-src &#39;sha256-")


def test_hostile_names_ids_and_atoms_are_text() -> None:
    quoted = HOSTILE.replace("'", "\\'")
    text = f"f(A,B) :- colour(B,'{quoted}')."
    puzzle = Puzzle(1, 1, ((0, 0),), ((1, 1),), (), (), (), ((0, 0, "constructor"),), id=HOSTILE)
    plain = Puzzle(1, 1, ((0, 0),), ((1, 1),), (), (), (), ((0, 0, "x"),), id="x")
    usual, hostile = (explored([text], "squares", [one]) for one in (plain, puzzle))
    before, after = (
        page([usual]),
        page([replace(hostile, name=HOSTILE)]),
    )
    assert Markup(after).names == Markup(before).names
    (experiment,) = data_of(after)["experiments"]
    assert experiment["name"] == HOSTILE
    assert experiment["sets"][0]["puzzles"][0]["id"] == HOSTILE
    assert HOSTILE in json.loads(json.dumps(experiment["clauses"][0]["english"]))
    assert after.lower().count("</script") == 1


def test_puzzles_that_the_page_cannot_show_are_counted() -> None:
    wide = Puzzle(9, 1, ((0, 0),), ((9, 1),), ((0, 0, 1),), id="wide")
    middle = Puzzle(1, 1, (((0, 0), (0, 1)),), ((1, 1),), id="middle")
    over = Puzzle(1, 1, ((0, 0),), ((1, 1),), pass_goals=True, id="over")
    small = Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 1),), id="small")
    (experiment,) = data_of(page([explored([], "paper", [wide, middle, over, small])]))[
        "experiments"
    ]
    training = experiment["sets"][0]
    assert training["all"] == 4
    assert [puzzle["id"] for puzzle in training["puzzles"]] == ["middle", "over", "small"]


def test_records_that_were_edited_count_as_far_as_they_are_in_order(tmp_path: Path) -> None:
    folder = write_experiment(tmp_path / "edited")
    file = folder / "train" / "batch_1.jsonl"
    text = file.read_text(encoding="utf-8")
    records = [json.loads(line) for line in text.splitlines()]
    records[0]["verdict"]["clauses"][0]["counterexample"]["solution"] = [[0, 0], [5, 5]]
    other = {"clause": "x", "status": "refuted", "counterexample": {}}
    records[1]["verdict"]["clauses"] = [other]
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    (experiment,) = data_of(page([Explored.of(Experiment(folder))]))["experiments"]
    assert len(experiment["hypotheses"]) == 3
    by_text = {clause["prolog"]: clause for clause in experiment["clauses"]}
    assert by_text[LENGTH]["counterexample"] is not None  # from another record


def test_the_page_opens_with_a_shortest_path_on_which_a_clause_fires(place: Path) -> None:
    data = data_of(written(place, "small"))
    shown = data["experiments"][0]["sets"][0]["puzzles"][data["opening"]["puzzle"]]
    read = {one.id: one for one in read_puzzles(place / "small/puzzles/train.jsonl")}
    puzzle = read[shown["id"]]
    found = tuple(map(tuple, data["opening"]["path"]))

    def fires(path: tuple[Any, ...]) -> bool:
        """Whether π° fires, as the paper defines it: the first hypothesis is π°."""
        used = {frozenset(step) for step in pairwise(path)}
        return any(
            (edges := len(used & {*map(frozenset, puzzle.grid.square_edges((row, col)))})) > needed
            or (
                needed == 3
                and edges in (1, 2)
                and path[-1] not in puzzle.grid.square_corners((row, col))
            )
            for row, col, needed in puzzle.triangles
        )

    assert fires(found)
    begun = [path for path, at_goal in walk(puzzle) if not at_goal]
    assert found in begun
    assert min(len(path) for path in begun if fires(path)) == len(found)
