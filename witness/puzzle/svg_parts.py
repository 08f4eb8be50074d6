"""The elements that SVG drawings are made of, whatever they show.

Lengths are in hundredths of a square's side; only `document` knows pixels.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from witness.base.errors import InputError
from witness.base.files import write_text

Point = tuple[float, float]
Attributes = Mapping[str, str | float]

#: The side of a square.
SIDE = 100

INK_COLOUR = "#2b333d"

#: The font size of a drawing's text, the height of a line, and the width of a letter in font sizes.
FONT = 28
LINE_HEIGHT = 1.35 * FONT
_LETTER = 0.58

#: Characters that XML cannot hold even when escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def document(width: float, height: float, scale: float, parts: Sequence[str]) -> str:
    """Return a standalone SVG document; `scale` is the side of a square in pixels."""
    if not scale > 0:
        raise InputError(f"the scale of a drawing cannot be {scale}")
    box = f"0 0 {decimal(width)} {decimal(height)}"
    view = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box}
    pixels = {"width": width * scale / SIDE, "height": height * scale / SIDE}
    content = "\n".join(["", *parts, ""])
    return tag("svg", "witness", {**view, **pixels, "role": "img"}, content) + "\n"


def rect(kind: str, corner: Point, size: Point, paint: Attributes, content: str = "") -> str:
    """Return a rectangle of the class `kind`, given its upper left corner and its size."""
    box = {"x": corner[0], "y": corner[1], "width": size[0], "height": size[1]}
    return tag("rect", kind, {**box, **paint}, content)


def circle(kind: str, centre: Point, radius: float, paint: Attributes) -> str:
    """Return a circle of the class `kind`."""
    return tag("circle", kind, {"cx": centre[0], "cy": centre[1], "r": radius, **paint})


def outline(points: Sequence[Point]) -> str:
    """Return the path data of a line through these points."""
    return "M" + "L".join(f"{decimal(x)} {decimal(y)}" for x, y in points)


def tag(name: str, kind: str, attributes: Attributes, content: str = "") -> str:
    """Return an element of the class `kind`; its content, if any, is markup."""
    written = "".join(
        f' {key}="{value if isinstance(value, str) else decimal(value)}"'
        for key, value in attributes.items()
    )
    end = f">{content}</{name}>" if content else "/>"
    return f'<{name} class="{kind}"{written}{end}'


def decimal(value: float) -> str:
    """Return a number as all drawings write it: at most two decimals, and no minus zero."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def title_of(words: str) -> str:
    """Return the title of an element: its tooltip, which screen readers read out."""
    return f"<title>{escaped(words)}</title>"


def escaped(words: str) -> str:
    """Return words as text of a document, whatever characters they have."""
    return escape(_NOT_XML.sub("\ufffd", words))


def cut(words: str, room: float) -> str:
    """Return words, cut and ended by "…" if they are likely wider than `room` (in font sizes)."""
    for position, character in enumerate(words):
        room -= 1.0 if unicodedata.east_asian_width(character) in "WF" else _LETTER
        if room < 0:
            return words[: max(position - 1, 0)].rstrip() + "…"
    return words


def wrapped(words: str, width: float) -> list[str]:
    """Return words of the size `FONT` as lines no wider than `width`."""
    return textwrap.wrap(words, max(1, int(width / (_LETTER * FONT))))


def lines(words: Sequence[str], corner: Point, kind: str, anchor: str = "start") -> Iterator[str]:
    """Yield lines of text; `corner` is the top of the first."""
    style: Attributes = {"font-family": "sans-serif", "font-size": FONT, "fill": INK_COLOUR}
    for count, line in enumerate(words):
        at: Attributes = {"x": corner[0], "y": corner[1] + FONT + count * LINE_HEIGHT}
        yield tag("text", kind, {**at, "text-anchor": anchor, **style}, escaped(line))


def check_picture(file: str | Path) -> None:
    """Raise `InputError` for a file that is to be no picture."""
    if Path(file).suffix.lower() != ".svg":
        raise InputError("a picture is an .svg file; `rsvg-convert` makes PNG of it", file=file)


def save_picture(file: str | Path, svg: str) -> None:
    """Write an SVG document to a file. Raises `InputError` as `check_picture` does."""
    check_picture(file)
    write_text(file, svg)
