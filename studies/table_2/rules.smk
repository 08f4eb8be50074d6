# Two hypotheses about Table 2 of the paper. Takes about ten minutes, without the experiments.
rule table_2_searched:
    output:
        f"{KEPT}/table_2/{{seed}}.jsonl",
    log:
        f"{KEPT}/logs/table_2/{{seed}}.log",
    params:
        code=code("study", "studies.table_2.study"),
        sizes=STUDIES["table_2"]["sizes"],
        puzzles=STUDIES["table_2"]["puzzles"],
    script:
        "../../workflow/scripts/study.py"


rule table_2_page:
    input:
        lambda wildcards: of_experiments("table_2", "config.yaml", "report.html"),
        template=shipped("studies/table_2/results.md.j2"),
        searched=[
            f"{KEPT}/table_2/{seed}.jsonl" for seed in STUDIES["table_2"]["seeds"]
        ],
    output:
        page=f"{PAGES}/table_2/results.md",
    log:
        f"{KEPT}/logs/table_2/page.log",
    params:
        code=code("study_page", "studies.table_2.page"),
        experiments=STUDIES["table_2"]["experiments"],
        seeds=STUDIES["table_2"]["seeds"],
    script:
        "../../workflow/scripts/study_page.py"
