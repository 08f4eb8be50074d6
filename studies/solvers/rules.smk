# All exact solvers side by side. Takes about ten minutes, and needs the extra z3.
SOLVER_CODE = code(
    "study",
    "studies.solvers.study",
    "witness.searches.compiled",
    "witness.puzzle.solvers",
    "witness.searches.as_solver",
)


rule solvers_runs:
    output:
        f"{KEPT}/solvers/runs.jsonl",
    log:
        f"{KEPT}/logs/solvers/runs.log",
    threads: workflow.cores
    params:
        code=SOLVER_CODE,
        sizes=STUDIES["solvers"]["sizes"],
        number=STUDIES["solvers"]["count"],
        seed=STUDIES["seed"],
        time_limit=STUDIES["solvers"]["time_limit"],
    script:
        "../../workflow/scripts/study.py"


rule solvers_records:
    input:
        f"{KEPT}/solvers/runs.jsonl",
    output:
        f"{PAGES}/solvers/records.jsonl.gz",
    log:
        f"{KEPT}/logs/solvers/records.log",
    params:
        code=code("study_records"),
    script:
        "../../workflow/scripts/study_records.py"


rule solvers_page:
    input:
        template=shipped("studies/solvers/results.md.j2"),
        records=f"{PAGES}/solvers/records.jsonl.gz",
    output:
        page=f"{PAGES}/solvers/results.md",
        figure=f"{PAGES}/solvers/solvers.svg",
    log:
        f"{KEPT}/logs/solvers/page.log",
    params:
        code=code("study_page", "studies.solvers.page"),
    script:
        "../../workflow/scripts/study_page.py"
