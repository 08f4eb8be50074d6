"""A hook of MkDocs: the licences of everything that the project depends on, as a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import Distribution, PackageNotFoundError, distribution, requires

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

_HEAD = """# Licences of dependencies

What the package and its extras need, directly or not, with the licences that the packages
declare, or else how their licence files begin.
witness itself has the MIT licence. Popper and SWI-Prolog are not
installed with it.

| package | version | licence |
| --- | --- | --- |
"""

#: How classifiers of licences begin.
_CLASSIFIER = "License :: OSI Approved :: "


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page."""
    rows = sorted({row(about) for about in needed("witness-ilp")}, key=str.lower)
    files.append(File.generated(config, "reference/licences.md", content=_HEAD + "".join(rows)))
    return files


def needed(name: str) -> Iterator[Distribution]:
    """Yield what a package with all its extras needs, as far as it is installed."""
    waiting, seen = requires(name) or [], {name}
    while waiting:
        found = re.match(r"[\w.-]+", waiting.pop())
        other = re.sub(r"[-_.]+", "-", found[0]).lower() if found else name
        if other in seen:
            continue
        seen.add(other)
        with suppress(PackageNotFoundError):
            yield distribution(other)
            waiting += [line for line in requires(other) or () if "extra ==" not in line]


def row(package: Distribution) -> str:
    """Return the row of a package."""
    about = package.metadata
    classifiers = about.get_all("Classifier") or []
    named = [one.removeprefix(_CLASSIFIER) for one in classifiers if one.startswith(_CLASSIFIER)]
    declared = (
        about.get("License-Expression")
        or "; ".join(named)
        or about.get("License")
        or next(file_begins(package), "not declared")
    )
    licence = declared.splitlines()[0][:80]
    return f"| {about['Name']} | {about['Version']} | {licence} |\n"


def file_begins(package: Distribution) -> Iterator[str]:
    """Yield the first line of each licence file that says something besides the copyright."""
    for file in package.files or ():
        if re.match(r"LICEN[CS]E|COPYING", file.name, re.IGNORECASE):
            lines = map(str.strip, file.read_text(encoding="utf-8").splitlines())
            yield next(line for line in lines if line and not line.startswith("Copyright"))
