"""What literals say, by SWI-Prolog: for `check.py`, where predicates are not those of the paper."""

import json
import re
import shutil
import subprocess
import tempfile
from itertools import product

from check import BK, name, near, refuse, sides

STEPS = {(1, 0): "up", (0, 1): "right", (-1, 0): "down", (0, -1): "left"}
#: What may be without facts.
PRIMITIVES = """square/3 path/2 vertices/2 head_vertex/2 corner/2 side/4 gap/2 live/2 cut_off/1
    start/2 goal/2 end/2 step/4 ends/3 beside/2 elimination/1 twin_vertex/2 twin_edge/2
    dot_vertex/2 dot_edge/2"""
#: The name of what a clause defines.
HEAD = r"^([a-z]\w*)\("
#: The features that a state must say if a definition asks for them.
SEES = {"gap": "GAPS", "live": "LIVE", "cut_off": "LIVE"}
#: Primitives of which a state says nothing.
UNSEEN = (
    r"\b(reachable|joined|region|unmarked|start|goal|end|step|ends|beside|twin_\w+|coordinates)\("
)


def answers(definitions, bias, trusted):
    """Return how calls are answered in states and on boards, features, and the longest length.

    Definitions that are not among those of `bk/` are run only if they are `trusted`. Numbers of
    squares are at most 4, so one more than that and than all numbers in the definitions stands for
    all longer paths, if the definitions do not compute.
    """
    known = {file.read_text(encoding="utf-8").strip() for file in BK.glob("*.pl")}
    if definitions not in known and not trusted:
        refuse("bk.pl is none of the files in bk/; with --run behind DIR, swipl runs it")
    if shutil.which("swipl") is None:
        refuse("swipl, which evaluates definitions that are not bk/triangles.pl, is not here")
    text = re.sub(r"%.*", "", definitions)
    own = {*re.findall(HEAD, text, re.M)}
    strange = {*bias.body} - own - {"square", "path", "cut_off"}
    unseen = re.search(UNSEEN, text)
    if strange or unseen:
        refuse(f"bk.pl: {unseen[1] if unseen else min(strange)} is not known here")
    asked = text + " ".join(f"{name}(" for name in bias.body)
    seen = sorted({of for name, of in SEES.items() if re.search(rf"\b{name}\(", asked)})
    outlook = (BK / "outlook.pl").read_text(encoding="utf-8") if "LIVE" in seen else ""
    twice = own & {*re.findall(HEAD, outlook, re.M)}
    if twice:
        refuse(f"bk.pl and bk/outlook.pl both define {', '.join(sorted(twice))}")
    defined = ("live", "cut_off") if outlook else ()
    on_boards = _by_prolog(f"{definitions}\n{outlook}", defined, _whole_board)
    longest = max(4, *map(int, re.findall(r"\b\d+\b", text + " 0 0"))) + 1
    return _by_prolog(definitions), on_boards, seen, min(longest, 20)


def _whole_board(case):
    """Return the facts of a board beside those of its path and its square."""
    (panel, gaps, path, prefix), named = case["board"], lambda place: name(place, prefix)
    triangles = {(r, c): n for r, c, n in panel["triangles"]}
    squares = {one: f"{prefix}s{one[0]}_{one[1]}" for one in
               product(range(panel["rows"]), range(panel["cols"]))}  # fmt: skip
    ways = [(a, b) for a in product(range(panel["rows"] + 1), range(panel["cols"] + 1))
            for b in near(a, panel["rows"], panel["cols"])]  # fmt: skip
    goals = [(f"{prefix}p", named(tuple(goal))) for goal in panel["goals"]]
    return {
        **{key: rows for key, rows in case.items() if key != "board"},
        "square": case["square"] + [
            (s, triangles.get(one, 0), tuple(map(named, sides(*one)[1])))
            for one, s in squares.items() if s != case["square"][0][0]
        ],
        "beside": [(named(edge), s) for one, s in squares.items() for edge in sides(*one)[1]],
        "ends": [(named((a, b)), named(a), named(b)) for a, b in ways if a < b],
        "step": [
            (named(a), STEPS[b[0] - a[0], b[1] - a[1]], named((min(a, b), max(a, b))), named(b))
            for a, b in ways if (min(a, b), max(a, b)) not in gaps
        ],
        "start": [(f"{prefix}p", named(path[0]))], "goal": goals, "end": goals,
    }  # fmt: skip


def _by_prolog(definitions, defined=(), whole=dict):
    """Return how SWI-Prolog answers calls, from facts but of the primitives that are `defined`.

    `whole` gives all facts of a case.
    """
    term = lambda v: f"[{','.join(map(term, v))}]" if isinstance(v, tuple) else str(v)
    frozen = lambda v: tuple(map(frozen, v)) if isinstance(v, list) else v
    begin = ":- style_check(-discontiguous), style_check(-singleton).\n"
    begin += "".join(
        f":- dynamic {k}.\n" for k in PRIMITIVES.split() if k.split("/")[0] not in defined
    )
    loop = """go :- read(T), ( T == end_of_file -> true
        ; T = q(G, O), findall(O, G, L0), sort(L0, L), write_canonical(L), nl, go ).
        :- initialization((go, halt)).\n"""

    def ask(bias, calls):
        known = [
            f"{name}({','.join(map(term, row))}).\n"
            for case in {id(case): case for case, _, _ in calls}.values()
            for name, rows in whole(case).items() if name not in (*defined, "head", "board")
            for row in rows
        ]  # fmt: skip
        goals = ""
        for case, key, row in calls:
            names = {"P": case["path"][0][0], "S": case["square"][0][0]}
            inputs = (term(v if isinstance(v, tuple) else names.get(v, v)) for v in row)
            args = [next(inputs) if i else f"X{n}" for n, i in enumerate(bias.inputs[key])]
            outs = [arg for arg, i in zip(args, bias.inputs[key]) if not i]
            goals += f"q({key}({','.join(args)}),[{','.join(outs)}]).\n"
        with tempfile.NamedTemporaryFile("w", suffix=".pl") as file:
            file.write("\n".join([begin, *known, definitions, loop]))
            file.flush()
            try:
                run = subprocess.run(["swipl", "-q", file.name], input=goals, timeout=600,
                                     capture_output=True, text=True)  # fmt: skip
            except subprocess.TimeoutExpired:
                refuse("swipl took more than ten minutes")
        lines = [re.sub(r"[a-z]\w*", r'"\g<0>"', line) for line in run.stdout.splitlines()]
        found = [frozen(json.loads(line)) for line in lines]
        if len(found) != len(calls) or any(len(answers) > 1 for answers in found):
            refuse(f"swipl gives several answers, or none: {run.stderr.strip()[:200]}")
        return [answers[0] if answers else None for answers in found]

    return ask
