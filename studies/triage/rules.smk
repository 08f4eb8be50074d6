# Algorithm 2 of finished experiments under several rankings, and what clauses cost in Prolog. An
# experiment is ready for this when the target triaged is done.
TRIAGE_CODE = code("study", "studies.triage.study", "witness.searches.compiled")
TRIAGE_START = {
    "config": "results/{experiment}/config.yaml",
    "bias": "results/{experiment}/bias.pl",
    "bk": "results/{experiment}/bk.pl",
    "candidates": "results/{experiment}/triage/{variant}/candidates.json",
    "filters": [f"results/{{experiment}}/puzzles/filter_{n}.jsonl" for n in (1, 2, 3)],
}


wildcard_constraints:
    experiment=r"[A-Za-z0-9][A-Za-z0-9_.-]*",


rule triage_rankings:
    input:
        **TRIAGE_START,
    output:
        f"{KEPT}/triage/{{experiment}}/rankings_{{variant}}.jsonl",
    log:
        f"{KEPT}/logs/triage/{{experiment}}/rankings_{{variant}}.log",
    threads: workflow.cores
    params:
        code=TRIAGE_CODE,
        rounds=STUDIES["triage"]["rounds"],
    script:
        "../../workflow/scripts/study.py"


rule triage_prices:
    input:
        **TRIAGE_START,
        train="results/{experiment}/puzzles/train.jsonl",
    output:
        f"{KEPT}/triage/{{experiment}}/prices_{{variant}}.jsonl",
    log:
        f"{KEPT}/logs/triage/{{experiment}}/prices_{{variant}}.log",
    threads: workflow.cores
    params:
        code=TRIAGE_CODE,
        seed=STUDIES["seed"],
    script:
        "../../workflow/scripts/study.py"


rule triage_page:
    input:
        lambda wildcards: of_experiments(
            "triage",
            "config.yaml",
            *(f"triage/{variant}/candidates.json" for variant in VARIANTS),
        ),
        template=shipped("studies/triage/results.md.j2"),
        config=shipped("config.yaml"),
        schema=CONFIG_SCHEMA,
        rankings=expand(
            f"{KEPT}/triage/{{experiment}}/rankings_{{variant}}.jsonl",
            experiment=STUDIES["triage"]["experiments"],
            variant=VARIANTS,
        ),
        price=(
            expand(
                f"{KEPT}/triage/{STUDIES['triage']['experiments'][0]}/prices_{{variant}}.jsonl",
                variant=VARIANTS,
            )
            if STUDIES["triage"]["price"]
            else []
        ),
    output:
        page=f"{PAGES}/triage/results.md",
        outcomes=f"{PAGES}/triage/outcomes.csv",
        finalists=f"{PAGES}/triage/finalists.csv",
        prices=f"{PAGES}/triage/prices.csv",
    log:
        f"{KEPT}/logs/triage/page.log",
    params:
        code=code("study_page", "studies.triage.page"),
        experiments=STUDIES["triage"]["experiments"],
    script:
        "../../workflow/scripts/study_page.py"
