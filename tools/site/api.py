"""A hook of MkDocs: the reference of the library and of the interfaces that people extend."""

from __future__ import annotations

from collections.abc import Iterable

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import witness

#: The names of `import witness` in the order in which a reader needs them.
LIBRARY = (
    "Puzzle", "Solution", "Drawing", "examples", "Task", "learn", "best", "teach", "Hypothesis",
    "Verdict", "search", "Found", "triage", "edit", "experiment", "Experiment", "compare",
    "explore", "Game", "Plan", "InputError", "LimitReachedError",
)  # fmt: skip

#: The pages about interfaces: a title, what they are for, and the modules that they show.
INTERFACES = {
    "panels": (
        "Panels",
        "What a panel is, what a solution is, and how panels are read and written.",
        ("puzzle.model", "puzzle.rules", "puzzle.files"),
    ),
    "predicates": (
        "Predicates",
        "To add one, write a subclass and register it.",
        tuple(f"searches.predicates.{name}" for name in ("interface", "square", "registry")),
    ),
    "learners": (
        "Learners",
        "To add one, write a module with a function of a task and settings, and register it.",
        tuple(f"clauses.learners.{name}" for name in ("settings", "task", "registry", "teach")),
    ),
    "proofs": (
        "Proofs",
        "How predicates are proved or refuted, and how a certificate is checked.",
        ("proof.prover", "proof.certificate"),
    ),
    "searches": (
        "Searches",
        "To add an engine, write a module with the `solve` of the reference, and register it.",
        ("searches.registry", "searches.reference", "searches.result", "searches.heuristics",
         "searches.policy_guided", "searches.policies"),
    ),
    "solvers": (
        "Exact solvers",
        "To add one, write a module as described here, and register it.",
        ("puzzle.solvers", "puzzle.solvers.answer"),
    ),
    "difficulty": (
        "Difficulty",
        "How panels are rated, and what players know: their rules.",
        ("difficulty.rate", "difficulty.rules.written", "difficulty.rules.registry"),
    ),
    "games": (
        "Games",
        "To add a filter, write a file with a `Filter`, and register it.",
        ("gdl.filters", "gdl.filters.base"),
    ),
}  # fmt: skip


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages."""
    pages = {"library": library()}
    for name, (title, purpose, modules) in INTERFACES.items():
        shown = [block(f"witness.{module}", show_root_full_path=True) for module in modules]
        pages[name] = page(title, purpose, shown)
    for name, content in pages.items():
        files.append(File.generated(config, f"reference/{name}.md", content=content))
    return files


def library() -> str:
    """Return the page about all that `import witness` offers."""
    if set(LIBRARY) != set(witness.__all__):
        raise ValueError(f"LIBRARY is not witness.__all__: {set(LIBRARY) ^ set(witness.__all__)}")
    modules = {name: module for module, names in witness._MODULES.items() for name in names}
    shown = [
        block(f"{modules[name]}.{name}", inherited_members=name != "Puzzle") for name in LIBRARY
    ]
    purpose = (
        "All that `import witness as w` offers. What is about a board alone is on the page "
        "[Panels](panels.md)."
    )
    return page("Library", purpose, shown)


def page(title: str, purpose: str, blocks: Iterable[str]) -> str:
    """Return a page of what is shown by its docstrings."""
    return f"# {title}\n\n{purpose}\n\n" + "\n".join(blocks)


def block(name: str, **options: bool) -> str:
    """Return the place of a module, a class or a function, with options of mkdocstrings."""
    lines = "".join(f"      {option}: {value}\n" for option, value in options.items())
    return f"::: {name}\n    options:\n{lines}"
