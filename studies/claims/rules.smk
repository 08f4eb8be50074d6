# What is claimed, from the records of experiments and of other studies.
rule claims_page:
    input:
        lambda wildcards: of_experiments("claims", "config.yaml", "report.html"),
        template=shipped("studies/claims/results.md.j2"),
        planners=shipped("studies/planners/records.jsonl.gz"),
        policies=shipped("studies/policies/records.jsonl.gz"),
    output:
        # The page is among the documents, as it is for those who have no time for the studies.
        page="docs/claims.md" if PAGES == "studies" else f"{PAGES}/claims/results.md",
    log:
        f"{KEPT}/logs/claims/page.log",
    params:
        code=code("study_page", "studies.claims.page"),
        experiments=STUDIES["claims"]["experiments"],
    script:
        "../../workflow/scripts/study_page.py"
