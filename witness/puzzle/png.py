"""Pictures in files: SVG, or PNG for slides and programs that show no SVG, with the extra `png`."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import TextIO

from witness.base.errors import InputError
from witness.base.extras import optional
from witness.base.files import atomic_writer

#: How the name of a picture ends.
ENDINGS = (".svg", ".png")

#: Pixels of the picture for one of the SVG document, along each side.
ZOOM = 2

#: The most pixels of a picture, which take 400 megabytes while it is drawn.
MOST_PIXELS = 100_000_000

_SIZE = re.compile(r'<svg\b[^>]*\bwidth="([\d.]+)" height="([\d.]+)"')


def check_picture(file: str | Path) -> None:
    """Raise `InputError` for a file that is to be no picture, or one that cannot be drawn here."""
    ending = Path(file).suffix.lower()
    if ending not in ENDINGS:
        raise InputError("a picture is an .svg or a .png file", file=file)
    if ending == ".png":
        _renderer()


def save_picture(file: str | Path, svg: str) -> None:
    """Write an SVG document to a file, as PNG if its name ends so.

    Raises `InputError` as `check_picture` does.
    """
    check_picture(file)
    with atomic_writer(file) as stream:
        write_picture(stream, svg, file)


def write_picture(stream: TextIO, svg: str, file: str | Path | None) -> None:
    """Write an SVG document into an open file, as PNG if its name ends so."""
    if Path(file or "").suffix.lower() == ".png":
        stream.buffer.write(png(svg))
    else:
        stream.write(svg)


def _renderer() -> ModuleType:
    """Return the module that draws SVG. Raises `InputError` if it is not installed."""
    module: ModuleType = optional("resvg_py", "resvg-py", "png")
    return module


def png(svg: str) -> bytes:
    """Return an SVG document of this package as PNG, the same bytes on every machine.

    Its texts are in the font that comes with matplotlib. Raises `InputError` if the extra is not
    installed, and for a picture of more than `MOST_PIXELS`.
    """
    draw = _renderer().svg_to_bytes
    size = _SIZE.search(svg)
    width, height = (ZOOM * float(side) for side in size.groups()) if size else (0, 0)
    if width * height > MOST_PIXELS:
        raise InputError(
            f"the picture has {width:,.0f} × {height:,.0f} pixels; a PNG has at most "
            f"{MOST_PIXELS:,}: draw fewer panels, or write an .svg file"
        )
    mpl = optional("matplotlib", "matplotlib", "png")
    font = Path(mpl.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
    family = "DejaVu Sans"
    return bytes(
        draw(
            svg_string=svg, zoom=ZOOM, skip_system_fonts=True, font_files=[str(font)],
            font_family=family, sans_serif_family=family,
        )
    )  # fmt: skip
