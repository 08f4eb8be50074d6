# One training puzzle a job: examples, a learned hypothesis, its translation and its proof. These jobs
# are short and many, so `shell` pays: `script` takes a quarter of a second for each.


rule examples:
    input:
        puzzles=f"{RESULTS}/puzzles/train.jsonl",
        bk=BK,
        bias=config["bias"],
    output:
        exs=f"{RESULTS}/train/{{puzzle}}/exs.pl",
        bk=f"{RESULTS}/train/{{puzzle}}/bk.pl",
        bias=f"{RESULTS}/train/{{puzzle}}/bias.pl",
    log:
        f"{LOGS}/examples/{{puzzle}}.log",
    params:
        labels=config["labels"],
    shell:
        "{STEP}/examples.py {log:q} {input:q} {wildcards.puzzle} {params.labels} {output.exs:q}"


rule learn:
    input:
        exs=f"{RESULTS}/train/{{puzzle}}/exs.pl",
        bk=f"{RESULTS}/train/{{puzzle}}/bk.pl",
        bias=f"{RESULTS}/train/{{puzzle}}/bias.pl",
    output:
        hypothesis=f"{RESULTS}/train/{{puzzle}}/hypothesis.pl",
        result=f"{RESULTS}/train/{{puzzle}}/result.json",
    log:
        f"{LOGS}/learn/{{puzzle}}.log",
    resources:
        mem_mb=LEARN_MEMORY,
        runtime=LEARN_RUNTIME,
    params:
        learner=config["learner"],
        settings=LEARNER_SETTINGS,
    shell:
        "{STEP}/learn.py {log:q} {input.exs:q} {params.learner} {params.settings:q}"


rule translate:
    input:
        hypothesis=f"{RESULTS}/train/{{puzzle}}/hypothesis.pl",
        bk=BK,
        bias=config["bias"],
    output:
        predicate=f"{RESULTS}/train/{{puzzle}}/predicate.py",
        verdict=f"{RESULTS}/train/{{puzzle}}/verdict.json",
        core=f"{RESULTS}/train/{{puzzle}}/core.pl",
    log:
        f"{LOGS}/translate/{{puzzle}}.log",
    shell:
        "{STEP}/translate.py {log:q} {input:q} {output:q}"
