# Dead-end rules of planning domains: learned, proved for every instance, and measured on other ones.
# Takes two minutes, and needs `pip install pddl` and the extra z3.
PLANNING = STUDIES["planning"]["domains"]
if PLANNING == "studies/planning/domains":
    PLANNING = shipped(PLANNING)
PLANNED = sorted(one.parent.name for one in Path(PLANNING).glob("*/domain.pddl"))


rule planning_domain:
    input:
        domain=f"{PLANNING}/{{domain}}/domain.pddl",
        train=f"{PLANNING}/{{domain}}/train.pddl",
        test=f"{PLANNING}/{{domain}}/test.pddl",
        bias=f"{PLANNING}/{{domain}}/bias.yaml",
    output:
        f"{KEPT}/planning/{{domain}}.jsonl",
    log:
        f"{KEPT}/logs/planning/{{domain}}.log",
    params:
        code=code("study", "studies.planning.study", LEARNERS["asp"]),
        seed=STUDIES["seed"],
        timeout=STUDIES["planning"]["timeout"],
        most=STUDIES["planning"]["most"],
    script:
        "../../workflow/scripts/study.py"


rule planning_records:
    input:
        expand(f"{KEPT}/planning/{{domain}}.jsonl", domain=PLANNED),
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
        pictures=expand(
            f"{PAGES}/planning/{{domain}}.svg",
            domain=[
                one for one in ("floortile", "sokoban", "spanner") if one in PLANNED
            ],
        ),
    log:
        f"{KEPT}/logs/planning/page.log",
    params:
        code=code("study_page", "studies.planning.page"),
    script:
        "../../workflow/scripts/study_page.py"
