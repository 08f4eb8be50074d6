"""Commands from functions: a parameter is an argument or an option, and is said once.

A parameter without a default is an argument, a list of them takes several; one that comes after
`*` is an option, required if it has no default. `Annotated` holds its `Option`: what the help says
of it, and how its text is read. Options that go together are the fields of a frozen dataclass,
which is one parameter.
"""

from __future__ import annotations

import argparse
import inspect
import re
import shlex
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cache
from typing import (
    Annotated,
    Any,
    Literal,
    NoReturn,
    get_args,
    get_origin,
    get_type_hints,
)

from witness.base.errors import InputError, one_line
from witness.base.meant import did_you_mean
from witness.cli.outputs import Output, without_earlier

#: A parser, or a group of options of one.
Options = argparse._ActionsContainer


@dataclass(frozen=True)
class Option:
    """What the help says of an argument or an option, and how its text is read.

    A `Literal` has its `choices` in its type. `read` returns the value of a text, or raises
    `argparse.ArgumentTypeError`. `unset` says what holds without the option, where its default does
    not. A `flag` takes no text: it stands for this value. An option that may be given `many` times
    is the list of its values. A shell completes `names` and files. An output that is not given may
    be `implied` by the values of the others.
    """

    help: str
    read: Callable[[str], Any] | None = None
    metavar: str | None = None
    choices: Collection[str] | None = None
    unset: str | None = None
    flag: Any = None
    short: str | None = None
    many: bool = False
    names: Callable[[], Collection[str]] | None = None
    implied: Callable[[Mapping[str, Any]], str | None] | None = None


@dataclass(frozen=True)
class Titled:
    """The title of a group of options in the help, and a sentence below it."""

    title: str
    sentence: str | None = None


#: Of the options of a dataclass with this note only one may be given.
ALTERNATIVES = object()


@dataclass(frozen=True)
class Call:
    """What the user asked for; a parameter of this type gets it."""

    #: The value of every argument and option, by its name.
    values: Mapping[str, Any]
    #: The names of those that the user gave.
    given: Collection[str]
    #: The command as it was typed, without where and how to write.
    line: str = ""

    def refuse(self, names: Collection[str], instead: str) -> None:
        """Raise `InputError` if one of the options with these names is given: it is for others."""
        for name in names:
            if name in self.given:
                raise InputError(f"{dashed(name)} is for {instead}")


@dataclass(frozen=True)
class Command:
    """A function that is a command, the words of its name, and examples of its use."""

    words: str
    run: Callable[..., None]
    examples: tuple[str, ...]


def command(words: str, *examples: str) -> Callable[[Callable[..., None]], Command]:
    """Make a command of a function."""
    return lambda function: Command(words, function, examples)


def names_of(options: type) -> list[str]:
    """Return the names of the options of a dataclass."""
    return [_plain(parameter.name) for parameter in _flat(_parameters(options))]


def dashed(name: str) -> str:
    """Return the option that sets a parameter."""
    return "--" + _plain(name).replace("_", "-")


def _plain(name: str) -> str:
    """Return a name without the dash that keeps it apart from a word of Python."""
    return name.removesuffix("_")


class _Parameter:
    """One argument or option, of a function or of a dataclass of options."""

    def __init__(self, name: str, hint: Any, default: Any, *, named: bool) -> None:
        self.name = name
        self.default = default
        self.named = named
        self.type, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        self.option = next((note for note in notes if isinstance(note, Option)), None)
        self.titled = next((note for note in notes if isinstance(note, Titled)), None)
        self.alternatives = ALTERNATIVES in notes

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty

    @property
    def of_options(self) -> bool:
        """Whether it is a dataclass of options."""
        return is_dataclass(self.type)

    def add_to(self, parser: Options) -> None:
        """Add it to a parser, or to a group of options of one."""
        option = self.option
        assert option is not None, f"{self.name} is no option"
        how: dict[str, Any] = {"help": option.help + self._shown()}
        if option.flag is not None or self.type is bool:
            flag = True if option.flag is None else option.flag
            how |= {"action": "store_const", "const": flag}
        else:
            choices = get_args(self.type) if get_origin(self.type) is Literal else option.choices
            read = {"type": option.read, "metavar": option.metavar, "choices": choices}
            how |= {key: value for key, value in read.items() if value is not None}
            how |= {"action": "append"} if option.many else {}
        if self.named:
            names = [] if option.short is None else [option.short]
            how |= {"dest": _plain(self.name), "required": self.required}
            action = parser.add_argument(
                *names, dashed(self.name), default=argparse.SUPPRESS, **how
            )
            action.names = option.names  # type: ignore[attr-defined]
        elif get_origin(self.type) is list:
            parser.add_argument(_plain(self.name), nargs="+", **how)
        else:
            how |= {} if self.required else {"nargs": "?", "default": argparse.SUPPRESS}
            parser.add_argument(_plain(self.name), **how)

    def _shown(self) -> str:
        """Return what the help says about the default."""
        assert self.option is not None
        default = self.default
        if self.option.unset is not None:
            default = self.option.unset
        elif self.required or default is None or self.type is bool or default == ():
            return ""
        text = f"{default:g}" if isinstance(default, float) else str(default)
        return f" [{text}]".replace("%", "%%")


@cache
def _parameters(function: Any) -> list[_Parameter]:
    """Return the parameters of a function, or of a dataclass as its options."""
    hints = get_type_hints(function, include_extras=True)
    fields = is_dataclass(function)
    return [
        _Parameter(
            name, hints[name], given.default, named=fields or given.kind is given.KEYWORD_ONLY
        )
        for name, given in inspect.signature(function).parameters.items()
    ]


def add_options(parser: Parser, command: Command) -> None:
    """Add the arguments, the options and the examples of a command to its parser."""
    parser.epilog = shown(command.examples)
    parser.set_defaults(run=lambda options: _run(command.run, vars(options)))
    loudness = parser.add_mutually_exclusive_group()
    loudness.add_argument(
        "-v", "--verbose", dest="verbosity", action="store_const", const=1, default=0,
        help="say more on standard error, such as the solver that `auto` chose",
    )  # fmt: skip
    loudness.add_argument(
        "-q", "--quiet", dest="verbosity", action="store_const", const=-1, default=0,
        help="say nothing but warnings and errors there",
    )  # fmt: skip
    _add_options(parser, command.run)


def _add_options(parser: Options, function: Any) -> None:
    """Add the parameters of a function, or of a dataclass of options, to a parser."""
    for parameter in _parameters(function):
        if parameter.type is Call:
            continue
        group, titled = parser, parameter.titled
        if titled is not None:
            group = parser.add_argument_group(titled.title, titled.sentence)
        if parameter.alternatives:
            group = parser.add_mutually_exclusive_group()
        if parameter.of_options:
            _add_options(group, parameter.type)
        else:
            parameter.add_to(group)


#: The options of a line that say where and how to write.
_WRITING = re.compile(
    r" (?:(?:-o|--output|--picture)[ =]?(?:'[^']*'|\S)+|-[qv]|--(?:json|quiet|verbose))(?= |$)"
)


def _run(function: Callable[..., None], given: Mapping[str, Any]) -> None:
    """Call the function of a command with what the user gave, which may be more than it takes.

    The outputs of an earlier run step aside first.
    """
    call, outputs, others = _call(function, given)
    with without_earlier(outputs, others):
        parameters = _parameters(function)
        function(**{parameter.name: _value(parameter, call) for parameter in parameters})


def _call(
    function: Callable[..., None], given: Mapping[str, Any]
) -> tuple[Call, list[tuple[Output, str]], list[str]]:
    """Return what the user asked for: all of it, the outputs, and the other texts."""
    options = {_plain(parameter.name): parameter for parameter in _flat(_parameters(function))}
    values = {name: given.get(name, one.default) for name, one in options.items()}
    call = Call(
        values,
        frozenset(given.keys() & options.keys()),
        _WRITING.sub("", shlex.join(["witness", *given.get("words", ())])),
    )
    outputs: list[tuple[Output, str]] = []
    others: list[Any] = []
    for name, value in call.values.items():
        option = options[name].option
        if option is not None and isinstance(option.read, Output):
            named = option.implied(call.values) if value is None and option.implied else value
            outputs += [(option.read, named)] if isinstance(named, str) else []
        else:
            others += value if isinstance(value, list) else [value]
    return call, outputs, [text for text in others if isinstance(text, str)]


def _flat(parameters: Iterable[_Parameter]) -> Iterator[_Parameter]:
    """Yield the arguments and options of parameters; some are dataclasses of them."""
    for parameter in parameters:
        if parameter.type is Call:
            continue
        if parameter.of_options:
            yield from _flat(_parameters(parameter.type))
        else:
            yield parameter


def _value(parameter: _Parameter, call: Call) -> Any:
    """Return the value of a parameter."""
    if parameter.type is Call:
        return call
    if parameter.of_options:
        fields = _parameters(parameter.type)
        return parameter.type(**{field.name: _value(field, call) for field in fields})
    return call.values[_plain(parameter.name)]


def about(summary: str, *examples: str) -> dict[str, Any]:
    """Return what a help begins and ends with, as arguments of a parser."""
    return {
        "description": summary[0].upper() + summary[1:] + ".",
        "epilog": shown(examples),
        "formatter_class": argparse.RawDescriptionHelpFormatter,
    }


def shown(examples: Sequence[str]) -> str:
    """Return the end of a help: examples."""
    lines = "".join(f"\n  {example}" for example in examples)
    return f"example{'s' if len(examples) > 1 else ''}:{lines}"


class Parser(argparse.ArgumentParser):
    """A parser that reports wrong arguments in one line, with what may have been meant."""

    def __init__(self, **how: Any) -> None:
        """Make a parser without abbreviations: a new option must not change what one means."""
        super().__init__(allow_abbrev=False, **how)
        self._given: list[str] = []

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments; those that are left are an error of the command."""
        self._given = list(sys.argv[1:] if args is None else args)
        found, left = super().parse_known_args(self._given, namespace)
        if left and self._subparsers is None:  # here, where the options of the command are known
            self.error(f"unrecognized arguments: {' '.join(left)}")
        return found, left

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and one line."""
        unknown = next(filter(self._is_unknown, self._given), None)
        if unknown is not None and "arguments are required" in message:
            message = f"unrecognized arguments: {unknown}"  # it may be what is missing, misspelt
        chosen = re.search(r"argument COMMAND: invalid .*(\(choose from .*)\)", message)
        if chosen and self._is_unknown(self._given[0]):
            message = f"before {self._given[0]} comes a command {chosen[1]})"
        hint = self._meant(message)
        print(f"{self.prog}: {one_line(message)}{hint} (see {self.prog} --help)", file=sys.stderr)
        sys.exit(2)

    def _is_unknown(self, word: str) -> bool:
        return word.startswith("--") and word.partition("=")[0] not in self._option_string_actions

    def _meant(self, message: str) -> str:
        """Return a question about the option or the choice that a message refuses."""
        refused = re.search(r"unrecognized arguments: (-[^ =]+)", message)
        known: Collection[str] = self._option_string_actions
        stray = re.search(r"unrecognized arguments: ([^ -][^ ]*)$", message)
        if stray is not None and "--id" in known:
            return f"; did you mean --id {stray.group(1)}?"
        if refused is None:
            refused = re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message)
            known = [] if refused is None else re.findall(r"[\w:|-]+", refused.group(2))
        return "" if refused is None else did_you_mean(refused.group(1), known, 0.6)
