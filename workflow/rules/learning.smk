# Training puzzles in batches, one process for each: examples, a learned hypothesis, its translation
# and its proof. Every puzzle has a folder of its own, which its batch keeps when it is interrupted
# and uses when it is run again. So the folders are not declared: Snakemake would remove them.


rule train_batch:
    input:
        puzzles=f"{RESULTS}/puzzles/train.jsonl",
        bk=BK,
        bias=BIAS,
        recorded=[
            local(str(file)) for file in recorded_files(Settings(**LEARNER_SETTINGS))
        ],
    output:
        f"{RESULTS}/train/batch_{{batch}}.jsonl",
    log:
        f"{LOGS}/train/batch_{{batch}}.log",
    resources:
        mem_mb=LEARN_MEMORY,
        runtime=LEARN_RUNTIME,
    params:
        **({"until_proved": True} if config["teach"] == "each" else {}),
        code=code("train_batch", LEARNER),
        batch=TRAIN_BATCH,
        labels=config["labels"],
        unreachable=config["unreachable"],
        learner=config["learner"],
        settings=LEARNER_SETTINGS,
    script:
        "../scripts/train_batch.py"
