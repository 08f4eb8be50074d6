# The reproduction record, from the records of finished experiments.


rule reproduction_page:
    input:
        lambda wildcards: of_experiments("reproduction", "config.yaml", "report.html"),
        template=shipped("studies/reproduction/results.md.j2"),
        config=shipped("config.yaml"),
        schema=CONFIG_SCHEMA,
    output:
        page=f"{PAGES}/reproduction/results.md",
    log:
        f"{KEPT}/logs/reproduction/page.log",
    params:
        code=code(
            "study_page", "studies.reproduction.page", "witness.searches.compiled"
        ),
        experiments=STUDIES["reproduction"]["experiments"],
    script:
        "../../workflow/scripts/study_page.py"
