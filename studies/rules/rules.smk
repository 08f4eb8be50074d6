# The inference rules of players: what each says, and which implies which.


rule rules_refusals:
    input:
        paper=shipped("examples/paper.pl"),
        extended=shipped("examples/extended.pl"),
        bias=shipped("bias/extended.pl"),
    output:
        f"{KEPT}/rules/refusals.jsonl",
    log:
        f"{KEPT}/logs/rules/refusals.log",
    params:
        code=code("study", "studies.rules.study"),
    script:
        "../../workflow/scripts/study.py"


rule rules_records:
    input:
        f"{KEPT}/rules/refusals.jsonl",
    output:
        f"{PAGES}/rules/records.jsonl.gz",
    log:
        f"{KEPT}/logs/rules/records.log",
    params:
        code=code("study_records"),
    script:
        "../../workflow/scripts/study_records.py"


rule rules_page:
    input:
        records=f"{PAGES}/rules/records.jsonl.gz",
        others=[
            shipped(f"examples/{name}.pl")
            for name in ["squares", "stars", "dots", "mixed"]
        ],
        template=shipped("studies/rules/results.md.j2"),
    output:
        page=f"{PAGES}/rules/results.md",
    log:
        f"{KEPT}/logs/rules/page.log",
    params:
        code=code("study_page", "studies.rules.page"),
    script:
        "../../workflow/scripts/study_page.py"
