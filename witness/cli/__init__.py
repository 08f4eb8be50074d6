"""The command line: a thin layer over the library.

Results go to standard output or to the file named with -o, diagnostics to standard error. The
exit status is 0, or 2 after one clear line about bad input or an interruption.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from witness.base.errors import InputError
from witness.base.inputs import known_files
from witness.base.system import check_system, guard_imports
from witness.cli.completion import PrintCompletion
from witness.cli.messages import clock, speaking
from witness.cli.signature import Command, Parser, about, add_options

#: The commands by the headings of the help: the module of this package with each, and what it does.
COMMANDS = {
    "panels": {
        "show": ("puzzles", "draw a puzzle, a path with what is wrong with it, or a search"),
        "solve": ("solving", "solve every puzzle of a file, with A* or an exact solver"),
        "count": ("solving", "count the solutions of every puzzle of a file"),
        "enumerate": ("solving", "list solutions of a puzzle"),
        "generate random": ("generating", "generate random puzzles (Algorithm 3 of the paper)"),
        "generate path": ("generating", "generate puzzles around random paths (Algorithm 4)"),
        "generate all": (
            "generating",
            "generate all puzzles with a number of symbols, up to the symmetries of the board",
        ),
        "suggest": (
            "suggesting",
            "suggest puzzles that differ from one in a symbol, or that a path solves",
        ),
        "studio": (
            "studio",
            "draw panels in a browser, see what is known of them, and save them; Ctrl-C ends it",
        ),
        "import windmill": ("exchange", "import a dump or links of the Windmill, a web editor"),
        "import witnesspuzzles": ("exchange", "import puzzles of witnesspuzzles.com"),
        "import levin": ("exchange", "import text files of Levin tree search research"),
        "export windmill": (
            "exchange",
            "write links that open puzzles in the Windmill's editor: an id, a tab and the text on "
            "each line",
        ),
        "export witnesspuzzles": (
            "exchange",
            "write texts that the editor of witnesspuzzles.com imports: an id, a tab and the text "
            "on each line",
        ),
        "export pddl": (
            "exchange",
            "write planning problems in PDDL: a step of a plan is an edge of the path",
        ),
    },
    "learning": {
        "examples": ("learning", "write a learning task from a puzzle, or from several"),
        "learn": ("learning", "learn a hypothesis from a learning task, and print it"),
        "best": ("biases", "find the best predicate of a bias that never errs, on every board"),
        "hypotheses": ("inspecting", "show what an experiment has learned so far"),
        "compare": (
            "inspecting",
            "compare experiments: a row for each, with what differs in their configurations",
        ),
    },
    "proof": {
        "explain": ("proving", "explain the clauses of hypotheses in English, or in Python"),
        "verify": ("proving", "prove a hypothesis, or find a counterexample"),
        "recheck": (
            "proving",
            "check a certificate of `verify`, or the result of `best` or `learn --until-proved`",
        ),
    },
    "difficulty and games": {
        "rate": ("rating", "rate how hard puzzles are: MUSE and ReMUSE, in bits"),
        "game analyse": ("games", "show what static analysis finds about a game"),
        "game solve": ("games", "find the best score of a puzzle, and a plan for it"),
        "game rate": ("games", "rate how hard a puzzle is: MUSE and ReMUSE, in bits"),
        "game from-puzzle": ("games", "write a panel as a game"),
    },
    "lab": {
        "lab explore": ("inspecting", "write a page to play with what an experiment has learned"),
        "lab check-bias": (
            "biases",
            "say what is wrong with a learning task or a bias, and what may be, as far as its "
            "files show",
        ),
        "lab lemmas": ("lab", "prove the lemmas of a background file for every board"),
        "lab rules": ("rating", "list inference rules: what they say, and why they are sound"),
        "lab referee": ("lab", "compare a hypothesis in SWI-Prolog with its translation"),
        "lab score": ("lab", "check answers to panels of the benchmark set, and sum them up"),
        "lab shipped": ("lab", "say where the files are that come with the project"),
    },
}

#: The first words that several commands have in common: what these do, and an example.
GROUPS = {
    "generate": (
        "generate puzzles",
        "witness generate random --count 100 --seed 1 -o puzzles.jsonl",
    ),
    "import": (
        "import puzzles of other programs",
        "witness import windmill dump.json.gz -o puzzles.jsonl",
    ),
    "export": (
        "write puzzles for other programs",
        "witness export windmill examples/panels.jsonl",
    ),
    "game": (
        "analyse, solve and rate games in the Game Description Language",
        "witness game solve examples/games/eight_puzzle.kif",
    ),
    "lab": (
        "examine the means: lemmas, rules, biases, the translation, and the files shipped",
        "witness lab lemmas bk/outlook.pl",
    ),
}

#: Former commands, and what each is now.
FORMER = {
    "check": "show --format words",
    "translate": "explain --python",
    "edit": "studio",
    "explore": "lab explore",
    "check-bias": "lab check-bias",
    "lemmas": "lab lemmas",
    "rules": "lab rules",
    "referee": "lab referee",
    "shipped": "lab shipped",
}

#: Commands and options of earlier versions, and what to use instead.
GONE = {
    "learn --aleph": "use popper, or `--learner recorded` with a file of the clauses",
    "learn --popper-solver": "use `--popper-option solver=NAME`",
    "solve --portfolio": "use `--solver auto`, or `--predicate` with the proved core",
    "examples --ids": "`--all` makes one task of all panels of a file",
    "compare-learners": "set `compare_learners` in an experiment, or use `learn --learner NAME`",
    "lab compare-learners": "set `compare_learners` in an experiment, or use `learn --learner L`",
    "game solve --compare": "`witness game solve GAME --without FILTER` leaves a filter out",
    "generate curriculum": "draw panels with `witness generate path --difficulty remuse:3..5`, or "
    "choose from those that `witness rate PANELS --format csv` rates",
    "generate all --part": "a run that was stopped goes on with --resume",
    "generate all --sort": "sort what `witness rate PANELS --format csv` rates",
    "generate two-colours": "`witness generate all --kind squares --rows 3 --cols 3 --symbols 4 "
    "--where 'solutions = 1'` has the boards with so many symbols",
    "hypotheses --sort": "sort the rows of `--format csv`, or `w.experiment(DIR).hypotheses`",
    "play": "the page of `witness studio PANELS -o studio.html` has a button Hint",
    "votes": "correlate your own records with `witness rate PANELS --format csv`",
}


#: The module of each command, and what the command does.
ROWS = {words: row for rows in COMMANDS.values() for words, row in rows.items()}


def parser(*, whole: bool = True) -> argparse.ArgumentParser:
    """Return the parser of all commands; unless it is to be `whole`, they have no options."""
    from witness import __version__

    top = Parser(
        prog="witness",
        **about(
            "learn, prove and measure predicates for Witness-type path puzzles",
            "witness show examples/panels.jsonl --id figure-1 --solve",
            "witness verify examples/paper.pl",
        ),
    )
    top.add_argument("--version", action="version", version=f"witness {__version__}")
    top.add_argument(
        "--print-completion",
        action=PrintCompletion,
        help="print a script that completes commands and options in this shell",
    )
    commands = {"": top.add_subparsers(metavar="COMMAND", required=True)}
    for heading, rows in COMMANDS.items():
        shown = top.add_argument_group(heading)._group_actions
        for words, (_, summary) in rows.items():
            group, _, name = words.rpartition(" ")
            if group not in commands:
                what, example = GROUPS[group]
                added = commands[""].add_parser(group, help=what, **about(what, example))
                commands[group] = added.add_subparsers(metavar="COMMAND", required=True)
            command = commands[group].add_parser(name, help=summary, **about(summary))
            if whole:
                add_options(command, load(words))
        first = {words.partition(" ")[0] for words in rows}
        shown += [one for one in commands[""]._choices_actions if one.dest in first]
    top._positionals._group_actions.clear()  # the headings have them
    top._action_groups.sort(key=lambda group: group is top._optionals)
    return top


def _parsed(words: Sequence[str]) -> argparse.Namespace:
    """Return the arguments of a command; its module alone is imported, and no other has options."""
    for number in (1, 2):
        name = " ".join(words[:number])
        if name in ROWS:
            alone = Parser(prog=f"witness {name}", **about(ROWS[name][1]))
            add_options(alone, load(name))
            return alone.parse_args(words[number:])
    return parser(whole=not {*GROUPS, "-h", "--help", "--version"}.issuperset(words)).parse_args(
        words
    )


def load(words: str) -> Command:
    """Return a command; its module is imported."""
    module, _ = ROWS[words]
    found: Sequence[Command] = import_module(f"witness.cli.{module}").COMMANDS
    return next(command for command in found if command.words == words)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")  # as in files, whatever the terminal uses
    try:
        check_system()
        guard_imports()
        words = list(sys.argv[1:] if arguments is None else arguments)
        if words[:1] == ["help"]:
            words = [*words[1:], "--help"]
        for gone, instead in GONE.items():
            command, _, option = gone.partition(" --")
            named = words[: len(command.split())] == command.split()
            if named and (not option or f"--{option}" in words):
                raise InputError(f"`witness {gone}` has gone: {instead}")
        new = FORMER.get(words[0]) if words else None
        if new is not None:
            print(f"witness: `witness {words[0]}` is now `witness {new}`", file=sys.stderr)
            words[:1] = new.split()
        options = _parsed(words)
        options.words = words
        with speaking(options.verbosity), clock(), known_files():
            options.run(options)
        if sys.stdout is not None:
            sys.stdout.flush()
    except InputError as error:
        return _failed(error, str(error))
    except KeyboardInterrupt as error:
        return _failed(error, "interrupted; nothing was left half-written")
    except BrokenPipeError:
        # The reader of our output has gone, as in `witness … | head`; that is no error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        line = InputError(error.strerror or str(error), file=error.filename or "output")
        return _failed(error, str(line))
    except MemoryError as error:
        return _failed(error, "this needs more memory than the machine has")
    except RecursionError as error:
        return _failed(error, "the board is too large: its paths nest too deeply")
    return 0


def _failed(error: BaseException, why: str) -> int:
    """Say why a command has failed, and what is kept, on one line; return the exit status."""
    kept = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
    print(f"witness: {why}{kept}", file=sys.stderr)
    return 2
