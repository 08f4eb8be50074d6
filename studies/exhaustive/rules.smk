# All boards with some symbols, up to symmetry. Takes about two minutes, if nothing else runs.


rule exhaustive_boards:
    input:
        code=sources(
            "puzzle/*.py",
            "puzzle/symbols/*.py",
            "boards/frontier/*.py",
            "boards/generate/*.py",
            "boards/solvers/*",
            "difficulty/*.py",
            "difficulty/entropy/*.py",
            "difficulty/rules/*.py",
        )
        + [shipped("studies/exhaustive/study.py")],
    output:
        f"{KEPT}/exhaustive/boards.jsonl",
    log:
        f"{KEPT}/logs/exhaustive/boards.log",
    params:
        **{
            key: STUDIES["exhaustive"][key]
            for key in ["sizes", "triangles", "squares", "dots"]
        },
    script:
        "../../workflow/scripts/study.py"


rule exhaustive_page:
    input:
        template=shipped("studies/exhaustive/results.md.j2"),
        boards=f"{KEPT}/exhaustive/boards.jsonl",
    output:
        page=f"{PAGES}/exhaustive/results.md",
        figure=f"{PAGES}/exhaustive/boards.svg",
    log:
        f"{KEPT}/logs/exhaustive/page.log",
    script:
        "../../workflow/scripts/study_page.py"
