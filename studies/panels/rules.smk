# The public panels of two editors: what they have, who solves them, and how hard they are.
PANEL_CODE = code(
    "study",
    "studies.panels.study",
    "witness.puzzle.solvers",
    "witness.searches.as_solver",
)


include: "inputs.smk"


rule panels_census:
    input:
        windmill=windmill,
        play_pages=play_pages,
    output:
        f"{KEPT}/panels/census.jsonl",
    log:
        f"{KEPT}/logs/panels/census.log",
    params:
        code=PANEL_CODE,
    script:
        "../../workflow/scripts/study.py"


rule panels_solved:
    input:
        windmill=windmill,
    output:
        f"{KEPT}/panels/solved.jsonl",
    log:
        f"{KEPT}/logs/panels/solved.log",
    threads: workflow.cores
    params:
        code=PANEL_CODE,
        time_limit=STUDIES["panels"]["time_limit"],
        number=STUDIES["panels"]["count"],
        seed=STUDIES["seed"],
    script:
        "../../workflow/scripts/study.py"


rule panels_rated:
    input:
        windmill=windmill,
    output:
        f"{KEPT}/panels/rated.jsonl",
    log:
        f"{KEPT}/logs/panels/rated.log",
    params:
        code=PANEL_CODE,
        max_states=STUDIES["panels"]["max_states"],
    script:
        "../../workflow/scripts/study.py"


rule panels_page:
    input:
        template=shipped("studies/panels/results.md.j2"),
        windmill=windmill,
        census=f"{KEPT}/panels/census.jsonl",
        solved=f"{KEPT}/panels/solved.jsonl",
        rated=f"{KEPT}/panels/rated.jsonl",
    output:
        page=f"{PAGES}/panels/results.md",
        features=f"{PAGES}/panels/features.csv",
        hardest=f"{PAGES}/panels/hardest.svg",
        unsolvable=f"{PAGES}/panels/unsolvable.svg",
    log:
        f"{KEPT}/logs/panels/page.log",
    params:
        code=code("study_page", "studies.panels.page"),
    script:
        "../../workflow/scripts/study_page.py"
