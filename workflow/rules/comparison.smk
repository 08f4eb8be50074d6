# Independent checks, where the configuration asks for them: SWI-Prolog as referee over all learned
# hypotheses, and several learners side by side.


rule referee:
    input:
        trained,
    output:
        f"{RESULTS}/train/{{puzzle}}/referee.json",
    log:
        f"{LOGS}/referee/{{puzzle}}.log",
    params:
        code=code("referee"),
    script:
        "../scripts/referee.py"


rule referee_table:
    input:
        expand(f"{RESULTS}/train/{{puzzle}}/referee.json", puzzle=TRAINING_PUZZLES),
    output:
        report(
            f"{RESULTS}/tables/referee.csv",
            caption="../report/referee.rst",
            category="Tables",
            labels={"table": "SWI-Prolog as referee"},
        ),
    log:
        f"{LOGS}/referee_table.log",
    localrule: True
    params:
        code=code("referee_table"),
    script:
        "../scripts/referee_table.py"


rule compare_learners:
    input:
        trained,
    output:
        f"{RESULTS}/train/{{puzzle}}/learners.csv",
    log:
        f"{LOGS}/compare_learners/{{puzzle}}.log",
    resources:
        mem_mb=2000
        + math.ceil(
            max((one.get("memory_limit", 0) for one in COMPARED.values()), default=0)
        ),
        runtime=max(len(COMPARED), 1) * LEARN_RUNTIME,
    params:
        code=code("compare_learners", *map(LEARNERS.get, COMPARED)),
        learners=COMPARED,
    script:
        "../scripts/compare_learners.py"


rule learners_table:
    input:
        expand(
            f"{RESULTS}/train/{{puzzle}}/learners.csv",
            puzzle=TRAINING_PUZZLES[: config["compare_learners"]],
        ),
    output:
        table=report(
            f"{RESULTS}/tables/learners.csv",
            caption="../report/learners.rst",
            category="Tables",
            labels={"table": "Learners side by side"},
        ),
        page=f"{RESULTS}/learners.md",
    log:
        f"{LOGS}/learners_table.log",
    localrule: True
    params:
        code=code("learners_table"),
    script:
        "../scripts/learners_table.py"
