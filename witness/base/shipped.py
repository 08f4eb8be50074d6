"""Files that come with the project: biases, background, examples, the workflow, and studies.

In a checkout they lie beside the package; an installed package contains a copy of them.
"""

from __future__ import annotations

from pathlib import Path

from witness.base.errors import InputError, quoted
from witness.base.meant import did_you_mean

#: What comes with the project, from the folder in which it lies.
SHIPPED = (
    "benchmark", "bias", "bk", "examples", "Snakefile", "config.yaml", "config", "profiles",
    "workflow", "studies",
)  # fmt: skip

#: The folder of the package.
PACKAGE = Path(__file__).resolve().parents[1]

#: The folder of what comes with the project.
FOLDER = PACKAGE / "shipped" if (PACKAGE / "shipped").is_dir() else PACKAGE.parent


def shipped_file(name: str) -> Path:
    """Return the path of what comes with the project, such as `bk/triangles.pl` or `examples`.

    Raises `InputError`, which says what there is, if that has no file and no folder of this name.
    """
    parts = _parts(name)
    if is_shipped(name):
        return FOLDER.joinpath(*parts)
    top = FOLDER / parts[0] if parts and parts[0] in SHIPPED else FOLDER
    known = SHIPPED if top == FOLDER or top.is_file() else sorted(p.name for p in top.iterdir())
    raise InputError(
        f"{quoted(name)} does not come with witness; these do: {', '.join(known)}"
        + did_you_mean(parts[-1] if parts else "", known)
    )


def is_shipped(name: str | Path) -> bool:
    """Whether a file or a folder of this name comes with the project."""
    parts = _parts(name)
    known = bool(parts) and parts[0] in SHIPPED and ".." not in parts
    return known and FOLDER.joinpath(*parts).exists()


def _parts(name: str | Path) -> tuple[str, ...]:
    """Return the parts of a path; `games/hanoi.kif` is the former name of a shipped rulesheet."""
    parts = Path(name).parts
    return ("examples", *parts) if parts[:1] == ("games",) else parts


def names_in(folder: str) -> list[str]:
    """Return the names of the Prolog files in a folder that comes with the project."""
    return sorted(path.stem for path in (FOLDER / folder).glob("*.pl"))


def by_name(name: str | Path, folder: str) -> Path:
    """Return the path of a Prolog file, or that of the one in `folder` that comes with the project.

    With the folder "bias", `extended` and `bias/extended.pl` are the bias of that name, unless
    there is such a file here. Raises `InputError`, which lists the names, if there is neither.
    """
    path = Path(name)
    stem = path.stem
    if path.is_file() or not stem.isidentifier() or str(path) not in (stem, f"{folder}/{stem}.pl"):
        return path
    shipped = FOLDER / folder / f"{stem}.pl"
    if not shipped.is_file():
        names = names_in(folder)
        raise InputError(
            f"there is no such file; these come with witness: {', '.join(names)}"
            + did_you_mean(stem, names),
            file=name,
        )
    return shipped
