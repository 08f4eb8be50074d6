"""Addresses: the panel wherever it is in one, and what an address without one is."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

import pytest
from support.exchange import panel
from support.node import answers, needs_node
from support.windmill_encoding import HEXAGON, blank, contents

import witness as w
from witness.base.errors import InputError
from witness.cli import main
from witness.puzzle.files import puzzle_from_json, read_puzzles
from witness.puzzle.formats.addresses import panel_in, puzzle_from_link
from witness.puzzle.formats.windmill_links import EDITOR, windmill_link
from witness.puzzle.model import Puzzle
from witness.studio.page.page import script

PUZZLE = Puzzle(2, 3, ((0, 0),), ((2, 3),), id="a + b")
CONTENTS = windmill_link(PUZZLE).removeprefix(EDITOR)
LINE = json.dumps(PUZZLE.to_json())
SITE = json.dumps(panel(name="a + b"))


def digits(text: str, *, url: bool = False) -> str:
    encoded = base64.urlsafe_b64encode if url else base64.b64encode
    found = encoded(text.encode()).decode()
    return found.rstrip("=") if url else found


#: Addresses in which the panel is; those in which its name is, too.
NAMED = [
    f"https://witnesspuzzles.com/?puzzle={quote(SITE)}",
    f"https://witnesspuzzles.com/?puzzle={quote_plus(SITE)}",
    f"http://localhost:8000/index.html?style=x&puzzle={quote(SITE, safe='')}&more=1",
    f"https://example.org/#{digits(SITE)}",
    f"https://example.org/play#puzzle={digits(SITE, url=True)}",
    f"https://example.org/play/{digits(SITE, url=True)}",
    f"https://example.org/draw?panel={digits(LINE, url=True)}",
    f"https://example.org/draw/#{digits(LINE)}",
    f"file:///home/somebody/studio.html#panel={digits(LINE, url=True)}",
    f"studio.html#panel={digits(LINE, url=True)}",
    f"#panel={digits(LINE, url=True)}",
]
NAMELESS = [
    f"{EDITOR}{CONTENTS}?utm_source=x",
    EDITOR + CONTENTS,
    EDITOR.replace("https://", "") + CONTENTS,
    EDITOR + quote(CONTENTS),
    f"{EDITOR}%23{CONTENTS}",
    f"http://thefifthmatt.com/witness/build.html#{CONTENTS}",
    f"https://thefifthmatt.github.io/windmill-client/build.html#{CONTENTS}",
    f"http://localhost:8000/main.html#{CONTENTS}",
    f"https://example.org/?x=1&contents={quote(CONTENTS)}",
]

#: Addresses without a panel, and words for what they are and what to do.
OTHERS = [
    ("https://windmill.thefifthmatt.com/h7k3m2p", "published puzzle of the Windmill", "Checkpoint"),
    (EDITOR, "the Windmill's editor without a panel", "Checkpoint"),
    ("https://witnesspuzzles.com/play/2AB3CD4E.html", "a puzzle of witnesspuz", "save the page"),
    ("witnesspuzzles.com/play/2AB3CD4E", "a puzzle of witnesspuzzles.com", "save the page"),
    ("https://witnesspuzzles.com/editor.html", "a page of witnesspuzzles", "puzzle.serialize()"),
    ("https://prodzpod.github.io/witness/play#vs_CAgQBAGBEAGFAA", "Looksy", "witness studio"),
    ("https://puzz.link/p?slither/5/5/abcdefg", "pencil puzzles", "witness studio"),
    ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VlbjxNX", "pencil", "witness studio"),
    ("https://bit.ly/3abcdef", "a short one", "open it"),
    ("http://127.0.0.1:4711/abc-def-ghi/", "the studio without a panel", "Copy link"),
    ("file:///home/somebody/studio.html", "the studio without a panel", "Copy link"),
    ("https://example.org/#aGVsbG8gd29ybGQsIGhlbGxv", "behind #", "base64"),
    ("https://example.org/some/where", "no panel in it", "nothing is fetched"),
    ("https://[/?puzzle=_", "no panel in it", "nothing is fetched"),
]  # fmt: skip

#: Links of which a part is missing.
DAMAGED = [
    EDITOR + CONTENTS[:-2],
    f"http://thefifthmatt.com/witness/build.html#{CONTENTS[:20]}",
    f"https://witnesspuzzles.com/?puzzle={quote(SITE)[:-20]}",
    f"studio.html#panel={digits(LINE, url=True)[:-20]}",
    f"studio.html#panel={digits(LINE.replace('rows', 'cows'), url=True)}",
]


@pytest.mark.parametrize("link", NAMED + NAMELESS)
def test_the_panel_wherever_it_is(link: str, tmp_path: Path) -> None:
    assert puzzle_from_link(link) == PUZZLE
    (read,) = w.Puzzle.read(link)
    assert read == PUZZLE
    assert read.id == ("a + b" if link in NAMED else "puzzle")
    links, out = tmp_path / "links", tmp_path / "out.jsonl"
    links.write_text(f"{link}\nan id\t{link}\n")
    for editor in ("windmill", "witnesspuzzles"):
        assert main(["import", editor, link, "-o", str(out)]) == 0
        assert read_puzzles(out) == [PUZZLE]
        assert main(["import", editor, str(links), "-o", str(out)]) == 0
        assert read_puzzles(out) == [PUZZLE, PUZZLE]
        assert read_puzzles(out)[1].id == "an id"
    links.write_text(json.dumps([link]))
    assert main(["import", "windmill", str(links), "-o", str(out)]) == 0
    assert main(["import", "witnesspuzzles", str(links), "-o", str(out)]) == 0


@pytest.mark.parametrize(("address", "what", "todo"), OTHERS)
def test_what_an_address_is_and_what_to_do(
    address: str, what: str, todo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    links, out = tmp_path / "links", tmp_path / "out.jsonl"
    links.write_text(f"an id\t{address}\n")
    reading = ["import windmill", "import witnesspuzzles", "solve", "studio", "show"]
    commands = [words.split() for words in reading]
    calls = [[*words, address] for words in commands] + [
        [*words, str(links), "-o", str(out)] for words in commands[:2]
    ]
    for number, words in enumerate(calls):
        assert main(words) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith(f"witness: {links}: line 1: " if number > 4 else "witness: the")
        assert what in told.err
        assert todo in told.err
        assert told.err.count("\n") == 1
    with pytest.raises(InputError, match="the address"):
        w.Puzzle.read(address)
    assert not out.exists()


@pytest.mark.parametrize("link", DAMAGED)
def test_a_damaged_link(link: str) -> None:
    with pytest.raises(InputError, match="is damaged: "):
        panel_in(link)


def test_a_panel_that_cannot_be_imported(capsys: pytest.CaptureFixture[str]) -> None:
    table = blank(1, 1)
    table[1][1] = (HEXAGON, 0, 0)
    link = EDITOR + contents(table)
    assert main(["solve", link]) == 2
    assert "cannot be imported: symbols out of place\n" in capsys.readouterr().err
    assert main(["import", "windmill", link]) == 0
    assert "1 symbols out of place (link-1)\n" in capsys.readouterr().err


def test_a_file_is_no_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("witnesspuzzles.com", "puzz.link", "www.jsonl"):
        Path(name).write_text(LINE)
        assert w.Puzzle.read(name) == [PUZZLE]
    with pytest.raises(InputError, match="cannot be read: No such file"):
        w.Puzzle.read("data.old/missing.jsonl")


@pytest.mark.parametrize("words", ["verify", "game solve", "learn", "explain", "lab check-bias"])
def test_other_files_are_not_fetched_either(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    for address in (
        "https://example.org/it.pl",
        "https://example.org/" + "x" * 300,
        "windmill.thefifthmatt.com/abc",
        "localhost:8000/it.pl",
        "www.example.org",
    ):
        assert main([*words.split(), address]) == 2
        told = capsys.readouterr().err
        assert "nothing is fetched" in told
        assert told.count("\n") == 1


def test_a_link_in_a_process(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "witness", "count", NAMED[-1]]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=True)
    assert json.loads(done.stdout) == {"id": "a + b", "solutions": w.Puzzle.of(PUZZLE).count()}


@needs_node
def test_the_page_reads_the_same(tmp_path: Path) -> None:
    texts = [*NAMED, *NAMELESS, *(f"an id\t{link}" for link in NAMED + NAMELESS)]
    calls: list[tuple[str, list[Any]]] = [("read", [text]) for text in texts]
    calls += [("read", [address]) for address, *_ in OTHERS]
    calls += [("read", [link]) for link in DAMAGED]
    found = answers(script(shown=()), calls, tmp_path)
    for text in texts:
        (line,) = found.pop(0)["puzzles"]
        assert puzzle_from_json(line) == PUZZLE, text
        if text.startswith("an id"):
            assert line["id"] == "an id"
    for address, what, todo in OTHERS:
        told = found.pop(0)["error"]
        assert what in told, address
        assert todo in told
    assert all("error" in told for told in found)
