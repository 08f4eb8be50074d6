# The prover as teacher: what biases can say at best, from how many puzzles, and experiments in which it
# teaches beside those in which it does not. An experiment is ready when its test set is evaluated.
TEACHING_CODE = code("study", "studies.teaching.study", LEARNERS["asp"])


rule teaching_best:
    output:
        f"{KEPT}/teaching/best.jsonl",
    log:
        f"{KEPT}/logs/teaching/best.log",
    params:
        code=TEACHING_CODE,
        seed=STUDIES["teaching"]["seed"],
        puzzles=STUDIES["teaching"]["puzzles"],
        timeout=STUDIES["teaching"]["timeout"],
    script:
        "../../workflow/scripts/study.py"


rule teaching_needed:
    output:
        f"{KEPT}/teaching/needed.jsonl",
    log:
        f"{KEPT}/logs/teaching/needed.log",
    params:
        code=TEACHING_CODE,
        seeds=STUDIES["teaching"]["seeds"],
        timeout=STUDIES["teaching"]["timeout"],
    script:
        "../../workflow/scripts/study.py"


rule teaching_page:
    input:
        lambda wildcards: of_experiments(
            "teaching", "config.yaml", "triage/plain/winners.json"
        ),
        template=shipped("studies/teaching/results.md.j2"),
        config=shipped("config.yaml"),
        schema=CONFIG_SCHEMA,
        best=rules.teaching_best.output[0],
        needed=rules.teaching_needed.output[0],
    output:
        page=f"{PAGES}/teaching/results.md",
        strip=f"{PAGES}/teaching/strip.svg",
        best=f"{PAGES}/teaching/best.csv",
        ways=f"{PAGES}/teaching/ways.csv",
    log:
        f"{KEPT}/logs/teaching/page.log",
    params:
        code=code("study_page", "studies.teaching.page"),
        experiments=STUDIES["teaching"]["experiments"],
    script:
        "../../workflow/scripts/study_page.py"
