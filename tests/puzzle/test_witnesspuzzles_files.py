"""Files with puzzles of witnesspuzzles.com: play pages, and texts."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from support.exchange import page, panel

from witness.base.errors import InputError
from witness.puzzle.formats.editor_files import puzzle_from_text, read_panels
from witness.puzzle.formats.skipping import import_entries
from witness.puzzle.model import Puzzle

PANEL = panel()
TEXT = json.dumps(PANEL)
PUZZLE = Puzzle(2, 3, ((0, 0),), ((2, 3),))


def read(path: Path, content: str) -> list[tuple[str, str]]:
    path.write_text(content, encoding="utf-8")
    return read_panels([path])


def test_a_play_page(tmp_path: Path) -> None:
    for content in (page(PANEL), "<!DOCTYPE html>\n" + page(PANEL), "\n " + page(PANEL)):
        ((identifier, text),) = read(tmp_path / "some.html", content)
        assert identifier == "2AB3CD4E"
        assert puzzle_from_text(identifier, text) == PUZZLE


def test_names_with_every_kind_of_character(tmp_path: Path) -> None:
    name = "\"quoted\" \\ é </script> '1' \u2028"
    ((_, text),) = read(tmp_path / "page", page(panel(name=name), title="Puzzle.deserialize()"))
    assert json.loads(text)["name"] == name


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        f"  {TEXT}  ",
        f"https://witnesspuzzles.com/?puzzle={quote(TEXT)}",
        f"http://localhost/index.html?style=x&puzzle={quote(TEXT)}",
    ],
)
def test_a_text(text: str, tmp_path: Path) -> None:
    for content in (text, f"\n\n{text}\r\n"):
        ((identifier, found),) = read(tmp_path / "text", content)
        assert identifier == "p"
        assert puzzle_from_text("p", found) == PUZZLE
    ((identifier, found),) = read(tmp_path / "text", f"an id\t{text}")
    assert identifier == "an id"
    assert puzzle_from_text("p", found) == PUZZLE


def test_ids_from_names(tmp_path: Path) -> None:
    names = ["a", "b", "a", "a-2", "", "\n", None, 7, "a"]
    lines = "\n".join(json.dumps(panel(name=name)) for name in names)
    path = tmp_path / "texts"
    assert [identifier for identifier, _ in read(path, lines)] == [
        "a", "b", "a-2", "a-2-2", "puzzle", "puzzle-2", "puzzle-3", "puzzle-4", "a-3",
    ]  # fmt: skip
    assert [identifier for identifier, _ in read_panels([path, path])][9:11] == ["a-4", "b-2"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "it is empty; a dump of the Windmill, a saved play page, or on each line a"),
        ("<html><body>404</body></html>", "there is no puzzle on this page"),
        (page(PANEL)[:900], "line 8: the puzzle of the page is damaged"),
        ("hello", "line 1: 'hello': a dump of the Windmill, a saved play page, or on each"),
        ("{", "line 1: the puzzle is damaged: not JSON"),
        ("[" * 100_000, "line 1: JSON nested too deeply"),
        ("[]", "line 1: the list is empty"),
        ('["https://witnesspuzzles.com/play/2AB3CD4E"]', "line 1: entry 1: the address 'https:"),
        ('{"grid":' * 50_000, "line 1: the puzzle is damaged: "),
        ('{"grid": [], "grid": []}', "line 1: the puzzle is damaged: the key 'grid' stands twice"),
        (f"\t{TEXT}", "line 1: the id is ''; a non-empty, printable text is expected"),
        (
            "https://witnesspuzzles.com/play/2AB3CD4E.html",
            "line 1: the address 'https://witnesspuzzles.com/play/2AB3CD4E.html' names a puzzle of",
        ),
        ("https://[/?puzzle=_", "line 1: the address 'http"),
    ],
)
def test_no_puzzles(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    with pytest.raises(InputError) as caught:
        read(path, content)
    assert str(caught.value).startswith(f"{path}: {message}")
    assert len(str(caught.value)) < 700


@pytest.mark.parametrize(
    ("damaged", "words"),
    [
        (TEXT[:-30], "not JSON"),
        (TEXT[: TEXT.index("[") + 1], "not JSON"),
        ("{}", "the grid is missing"),
        (TEXT.replace('"line"', '"\udcff"', 1), "not UTF-8"),
        (f"\t{TEXT}", "the id is ''"),
        ("https://witnesspuzzles.com/play/2AB3CD4E", "only the site has"),
    ],
)
@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("other", [TEXT, f"other\t{TEXT}"])
def test_a_damaged_line_among_others_is_skipped(
    other: str, place: int, damaged: str, words: str, tmp_path: Path
) -> None:
    lines = [other, other]
    lines.insert(place, damaged)
    path = tmp_path / "texts"
    path.write_text("\n".join(lines), "utf-8", "surrogateescape")
    found = read_panels([path])
    ((name, error),) = [entry for entry in found if isinstance(entry[1], InputError)]
    assert name == ("an id" if damaged.startswith("an id") else name)
    assert name == "an id" or str(place + 1) in name
    assert str(error).startswith(f"{path}: line ")
    assert words in str(error)
    assert [puzzle_from_text("p", text) for _, text in found if text is not error] == [PUZZLE] * 2


def test_damaged_pages_among_others_are_skipped(tmp_path: Path) -> None:
    cut = page(PANEL, "CUT")[:900]
    empty = page(PANEL, "EMPTY").replace("deserialize", "x")
    byte = page(panel(name="\udcff"), "BYTE").replace("\\\\udcff", "\udcff")
    pages = [page(PANEL), cut, empty, byte, page(PANEL, "LAST")]
    together = tmp_path / "together.html"
    together.write_text("".join(pages), "utf-8", "surrogateescape")
    files = [tmp_path / f"{number}.html" for number in range(len(pages))]
    for file, content in zip(files, pages, strict=True):
        file.write_text(content, "utf-8", "surrogateescape")
    (tmp_path / "none.html").write_text("<html></html>")
    (tmp_path / "void.html").touch()
    for found in (read_panels([together]), read_panels(files)):
        assert [name for name, _ in found] == ["2AB3CD4E", "CUT", "EMPTY", "BYTE", "LAST"]
        sound = [one for one in import_entries(puzzle_from_text, found) if isinstance(one, Puzzle)]
        assert [puzzle.id for puzzle in sound] == ["2AB3CD4E", "LAST"]
    found = read_panels([files[0], tmp_path / "none.html", tmp_path / "void.html"])
    assert [name for name, _ in found] == ["2AB3CD4E", "none", "void"]


def test_json_printed_in_any_way(tmp_path: Path) -> None:
    """Lists, and objects on many lines, alone and one after another."""
    named = [panel(name="one"), panel({(1, 1): None}, name="two")]
    expected = [("one", puzzle_from_text("one", json.dumps(named[0]))),
                ("two", puzzle_from_text("two", json.dumps(named[1])))]  # fmt: skip
    for content in (
        json.dumps(named),
        json.dumps(named, indent=2),
        "\n\n".join(json.dumps(one, indent="\t") for one in named),
        json.dumps([json.dumps(named[0]), json.dumps(named[1])], indent=1),
        f"\r\n{json.dumps(named, indent=1)}\r\n".replace("\n", "\r\n"),
    ):
        found = read(tmp_path / "puzzles.json", content)
        assert [(name, puzzle_from_text(name, text)) for name, text in found] == expected
    ((_, text),) = read(tmp_path / "one.json", json.dumps(PANEL, indent=4))
    assert puzzle_from_text("x", text) == puzzle_from_text("x", TEXT)
