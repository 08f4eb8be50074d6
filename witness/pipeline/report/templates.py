"""Pages from templates: the one Jinja environment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from witness.pipeline.report.render import markdown, shown


def environment(*folders: str | Path) -> Environment:
    """Return the environment for the templates of folders: Markdown (.md.j2) and HTML (.html.j2).

    They have the function `markdown`, which writes a data frame as a table, and the filter `shown`
    for a single value. HTML is escaped.
    """
    found = Environment(
        loader=FileSystemLoader(folders),
        autoescape=lambda name: name is not None and name.endswith(".html.j2"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals["markdown"] = markdown
    found.filters["shown"] = lambda value: shown(value).text
    return found


def render(template: str | Path, **values: Any) -> str:
    """Return a page as its template has it."""
    place = Path(template)
    return environment(place.parent).get_template(place.name).render(**values)


def render_text(template: str, **values: Any) -> str:
    """Return plain text as its template, a text itself, has it."""
    found: str = Template(template, undefined=StrictUndefined).render(**values)
    return found
