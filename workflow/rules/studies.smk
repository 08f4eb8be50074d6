# What is measured beside the experiments, and the pages about it. A rule STUDY_NAME writes a record:
# JSON lines, the first of which says by which command, with which settings, where and when. The rule
# STUDY_page writes a page from records, without measuring. A measurement has the machine for itself.
from witness.report.studies.games import variants as game_variants

STUDIES = config["studies"]
PAGES = STUDIES["pages"]
KEPT = "results/studies"
GAME_SHEETS = sorted(path.stem for path in Path("games").glob("*.kif"))
# Boards on which every puzzle is looked at, boards on which some random ones are, and the sides of
# those on which predicates are searched with.
GAME_BOARDS = ["1x1", "1x2", "2x1", "1x3", "2x2"]
GAME_RANDOM_BOARDS = ["3x3", "4x4"]
GAME_SIDES = [4, 5]
# The code that the records depend on; a record is measured anew when it changes.
GAME_CODE = sources(
    "base/*.py",
    "games/**/*.py",
    "report/studies/games/measures.py",
    "report/studies/games/study.py",
)
PANEL_CODE = GAME_CODE + sources(
    "puzzle/*.py",
    "generate/*.py",
    "logic/**/*.py",
    "predicates/*.py",
    "search/*.py",
    "experiment/evaluate.py",
)
SOLVER_CODE = sources(
    "base/*.py",
    "puzzle/*.py",
    "frontier/*.py",
    "generate/*.py",
    "predicates/*.py",
    "search/*.py",
    "solvers/*",
    "report/studies/solvers/panels.py",
    "report/studies/solvers/study.py",
)
TRIAGE_CODE = sources(
    "base/*.py",
    "puzzle/*.py",
    "logic/**/*.py",
    "predicates/*.py",
    "search/*.py",
    "experiment/*.py",
    "report/studies/triage/st*.py",
)
PRICE_CODE = TRIAGE_CODE + sources("prolog/*.py", "report/studies/triage/price.py")
TRIAGE_START = {
    "config": "results/{experiment}/config.yaml",
    "candidates": "results/{experiment}/triage/{variant}/candidates.json",
    "filters": [f"results/{{experiment}}/puzzles/filter_{n}.jsonl" for n in (1, 2, 3)],
}
EXTENDED = {"extended": "examples/extended.pl", "bias": "bias/extended.pl"}


wildcard_constraints:
    rows=r"\d+",
    cols=r"\d+",
    side=r"\d+",


rule games_sheet:
    input:
        sheet="games/{game}.kif",
        code=GAME_CODE,
    output:
        f"{KEPT}/games/sheets/{{game}}.jsonl",
    log:
        f"{KEPT}/logs/games/sheets/{{game}}.log",
    threads: workflow.cores
    params:
        seed=STUDIES["seed"],
        time_limit=STUDIES["games"]["time_limit"],
    script:
        "../scripts/study.py"


rule games_rating:
    input:
        sheet="games/{game}.kif",
        code=GAME_CODE + sources("difficulty/games/*.py"),
    output:
        f"{KEPT}/games/ratings/{{game}}-{{player}}.jsonl",
    log:
        f"{KEPT}/logs/games/ratings/{{game}}-{{player}}.log",
    wildcard_constraints:
        player="none|all",
    threads: workflow.cores
    params:
        time_limit=STUDIES["games"]["rating_time_limit"],
    script:
        "../scripts/study.py"


rule games_variant:
    input:
        sheet=lambda wildcards: f"games/{game_variants.GAMES[wildcards.name.partition('-')[0]]}.kif",
        code=GAME_CODE + sources("report/studies/games/variants.py"),
    output:
        f"{KEPT}/games/variants/{{name}}.jsonl",
    log:
        f"{KEPT}/logs/games/variants/{{name}}.log",
    wildcard_constraints:
        name="|".join(game_variants.names()),
    threads: workflow.cores
    params:
        seed=STUDIES["seed"],
        time_limit=lambda wildcards: (
            None
            if wildcards.name.startswith("shuffled")
            else STUDIES["games"]["time_limit"]
        ),
        memory_limit=lambda wildcards: (
            STUDIES["games"]["memory_limit"]
            if wildcards.name.startswith("shuffled")
            else None
        ),
    script:
        "../scripts/study.py"


rule games_hamming:
    input:
        sheet="games/eight_puzzle.kif",
        code=GAME_CODE + sources("report/studies/games/hamming.py"),
    output:
        f"{KEPT}/games/hamming.jsonl",
    log:
        f"{KEPT}/logs/games/hamming.log",
    threads: workflow.cores
    params:
        seed=STUDIES["seed"],
    script:
        "../scripts/study.py"


rule games_paths:
    input:
        **EXTENDED,
        code=PANEL_CODE,
    output:
        f"{KEPT}/games/paths/{{rows}}x{{cols}}.jsonl",
    log:
        f"{KEPT}/logs/games/paths/{{rows}}x{{cols}}.log",
    threads: workflow.cores
    script:
        "../scripts/study.py"


rule games_random_paths:
    input:
        **EXTENDED,
        code=PANEL_CODE,
    output:
        f"{KEPT}/games/random_paths/{{rows}}x{{cols}}.jsonl",
    log:
        f"{KEPT}/logs/games/random_paths/{{rows}}x{{cols}}.log",
    threads: workflow.cores
    params:
        seed=STUDIES["seed"],
        number=STUDIES["games"]["count"],
    script:
        "../scripts/study.py"


rule games_searches:
    input:
        **EXTENDED,
        code=PANEL_CODE,
    output:
        f"{KEPT}/games/searches/{{side}}.jsonl",
    log:
        f"{KEPT}/logs/games/searches/{{side}}.log",
    threads: workflow.cores
    params:
        seed=STUDIES["seed"],
        number=STUDIES["games"]["count"],
        max_expansions=STUDIES["games"]["max_expansions"],
    script:
        "../scripts/study.py"


rule games_page:
    input:
        **EXTENDED,
        template="workflow/report/games.md.j2",
        sheets=expand(f"{KEPT}/games/sheets/{{game}}.jsonl", game=GAME_SHEETS),
        ratings=expand(
            f"{KEPT}/games/ratings/{{game}}-{{player}}.jsonl",
            game=GAME_SHEETS,
            player=["none", "all"],
        ),
        variants=expand(
            f"{KEPT}/games/variants/{{name}}.jsonl", name=game_variants.names()
        ),
        hamming=f"{KEPT}/games/hamming.jsonl",
        paths=expand(f"{KEPT}/games/paths/{{board}}.jsonl", board=GAME_BOARDS),
        random_paths=expand(
            f"{KEPT}/games/random_paths/{{board}}.jsonl", board=GAME_RANDOM_BOARDS
        ),
        searches=expand(f"{KEPT}/games/searches/{{side}}.jsonl", side=GAME_SIDES),
    output:
        page=f"{PAGES}/games/results.md",
    log:
        f"{KEPT}/logs/games/page.log",
    script:
        "../scripts/study_page.py"


rule solvers_runs:
    input:
        code=SOLVER_CODE,
    output:
        f"{KEPT}/solvers/runs.jsonl",
    log:
        f"{KEPT}/logs/solvers/runs.log",
    threads: workflow.cores
    params:
        sizes=STUDIES["solvers"]["sizes"],
        number=STUDIES["solvers"]["count"],
        seed=STUDIES["seed"],
        time_limit=STUDIES["solvers"]["time_limit"],
    script:
        "../scripts/study.py"


rule solvers_shipped:
    input:
        panels="examples/panels.jsonl",
        code=SOLVER_CODE,
    output:
        f"{KEPT}/solvers/shipped.jsonl",
    log:
        f"{KEPT}/logs/solvers/shipped.log",
    threads: workflow.cores
    params:
        number=STUDIES["solvers"]["count"],
        time_limit=STUDIES["solvers"]["time_limit"],
    script:
        "../scripts/study.py"


rule solvers_page:
    input:
        template="workflow/report/solvers.md.j2",
        panels="examples/panels.jsonl",
        runs=f"{KEPT}/solvers/runs.jsonl",
        shipped=f"{KEPT}/solvers/shipped.jsonl",
    output:
        page=f"{PAGES}/solvers/results.md",
        figure=f"{PAGES}/solvers/solvers.svg",
    log:
        f"{KEPT}/logs/solvers/page.log",
    script:
        "../scripts/study_page.py"


rule reproduction_page:
    input:
        lambda wildcards: of_experiments("reproduction", "config.yaml", "report.html"),
        template="workflow/report/reproduction.md.j2",
        config="config.yaml",
        schema=CONFIG_SCHEMA,
    output:
        page=f"{PAGES}/reproduction.md",
    log:
        f"{KEPT}/logs/reproduction/page.log",
    params:
        experiments=STUDIES["reproduction"]["experiments"],
    script:
        "../scripts/study_page.py"


rule triage_rankings:
    input:
        **TRIAGE_START,
        code=TRIAGE_CODE,
    output:
        f"{KEPT}/triage/{{experiment}}/rankings_{{variant}}.jsonl",
    log:
        f"{KEPT}/logs/triage/{{experiment}}/rankings_{{variant}}.log",
    threads: workflow.cores
    params:
        rounds=STUDIES["triage"]["rounds"],
    script:
        "../scripts/study.py"


rule triage_prices:
    input:
        **TRIAGE_START,
        train="results/{experiment}/puzzles/train.jsonl",
        code=PRICE_CODE,
    output:
        f"{KEPT}/triage/{{experiment}}/prices_{{variant}}.jsonl",
    log:
        f"{KEPT}/logs/triage/{{experiment}}/prices_{{variant}}.log",
    threads: workflow.cores
    params:
        seed=STUDIES["triage"]["price_seed"],
    script:
        "../scripts/study.py"


rule triage_lines:
    input:
        **TRIAGE_START,
        code=PRICE_CODE,
    output:
        f"{KEPT}/triage/{{experiment}}/lines_{{variant}}.jsonl",
    log:
        f"{KEPT}/logs/triage/{{experiment}}/lines_{{variant}}.log",
    threads: workflow.cores
    params:
        minutes=STUDIES["triage"]["price_minutes"] / 8,
    script:
        "../scripts/study.py"


rule triage_searches:
    input:
        **TRIAGE_START,
        code=PRICE_CODE,
    output:
        f"{KEPT}/triage/{{experiment}}/searches_{{variant}}.jsonl",
    log:
        f"{KEPT}/logs/triage/{{experiment}}/searches_{{variant}}.log",
    threads: workflow.cores
    params:
        minutes=STUDIES["triage"]["price_minutes"],
    script:
        "../scripts/study.py"


rule triage_page:
    input:
        lambda wildcards: of_experiments(
            "triage",
            "config.yaml",
            *(f"triage/{variant}/candidates.json" for variant in VARIANTS),
        ),
        template="workflow/report/triage.md.j2",
        config="config.yaml",
        schema=CONFIG_SCHEMA,
        rankings=expand(
            f"{KEPT}/triage/{{experiment}}/rankings_{{variant}}.jsonl",
            experiment=STUDIES["triage"]["experiments"],
            variant=VARIANTS,
        ),
        price=(
            expand(
                f"{KEPT}/triage/{STUDIES['triage']['experiments'][0]}/{{kind}}_{{variant}}.jsonl",
                kind=["prices", "lines", "searches"],
                variant=VARIANTS,
            )
            if STUDIES["triage"]["price"]
            else []
        ),
    output:
        page=f"{PAGES}/triage.md",
    log:
        f"{KEPT}/logs/triage/page.log",
    params:
        experiments=STUDIES["triage"]["experiments"],
    script:
        "../scripts/study_page.py"
