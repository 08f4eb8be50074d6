"""Files of neighbouring languages, told by how a statement begins."""

from __future__ import annotations

import re

_INSTEAD = "a task here has bk.pl, bias.pl and exs.pl, as Popper's have"

_LANGUAGES = [
    (re.compile(pattern), what)
    for pattern, what in (
        (
            r":-\s*(modeh|modeb|mode|determination|set|aleph\w*|induce)\b",
            f"is of Aleph or Progol, whose files are not supported; {_INSTEAD}",
        ),
        (
            r"#\s*(modeh|modeb|modeha|modeo|maxv|max_penalty|bias|pos|neg|constant)\b",
            f"is of ILASP or FastLAS, whose files are not supported; {_INSTEAD}",
        ),
        (r"\(\s*define\b", "is PDDL, which is not supported"),
        (
            r"\(\s*(<=|role|init|true|legal|does|next|terminal|goal|base|input)(?![\w=<>])",
            "is the prefix notation of GDL, which is not supported here",
        ),
        (r";", "is a comment of PDDL or GDL; those of Prolog begin with %"),
    )
]


def neighbour(statement: str) -> str | None:
    """Return what is wrong with a statement of a neighbouring language; None for any other."""
    for pattern, what in _LANGUAGES:
        found = pattern.match(statement)
        if found is not None:
            return f"'{found.group()}' {what}"
    return None
