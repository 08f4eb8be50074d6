# The test set (paper, section 5.5) and the large puzzles (section 5.6), in batches.

GUIDED = ["winner_guided"] if config["heuristic"] != "manhattan" else []
TAUGHT = ["winner_taught"] if config["teach"] in ("together", "best") else []
TAUGHT_FILE = {name: f"{RESULTS}/taught/{name}.pl" for name in TAUGHT}


rule evaluate_test:
    input:
        **TAUGHT_FILE,
        puzzles=f"{RESULTS}/puzzles/test.jsonl",
        winner=f"{RESULTS}/triage/plain/winner.pl",
        winner_proved=f"{RESULTS}/triage/plain/winner_proved.pl",
        bk=BK,
        bias=BIAS,
    output:
        f"{RESULTS}/evaluate/test/batch_{{batch}}.jsonl",
    log:
        f"{LOGS}/evaluate/test/batch_{{batch}}.log",
    resources:
        mem_mb=SEARCH_MEMORY,
    params:
        code=code("evaluate", ENGINE),
        batch=config["test_batch"],
        engine=config["engine"],
        max_expansions=config["max_expansions"],
        memory_limit=config["memory_limit"],
        heuristic=config["heuristic"],
        runs=[
            "baseline",
            "winner_proved",
            *GUIDED,
            *TAUGHT,
            "winner_sort",
            "winner_prune",
        ],
    script:
        "../scripts/evaluate.py"


rule evaluate_large:
    input:
        **TAUGHT_FILE,
        puzzles=f"{RESULTS}/puzzles/large/{{size}}.jsonl",
        winner=f"{RESULTS}/triage/plain/winner.pl",
        winner_proved=f"{RESULTS}/triage/plain/winner_proved.pl",
        bk=BK,
        bias=BIAS,
    output:
        f"{RESULTS}/evaluate/large/{{size}}/batch_{{batch}}.jsonl",
    log:
        f"{LOGS}/evaluate/large/{{size}}/batch_{{batch}}.log",
    priority: 10  # the longest jobs begin, and short ones fill the cores at the end
    resources:
        mem_mb=SEARCH_MEMORY,
        runtime=lambda wildcards: LARGE_RUNTIME[wildcards.size],
    params:
        code=code("evaluate", ENGINE),
        batch=lambda wildcards: LARGE_BATCH[wildcards.size],
        engine=config["engine"],
        minutes=max(config["large"]["minutes"]),
        clock=config["large"]["clock"],
        implied=config["large"]["implied"],
        memory_limit=config["memory_limit"],
        heuristic=config["heuristic"],
        runs=["baseline", "winner_proved", *GUIDED, *TAUGHT],
    script:
        "../scripts/evaluate.py"
