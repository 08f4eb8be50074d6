"""Panels that are pasted into the studio: its readers in Node.js against those in Python."""

from __future__ import annotations

import base64
import json
import random
from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from support.exchange import page, panel
from support.node import answers, needs_node
from support.panels import drawn_panel, mixed_panels
from support.windmill_encoding import encoded
from support.windmill_panels import random_puzzle

from witness.base.errors import InputError
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.formats.addresses import puzzle_from_link
from witness.puzzle.formats.editor_files import puzzle_from_text
from witness.puzzle.formats.registry import EDITORS
from witness.puzzle.formats.skipping import SkippedError
from witness.puzzle.formats.windmill import puzzle_from_contents
from witness.puzzle.formats.windmill_links import EDITOR
from witness.puzzle.formats.witnesspuzzles_text import witnesspuzzles_text
from witness.puzzle.model import FEATURES, Puzzle
from witness.studio.page.page import LONGEST_SIDE, script

pytestmark = needs_node


def read(texts: list[str], place: Path) -> list[list[Puzzle] | str]:
    """Return the puzzles that the page finds in each text, or what it says is wrong with it."""
    found = answers(script(shown=()), [("read", [text]) for text in texts], place)
    return [
        one["error"] if "error" in one else [puzzle_from_json(line) for line in one["puzzles"]]
        for one in found
    ]


def check(cases: list[tuple[str, Puzzle | None]], place: Path) -> Counter[str]:
    """Compare what is read with what is expected, None for an error; return what happened."""
    seen = Counter[str]()
    for (text, puzzle), found in zip(cases, read([t for t, _ in cases], place), strict=True):
        assert found == [puzzle] if puzzle else isinstance(found, str), (text, puzzle, found)
        seen["read" if puzzle else "refused"] += 1
    return seen


def shown(puzzle: Puzzle) -> bool:
    return all(1 <= side <= LONGEST_SIDE for side in (puzzle.rows, puzzle.cols))


def imported(importer: Any, *arguments: str) -> Puzzle | None:
    try:
        puzzle: Puzzle = importer(*arguments)
    except (SkippedError, InputError):
        return None
    return puzzle if shown(puzzle) else None


def changed(rng: random.Random, value: Any) -> Any:
    """Change one part of a value of JSON at random."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(sorted(value))
        if rng.random() < 0.1:
            return {k: v for k, v in value.items() if k != key}
        return value | {key: changed(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        if rng.random() < 0.2:
            return rng.choice((value[:at] + value[at + 1 :], [*value, value[at]]))
        return [*value[:at], changed(rng, value[at]), *value[at + 1 :]]
    return rng.choice((0, 1, 2, 3, -1, 7, "", "red", "line", [0], True, False, [0, 0], [[0, 0]]))


def test_lines_of_puzzle_files(tmp_path: Path) -> None:
    rng = random.Random(61)
    cases = []
    for _ in range(700):
        puzzle = drawn_panel(rng, {*rng.sample(sorted(FEATURES), rng.randrange(1, 9))})
        line = puzzle.to_json()
        if rng.random() < 0.7:
            line = changed(rng, line)
        cases.append((json.dumps(line), imported(puzzle_from_json, line)))
    seen = check(cases, tmp_path)
    assert min(seen["read"], seen["refused"]) > 180


@pytest.mark.slow
def test_links_and_dumps_of_the_windmill(tmp_path: Path) -> None:
    rng = random.Random(62)
    cases: list[tuple[str, Puzzle | None]] = []
    for _ in range(120):
        contents = encoded(random_puzzle(rng))
        dump = json.dumps([{"id": "one", "contents": contents}])
        cases.append((dump, imported(puzzle_from_contents, "one", contents)))
        link = EDITOR + with_symmetry(rng, contents)
        cases.append((link, imported(puzzle_from_link, link)))
    seen = check(cases, tmp_path)
    assert min(seen["read"], seen["refused"]) > 50
    kept = [puzzle for _, puzzle in cases if puzzle]
    assert any(puzzle.symmetry for puzzle in kept)
    assert any(puzzle.rules == "windmill" for puzzle in kept)


def with_symmetry(rng: random.Random, contents: str) -> str:
    """Return contents with a symmetry, or a byte that is another one; they may be no panel."""
    message = bytearray(base64.b64decode(contents.removesuffix("_0"), b"-_"))
    if rng.random() < 0.5:
        message += bytes((3 << 3, rng.randrange(6)))
    else:
        message[rng.randrange(len(message))] = rng.choice((0, 1, 2, 3, 5, 8, 16, 34, 255))
    return base64.b64encode(message, b"-_").decode() + "_0"


def site_texts(rng: random.Random, number: int) -> list[str]:
    """Return texts of random panels that witnesspuzzles.com has."""
    known = {*FEATURES} - {"rules", "coloured"}
    found: list[str] = []
    while len(found) < number:
        puzzle = drawn_panel(
            rng, {*rng.sample(sorted(known), rng.randrange(1, 9))} | {"pass-goals"}
        )
        try:
            found.append(witnesspuzzles_text(puzzle))
        except InputError:
            continue
    return found


def test_texts_of_witnesspuzzles(tmp_path: Path) -> None:
    rng = random.Random(63)
    cases = []
    for text in site_texts(rng, 200):
        for variant in (text, json.dumps(changed(rng, json.loads(text)))):
            value = json.loads(variant)
            if isinstance(value, dict) and "grid" in value:
                cases.append((variant, imported(puzzle_from_text, "puzzle", variant)))
    seen = check(cases, tmp_path)
    assert seen["read"] > 200
    assert seen["refused"] > 40


def test_links_and_pages_of_witnesspuzzles(tmp_path: Path) -> None:
    rng = random.Random(64)
    cases: list[tuple[str, Puzzle | None]] = []
    for text in site_texts(rng, 150):
        value = json.loads(text)
        puzzle = imported(puzzle_from_text, "p", text)
        cases += [(page(value), puzzle), (f"id\t{text}", puzzle)]
        if not value["pillar"] and "symmetry" not in value and puzzle:
            link = f"https://witnesspuzzles.com/?puzzle={quote(text)}"
            cases += [(link, puzzle), (text[: rng.randrange(2, 40)], None)]
    seen = check(cases, tmp_path)
    assert min(seen["read"] // 3, seen["refused"]) > 60


def test_several_panels_and_errors_that_name_the_line(tmp_path: Path) -> None:
    puzzles = [Puzzle(1, cols, ((0, 0),), ((1, cols),), id=str(cols)) for cols in (1, 2, 3)]
    lines = [json.dumps(puzzle.to_json()) for puzzle in puzzles]
    several, listed, wrong, other, none = read(
        ["\n\n".join(lines), f"[{','.join(lines)}]", f"{lines[0]}\n[]{{", "Hello", " \n"], tmp_path
    )
    assert several == listed == puzzles
    assert [puzzle.id for puzzle in several if isinstance(puzzle, Puzzle)] == ["1", "2", "3"]
    assert "line 2: " in wrong
    assert '"Hello" is no panel; a line of a puzzle file' in other
    assert "nothing is there" in none


def test_a_text_from_elsewhere_cannot_do_anything_else(tmp_path: Path) -> None:
    """Names of JavaScript are no keys, and markup is text."""
    puzzle = {"id": "<img src=x onerror=alert(1)>", "rows": 1, "cols": 1, "starts": [[0, 0]],
              "goals": [[1, 1]], "triangles": []}  # fmt: skip
    found = read(
        [
            json.dumps(puzzle),
            json.dumps(puzzle | {"constructor": 1}),
            '{"__proto__": {"rows": 1}, "id": "p"}',
            json.dumps(panel({(1, 1): {"type": "constructor"}})),
        ],
        tmp_path,
    )
    assert found[0] == [puzzle_from_json(puzzle)]
    assert all(isinstance(one, str) for one in found[1:])


@pytest.mark.slow
@pytest.mark.parametrize("name", [*EDITORS])
def test_texts_for_other_editors(name: str, tmp_path: Path) -> None:
    """The page writes a panel where the library does, and then it is read as the same panel."""
    importers = {"windmill": puzzle_from_link, "witnesspuzzles": partial(puzzle_from_text, "p")}
    puzzles = [*mixed_panels(f"write {name}", 100), *simple_panels(random.Random(65), 100)]
    calls = [("write", [name, puzzle.to_json()]) for puzzle in puzzles]
    found = answers(script(shown=()), calls, tmp_path)
    seen = Counter[str]()
    for puzzle, told in zip(puzzles, found, strict=True):
        text = None
        with suppress(InputError):
            text = EDITORS[name].write(puzzle)
        assert [*told] == ["text" if text else "error"], (puzzle, told)
        if text:
            assert importers[name](told["text"]) == importers[name](text)
        seen["written" if text else "refused"] += 1
    assert min(seen["written"], seen["refused"]) > 40


def simple_panels(rng: random.Random, number: int) -> list[Puzzle]:
    """Draw panels with what every editor has."""
    few = ("triangles", "gaps", "squares", "stars", "blocks", "eliminations", "dots", "symmetry")
    return [drawn_panel(rng, {*rng.sample(few, 4)}) for _ in range(number)]
