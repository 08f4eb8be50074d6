# Puzzle sets (paper, section 5.2) and large puzzles (section 5.6).


rule puzzle_sets:
    output:
        expand(f"{RESULTS}/puzzles/{{set}}.jsonl", set=SETS),
    log:
        f"{LOGS}/puzzle_sets.log",
    params:
        seed=config["seed"],
        plan=[
            (name, *(config["puzzle_sets"][name][key] for key in SET_KEYS))
            for name in SETS
        ],
    script:
        "../scripts/puzzle_sets.py"


rule large_puzzles:
    output:
        f"{RESULTS}/puzzles/large/{{size}}.jsonl",
    log:
        f"{LOGS}/large_puzzles/{{size}}.log",
    params:
        seed=config["seed"],
        number=config["large"]["count"],
        method=config["large"]["method"],
    script:
        "../scripts/large_puzzles.py"
