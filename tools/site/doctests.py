"""An extension of Griffe: the examples in docstrings are blocks of code, not quotations."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

#: The lines of an example, from the first prompt to the next empty line.
EXAMPLE = re.compile(r"^( *)>>> .*(?:\n(?! *$).*)*", re.MULTILINE)


class Doctests(Extension):
    """Fences examples."""

    def on_instance(self, *, obj: Object, **kwargs: Any) -> None:
        """Change the docstring of an object."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """Return a docstring with fences around its examples."""

    def block(found: re.Match[str]) -> str:
        space = found[1]
        lines = [line.removeprefix(space) for line in found[0].splitlines()]
        shown = "\n".join("" if line == "<BLANKLINE>" else line for line in lines)
        return f"```pycon\n{shown}\n```"

    return EXAMPLE.sub(block, text)
