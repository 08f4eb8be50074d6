# With `teach: together`: all training puzzles as one task, learned from until everything is proved; with
# `teach: best`: the best sound predicate of the bias, from no puzzle. Then the fastest of the predicates
# that its clauses make.


if config["teach"] == "best":

    rule teach:
        input:
            bk=BK,
            bias=BIAS,
        output:
            hypothesis=f"{RESULTS}/taught/hypothesis.pl",
            record=f"{RESULTS}/taught/result.json",
            certificate=f"{RESULTS}/taught/certificate.json",
            task=[f"{RESULTS}/taught/{name}.pl" for name in ("bk", "exs", "bias")],
        log:
            f"{LOGS}/teach.log",
        params:
            code=code("teach_best", "witness.clauses.learners.asp"),
        script:
            "../scripts/teach_best.py"

else:

    rule teach:
        input:
            puzzles=f"{RESULTS}/puzzles/train.jsonl",
            bk=BK,
            bias=BIAS,
        output:
            hypothesis=f"{RESULTS}/taught/hypothesis.pl",
            record=f"{RESULTS}/taught/result.json",
            task=[f"{RESULTS}/taught/{name}.pl" for name in ("bk", "exs", "bias")],
        log:
            f"{LOGS}/teach.log",
        resources:
            mem_mb=LEARN_MEMORY,
            runtime=LEARN_RUNTIME + len(TRAINING_PUZZLES) // 20,
        params:
            code=code("teach", LEARNER),
            labels=config["labels"],
            unreachable=config["unreachable"],
            learner=config["learner"],
            settings=LEARNER_SETTINGS,
        script:
            "../scripts/teach.py"


rule winner_taught:
    input:
        hypothesis=rules.teach.output.hypothesis,
        puzzles=f"{RESULTS}/puzzles/filter_3.jsonl",
        bk=BK,
        bias=BIAS,
    output:
        winner=f"{RESULTS}/taught/winner_taught.pl",
        record=f"{RESULTS}/taught/winner_taught.json",
    log:
        f"{LOGS}/winner_taught.log",
    resources:
        mem_mb=SEARCH_MEMORY,
        runtime=240,
    params:
        code=code("winner_taught", ENGINE),
        command=COMMAND,
        seed=config["seed"],
        rank_by=config["triage"]["rank_by"],
        rounds=config["triage"]["rounds"] if BY_TIME else 1,
        margin=config["triage"]["margin"],
        engine=config["engine"],
        max_expansions=config["max_expansions"],
        memory_limit=config["memory_limit"],
    script:
        "../scripts/winner_taught.py"
