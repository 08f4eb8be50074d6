"""All ways to give panels to a command, from the registry of commands and their options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

from support.examples import ROOT

from witness.cli import ROWS, load
from witness.cli.signature import _flat, _parameters, dashed

#: What stands for a value that an argument or an option must have.
SAMPLES = {"PATH": "PATH", "N": "2", "DIR": "OUT"}

#: Options that have values by name, of which each is tried elsewhere.
BACKGROUND = ("bk", "bias")

CLAUSES = sorted(f"examples/{file.name}" for file in (ROOT / "examples").glob("*.pl"))


class Way(NamedTuple):
    """The words of a command, in which FILE, PATH and OUT stand for files and a path.

    `one` says whether the command takes one panel of the file; `plain`, whether no option is given
    but those that must be.
    """

    words: str
    one: bool
    plain: bool


def takes_panels(parameter: Any) -> bool:
    return parameter.option.help.startswith("puzzle file")


def choices(parameter: Any) -> list[str]:
    """The values of an argument or an option that stand in its choices, names or metavar."""
    option, metavar = parameter.option, parameter.option.metavar or ""
    several = get_args(parameter.type) if "Literal" in str(parameter.type) else option.choices
    if several:
        return [*map(str, several)]
    if option.names and parameter.name not in BACKGROUND:
        return [*option.names(), *(CLAUSES if "FILE.pl" in metavar else ())]
    return re.findall(r"(?<![.A-Z])\b[a-z-]+\b", metavar) if "|" in metavar else []


def ways() -> Iterator[Way]:
    """Yield every command that takes panels: plain, and with each value of each option."""
    for words in ROWS:
        parameters = [*_flat(_parameters(load(words).run))]
        files = [p for p in parameters if p.required and p.option.metavar == "FILE"]
        if any(map(takes_panels, parameters)) and all(map(takes_panels, files)):
            one = any(parameter.name == "id_" for parameter in parameters)
            plain = " ".join([words, *_needed(parameters)])
            yield Way(plain, one, plain=True)
            for more in _with_options(plain, parameters):
                yield Way(more, one, plain=False)


def _needed(parameters: list[Any]) -> Iterator[str]:
    """Yield the arguments and options that must be given."""
    for one in parameters:
        if one.required or takes_panels(one):
            given = (
                "FILE" if takes_panels(one) else (choices(one) or [SAMPLES[one.option.metavar]])[0]
            )
            yield f"{dashed(one.name)} {given}" if one.named else given


def _with_options(plain: str, parameters: list[Any]) -> Iterator[str]:
    """Yield a command with each of its options and each of their values."""
    for one in parameters:
        if one.option.flag is not None or one.type is bool:
            yield f"{plain} {dashed(one.name)}"
        elif one.option.metavar == "PATH" and not one.required:
            yield f"{plain} {dashed(one.name)} PATH"
        elif one.required and not takes_panels(one):
            first, *others = choices(one) or [""]
            yield from (plain.replace(f" {first}", f" {other}") for other in others)
        else:
            yield from (f"{plain} {dashed(one.name)} {value}" for value in choices(one))


def named_values() -> dict[str, list[str]]:
    """The values of the options of all these commands that have some, by the name of the option."""
    found: dict[str, list[str]] = {}
    for words in ROWS:
        parameters = [*_flat(_parameters(load(words).run))]
        if any(map(takes_panels, parameters)):
            for one in parameters:
                if several := choices(one):
                    found[one.name.removesuffix("_")] = several
    return found
