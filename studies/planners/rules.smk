# Planners and this project's searches on the same boards. Takes a quarter of an hour, and needs
# Fast Downward and a parser: pip install --no-deps up-fast-downward; pip install pddl
PLANNERS_CODE = code(
    "study",
    "studies.planners.study",
    "witness.searches.compiled",
    "witness.puzzle.formats.pddl",
)
PLANNERS_RULES = dict(
    paper=shipped("examples/paper.pl"),
    extended=shipped("examples/extended.pl"),
    extended_bias=shipped("bias/extended.pl"),
    live=shipped("examples/live.pl"),
    live_bias=shipped("bias/live.pl"),
)


rule planners_boards:
    input:
        **PLANNERS_RULES,
    output:
        f"{KEPT}/planners/boards.jsonl",
    log:
        f"{KEPT}/logs/planners/boards.log",
    threads: workflow.cores
    params:
        code=PLANNERS_CODE,
        sizes=STUDIES["planners"]["sizes"],
        number=STUDIES["planners"]["count"],
        seed=STUDIES["seed"],
        time_limit=STUDIES["planners"]["time_limit"],
        max_expansions=STUDIES["planners"]["max_expansions"],
    script:
        "../../workflow/scripts/study.py"


rule planners_mistakes:
    input:
        **PLANNERS_RULES,
    output:
        f"{KEPT}/planners/mistakes.jsonl",
    log:
        f"{KEPT}/logs/planners/mistakes.log",
    params:
        code=PLANNERS_CODE,
        side=3,
        boards=STUDIES["planners"]["mistakes"],
        most=STUDIES["planners"]["most"],
        seed=STUDIES["seed"],
    script:
        "../../workflow/scripts/study.py"


rule planners_records:
    input:
        f"{KEPT}/planners/boards.jsonl",
        f"{KEPT}/planners/mistakes.jsonl",
    output:
        f"{PAGES}/planners/records.jsonl.gz",
    log:
        f"{KEPT}/logs/planners/records.log",
    params:
        code=code("study_records"),
    script:
        "../../workflow/scripts/study_records.py"


rule planners_page:
    input:
        template=shipped("studies/planners/results.md.j2"),
        records=f"{PAGES}/planners/records.jsonl.gz",
    output:
        page=f"{PAGES}/planners/results.md",
        figure=f"{PAGES}/planners/planners.svg",
    log:
        f"{KEPT}/logs/planners/page.log",
    params:
        code=code("study_page", "studies.planners.page"),
    script:
        "../../workflow/scripts/study_page.py"
