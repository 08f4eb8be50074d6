# Learners beside each other, from the records of experiments that differ in the learner and the seed.
# An experiment is ready for this when the target triaged is done.


rule learners_page:
    input:
        lambda wildcards: of_experiments(
            "learners",
            "config.yaml",
            "machine.json",
            *(f"triage/{variant}/winners.json" for variant in VARIANTS),
        ),
        template=shipped("studies/learners/results.md.j2"),
        config=shipped("config.yaml"),
        schema=CONFIG_SCHEMA,
    output:
        page=f"{PAGES}/learners/results.md",
        learning=f"{PAGES}/learners/learning.csv",
        winners=f"{PAGES}/learners/winners.csv",
        programs=f"{PAGES}/learners/programs.csv",
    log:
        f"{KEPT}/logs/learners/page.log",
    params:
        code=code("study_page", "studies.learners.page"),
        experiments=STUDIES["learners"]["experiments"],
    script:
        "../../workflow/scripts/study_page.py"
