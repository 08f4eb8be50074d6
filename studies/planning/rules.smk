# Dead-end rules of planning domains: learned, proved for every instance, and measured on other ones.
# Takes two minutes, and needs `pip install pddl` and the extra z3.
PLANNING = STUDIES["planning"]["domains"] or shipped("studies/planning/domains")


rule planning_domains:
    input:
        files=sorted(map(str, Path(PLANNING).glob("*/*.*"))),
    output:
        f"{PAGES}/planning/records.jsonl",
    log:
        f"{KEPT}/logs/planning/domains.log",
    params:
        code=code("study", "studies.planning.study", LEARNERS["asp"]),
        seed=STUDIES["seed"],
    script:
        "../../workflow/scripts/study.py"


rule planning_page:
    input:
        template=shipped("studies/planning/results.md.j2"),
        records=f"{PAGES}/planning/records.jsonl",
    output:
        page=f"{PAGES}/planning/results.md",
    log:
        f"{KEPT}/logs/planning/page.log",
    params:
        code=code("study_page", "studies.planning.page"),
    script:
        "../../workflow/scripts/study_page.py"
