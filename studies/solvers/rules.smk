# All exact solvers side by side. Takes about ten minutes, and needs the extras sat and z3.
SOLVER_CODE = sources(
    "base/*.py",
    "puzzle/*.py",
    "boards/frontier/*.py",
    "boards/generate/*.py",
    "searches/predicates/*.py",
    "searches/*.py",
    "boards/solvers/*",
) + [shipped("studies/solvers/panels.py"), shipped("studies/solvers/study.py")]


rule solvers_runs:
    input:
        code=SOLVER_CODE,
    output:
        f"{KEPT}/solvers/runs.jsonl",
    log:
        f"{KEPT}/logs/solvers/runs.log",
    threads: workflow.cores
    params:
        sizes=STUDIES["solvers"]["sizes"],
        number=STUDIES["solvers"]["count"],
        seed=STUDIES["seed"],
        time_limit=STUDIES["solvers"]["time_limit"],
    script:
        "../../workflow/scripts/study.py"


rule solvers_shipped:
    input:
        panels=shipped("examples/panels.jsonl"),
        code=SOLVER_CODE,
    output:
        f"{KEPT}/solvers/shipped.jsonl",
    log:
        f"{KEPT}/logs/solvers/shipped.log",
    threads: workflow.cores
    params:
        number=STUDIES["solvers"]["count"],
        time_limit=STUDIES["solvers"]["time_limit"],
    script:
        "../../workflow/scripts/study.py"


rule solvers_page:
    input:
        template=shipped("studies/solvers/results.md.j2"),
        panels=shipped("examples/panels.jsonl"),
        runs=f"{KEPT}/solvers/runs.jsonl",
        shipped=f"{KEPT}/solvers/shipped.jsonl",
    output:
        page=f"{PAGES}/solvers/results.md",
        figure=f"{PAGES}/solvers/solvers.svg",
    log:
        f"{KEPT}/logs/solvers/page.log",
    script:
        "../../workflow/scripts/study_page.py"
