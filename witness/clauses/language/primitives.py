"""The primitives that background files build on.

`witness.puzzle.views.board` has the Python objects behind them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from witness.clauses.language.terms import Key


@dataclass(frozen=True)
class Primitive:
    """How a primitive relates its first argument, the `subject`, to the others.

    `sorts` says what each argument is. The first `inputs` of them have to be known. `expressions`
    are Python expressions of the others, the outputs ("det": one for each, "nondet": an iterable of
    the outputs, "test": whether it holds, without outputs); `{0}` stands for the subject, `{1}` for
    a second input. `about` names the kinds of constraints whose symbols the primitive speaks of.
    """

    sorts: tuple[str, ...]
    kind: str
    expressions: tuple[str, ...]
    inputs: int = 1
    about: tuple[str, ...] = ()

    @property
    def subject(self) -> str:
        """What the first argument is: a path, a square, a dot, a vertex or an edge."""
        return self.sorts[0]

    @property
    def outputs(self) -> int:
        """The number of arguments that are no inputs."""
        return len(self.sorts) - self.inputs


#: Every primitive by name and arity.
PRIMITIVES: dict[Key, Primitive] = {
    ("path", 2): Primitive(("path", "list of edges"), "det", ("{0}.edges",)),
    ("vertices", 2): Primitive(("path", "list of vertices"), "det", ("{0}.vertices",)),
    ("head_vertex", 2): Primitive(("path", "vertex"), "det", ("{0}.head",)),
    ("square", 3): Primitive(
        ("square", "number", "list of edges"),
        "det",
        ("{0}.triangles", "{0}.edges"),
        about=("triangles",),
    ),
    ("corner", 2): Primitive(("square", "vertex"), "nondet", ("{0}.corners",)),
    ("side", 4): Primitive(("square", "edge", "vertex", "vertex"), "nondet", ("{0}.sides",)),
    ("gap", 2): Primitive(("square", "edge"), "nondet", ("{0}.gaps",)),
    # Other symbols than triangles.
    ("colour", 2): Primitive(
        ("square", "colour"), "nondet", ("{0}.colours",), about=("squares", "stars")
    ),
    ("star", 1): Primitive(("square",), "test", ("{0}.star",), about=("stars",)),
    ("block", 2): Primitive(("square", "number"), "nondet", ("{0}.blocks",), about=("blocks",)),
    ("dot_vertex", 2): Primitive(
        ("dot", "vertex"), "nondet", ("{0}.dot_vertices",), about=("dots",)
    ),
    ("dot_edge", 2): Primitive(("dot", "edge"), "nondet", ("{0}.dot_edges",), about=("dots",)),
    ("elimination", 1): Primitive(("square",), "test", ("{0}.elimination",)),
    # What is left of the board: bk/outlook.pl defines the first six.
    ("reachable", 2): Primitive(("path", "list of vertices"), "det", ("{0}.rest.reachable",)),
    ("live", 2): Primitive(("path", "list of edges"), "det", ("{0}.rest.live",)),
    ("cut_off", 1): Primitive(("path",), "test", ("{0}.rest.cut_off",)),
    ("joined", 3): Primitive(
        ("path", "square", "list of squares"), "det", ("{0}.rest.joined({1})",), inputs=2
    ),
    ("region", 3): Primitive(
        ("path", "square", "list of squares"), "det", ("{0}.rest.region({1})",), inputs=2
    ),
    ("unmarked", 2): Primitive(("path", "symbol"), "test", ("{0}.unmarked({1})",), inputs=2),
    ("start", 2): Primitive(("path", "vertex"), "det", ("{0}.vertices[0]",)),
    ("goal", 2): Primitive(("path", "vertex"), "nondet", ("{0}.rest.goals",)),
    ("end", 2): Primitive(("path", "vertex"), "nondet", ("{0}.rest.ends",)),
    # The board.
    ("step", 4): Primitive(("vertex", "direction", "edge", "vertex"), "nondet", ("{0}.steps",)),
    ("ends", 3): Primitive(("edge", "vertex", "vertex"), "det", ("{0}.ends[0]", "{0}.ends[1]")),
    ("beside", 2): Primitive(("edge", "square"), "nondet", ("{0}.squares",)),
    ("twin_vertex", 2): Primitive(("vertex", "vertex"), "nondet", ("{0}.images",)),
    ("twin_edge", 2): Primitive(("edge", "edge"), "nondet", ("{0}.images",)),
    ("coordinates", 3): Primitive(("vertex", "number", "number"), "det", ("{0}.row", "{0}.column")),
}


def title(sort: str) -> str:
    """Return what a sort is called in messages."""
    titles = {"path": "a partial path", "symbol": "a square or a dot", "edge": "an edge"}
    return titles.get(sort, f"a {sort}")


#: The same for backgrounds whose constraints are squares and dots: what is asked of a square fails
#: for a dot.
OF_SYMBOLS: dict[Key, Primitive] = {
    **PRIMITIVES,
    ("square", 3): replace(PRIMITIVES["square", 3], kind="nondet", expressions=("{0}.facts",)),
    ("joined", 3): replace(
        PRIMITIVES["joined", 3], kind="nondet", expressions=("{0}.rest.joined_to({1})",)
    ),
    ("region", 3): replace(
        PRIMITIVES["region", 3], kind="nondet", expressions=("{0}.rest.region_of({1})",)
    ),
}
