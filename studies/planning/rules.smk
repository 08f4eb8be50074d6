# Dead-end rules of planning domains: learned, proved for every instance, and measured on other ones.
# Takes half an hour, and needs `pip install pddl` and the extra z3.
from studies.planning.instances import PLANS


rule planning_domain:
    input:
        domain=shipped("studies/planning/domains/{domain}.pddl"),
    output:
        f"{KEPT}/planning/{{domain}}.jsonl",
    log:
        f"{KEPT}/logs/planning/{{domain}}.log",
    wildcard_constraints:
        domain="|".join(PLANS),
    params:
        code=code("study", "studies.planning.study", LEARNERS["asp"]),
        seeds=STUDIES["planning"]["seeds"],
        timeout=STUDIES["planning"]["timeout"],
        tests=STUDIES["planning"]["tests"],
        most=STUDIES["planning"]["most"],
    script:
        "../../workflow/scripts/study.py"


rule planning_records:
    input:
        expand(f"{KEPT}/planning/{{domain}}.jsonl", domain=PLANS),
    output:
        f"{PAGES}/planning/records.jsonl.gz",
    log:
        f"{KEPT}/logs/planning/records.log",
    params:
        code=code("study_records"),
    script:
        "../../workflow/scripts/study_records.py"


rule planning_page:
    input:
        template=shipped("studies/planning/results.md.j2"),
        records=f"{PAGES}/planning/records.jsonl.gz",
    output:
        page=f"{PAGES}/planning/results.md",
        figure=f"{PAGES}/planning/planning.svg",
    log:
        f"{KEPT}/logs/planning/page.log",
    params:
        code=code("study_page", "studies.planning.page"),
    script:
        "../../workflow/scripts/study_page.py"
