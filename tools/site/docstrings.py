"""An extension of Griffe for docstrings as they are here.

Examples are blocks of code, not quotations, and a comment `#:` is the docstring of what follows it.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Any

from griffe import Attribute, Docstring, Extension, Object

#: The lines of an example, from the first prompt to the next empty line.
EXAMPLE = re.compile(r"^( *)>>> .*(?:\n(?! *$).*)*", re.MULTILINE)


class Docstrings(Extension):
    """Changes docstrings before they become pages."""

    def on_instance(self, *, obj: Object, **kwargs: Any) -> None:
        """Add the docstring of a commented name, and fence the examples of any."""
        if isinstance(obj, Attribute) and obj.docstring is None and (text := comment(obj)):
            obj.docstring = Docstring(text, parent=obj)
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def comment(of: Attribute) -> str:
    """Return the comment `#:` above a name, empty if there is none."""
    if of.lineno is None or isinstance(of.filepath, list):
        return ""  # a namespace package has several files
    above = reversed(of.lines_collection[of.filepath][: of.lineno - 1])
    lines = takewhile(lambda line: line.startswith("#:"), map(str.strip, above))
    return "\n".join(reversed([line.removeprefix("#:").strip() for line in lines]))


def fenced(text: str) -> str:
    """Return a docstring with fences around its examples."""

    def block(found: re.Match[str]) -> str:
        space = found[1]
        lines = [line.removeprefix(space) for line in found[0].splitlines()]
        shown = "\n".join("" if line == "<BLANKLINE>" else line for line in lines)
        return f"```pycon\n{shown}\n```"

    return EXAMPLE.sub(block, text)
