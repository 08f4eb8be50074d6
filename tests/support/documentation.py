"""The commands that the documentation shows, with what it says they print."""

from __future__ import annotations

import re
from dataclasses import dataclass

from support.examples import ROOT

#: All pages that users read.
PAGES = [
    "README.md",
    *sorted(
        str(p.relative_to(ROOT)) for d in ("docs", "studies") for p in (ROOT / d).rglob("*.md")
    ),
]

#: How a line of a block begins that is a command: perhaps variables, perhaps a folder, a program.
COMMAND = re.compile(
    r"(?:[A-Z_]+=\S+ +)*(?:\S+/)?"
    r"(?:witness|snakemake|python3?|pip|pytest|mkdocs|tox|bash|sh|source|mkdir|conda|podman|apptainer)\s+\S"
)

#: A time, and a key of a record that has one: what is printed there is of no account.
SECONDS = re.compile(
    r'(?<![\w.])\d[\d,.]*(?= (?:CPU )?(?:s|ms|seconds?|minutes?)\b)|(?<="seconds": )[^,}]+'
)

ANYTHING = "…"


@dataclass(frozen=True)
class Command:
    """A command of the documentation."""

    page: str
    line: int
    text: str
    #: The lines that are shown below it; None if there are none.
    shown: tuple[str, ...] | None = None

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.text}"


def commands(page: str, text: str) -> list[Command]:
    """Return the commands of a page in their order.

    Raises `ValueError` for a line that is neither a command nor shown below one.
    """
    return [command for block in _blocks(text) for command in _commands(page, block)]


def examples(page: str, language: str) -> str:
    """Return the fenced blocks of a page in a language, one after the other."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return "\n".join(re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE))


def _blocks(text: str) -> list[list[tuple[int, str]]]:
    """Return the fenced and the indented blocks: lines with their numbers, without indentation."""
    blocks: list[list[tuple[int, str]]] = []
    fence, inside, before = "", False, ""
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.match(r"(```+|~~~+)", line):
            if not fence:
                fence = match[1]
                blocks.append([])
            elif line.startswith(fence):
                fence = ""
            inside = False
        elif fence:
            blocks[-1].append((number, line))
        elif line.startswith("    ") and (inside or not before.strip()):
            if not inside:
                blocks.append([])
            inside = True
            blocks[-1].append((number, line[4:]))
        elif not line.strip() and inside:
            blocks[-1].append((number, ""))
        else:
            inside = False
        before = line
    return blocks


def _commands(page: str, block: list[tuple[int, str]]) -> list[Command]:
    prompts = any(line.startswith("$ ") for _, line in block)
    if not prompts and not any(COMMAND.match(line) for _, line in block):
        return []  # no commands: a file, a drawing
    found: list[Command] = []
    lines = iter(block)
    for number, line in lines:
        if not (line.startswith("$ ") if prompts else COMMAND.match(line)):
            if prompts and found:
                last = found[-1]
                found[-1] = Command(page, last.line, last.text, (*(last.shown or ()), line))
            elif line.strip() and not line.startswith("#"):
                raise ValueError(f"{page}:{number}: no command; those of this block need a '$ '")
            continue
        text = line.removeprefix("$ ")
        while text.endswith("\\"):
            text = text[:-1].rstrip() + " " + next(lines)[1].strip()
        found.append(Command(page, number, text))
    return [_trimmed(command) for command in found]


def _trimmed(command: Command) -> Command:
    """Return a command without the empty lines at the end of what is shown."""
    shown = "\n".join(command.shown or ()).rstrip()
    return Command(
        command.page, command.line, command.text, tuple(shown.split("\n")) if shown else None
    )


def agree(shown: list[str], printed: list[str]) -> bool:
    """Return whether lines of a page are what was printed.

    A line `…` stands for any number of lines, and … at the end of one for its rest. Times, and
    spaces at the ends of lines, are of no account.
    """
    text = "".join(f"{_masked(line)}\n" for line in printed)
    return re.fullmatch("".join(map(_pattern, shown)), text) is not None


def _pattern(line: str) -> str:
    if line.strip() == ANYTHING:
        return r"(?:.*\n)*?"
    rest = ".*" if line.endswith(ANYTHING) else ""
    return re.escape(_masked(line).removesuffix(ANYTHING)) + rest + "\n"


def _masked(line: str) -> str:
    return SECONDS.sub("#", line.rstrip())
