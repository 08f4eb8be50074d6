# Two hypotheses about Table 2 of the paper. Takes two minutes, without the experiments.
rule counting_searched:
    input:
        test="results/{experiment}/puzzles/test.jsonl",
    output:
        f"{KEPT}/counting/{{experiment}}.jsonl",
    log:
        f"{KEPT}/logs/counting/{{experiment}}.log",
    params:
        code=code("study", "studies.counting.study"),
        sizes=STUDIES["counting"]["sizes"],
    script:
        "../../workflow/scripts/study.py"


rule counting_page:
    input:
        lambda wildcards: of_experiments("counting", "config.yaml", "report.html"),
        template=shipped("studies/counting/results.md.j2"),
        searched=[
            f"{KEPT}/counting/{name}.jsonl"
            for name in STUDIES["counting"]["experiments"]
        ],
    output:
        page=f"{PAGES}/counting/results.md",
    log:
        f"{KEPT}/logs/counting/page.log",
    params:
        code=code("study_page", "studies.counting.page"),
        experiments=STUDIES["counting"]["experiments"],
    script:
        "../../workflow/scripts/study_page.py"
