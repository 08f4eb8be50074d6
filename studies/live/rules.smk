# Predicates that look ahead beside the paper's, from the records of finished experiments.


rule live_page:
    input:
        lambda wildcards: of_experiments("live", "config.yaml", "report.html"),
        template=shipped("studies/live/results.md.j2"),
        config=shipped("config.yaml"),
        schema=CONFIG_SCHEMA,
    output:
        page=f"{PAGES}/live/results.md",
    log:
        f"{KEPT}/logs/live/page.log",
    params:
        code=code("study_page", "studies.live.page"),
        experiments=STUDIES["live"]["experiments"],
    script:
        "../../workflow/scripts/study_page.py"
