"""The reader of the Prolog subset. Text is parsed, never executed.

Files of examples and background knowledge hold up to hundreds of thousands of flat facts, one on
each line. A regular expression reads those; everything else goes through the parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from witness.base.errors import InputError
from witness.base.files import read_text
from witness.clauses.language.parser import parse_all, parse_clauses
from witness.clauses.language.system import why_not_defined
from witness.clauses.language.terms import (
    Clause,
    Ground,
    Key,
    ground,
    term_of,
)
from witness.clauses.language.tokens import CODE, QUOTED, STRING, end_of_comment


@dataclass
class Program:
    """The contents of a Prolog file: rules by predicate, and ground facts as Python values.

    The facts of a predicate come before its rules; a fact after a rule is one of the `rules`, which
    keeps the order of the clauses. `lines` has the line on which a predicate first occurs.
    `comments` are the lines that begin with `%~` (English templates, see `witness.clauses.explain`)
    as (line, text), `lemmas` those with `%:` (`witness.proof.lemmas`). `tabled` has the predicates
    of `:- table` directives, each with its line: they may be recursive. `dynamic` has those of
    `:- dynamic` directives. `unusable` has those that a program cannot define (`why_not_defined`):
    as in Prolog, their clauses do not count.
    """

    file: str
    rules: dict[Key, list[Clause]] = field(default_factory=dict)
    facts: dict[Key, list[tuple[Ground, ...]]] = field(default_factory=dict)
    lines: dict[Key, int] = field(default_factory=dict)
    comments: list[tuple[int, str]] = field(default_factory=list)
    tabled: dict[Key, int] = field(default_factory=dict)
    lemmas: list[tuple[int, str]] = field(default_factory=list)
    dynamic: dict[Key, int] = field(default_factory=dict)
    unusable: dict[Key, int] = field(default_factory=dict)

    def defines(self, key: Key) -> bool:
        """Whether the file has a rule or a fact for a predicate."""
        return key in self.rules or key in self.facts

    def clauses(self) -> Iterator[Clause]:
        """Yield all clauses, facts first."""
        for key, rows in self.facts.items():
            yield from (Clause(key[0], tuple(map(term_of, row))) for row in rows)
        yield from chain.from_iterable(self.rules.values())

    def forget_empty(self, key: Key) -> None:
        """Forget a dynamic predicate if it has no clauses."""
        if key in self.dynamic and key not in self.rules and not self.facts.get(key):
            for table in (self.facts, self.dynamic, self.tabled):
                table.pop(key, None)


_FACT = re.compile(r"(?!(?:is|mod|rem|div|xor)\()([a-z]\w*)\(([a-z0-9][\w,\[\]]*)\)\.\s*", re.ASCII)
_ARGUMENT = re.compile(r"\[[\w,]*\]|\w+", re.ASCII)
_SIMPLE = re.compile(r"\d{1,18}|[a-z]\w*", re.ASCII)


#: What is learned from a task, in its folder.
HYPOTHESIS = "hypothesis.pl"


def hypothesis_file(path: str | Path) -> str:
    """Return the file of clauses that a path means: in a folder, what was learned there."""
    return str(Path(path, HYPOTHESIS) if _is_folder(path) else path)


def has_clauses(name: str) -> bool:
    """Return whether a name is that of a file of clauses, or of a folder."""
    return name.endswith(".pl") or _is_folder(name)


def _is_folder(path: str | Path) -> bool:
    try:
        return path != "" and Path(path).is_dir()
    except (OSError, ValueError):  # the text is too long for a name, say
        return False


def read_hypothesis(path: str | Path) -> list[Clause]:
    """Return the clauses of a hypothesis file, or of a folder, in order. An empty file is legal."""
    file = hypothesis_file(path)
    winners = sorted(map(str, Path(path).glob("triage/*/winner*.pl"))) if file != str(path) else []
    if winners and not Path(file).exists():
        raise InputError(f"an experiment; its hypotheses are {', '.join(winners)}", file=path)
    text = read_text(file)
    if re.search(r"^ *(head|body)_pred *\(", text, re.MULTILINE):
        raise InputError("this is a bias; a file of clauses is expected", file=file)
    return parse_clauses(text, file)


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a text one by one, as a list of all could be large."""
    begin = 0
    while (end := text.find("\n", begin)) >= 0:
        yield text[begin:end]
        begin = end + 1
    yield text[begin:]


def read_program(path: str | Path) -> Program:
    """Read a background file; raise `InputError` with the line of the first mistake."""
    return parse_program(read_text(path), str(path))


def parse_program(text: str, file: str = "<text>", *, whole: bool = True) -> Program:
    """Parse the text of a background file; raise `InputError` as `read_program` does.

    It is a `whole` program, or a part, which may not load others.
    """
    program = Program(file)
    facts = program.facts
    pending: list[str] = []
    pending_line = 1
    commented = False
    constants = Constants()
    for number, line in enumerate(lines_of(text), start=1):
        if line.startswith("%~"):
            program.comments.append((number, line[2:].strip()))
        if line.startswith("%:"):
            program.lemmas.append((number, line[2:].strip()))
        match = None if commented else _FACT.fullmatch(line)
        values = None if match is None else flat_values(match.group(2), constants)
        if values is not None and pending:
            before = _bare("\n".join(pending))
            commented = "/*" in before
            if commented or (before and not before.endswith(".")):
                values = None
        if match is not None and values is not None:
            _add(program, "\n".join(pending), pending_line, whole)
            pending.clear()
            key = (match.group(1), len(values))
            if key in program.rules:
                args = tuple(map(term_of, values))
                program.rules[key].append(Clause(key[0], args, (), number))
                continue
            if key not in facts:
                if why_not_defined(key) is not None:
                    program.unusable.setdefault(key, number)
                    continue
                facts[key] = []
                program.lines.setdefault(key, number)
            facts[key].append(values)
            continue
        commented = commented and "*/" not in line
        if not pending:
            pending_line = number
        pending.append(line)
    _add(program, "\n".join(pending), pending_line, whole)
    for key in program.dynamic if whole else ():
        if not program.defines(key):
            facts[key] = []
    return program


_HIDDEN = re.compile(rf"{CODE}|{QUOTED}|{STRING}|%[^\n]*|/\*", re.DOTALL)


def _bare(text: str) -> str:
    """Return a text without quoted atoms and comments; a remaining `/*` begins an open comment."""
    found, place = "", 0
    while match := _HIDDEN.search(text, place):
        found += text[place : match.start()]
        end = end_of_comment(text, match.start()) if match.group() == "/*" else match.end()
        if end is None:
            return found + "/*"
        found, place = found + " ", end
    return (found + text[place:]).strip()


class Constants(dict[str, Ground]):
    """Values of simple atoms and integers by their text; KeyError for any other text."""

    def __missing__(self, text: str) -> Ground:
        if not _SIMPLE.fullmatch(text):
            raise KeyError(text)
        self[text] = value = int(text) if text[0].isdigit() else text
        return value


def flat_values(text: str, constants: Constants) -> tuple[Ground, ...] | None:
    """Read simple atoms, integers and flat lists, with commas between; None for any other text."""
    items = _ARGUMENT.findall(text)
    if ",".join(items) != text:
        return None
    try:
        return tuple(
            constants[item] if item[0] != "["
            else tuple(map(constants.__getitem__, item[1:-1].split(","))) if item != "[]" else ()
            for item in items
        )  # fmt: skip
    except KeyError:
        return None


def _add(program: Program, text: str, line: int, whole: bool) -> None:
    if not text.strip():
        return
    parsed = parse_all(text, program.file, line)
    program.tabled |= parsed.tabled
    program.dynamic |= parsed.dynamic
    for name, place in parsed.consulted.items():
        if not whole:
            what = "a file that another one loads cannot load a third"
            raise InputError(what, file=program.file, line=place)
        _consult(program, name, place)
    for clause in parsed.clauses:
        if why_not_defined(clause.key) is not None:
            program.unusable.setdefault(clause.key, clause.line)
            continue
        program.lines.setdefault(clause.key, clause.line)
        values = [ground(argument) for argument in clause.args]
        flat = clause.args and not clause.body and all(value is not None for value in values)
        if flat and clause.key not in program.rules:
            program.facts.setdefault(clause.key, []).append(tuple(values))  # type: ignore[arg-type]
        else:
            program.rules.setdefault(clause.key, []).append(clause)


def _consult(program: Program, name: str, line: int) -> None:
    """Add what another file in the folder of a program says, at the place of a directive."""
    place = Path(program.file).parent / (name if name.endswith(".pl") else f"{name}.pl")
    if {*name} & {*"/\\"} or not (Path(program.file).is_file() and place.is_file()):
        what = f"{name}: no file of this name is in the folder of this one"
        raise InputError(what, file=program.file, line=line)
    other = parse_program(read_text(place), str(place), whole=False)
    for table in ("facts", "rules"):
        for key, rows in getattr(other, table).items():
            getattr(program, table).setdefault(key, []).extend(rows)
    program.tabled |= other.tabled
    program.unusable |= other.unusable
    program.dynamic |= other.dynamic
