"""Addresses: the panel that is in one, whichever editor wrote it, or what the address is instead.

A panel is behind "/build/", behind "#", or in a parameter. Nothing is fetched.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from witness.base.errors import InputError, quoted
from witness.base.files import json_value
from witness.base.inputs import ADDRESS, is_there
from witness.puzzle.formats.skipping import MALFORMED, SkippedError
from witness.puzzle.formats.windmill import puzzle_from_contents
from witness.puzzle.formats.windmill_links import EDITOR, VERSION
from witness.puzzle.formats.wire_format import bytes_of
from witness.puzzle.formats.witnesspuzzles import puzzle_from_object
from witness.puzzle.model import Puzzle, puzzle_from_json

#: What addresses without a panel are, and what to do. They begin, after "https://", with a pattern,
#: which JavaScript reads, too; the first that fits counts. The last three are of no site.
KINDS = (
    (
        r"windmill\.thefifthmatt\.com/build\b|thefifthmatt\.com/witness/build",
        "opens the Windmill's editor without a panel; press Checkpoint there, and take the address "
        "that it then has",
    ),
    (
        r"windmill\.thefifthmatt\.com\b",
        "names a published puzzle of the Windmill, which only the site has; open it in the editor "
        "there, press Checkpoint, and take the address that it then has",
    ),
    (
        r"(?:witnesspuzzles\.com|jbzdarkid\.github\.io)/(?:pages/)?play/",
        "names a puzzle of witnesspuzzles.com, which only the site has; open it, save the page as "
        "a file, and import that: `witness import witnesspuzzles FILE`",
    ),
    (
        r"witnesspuzzles\.com\b|jbzdarkid\.github\.io\b",
        "is a page of witnesspuzzles.com without a puzzle in its address; in the console of the "
        "browser, `puzzle.serialize()` gives the text of the puzzle, which can be imported",
    ),
    (
        r"prodzpod\.github\.io/(?:witness|looksy)\b|thejonymyster\.github\.io/witness\b",
        "is of Looksy, an editor with symbols of its own, whose panels are not read here; draw it "
        "in `witness studio`",
    ),
    (
        r"(?:puzz\.link|(?:www\.)?pzv\.jp|pzplus\.tck\.mn|pzprxs?\.vercel\.app)\b"
        r"|(?:[\w-]+\.)+\w+/penpa-edit\b|(?:www\.)?f-puzzles\.com\b|(?:\w+\.)?sudokupad\.app\b"
        r"|app\.crackingthecryptic\.com\b|pedros\.works/kudamono\b",
        "is of an editor of pencil puzzles, which are no panels of The Witness and not read here; "
        "draw a panel in `witness studio`",
    ),
    (
        r"(?:bit\.ly|git\.io|goo\.gl|is\.gd|t\.co|tinyurl\.com|v\.gd)/",
        "is a short one, and nothing is fetched; open it, and take the address to which it leads",
    ),
    (
        r"(?:127\.0\.0\.1|localhost)\b|.*\bstudio[^/#]*\.html",
        "opens the studio without a panel; *Copy link* there copies one with the panel",
    ),
    (
        r"[^#]*#.{8}",
        "has something behind # that is no panel in a form that is known here: those are the "
        "Windmill's, the studio's, and base64 or JSON of a panel",
    ),
    (
        r"",
        "has no panel in it that is known here, and nothing is fetched; links of the Windmill's "
        "editor and of the studio have one, and addresses of witnesspuzzles.com with ?puzzle=",
    ),
)  # fmt: skip

#: What can be nothing but an address.
_ADDRESS = re.compile(
    "|".join([ADDRESS.pattern, r"[^\s\"]*#panel=", *(site for site, _ in KINDS[:-3])]),
    re.IGNORECASE,
)

#: The same in a file of links, in which an unknown site is no name of a folder.
LINE = rf"(?i:{_ADDRESS.pattern}|(?:[\w-]+\.)+[a-z]{{2,}}[/?#]).*?"

_SCHEME = re.compile(r"(?:[a-z][a-z0-9+.-]*:/{1,3})?(?:www\.)?", re.IGNORECASE)

#: What no address has behind its scheme.
_NONE = re.compile(r"[^/?#]*:(?!\d)|.*\s|$", re.DOTALL)

#: The end of a link of the Windmill's editor; on its first site it is behind "#".
_BUILD = re.compile(r"/(?:build/(?:%23)?|(?:build|main)(?:\.html)?#)(\S+)")

#: The Windmill's own site, and its first one; others have the editor, too.
_AUTHOR = re.compile(r"(?:windmill\.)?thefifthmatt\.com/")

#: Characters of an address that say what it is.
_LOOKED_AT = 200

#: What follows the contents in a link that is no other link's beginning.
_MORE = re.compile(rf"{VERSION}([^\w*=-].*)\Z", re.DOTALL)

#: The parts of an address in which a panel may be, with or without a name.
_PART = re.compile(
    r"(?P<sign>[?&#])(?:(?P<name>[A-Za-z]\w{0,15})=)?(?P<text>[^?&#]{8,})"
    r"|/(?P<piece>[^/?#]{8,})"
)

#: How contents of the Windmill begin, with a width.
_CONTENTS = "C"

_URL_DIGITS = {ord("-"): "+", ord("_"): "/"}


def is_link(file: str | Path) -> bool:
    """Whether the name of a file is an address instead."""
    return _ADDRESS.match(_bare(str(file))) is not None and not is_there(file)


def _bare(address: str) -> str:
    """Return an address without what is often copied with it."""
    return address.strip().removeprefix("<").removesuffix(">").strip()


def puzzle_from_link(link: str, identifier: str | None = None) -> Puzzle:
    """Return the puzzle that is in a link; without an identifier it has its own name.

    Raises `InputError` for any other text, and `SkippedError` for a panel that the puzzle model
    cannot express.
    """
    return puzzle_from_text(identifier, panel_in(link))


def panel_in(address: str) -> str:
    """Return the text of the panel that is in an address, as `puzzle_from_text` reads it.

    Raises `InputError` for an address without one, saying what it is and what to do, and for a
    panel that is damaged.
    """
    place = _SCHEME.sub("", _bare(address), count=1)
    if _NONE.match(place):
        raise InputError(f"{quoted(address)} is no address of a panel, such as {EDITOR}…")
    build = _BUILD.search(place)
    if build is not None and (build[1].endswith(VERSION) or _AUTHOR.match(place)):
        return undamaged(_whole(unquote(build[1])), "the link")
    for part in _PART.finditer(place):
        if text := _text(part["sign"], part["name"], part["text"] or part["piece"]):
            return undamaged(text, "the panel in the address")
    begins = place[:_LOOKED_AT]
    words = next(words for site, words in KINDS if re.match(site, begins, re.IGNORECASE))
    raise InputError(f"the address {quoted(address)} {words}")


def undamaged(text: str, what: str = "the puzzle") -> str:
    """Return the text of a panel; raise `InputError` for one that is no panel. `what` names it."""
    try:
        puzzle_from_text("puzzle", text)
    except SkippedError as error:
        if error.reason == MALFORMED:
            raise InputError(f"{what} is damaged: {error.detail}") from None
    return text


def _whole(contents: str) -> str:
    if contents.endswith(VERSION):
        return contents
    more = _MORE.search(contents)
    if more is not None and more[1][0] in "?#&":  # what others put behind addresses
        return contents[: more.start(1)]
    after = "" if more is None else f"; {quoted(more[1])} comes after it"
    raise InputError(
        f"the link is damaged: it does not end in {VERSION}, the version of the format{after}"
    )


def _text(sign: str | None, name: str | None, part: str) -> str | None:
    """Return the text of the panel that a part of an address is; None if it is none."""
    text = unquote(part)
    if text.startswith("{"):
        return text if sign == "#" else unquote(part.replace("+", " "))
    if text.startswith(_CONTENTS) and text.endswith(VERSION):
        return text
    try:
        decoded = bytes_of(text.translate(_URL_DIGITS)).decode()
    except ValueError:
        decoded = ""
    if name == "panel" and not decoded.startswith("{"):
        raise InputError("the link is damaged: it is not what the studio writes")
    return decoded if decoded.startswith("{") else None


def puzzle_from_text(identifier: str | None, text: str) -> Puzzle:
    """Return the puzzle of a text of an editor; without an identifier it has its own name.

    That is the JSON of witnesspuzzles.com, `contents` of the Windmill, or a line of a puzzle file.
    Raises `SkippedError` for one that the puzzle model cannot express, and for anything else.
    """
    if not text.startswith("{"):
        return puzzle_from_contents(identifier or "puzzle", text)
    value = _object(text)
    name = identifier or _name(value)
    if not isinstance(value, dict) or "grid" in value or "rows" not in value:
        return puzzle_from_object(name, value)
    try:
        return puzzle_from_json(value | {"id": name})
    except InputError as error:
        raise SkippedError(MALFORMED, error.reason) from None


def name_of(text: str) -> str:
    """Return the name that a puzzle has in its text, "puzzle" if it has none."""
    return _name(_object(text)) if text.startswith("{") else "puzzle"


def _name(value: Any) -> str:
    name = value.get("name", value.get("id")) if isinstance(value, dict) else None
    good = isinstance(name, str) and name.strip() and name.isprintable()
    return str(name) if good else "puzzle"


def _object(text: str) -> Any:
    try:
        return json_value(text, "the puzzle")
    except InputError as error:
        raise SkippedError(MALFORMED, error.reason) from None
