# Searches that a policy guides, with predicates that prune. Takes about half an hour.
POLICIES_CODE = code(
    "study",
    "studies.policies.study",
    "witness.searches.compiled",
    "witness.puzzle.solvers",
)


include: "inputs.smk"


rule policies_drawn:
    output:
        f"{KEPT}/policies/drawn.jsonl",
    log:
        f"{KEPT}/logs/policies/drawn.log",
    params:
        code=POLICIES_CODE,
        sizes=STUDIES["policies"]["sizes"],
        training=STUDIES["policies"]["training"],
        max_expansions=STUDIES["policies"]["max_expansions"],
        seed=STUDIES["seed"],
    script:
        "../../workflow/scripts/study.py"


rule policies_published:
    input:
        h_levin=h_levin,
    output:
        f"{KEPT}/policies/published.jsonl",
    log:
        f"{KEPT}/logs/policies/published.log",
    params:
        code=POLICIES_CODE,
        max_expansions=STUDIES["policies"]["max_expansions"],
    script:
        "../../workflow/scripts/study.py"


rule policies_records:
    input:
        f"{KEPT}/policies/drawn.jsonl",
        f"{KEPT}/policies/published.jsonl",
    output:
        f"{PAGES}/policies/records.jsonl.gz",
    log:
        f"{KEPT}/logs/policies/records.log",
    params:
        code=code("study_records"),
    script:
        "../../workflow/scripts/study_records.py"


rule policies_page:
    input:
        template=shipped("studies/policies/results.md.j2"),
        records=f"{PAGES}/policies/records.jsonl.gz",
    output:
        page=f"{PAGES}/policies/results.md",
        figure=f"{PAGES}/policies/pruned.svg",
        expansions=f"{PAGES}/policies/expansions.csv",
        ratios=f"{PAGES}/policies/ratios.csv",
    log:
        f"{KEPT}/logs/policies/page.log",
    params:
        code=code("study_page", "studies.policies.page"),
    script:
        "../../workflow/scripts/study_page.py"
