"""JSON Schemas: what commands write fits them, and docs/formats.md says what they say."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from support.certificates import background, certificate_of, mutants
from support.examples import ROOT
from support.running import run
from support.tools import tool

from witness.base.errors import LINE, InputError, shortened
from witness.base.schemas import check_shape, check_types
from witness.clauses.learners.result_schema import RESULT
from witness.difficulty.rating_schema import GAME_RATED, RATED, SUGGESTED
from witness.gdl.play.plan_schema import ANALYSED, PLANNED
from witness.pipeline.report.tidy import TIDY
from witness.proof.certificate_schema import CERTIFICATE, LEMMA_PROOFS, VERDICT
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.model import Puzzle
from witness.puzzle.puzzle_schema import COUNTED, ENUMERATED, PUZZLE, SKIPPED, SOLVED
from witness.puzzle.symbols.blocks import Block
from witness.searches.prolog.referee import RULING

formats_page = tool("formats_page")

PAGE = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
TABLES = formats_page.TABLE.findall(PAGE)

PANELS = str(ROOT / "examples/panels.jsonl")
TUTORIAL = str(ROOT / "examples/tutorial.jsonl")


def fits(document: Any, schema: dict[str, Any]) -> None:
    Draft202012Validator(schema).validate(document)


def lines(place: Path, command: str) -> list[Any]:
    done = run(f"witness {command}", place)
    assert done.status == 0, done.err
    return [json.loads(line) for line in done.out.splitlines()]


def test_the_page_is_as_the_schemas_say() -> None:
    assert formats_page.page(PAGE) == PAGE, "python tools/formats_page.py"
    assert len(TABLES) > 20


@pytest.mark.parametrize(("module", "name", "block"), TABLES)
def test_an_example_has_every_key_explained(module: str, name: str, block: str) -> None:
    """`{}` stands for what has an example of its own; a counterexample has both symbols."""
    schema, shown = formats_page.described(module, name), formats_page.example(block)
    rows = formats_page.lines(schema, shown)  # a KeyError names a key that is missing
    said = [comment.lstrip("/? ") for _, comment in rows if comment]
    assert rows[0][1]
    assert not {"", formats_page.LIKEWISE} & {*said}
    Draft202012Validator.check_schema(schema)
    for error in Draft202012Validator(schema).iter_errors(shown):
        assert error.instance in ({}, []) or "dot" in error.instance, error.message


def test_every_column_of_a_tidy_table_has_a_meaning() -> None:
    assert all(column.meaning for table in TIDY.values() for column in table.columns)


@pytest.mark.parametrize(
    ("command", "schema"),
    [
        (f"solve {TUTORIAL}", SOLVED),
        (f"solve {TUTORIAL} --heuristic needs --mode sort", SOLVED),
        (f"solve {TUTORIAL} --max-expansions 3", SOLVED),
        (f"solve {PANELS} --solver auto", SOLVED),
        (f"count {PANELS}", COUNTED),
        (f"count {PANELS} --solver clingo --limit 1", COUNTED),
        (f"enumerate {PANELS} --id eight --limit 2", ENUMERATED),
        (f"rate {PANELS}", RATED),
        (f"rate {PANELS} --max-states 1", RATED),
        (f"suggest {PANELS} --id figure-1 --aim minimal --format jsonl", SUGGESTED),
        (f"game rate {ROOT}/examples/games/sudoku4.kif", GAME_RATED),
        (f"game rate {ROOT}/examples/games/hanoi.kif --max-states 5", GAME_RATED),
        (f"game solve {ROOT}/examples/games/sudoku4.kif --json", PLANNED),
        (f"game analyse {ROOT}/examples/games/sudoku4.kif --json", ANALYSED),
        (f"verify {ROOT}/examples/unsound.pl --json", VERDICT),
        (f"verify {ROOT}/examples/unsound.pl --json --why", VERDICT),
        (f"verify {ROOT}/examples/live.pl --json", VERDICT),
        (f"verify {ROOT}/examples/stars.pl --json", VERDICT),
        ("generate all --kind blocks --rows 1 --cols 2 --symbols 2", PUZZLE),
        ("generate path --kind mixed --rows 3 --cols 3 --gaps 0.1 --count 3 --seed 1", PUZZLE),
    ],
)
def test_what_a_command_prints(command: str, schema: dict[str, Any], tmp_path: Path) -> None:
    found = lines(tmp_path, command)
    assert found
    for record in found:
        fits(record, schema)


@pytest.mark.slow
def test_what_learning_writes(tmp_path: Path) -> None:
    assert run(f"witness examples {PANELS} --id figure-1 -o task", tmp_path).status == 0
    for options in ("", "--noisy"):
        assert run(f"witness learn task {options}", tmp_path).status == 0
        fits(json.loads((tmp_path / "task/result.json").read_text(encoding="utf-8")), RESULT)
    run("witness verify task/hypothesis.pl --certificate certificate.json", tmp_path)
    fits(json.loads((tmp_path / "certificate.json").read_text(encoding="utf-8")), CERTIFICATE)


def test_what_the_referee_says(tmp_path: Path, swi_prolog: None) -> None:
    assert run(f"witness examples {PANELS} --id figure-1 -o task", tmp_path).status == 0
    assert run("witness learn task", tmp_path).status == 0
    (found,) = lines(tmp_path, "lab referee task --json")
    fits(found, RULING)


def test_what_an_import_skips(tmp_path: Path) -> None:
    (tmp_path / "dump.json").write_text('[{"id": "a", "contents": "!"}]', encoding="utf-8")
    done = run("witness import windmill dump.json -o p.jsonl --skipped s.jsonl", tmp_path)
    assert done.status == 0, done.err
    fits(json.loads((tmp_path / "s.jsonl").read_text(encoding="utf-8")), SKIPPED)


def test_the_shipped_files() -> None:
    fits(json.loads((ROOT / "bk/outlook.lemmas.json").read_text(encoding="utf-8")), LEMMA_PROOFS)
    for path in (ROOT / "examples").glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            fits(json.loads(line), PUZZLE)


#: A puzzle with all fields.
LARGE = Puzzle(
    2, 4, ((0, 0), (0, 2)), ((2, 0), (2, 2)), triangles=((0, 0, 4, "red"), (0, 1, 1)),
    gaps=(((0, 0), (0, 1)),), dots=((1, 1),), squares=((0, 2, "red"),), stars=((0, 3, "red"),),
    blocks=(Block(1, 0, ("##",), True, True, "red"),), eliminations=((1, 1), (1, 2, "white")),
    line_dots=(((1, 0), 1), (((1, 2), (1, 3)), 2)), pass_goals=True, missing=((1, 3),),
    open_halves=True, symmetry="shift", wraps=True, rules="windmill", id="all",
)  # fmt: skip

SMALL = {"id": "p", "rows": 1, "cols": 1, "starts": [[0, 0]], "goals": [[1, 1]], "triangles": []}


@pytest.mark.parametrize(
    "change",
    [
        {"rows": -1},
        {"cols": 65},
        {"starts": []},
        {"goals": "x"},
        {"triangles": [[0, 0]]},
        {"triangles": [[0, 0, 5]]},
        {"triangles": [[0, 0, 1, 2]]},
        {"blocks": [[0, 0]]},
        {"blocks": [{"at": [0, 0], "shape": []}]},
        {"blocks": [{"at": [0, 0], "shape": ["x"]}]},
        {"blocks": [{"at": [0, 0], "shape": ["#"], "turns": 1}]},
        {"blocks": [{"at": [0, 0], "shape": ["#"], "free": True}]},
        {"eliminations": [[0]]},
        {"eliminations": [[0, 0, "White"]]},
        {"line_dots": [[[0, 0], 3]]},
        {"missing": [[0]]},
        {"open_halves": 1},
        {"symmetry": "mirror"},
        {"wraps": 1},
        {"rules": "mine"},
        {"gaps": [[0, 0]]},
        {"dots": [[[0, 0]]]},
        {"squares": [[0, 0, "Black"]]},
        {"stars": [[0, 0, 1]]},
        {"pass_goals": 1},
        {"unknown": []},
    ],
)
def test_the_schema_of_puzzles_refuses_what_the_reader_refuses(change: dict[str, Any]) -> None:
    fits(SMALL, PUZZLE)
    puzzle_from_json(SMALL)
    fits(LARGE.to_json(), PUZZLE)
    assert puzzle_from_json(LARGE.to_json()) == LARGE
    assert not Draft202012Validator(PUZZLE).is_valid({**SMALL, **change})
    with pytest.raises(InputError):
        puzzle_from_json({**SMALL, **change})


def test_types_are_checked_with_one_line() -> None:
    def message(found: Any) -> str:
        with pytest.raises(InputError) as raised:
            check_types(found, SOLVED, "the record", needed=("id",))
        return raised.value.reason

    check_types({"id": "a", "length": None, "more": 1}, SOLVED, "the record", needed=("id",))
    assert message([]) == "the record is []; an object is expected"
    assert message({}) == "the record has no id"
    assert message({"id": 1}) == "the record has id 1; a text is expected"
    assert message({"id": "a", "seconds": "b"}).endswith("; a number or null is expected")
    assert message({"id": "a", "length": True}).endswith("; a whole number or null is expected")


def test_the_pages_by_hand_are_short_enough() -> None:
    """At most 900 words in README.md, 30,000 in all, without examples checked by schemas."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    texts = [formats_page.TABLE.sub("", page.read_text(encoding="utf-8")) for page in pages]
    texts = [text for text in texts if not text.startswith("<!-- Generated")]
    assert len(texts[0].split()) <= 900
    assert sum(len(text.split()) for text in texts) <= 30_000


def test_schemas_of_files_are_those_of_the_page() -> None:
    """A schema that has a module `*_schema.py` of its own is on the page, or part of one."""
    modules = {m for m, _, _ in TABLES}
    files = (ROOT / "witness").rglob("*_schema.py")
    named = {".".join(p.relative_to(ROOT).with_suffix("").parts) for p in files}
    assert named <= modules
    assert re.search(r"<!-- keys: studies\.records:ORIGIN -->", PAGE)


@pytest.mark.slow
@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.long)])
def test_alike_records_are_checked_once(every: int) -> None:
    """The answer is that about the whole document, whichever of its records is wrong."""
    text = "f(A,B) :- square(B,T,S), path(A,P), count(P,S,N), greaterThan(N,T)."
    certificate = certificate_of(text, background("paper"))
    claim = certificate["clauses"][0]
    claim["cases"] = claim["cases"][:12]
    certificate["clauses"].append({**claim, "cases": claim["cases"][:4]})
    refused = 0
    for number, one in enumerate(islice(mutants(certificate), 0, None, every)):
        error = best_match(Draft202012Validator(CERTIFICATE).iter_errors(one))
        if error is None:
            check_shape(one, CERTIFICATE, "one")
        else:
            refused += 1
            with pytest.raises(InputError) as caught:
                check_shape(one, CERTIFICATE, "one")
            assert shortened(error.message, LINE) in str(caught.value), number
    assert refused > 200 / every
