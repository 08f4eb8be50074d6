# All boards with some symbols, up to symmetry. Takes about four minutes, if nothing else runs.
from witness.puzzle.symbol_changes import ALONE

BOARDS_CODE = code("study", "studies.exhaustive.study", "witness.puzzle.solvers")

# How many jobs share the boards.
BOARDS_PARTS = 8
# The symbols of boards that are drawn.
BOARDS_DRAWN = [*ALONE, "triangles,squares", ",".join(ALONE)]


wildcard_constraints:
    kind="[a-z,]+",
    part=r"\d+",
    parts=r"\d+",


rule exhaustive_part:
    output:
        f"{KEPT}/exhaustive/parts/{{part}}-of-{{parts}}.jsonl",
    log:
        f"{KEPT}/logs/exhaustive/parts/{{part}}-of-{{parts}}.log",
    params:
        **{
            key: STUDIES["exhaustive"][key]
            for key in ["sizes", "large", "triangles", "squares", "dots"]
        },
        code=BOARDS_CODE,
    script:
        "../../workflow/scripts/study.py"


rule exhaustive_boards:
    input:
        parts=[
            f"{KEPT}/exhaustive/parts/{number + 1}-of-{BOARDS_PARTS}.jsonl"
            for number in range(BOARDS_PARTS)
        ],
    output:
        f"{KEPT}/exhaustive/boards.jsonl",
    log:
        f"{KEPT}/logs/exhaustive/boards.log",
    params:
        code=BOARDS_CODE,
    script:
        "../../workflow/scripts/study.py"


rule exhaustive_drawn:
    output:
        f"{KEPT}/exhaustive/drawn/{{kind}}.jsonl",
    log:
        f"{KEPT}/logs/exhaustive/drawn/{{kind}}.log",
    params:
        code=BOARDS_CODE,
        large=STUDIES["exhaustive"]["large"],
        draws=STUDIES["exhaustive"]["draws"],
        seed=STUDIES["seed"],
    script:
        "../../workflow/scripts/study.py"


rule exhaustive_page:
    input:
        template=shipped("studies/exhaustive/results.md.j2"),
        parts=rules.exhaustive_boards.input.parts,
        boards=f"{KEPT}/exhaustive/boards.jsonl",
        drawn=expand(f"{KEPT}/exhaustive/drawn/{{kind}}.jsonl", kind=BOARDS_DRAWN),
    output:
        page=f"{PAGES}/exhaustive/results.md",
        figure=f"{PAGES}/exhaustive/boards.svg",
        numbers=f"{PAGES}/exhaustive/numbers.csv",
    log:
        f"{KEPT}/logs/exhaustive/page.log",
    params:
        code=code("study_page", "studies.exhaustive.page"),
    script:
        "../../workflow/scripts/study_page.py"
