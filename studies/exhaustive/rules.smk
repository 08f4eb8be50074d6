# All boards with some symbols, up to symmetry. Takes about four minutes, if nothing else runs.
from witness.puzzle.symbol_changes import ALONE

BOARDS_CODE = code("study", "studies.exhaustive.study", "witness.puzzle.solvers")

# The symbols of which all boards are looked at.
BOARDS_KINDS = ["triangles", "squares", "dots"]
# The symbols of boards that are drawn.
BOARDS_DRAWN = [*ALONE, "triangles,squares", ",".join(ALONE)]


wildcard_constraints:
    kind="[a-z,]+",


rule exhaustive_boards:
    output:
        f"{KEPT}/exhaustive/boards/{{kind}}.jsonl",
    log:
        f"{KEPT}/logs/exhaustive/boards/{{kind}}.log",
    params:
        **{key: STUDIES["exhaustive"][key] for key in ["sizes", "large", *BOARDS_KINDS]},
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
        boards=expand(f"{KEPT}/exhaustive/boards/{{kind}}.jsonl", kind=BOARDS_KINDS),
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
