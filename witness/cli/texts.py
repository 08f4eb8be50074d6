"""How the texts of options are read: numbers, names, files."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Collection
from pathlib import Path

from witness.base.errors import quoted
from witness.base.files import check_folder
from witness.base.inputs import STANDARD
from witness.base.shipped import by_name
from witness.cli.outputs import Output
from witness.puzzle.svg_parts import check_picture

#: Endings of files that are no text.
NOT_WRITTEN = frozenset({
    ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".pdf", ".eps", ".ps", ".tif", ".tiff",
    ".bmp", ".svgz", ".xlsx", ".parquet", ".gz", ".zip",
})  # fmt: skip


def _shipped(folder: str, what: str) -> Callable[[str], str]:
    """Return the type of an option: the path of a file, or the name of one that is shipped."""

    def read(text: str) -> str:
        if not text:
            raise argparse.ArgumentTypeError(f"the name of {what} is empty")
        return str(by_name(text, folder))

    return read


bias_file = _shipped("bias", "a bias")
background_file = _shipped("bk", "background definitions")


def identifier(text: str) -> str:
    """Return the beginning of ids: printable characters."""
    if not text.strip() or not text.isprintable():
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a name of printable characters")
    return text


#: The largest whole number of an option without a limit of its own; compiled code has 64 bits.
MOST_WHOLE = 10**18

#: The greatest number of seconds (thirty years) or megabytes.
MOST_FLOAT = 1e9

_WHOLE = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def whole(least: int, most: int = MOST_WHOLE) -> Callable[[str], int]:
    """Return the type of an option: a whole number in decimal digits, `least` to `most`."""
    wanted = "a whole number above 0" if least == 1 else f"a whole number of {least} or more"

    def read(text: str) -> int:
        if not _WHOLE.fullmatch(text):
            raise argparse.ArgumentTypeError(f"{quoted(text)} is not {wanted}")
        # One digit too many is enough to know; Python reads no number of thousands of them.
        digits = text.lstrip("+-").lstrip("0")[: len(str(most)) + 1]
        value = int(digits or "0") * (-1 if text.startswith("-") else 1)
        if value < least:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is not {wanted}")
        if value > most:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is too large; at most {most:,}")
        return value

    return read


def popper_option(text: str) -> tuple[str, str | bool]:
    """Return the name and the value of an option of Popper; one without a value is True."""
    name, equals, value = text.partition("=")
    if not re.fullmatch(r"[a-z][a-z-]*", name):
        raise argparse.ArgumentTypeError(f"{quoted(name)} is no name of an option of Popper")
    return name, value if equals else True


positive_int = whole(1)
natural_int = whole(0)


def positive_float(text: str) -> float:
    """Return a number of seconds or megabytes above 0."""
    value = float(text) if _DECIMAL.fullmatch(text) else 0.0
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number above 0")
    if value > MOST_FLOAT:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is too large; at most {MOST_FLOAT:,.0f}")
    return value


def share(most: float) -> Callable[[str], float]:
    """Return the type of an option: a decimal number from 0 to `most`, which is at most 1."""

    def read(text: str) -> float:
        value = float(text) if _DECIMAL.fullmatch(text) else -1.0
        if not 0 <= value <= most:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number from 0 to {most}")
        return value

    return read


def folder_of(*names: str) -> Output:
    """Return the type of an option: a folder that can be made, or in which files can be written."""

    def read(text: str) -> str:
        check_folder(text)
        return text

    return Output(read, names)


def _output(what: str, refused: Collection[str]) -> Output:
    """Return the type of an option: a file to write, which holds `what`."""

    def read(text: str) -> str:
        ending = Path(text).suffix.lower()
        if ending in refused:
            raise argparse.ArgumentTypeError(
                f"{text}: this command writes {what}, not {ending} files"
            )
        return _writable(text)

    return Output(read)


#: Files to write: texts, tables or pages, and pages.
text_file = _output("text", {*NOT_WRITTEN, ".svg", ".html"})
table_file = _output("tables and pages (.html)", {*NOT_WRITTEN, ".svg"})
page_file = _output("a page (.html)", {*NOT_WRITTEN, ".svg", ".jsonl"})
drawing_file = _output("pictures (.svg) and text", {*NOT_WRITTEN, ".html"})


def _picture_file(text: str) -> str:
    """Return the name of a picture that can be written; standard output gets an SVG document."""
    if text != STANDARD:
        check_picture(text)
    return _writable(text)


picture_file = Output(_picture_file)


def _writable(text: str) -> str:
    """Return the name of a file that can be written: its folder exists, and it is no directory."""
    if not text:
        raise argparse.ArgumentTypeError("the name of a file to write is empty")
    place = Path(os.path.realpath(text))
    if text != STANDARD and not place.parent.is_dir():
        raise argparse.ArgumentTypeError(f"{text}: the folder {place.parent} does not exist")
    if text != STANDARD and place.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is a directory; name a file")
    if text != STANDARD and (place.is_file() or not place.exists()):
        check_folder(place.parent)
    return text
