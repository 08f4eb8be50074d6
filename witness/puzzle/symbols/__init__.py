"""The symbols of panels: a file for each, and a line here.

`symbol` says what a symbol is, `rule` how its rule is put as data, and `shapes` what it looks like.
The rules for clingo are in the file NAME.lp beside the module. Everybody else loops over `SYMBOLS`;
who needs more than a symbol offers writes out those that it knows, and refuses the others by name.
"""

from __future__ import annotations

from importlib import import_module

from witness.puzzle.symbols.rule import Fills, InRegion, Removes
from witness.puzzle.symbols.symbol import Symbol

#: The modules of the symbols, in the order of the fields of a puzzle. Each is the name of a symbol.
NAMES = (
    "triangles",
    "gaps",
    "dots",
    "squares",
    "stars",
    "blocks",
    "eliminations",
    "line_dots",
)

#: The symbols by name.
SYMBOLS: dict[str, Symbol] = {name: import_module(f"{__name__}.{name}").SYMBOL for name in NAMES}

#: Those in squares, and those on lines.
IN_SQUARES = tuple(symbol for symbol in SYMBOLS.values() if symbol.where == "square")
ON_LINES = tuple(symbol for symbol in SYMBOLS.values() if symbol.where != "square")

#: Those that count something in regions, and all that ask something of regions.
REGIONAL = tuple(name for name, one in SYMBOLS.items() if isinstance(one.rule, InRegion))
OF_REGIONS = tuple(
    name for name, one in SYMBOLS.items() if isinstance(one.rule, InRegion | Fills | Removes)
)

#: Those that count whatever else has their colour.
COUNTING = tuple(
    name
    for name, one in SYMBOLS.items()
    if isinstance(one.rule, InRegion) and one.rule.of == "colour"
)

#: Those on edges that no path may cross.
BARRING = tuple(name for name, one in SYMBOLS.items() if one.bars)

#: Those with a colour.
COLOURED = tuple(name for name, one in SYMBOLS.items() if one.coloured)
