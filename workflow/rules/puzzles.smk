# Puzzle sets (paper, section 5.1) and large puzzles (section 5.6).

# A parameter that an experiment does not name is none of its rules: they need not run again for it.
KIND = {"puzzles": config["puzzles"]} if "puzzles" in config else {}


# The training set comes first in the stream of all sets, and learning need not wait for the others.
rule training_set:
    input:
        source(SETS[0]) or OWN,
    output:
        f"{RESULTS}/puzzles/{SETS[0]}.jsonl",
    log:
        f"{LOGS}/training_set.log",
    localrule: True
    params:
        **KIND,
        code=code("puzzle_sets", "witness.puzzle.solvers"),
        seed=config["seed"],
        plan=SET_PLAN[: 1 - len(OWN)],
    script:
        drawn_by("copied" if OWN else "puzzle_sets")


rule puzzle_sets:
    input:
        source(*SETS[1:]) or OWN,
    output:
        expand(f"{RESULTS}/puzzles/{{set}}.jsonl", set=SETS[1:]),
    log:
        f"{LOGS}/puzzle_sets.log",
    localrule: True
    params:
        **KIND,
        code=code("puzzle_sets", "witness.puzzle.solvers"),
        seed=config["seed"],
        plan=SET_PLAN,
    script:
        drawn_by("puzzle_sets")


rule large_puzzles:
    input:
        source("large/{size}"),
    output:
        f"{RESULTS}/puzzles/large/{{size}}.jsonl",
    log:
        f"{LOGS}/large_puzzles/{{size}}.log",
    localrule: True
    params:
        **KIND,
        code=code("large_puzzles", "witness.puzzle.solvers"),
        seed=config["seed"],
        number=config["large"]["count"],
        method=config["large"]["method"],
    script:
        drawn_by("large_puzzles")


# All of them with their checksums: a benchmark for others (docs/benchmark.md).
rule puzzles:
    input:
        rules.training_set.output,
        rules.puzzle_sets.output,
        expand(rules.large_puzzles.output, size=LARGE_SIZES),
    output:
        f"{RESULTS}/puzzles/SHA256SUMS",
    log:
        f"{LOGS}/checksums.log",
    localrule: True
    params:
        code=code("checksums"),
    script:
        "../scripts/checksums.py"
