"""A background that looks one step ahead: at the live edges at the head, and at their ends."""

from __future__ import annotations

from functools import cache

from witness.base.shipped import shipped_file
from witness.clauses.background import Background, checked_background
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.reader import parse_program

DEFINITIONS = """
first(P,E) :- head_vertex(P,V), live(P,L), member(E,L), ends(E,V,_).
second(P,E) :- head_vertex(P,V), live(P,L), member(E,L), ends(E,_,V).
out(P,E) :- first(P,E).
out(P,E) :- second(P,E).
ways_on(P,N) :- findall(E, out(P,E), L), length(L,N).
side_of(S,E) :- square(S,_,Es), memberchk(E,Es).
forced(P,S) :- out(P,E), side_of(S,E), ways_on(P,1).
elsewhere(P,S) :- out(P,E), \\+ side_of(S,E).
held(P,S) :- path(P,_), \\+ elsewhere(P,S).
half_held(P,S) :- path(P,_), \\+ outside(P,S).
outside(P,S) :- first(P,E), \\+ side_of(S,E).
several(P) :- out(P,E), out(P,F), E \\== F.
stuck(P) :- ways_on(P,0).
touching(P,S) :- live(P,L), member(E,L), ends(E,V,_), corner(S,V), \\+ side_of(S,E).
leads_in(P,S) :- out(P,E), ends(E,_,W), corner(S,W).
"""

DECLARED = {
    "forced": "path,square", "held": "path,square", "half_held": "path,square", "stuck": "path",
    "elsewhere": "path,square", "several": "path", "ways_on": "path,int", "outside": "path,square",
    "touching": "path,square", "leads_in": "path,square",
}  # fmt: skip


@cache
def ahead() -> Background:
    """Return bk/live.pl with definitions about the next step."""
    lines = []
    for name, types in DECLARED.items():
        modes = ["out" if sort == "int" else "in" for sort in types.split(",")]
        end = "," if len(modes) == 1 else ""
        lines.append(f"body_pred({name},{len(modes)}).")
        lines.append(f"type({name},({types}{end})).")
        lines.append(f"direction({name},({','.join(modes)}{end})).")
    bias = shipped_file("bias/live.pl").read_text().replace("body_pred(cut_off,1).\n", "")
    bias = bias.replace("type(cut_off,(path,)).\n", "").replace("direction(cut_off,(in,)).\n", "")
    bias += "constant(0,int).\nconstant(1,int).\n" + "\n".join(lines)
    program = parse_program(shipped_file("bk/live.pl").read_text() + DEFINITIONS, "bk.pl")
    return checked_background(program, parse_bias(bias))
