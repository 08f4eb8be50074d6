"""The marks that SVG drawings are made of, whatever they show.

Lengths are in hundredths of a square's side; only `document` knows pixels.
"""

from __future__ import annotations

import math
import re
import textwrap
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from html import escape

Point = tuple[float, float]
Attributes = Mapping[str, str | float]

#: The side of a square.
SIDE = 100

INK_COLOUR = "#2b333d"

#: The size of the words of a drawing, the height of a line of them, and the width of a letter.
FONT = 28
LINE_HEIGHT = 1.35 * FONT
_LETTER = 0.58

#: What XML cannot hold even when escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def document(width: float, height: float, scale: float, parts: Sequence[str]) -> str:
    """Return a standalone SVG document; `scale` is the side of a square in pixels."""
    if not scale > 0:
        raise ValueError(f"the scale of a drawing cannot be {scale}")
    box = f"0 0 {decimal(width)} {decimal(height)}"
    view = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box}
    pixels = {"width": width * scale / SIDE, "height": height * scale / SIDE}
    content = "\n".join(["", *parts, ""])
    return tag("svg", "witness", {**view, **pixels, "role": "img"}, content) + "\n"


def rect(kind: str, corner: Point, size: Point, paint: Attributes, content: str = "") -> str:
    """Return a rectangle of a class `kind`, by its upper left corner and its size."""
    box = {"x": corner[0], "y": corner[1], "width": size[0], "height": size[1]}
    return tag("rect", kind, {**box, **paint}, content)


def circle(kind: str, centre: Point, radius: float, paint: Attributes) -> str:
    """Return a circle of a class `kind`."""
    return tag("circle", kind, {"cx": centre[0], "cy": centre[1], "r": radius, **paint})


def outline(points: Sequence[Point]) -> str:
    """Return the path through some points."""
    return "M" + "L".join(f"{decimal(x)} {decimal(y)}" for x, y in points)


def polygon(x: float, y: float, radii: Sequence[float]) -> str:
    """Return the outline around a point with corners at these distances, the first at the right."""
    turn = 2 * math.pi / len(radii)
    spokes = [(number * turn, radius) for number, radius in enumerate(radii)]
    return outline([(x + r * math.cos(a), y + r * math.sin(a)) for a, r in spokes]) + "Z"


def tag(name: str, kind: str, attributes: Attributes, content: str = "") -> str:
    """Return an element; its content, if it has any, is markup."""
    written = "".join(
        f' {key}="{value if isinstance(value, str) else decimal(value)}"'
        for key, value in attributes.items()
    )
    end = f">{content}</{name}>" if content else "/>"
    return f'<{name} class="{kind}"{written}{end}'


def decimal(value: float) -> str:
    """Write a number the same way everywhere: two decimals at most, and no minus zero."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def title_of(words: str) -> str:
    """Return what a pointer or a screen reader is told."""
    return f"<title>{escaped(words)}</title>"


def escaped(words: str) -> str:
    """Return words as text of a document, whatever is in them."""
    return escape(_NOT_XML.sub("\ufffd", words))


def cut(words: str, room: float) -> str:
    """Cut words that are likely wider than `room` (in font sizes), and mark the cut."""
    for position, sign in enumerate(words):
        room -= 1.0 if unicodedata.east_asian_width(sign) in "WF" else _LETTER
        if room < 0:
            return words[: max(position - 1, 0)].rstrip() + "…"
    return words


def wrapped(words: str, width: float) -> list[str]:
    """Return the lines that words of the size `FONT` make in a width."""
    return textwrap.wrap(words, max(1, int(width / (_LETTER * FONT))))


def lines(words: Sequence[str], corner: Point, kind: str, anchor: str = "start") -> Iterator[str]:
    """Yield lines of text, the first with its top at a place."""
    style: Attributes = {"font-family": "sans-serif", "font-size": FONT, "fill": INK_COLOUR}
    for count, line in enumerate(words):
        at: Attributes = {"x": corner[0], "y": corner[1] + FONT + count * LINE_HEIGHT}
        yield tag("text", kind, {**at, "text-anchor": anchor, **style}, escaped(line))
