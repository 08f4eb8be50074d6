# The three-stage triage (paper, Algorithm 2), of all hypotheses and of the proved cores alone. Each
# batch finds out from those of the stages before who races; the ranking of a stage is for readers.


rule candidates:
    input:
        trained=expand(f"{RESULTS}/train/batch_{{batch}}.jsonl", batch=TRAIN_BATCHES),
        bk=BK,
        bias=BIAS,
    output:
        candidates=f"{RESULTS}/triage/{{variant}}/candidates.json",
        tables=f"{RESULTS}/triage/{{variant}}/tables.json",
    log:
        f"{LOGS}/candidates/{{variant}}.log",
    localrule: True
    params:
        code=code("candidates"),
        max_size=MAX_SIZE,
    script:
        "../scripts/candidates.py"


rule triage_batch:
    input:
        candidates=f"{RESULTS}/triage/{{variant}}/candidates.json",
        tables=f"{RESULTS}/triage/{{variant}}/tables.json",
        before=lambda wildcards: raced(wildcards, "123"[: int(wildcards.stage) - 1]),
        puzzles=f"{RESULTS}/puzzles/filter_{{stage}}.jsonl",
        bk=BK,
        bias=BIAS,
    output:
        f"{RESULTS}/triage/{{variant}}/stage_{{stage}}/batch_{{batch}}.json",
    log:
        f"{LOGS}/triage/{{variant}}/stage_{{stage}}/batch_{{batch}}.log",
    resources:
        mem_mb=SEARCH_MEMORY,
        runtime=240,
    params:
        code=code("triage_batch", ENGINE),
        batches=lambda wildcards: triage_batches(wildcards.stage),
        keep=lambda wildcards: TRIAGE_KEEP[: int(wildcards.stage)],
        ranked=lambda wildcards: {} if wildcards.stage == "1" else RANKED,
        stop=lambda wildcards: candidates_stop(wildcards.stage),
        rounds=config["triage"]["rounds"] if BY_TIME else 1,
        engine=config["engine"],
        max_expansions=config["max_expansions"],
        memory_limit=config["memory_limit"],
    script:
        "../scripts/triage_batch.py"


rule triage_rank:
    input:
        candidates=f"{RESULTS}/triage/{{variant}}/candidates.json",
        batches=lambda wildcards: raced(wildcards, "123"[: int(wildcards.stage)]),
    output:
        f"{RESULTS}/triage/{{variant}}/stage_{{stage}}/ranking.json",
    log:
        f"{LOGS}/triage/{{variant}}/stage_{{stage}}/ranking.log",
    priority: 20  # the run says at once what a stage found
    localrule: True
    params:
        code=code("triage_rank"),
        keep=lambda wildcards: TRIAGE_KEEP[: int(wildcards.stage)],
        ranked=RANKED,
    script:
        "../scripts/triage_rank.py"


rule winners:
    input:
        candidates=f"{RESULTS}/triage/{{variant}}/candidates.json",
        ranking=f"{RESULTS}/triage/{{variant}}/stage_3/ranking.json",
        bk=BK,
        bias=BIAS,
    output:
        winner=f"{RESULTS}/triage/{{variant}}/winner.pl",
        winner_proved=f"{RESULTS}/triage/{{variant}}/winner_proved.pl",
        certificate=f"{RESULTS}/triage/{{variant}}/winner_proved.certificate.json",
        record=f"{RESULTS}/triage/{{variant}}/winners.json",
    log:
        f"{LOGS}/winners/{{variant}}.log",
    localrule: True
    params:
        code=code("winners"),
        command=COMMAND,
        seed=config["seed"],
    script:
        "../scripts/winners.py"
