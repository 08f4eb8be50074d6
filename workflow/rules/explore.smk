# A page to play with, to which the report has links.


rule explore:
    input:
        **{
            kind: RECORDS[kind]
            for kind in (
                "puzzles",
                "test_puzzles",
                "trained",
                "candidates",
                "rankings",
                "winners",
                "taught",
                "taught_race",
                "bk",
                "bias",
            )
            if kind in RECORDS
        },
    output:
        page=f"{RESULTS}/explore.html",
    log:
        f"{LOGS}/explore.log",
    localrule: True
    params:
        code=code("explore"),
        scale=SCALE,
        name=config["name"],
        planned=config["puzzle_sets"]["train"]["count"],
    script:
        "../scripts/explore.py"
