# Scores beside the votes of players in a dump of the Windmill.
RATING_CODE = code("study", "studies.difficulty.study")

# The sizes of all boards of two colours that are rated; some have histograms besides.
BOARDS = ["2x2", "2x3", "3x3", "3x4"]
HISTOGRAMS = ["3x3", "3x4"]


include: "inputs.smk"


wildcard_constraints:
    rows=r"\d+",
    cols=r"\d+",


rule difficulty_ratings:
    input:
        dump=windmill,
    output:
        f"{KEPT}/difficulty/ratings/{{player}}.jsonl",
    log:
        f"{KEPT}/logs/difficulty/ratings/{{player}}.log",
    params:
        code=RATING_CODE,
        max_states=STUDIES["difficulty"]["max_states"],
    script:
        "../../workflow/scripts/study.py"


rule difficulty_boards:
    output:
        f"{KEPT}/difficulty/boards/{{rows}}x{{cols}}.jsonl",
    log:
        f"{KEPT}/logs/difficulty/boards/{{rows}}x{{cols}}.log",
    params:
        code=RATING_CODE,
        max_states=STUDIES["difficulty"]["max_states"],
    script:
        "../../workflow/scripts/study.py"


rule difficulty_page:
    input:
        template=shipped("studies/difficulty/results.md.j2"),
        dump=windmill,
        ratings=ratings,
        boards=expand(f"{KEPT}/difficulty/boards/{{board}}.jsonl", board=BOARDS),
        histograms=expand(f"{KEPT}/difficulty/boards/{{board}}.jsonl", board=HISTOGRAMS),
    output:
        **{
            name: f"{PAGES}/difficulty/{name}.svg"
            for name in ["votes", "histograms", "width", "alike"]
        },
        **{
            name: f"{PAGES}/difficulty/{name}.csv"
            for name in ["sizes", "boards", "distributions"]
        },
        page=f"{PAGES}/difficulty/results.md",
    log:
        f"{KEPT}/logs/difficulty/page.log",
    params:
        code=code("study_page", "studies.difficulty.page"),
    script:
        "../../workflow/scripts/study_page.py"
