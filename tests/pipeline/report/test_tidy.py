"""Tidy tables: known rows, and columns that are those of the documentation and of the files."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from support.examples import ROOT
from support.handmade import EDGES, IMPLIED, LENGTH, OURS, records, run
from support.hypotheses import random_clause
from support.small_experiment import VARIANT, runs, write_experiment

from witness.clauses.language.terms import clause_text
from witness.pipeline.candidates import visible_states
from witness.pipeline.report.experiment import Experiment
from witness.pipeline.report.paper import CLAUSES as PAPER
from witness.pipeline.report.records import Records
from witness.pipeline.report.render import FORMATS
from witness.pipeline.report.table import Row
from witness.pipeline.report.tidy import TIDY
from witness.puzzle.views.translate import translate

TABLES = {
    "tables/hypotheses.csv": "hypotheses",
    "tables/clauses.csv": "clauses",
    "witness hypotheses --by behaviour": "behaviours",
    "tables/searches.csv": "searches",
}


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Records:
    return Experiment(write_experiment(tmp_path_factory.mktemp("tidy") / "small")).training


def rows_of(name: str, known: Records) -> list[Row]:
    return list(TIDY[name].rows(known))


def cells(rows: list[Row], *names: str) -> list[tuple]:
    return [tuple(row[name] for name in names) for row in rows]


def test_hypotheses(learned: Records) -> None:
    rows = rows_of("hypotheses", learned)
    assert [row["puzzle"] for row in rows] == [f"train-{n:04d}" for n in range(6)]
    assert cells(rows, "rows", "cols")[:2] == [(2, 2), (2, 3)]
    assert cells(rows, "status", "verdict", "clauses", "proved", "refuted", "unknown") == [
        ("learned", "proved", 3, 3, 0, 0),
        ("learned", "refuted", 2, 1, 1, 0),
        ("learned", "refuted", 1, 0, 1, 0),
        ("learned", "refuted", 1, 0, 1, 0),
        ("timeout", None, 0, 0, 0, 0),
        ("learned", "proved", 3, 3, 0, 0),
    ]
    assert cells(rows, "literals", "positives", "true_positives", "coverage", "seconds") == [
        (19, 40, 30, 0.75, 0.5),
        (10, 40, 20, 0.5, 1.5),
        (5, 40, 10, 0.25, 2.5),
        (5, 40, 10, 0.25, 3.5),
        (0, None, None, None, 4.5),
        (19, 40, 30, 0.75, 5.5),
    ]
    # The same clauses in another order, and a variant of a clause, behave alike.
    assert cells(rows, "behaviour", "alike", "is_paper", "looks_at_length") == [
        (2, 2, True, False),
        (3, 1, False, True),
        (1, 2, False, True),
        (1, 2, False, True),
        (None, None, None, None),
        (2, 2, True, False),
    ]
    assert rows[0]["hypothesis"] == OURS
    assert rows[2]["english"] == (
        "The head of the path is not a corner of the square, and the number of edges of the path "
        "is three.",
    )
    assert [row["reason"] for row in rows if row["reason"]] == ["the time limit of 5 s"]
    assert [row["peak_memory_mb"] for row in rows] == [100.5] * 4 + [None, 100.5]


def test_clauses(learned: Records) -> None:
    rows = rows_of("clauses", learned)
    assert cells(rows, "hypotheses", "status", "literals", "clause_behaviour", "alike") == [
        (3, "refuted", 5, 1, 1),
        (3, "proved", 5, 2, 1),
        (2, "proved", 7, 3, 1),
        (2, "proved", 7, 4, 1),
    ]
    # The variant is the same clause; of the ways to write it the one that occurs more often counts.
    assert rows[0]["clause"] == LENGTH
    assert rows[0]["puzzles"] == ("train-0001", "train-0002", "train-0003")
    assert [row["looks_at_length"] for row in rows] == [True, False, False, False]
    # The last clause of ours says in other words what the last one of the paper's does.
    numbers = {row["clause"]: row["paper_clause"] for row in rows}
    assert numbers == {OURS[0]: 1, LENGTH: None, OURS[1]: 2, OURS[2]: 3}
    assert OURS[2] not in PAPER


def test_searches() -> None:
    rows = rows_of("searches", records(large=IMPLIED))
    assert len(rows) == 8 + 6
    assert cells(rows, "set", "run", "predicate", "mode", "expansions")[:4] == [
        ("test", "baseline", "baseline", "prune", 100),
        ("test", "winner_proved", "winner_proved", "prune", 10),
        ("test", "winner_sort", "winner", "sort", 5),
        ("test", "winner_prune", "winner", "prune", 5),
    ]
    assert cells(rows, "set", "rows", "cols", "status", "implied", "seconds", "length")[-2:] == [
        ("large", 3, 4, "expansion-limit", True, None, None),
        ("large", 3, 4, "expansion-limit", False, 0.001, None),
    ]


@pytest.mark.parametrize("name", EDGES)
def test_whatever_happened(name: str) -> None:
    """There are rows with all columns, of the kinds that the columns say."""
    kinds = {"text": str, "number": int | float, "truth": bool, "texts": tuple}
    for table in TIDY.values():
        rows = list(table.rows(EDGES[name]))
        for row in rows:
            assert list(row) == [column.name for column in table.columns]
            for column in table.columns:
                cell = row[column.name]
                assert cell is None or isinstance(cell, kinds[column.kind])
                assert isinstance(cell, bool) <= (column.kind == "truth")
        for write in FORMATS.values():
            assert write(rows, table.columns)[-1:] in ("\n", "")


@pytest.mark.parametrize("name", TABLES)
def test_the_documentation_describes_each_column(name: str) -> None:
    page = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
    (block,) = re.findall(rf"^`{re.escape(name)}`[,:].*?```json5\n(.*?)```", page, re.M | re.S)
    found = re.findall(r'"(\w+)": ', re.sub(" // .*", "", block))
    assert found == [column.name for column in TIDY[TABLES[name]].columns]
    assert all(re.fullmatch("[a-z_]+", name) for name in found)


def test_what_cannot_be_translated_is_shown_as_it_is(tmp_path: Path) -> None:
    """Clauses of other engines, and records that were edited."""
    odd = ("f(A,B) :- f(A,B).", "f(A,B) :- unheard_of(A).", "no clause", OURS[0])
    first = replace(runs()[0], clauses=odd, verdict={"clauses": []})
    result = {"positives": 10**400}
    second = replace(runs()[1], clauses=odd[:1], result=result, verdict={})
    learned = Experiment(write_experiment(tmp_path / "odd", [first, second])).training
    one, two = rows_of("hypotheses", learned)
    assert (one["clauses"], one["unknown"], one["verdict"]) == (4, 4, "unknown")
    assert (one["is_paper"], one["looks_at_length"]) == (None, None)
    assert (two["status"], two["seconds"], two["behaviour"]) == (None, None, 1)
    assert (two["positives"], two["true_positives"], two["coverage"]) == (None, None, None)
    found = {row["clause"]: row["english"] for row in rows_of("clauses", learned)}
    assert set(found) == set(odd)
    assert [bool(found[text]) for text in odd] == [False, False, False, True]


def test_behaviours_are_those_of_states() -> None:
    """Random hypotheses get one number if they answer alike in every state, else different ones."""
    rng = random.Random(4)
    known = records()
    pool: list[str] = []
    while len(pool) < 12:
        clause = random_clause(rng, known.background)
        if len(clause.body) > 2:
            pool.append(clause_text(clause))
    programs = [tuple(rng.sample(pool, rng.randint(1, 2))) for _ in range(14)]
    learned = replace(known, learning=[run(n, p) for n, p in enumerate(programs)]).learned
    numbers = [learned.behaviours[f"train-{n:04d}"] for n in range(len(programs))]
    assert 3 < len(set(numbers)) < len(numbers)
    translations = [translate([c for t in p if (c := learned.clauses[t].clause)], known.background)
                    for p in programs]  # fmt: skip
    for (n, one), (m, other) in product(enumerate(translations), repeat=2):
        states = visible_states("plain", one.dependence | other.dependence, known.longest)
        same = all(one.fires(*state) == other.fires(*state) for state in states)
        assert same == (numbers[n] == numbers[m])


def test_json_is_the_rows(learned: Records) -> None:
    rows = json.loads(json.dumps(rows_of("clauses", learned)))
    assert json.loads(FORMATS["json"](rows_of("clauses", learned), TIDY["clauses"].columns)) == rows
    assert FORMATS["json"]([], TIDY["clauses"].columns) == "[]\n"
    assert VARIANT not in str(rows)
