# Processor time of searches with predicates, by the size of the board. Takes about ten minutes.
rule clock_searched:
    input:
        extended=shipped("examples/extended.pl"),
        extended_bias=shipped("bias/extended.pl"),
        live=shipped("examples/live.pl"),
        live_bias=shipped("bias/live.pl"),
    output:
        f"{KEPT}/clock/searched.jsonl",
    log:
        f"{KEPT}/logs/clock/searched.log",
    threads: workflow.cores
    params:
        code=code("study", "studies.clock.study", "witness.searches.compiled"),
        sizes=STUDIES["clock"]["sizes"],
        boards=STUDIES["clock"]["boards"],
        max_expansions=STUDIES["clock"]["max_expansions"],
        seed=STUDIES["seed"],
    script:
        "../../workflow/scripts/study.py"


rule clock_page:
    input:
        template=shipped("studies/clock/results.md.j2"),
        searched=f"{KEPT}/clock/searched.jsonl",
    output:
        page=f"{PAGES}/clock/results.md",
        figure=f"{PAGES}/clock/clock.svg",
    log:
        f"{KEPT}/logs/clock/page.log",
    params:
        code=code("study_page", "studies.clock.page"),
    script:
        "../../workflow/scripts/study_page.py"
