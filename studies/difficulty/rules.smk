# What inference rules say, and scores beside the votes of players in a dump of the Windmill.
RATING_CODE = code("study", "studies.difficulty.study")

# The sizes of all boards of two colours that are rated; some have histograms besides.
BOARDS = ["2x2", "2x3", "3x3", "3x4"]
HISTOGRAMS = [f"{rows}x{cols}" for rows, cols in STUDIES["difficulty"]["boards"]]
# What players have learned, and the biases and definitions that go with it.
LEARNED_RULES = [
    shipped(f"{folder}/{name}.pl")
    for folder, names in {
        "examples": ["paper", "extended", "squares", "dots", "mixed"],
        "bias": ["paper", "extended", "squares", "dots", "mixed"],
        "bk": ["triangles", "extended", "squares", "dots", "mixed"],
    }.items()
    for name in names
]


include: "inputs.smk"


wildcard_constraints:
    rows=r"\d+",
    cols=r"\d+",


rule difficulty_ratings:
    input:
        learned=LEARNED_RULES,
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
        learned_template=shipped("studies/difficulty/learned.md.j2"),
        dump=windmill,
        thesis=STUDIES["thesis"] or [],
        ratings=ratings,
        boards=expand(
            f"{KEPT}/difficulty/boards/{{board}}.jsonl",
            board=sorted({*BOARDS, *HISTOGRAMS}),
        ),
        histograms=expand(f"{KEPT}/difficulty/boards/{{board}}.jsonl", board=HISTOGRAMS),
    output:
        **{
            name: f"{PAGES}/difficulty/{name}.svg"
            for name in ["votes", "histograms", "width", "alike"]
        },
        **{
            name: f"{PAGES}/difficulty/{name}.csv"
            for name in ["learned", "sizes", "boards", "distributions"]
        },
        page=f"{PAGES}/difficulty/results.md",
        learned_page=f"{PAGES}/difficulty/learned.md",
    log:
        f"{KEPT}/logs/difficulty/page.log",
    params:
        code=code("study_page", "studies.difficulty.page"),
    script:
        "../../workflow/scripts/study_page.py"
