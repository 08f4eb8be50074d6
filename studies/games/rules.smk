# What filters are good for, how hard games are, and predicates derived from rules.
from studies.games import variants as game_variants

GAME_CODE = code(
    "study", "studies.games.study", "witness.searches.compiled", "witness.gdl.filters"
)

GAME_SHEETS = sorted(
    path.stem for path in Path(shipped("examples/games")).glob("*.kif")
)
# Boards on which every puzzle is looked at, boards on which some random ones are, and the sides of
# those on which predicates are searched with.
GAME_BOARDS = ["1x1", "1x2", "2x1", "1x3", "2x2"]
GAME_RANDOM_BOARDS = ["3x3", "4x4"]
GAME_SIDES = [4, 5]
LEARNED = {
    "extended": shipped("examples/extended.pl"),
    "bias": shipped("bias/extended.pl"),
    "live": shipped("examples/live.pl"),
    "live_bias": shipped("bias/live.pl"),
    "live_bk": [shipped("bk/live.pl"), shipped("bk/outlook.pl")],
}


wildcard_constraints:
    rows=r"\d+",
    cols=r"\d+",
    side=r"\d+",


rule games_sheet:
    input:
        sheet=shipped("examples/games/{game}.kif"),
    output:
        f"{KEPT}/games/sheets/{{game}}.jsonl",
    log:
        f"{KEPT}/logs/games/sheets/{{game}}.log",
    threads: workflow.cores
    params:
        code=GAME_CODE,
        seed=STUDIES["seed"],
        time_limit=STUDIES["games"]["time_limit"],
    script:
        "../../workflow/scripts/study.py"


rule games_rating:
    input:
        sheet=shipped("examples/games/{game}.kif"),
    output:
        f"{KEPT}/games/ratings/{{game}}-{{player}}.jsonl",
    log:
        f"{KEPT}/logs/games/ratings/{{game}}-{{player}}.log",
    wildcard_constraints:
        player="none|all",
    threads: workflow.cores
    params:
        code=GAME_CODE,
        time_limit=STUDIES["games"]["rating_time_limit"],
    script:
        "../../workflow/scripts/study.py"


rule games_variant:
    input:
        sheet=lambda wildcards: shipped(
            f"examples/games/{game_variants.GAMES[wildcards.name.partition('-')[0]]}.kif"
        ),
    output:
        f"{KEPT}/games/variants/{{name}}.jsonl",
    log:
        f"{KEPT}/logs/games/variants/{{name}}.log",
    wildcard_constraints:
        name="|".join(game_variants.names()),
    threads: workflow.cores
    params:
        code=GAME_CODE,
        seed=STUDIES["seed"],
        time_limit=STUDIES["games"]["time_limit"],
    script:
        "../../workflow/scripts/study.py"


rule games_paths:
    input:
        **LEARNED,
    output:
        f"{KEPT}/games/paths/{{rows}}x{{cols}}.jsonl",
    log:
        f"{KEPT}/logs/games/paths/{{rows}}x{{cols}}.log",
    threads: workflow.cores
    params:
        code=GAME_CODE,
    script:
        "../../workflow/scripts/study.py"


rule games_random_paths:
    input:
        **LEARNED,
    output:
        f"{KEPT}/games/random_paths/{{rows}}x{{cols}}.jsonl",
    log:
        f"{KEPT}/logs/games/random_paths/{{rows}}x{{cols}}.log",
    threads: workflow.cores
    params:
        code=GAME_CODE,
        seed=STUDIES["seed"],
        number=STUDIES["games"]["count"],
    script:
        "../../workflow/scripts/study.py"


rule games_searches:
    input:
        **LEARNED,
    output:
        f"{KEPT}/games/searches/{{side}}.jsonl",
    log:
        f"{KEPT}/logs/games/searches/{{side}}.log",
    threads: workflow.cores
    params:
        code=GAME_CODE,
        seed=STUDIES["seed"],
        number=STUDIES["games"]["count"],
        max_expansions=STUDIES["games"]["max_expansions"],
    script:
        "../../workflow/scripts/study.py"


rule games_records:
    input:
        expand(f"{KEPT}/games/sheets/{{game}}.jsonl", game=GAME_SHEETS),
        expand(
            f"{KEPT}/games/ratings/{{game}}-{{player}}.jsonl",
            game=GAME_SHEETS,
            player=["none", "all"],
        ),
        expand(f"{KEPT}/games/variants/{{name}}.jsonl", name=game_variants.names()),
        expand(f"{KEPT}/games/paths/{{board}}.jsonl", board=GAME_BOARDS),
        expand(f"{KEPT}/games/random_paths/{{board}}.jsonl", board=GAME_RANDOM_BOARDS),
        expand(f"{KEPT}/games/searches/{{side}}.jsonl", side=GAME_SIDES),
    output:
        f"{PAGES}/games/records.jsonl.gz",
    log:
        f"{KEPT}/logs/games/records.log",
    params:
        code=code("study_records"),
    script:
        "../../workflow/scripts/study_records.py"


rule games_page:
    input:
        **LEARNED,
        template=shipped("studies/games/results.md.j2"),
        records=f"{PAGES}/games/records.jsonl.gz",
    output:
        page=f"{PAGES}/games/results.md",
        games=f"{PAGES}/games/games.csv",
        filters=f"{PAGES}/games/filters.csv",
        ratings=f"{PAGES}/games/ratings.csv",
        paths=f"{PAGES}/games/paths.csv",
        predicates=f"{PAGES}/games/predicates.csv",
    log:
        f"{KEPT}/logs/games/page.log",
    params:
        code=code("study_page", "studies.games.page"),
    script:
        "../../workflow/scripts/study_page.py"
