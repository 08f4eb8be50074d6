"""The code that a script rests on, and its checksum. Texts are read; nothing is imported or run.

The workflow keeps the checksum with what a stage has made (`code` in `workflow/rules/paths.smk`),
so the stage runs again if its code has changed. The times of files do not matter for that; nor do
comments, docstrings and blank lines.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from witness.base import shipped
from witness.base.files import read_text
from witness.clauses.background import DEFAULT_BIAS, DEFAULT_BK

#: A string, or what surrounds the end of a line and means nothing. Python's own
#: `ast` takes ten times as long.
_LEXEME = re.compile(
    r'("""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""|'
    r"'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''|"
    r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'
    r"'[^'\\\n]*(?:\\.[^'\\\n]*)*')|"
    r"[ \t]*#[^\n]*|\n[ \t]*(?:#[^\n]*)?(?=\n)",
    re.DOTALL,
)
_DOCSTRING = re.compile(
    r'(\A|:\n)(\s*[rR]?)"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""(?=\n)', re.DOTALL
)
_FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t][^\n]*\n)+", re.MULTILINE)
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<source>[\w.]+)[ \t]+import[ \t]+(?P<names>\([^)]*\)|[^\n]*)"
    r"|import[ \t]+(?P<modules>[^\n]*))",
    re.MULTILINE,
)
_ANY_INSIDE = 'import_module(f"{__name__}.'
_STARTED = re.compile(r'with_name\("(\w+)\.py"\)')
_SHIPPED = re.compile(r'"((?:bias|bk|examples|games)/[\w.-]+)"')


@cache
def checksum(script: str | Path, *names: str) -> str:
    """Return the checksum of all files that `code_files` returns, wherever they are."""
    found = hashlib.sha256()
    for label, file in sorted(code_files(script, *names).items()):
        found.update(f"{label} {_digest(file)}\n".encode())
    return found.hexdigest()[:16]


def code_files(script: str | Path, *names: str) -> dict[str, Path]:
    """Return the files of this project that a script rests on, by names that are the same anywhere.

    They are the modules that it imports, also in functions, what these import in turn, and what
    modules read: files beside them or of `witness.base.shipped`. Modules of `studies` are those of
    the script's checkout. What is only named when the script runs is given in `names`: modules,
    packages, which stand for all modules in them, or entries of registries, such as
    `module:function`. Raises `KeyError` for an unknown name.
    """
    script = Path(script).absolute()
    known = _modules(script.parent)
    found = {script.name: script}
    todo = {*_imports(script, "", script.parent)}
    for name in names:
        todo |= _all_of(name.partition(":")[0], script.parent)
    while todo:
        name = todo.pop()
        found |= {name: known[name], **_read_by(known[name], name)}
        todo |= _imports(known[name], name, script.parent) - found.keys()
    return found


@cache
def _modules(scripts: Path) -> dict[str, Path]:
    """Return the modules of this project and the scripts in a folder, by name.

    The top of `witness` is none of them: it only says where the names of the library are.
    """
    tops = {"witness": shipped.PACKAGE, "studies": scripts.parents[1] / "studies"}
    return {file.stem: file for file in scripts.glob("*.py")} | {
        ".".join([top, *file.relative_to(folder).with_suffix("").parts]).removesuffix(
            ".__init__"
        ): file
        for top, folder in tops.items()
        for file in folder.rglob("*.py")
        if file != shipped.PACKAGE / "__init__.py"
    }


@cache
def plain(file: Path) -> str:
    """Return the text of a Python file without comments, docstrings and blank lines."""
    text = _LEXEME.sub(r"\1", f"\n{read_text(file)}\n")
    return _DOCSTRING.sub(r'\1\2""', text)


@cache
def _digest(file: Path) -> str:
    content = plain(file).encode() if file.suffix == ".py" else file.read_bytes()
    return hashlib.sha256(content).hexdigest()


def _all_of(name: str, scripts: Path) -> set[str]:
    """Return the name of a module, and of all modules in it if it is a package."""
    return {name, *(one for one in _modules(scripts) if one.startswith(f"{name}."))}


@cache
def _imports(file: Path, name: str, scripts: Path) -> set[str]:
    """Return the modules of this project that a module imports, with the package that it is in."""
    text = _FOR_TYPES.sub("", plain(file))
    found = {name.rpartition(".")[0]}
    for one in _IMPORT.finditer(text):
        source = one["source"]
        parts = re.findall(r"[\w.]+", one["modules"] if source is None else one["names"])
        found.update(parts if source is None else [source, *(f"{source}.{part}" for part in parts)])
    found.update(f"{name.rpartition('.')[0]}.{one}" for one in _STARTED.findall(text))
    if _ANY_INSIDE in text:
        found |= _all_of(name, scripts)
    return found & _modules(scripts).keys()


@cache
def _read_by(file: Path, name: str) -> dict[str, Path]:
    """Return the files that a module reads: of its folder, and of what comes with the project."""
    text = plain(file)
    found = {
        one: shipped.FOLDER / one
        for one in _SHIPPED.findall(text)
        if one not in (DEFAULT_BIAS, DEFAULT_BK) and shipped.is_shipped(one)
    }
    if "__file__" in text or " files(" in text or "(files(" in text:
        for path in file.parent.iterdir():
            data = path.suffix not in ("", ".py") and not path.name.startswith(".")
            # The folders of studies also have what these have found.
            if data and (name.startswith("witness.") or f'"{path.name}"' in text):
                found[f"{name}/{path.name}"] = path
    return found
