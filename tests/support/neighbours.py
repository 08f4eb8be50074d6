"""A background and a bias of clauses about a square and its neighbours."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from witness.base.shipped import shipped_file
from witness.clauses.background import Background, read_background

_BACKGROUND = """
%~ neighbour(A,B) ~ B: a square that has an edge in common with {A}
neighbour(S,T) :- side(S,E,_,_), beside(E,T), T \\== S.

%~ between(A,E,B) ~ E: an edge of {A} ~ B: the square beyond {E}
between(S,E,T) :- side(S,E,_,_), beside(E,T), T \\== S.

% Both ends of the edge between two squares are visited, and the path is not at them.
%~ shut(P,S,T) ~ {P} can never have the edge of {S} beyond which {T} lies
shut(P,S,T) :-
    side(S,E,V,W), beside(E,T), T \\== S, path(P,Es), \\+ memberchk(E,Es), closed(P,V), closed(P,W).

%~ overfull(P,S) ~ {P} has more edges of {S} than {S} has triangles
overfull(P,S) :- square(S,T,_), T > 0, used(P,S,N), N > T.

%~ on_path(P,E) ~ {P} has {E}
on_path(P,E) :- path(P,Es), memberchk(E,Es).

%~ off_path(P,E) ~ {P} does not have {E}
off_path(P,E) :- path(P,Es), \\+ memberchk(E,Es).
"""

_BIAS = """
body_pred(neighbour,2).
type(neighbour,(square,square)).
direction(neighbour,(in,out)).
body_pred(between,3).
type(between,(square,edge,square)).
direction(between,(in,out,out)).
body_pred(shut,3).
type(shut,(path,square,square)).
direction(shut,(in,in,out)).
body_pred(overfull,2).
type(overfull,(path,square)).
direction(overfull,(in,in)).
body_pred(on_path,2).
type(on_path,(path,edge)).
direction(on_path,(in,in)).
body_pred(off_path,2).
type(off_path,(path,edge)).
direction(off_path,(in,in)).
"""


def neighbour_files(folder: Path, limits: str = "max_vars(6). max_body(6).") -> tuple[Path, Path]:
    """Write the background and the bias, which add neighbours to bk/extended.pl, into a folder."""
    lines = shipped_file("bias/extended.pl").read_text().splitlines()
    plain = "\n".join(line for line in lines if not line.startswith("max_"))
    bk, bias = folder / "bk.pl", folder / "bias.pl"
    bk.write_text(shipped_file("bk/extended.pl").read_text() + _BACKGROUND)
    bias.write_text(f"{plain}\n{_BIAS}\n{limits}\n")
    return bk, bias


@cache
def neighbours() -> Background:
    """Return the background of `neighbour_files`."""
    with TemporaryDirectory() as folder:
        return read_background(*neighbour_files(Path(folder)))
