# What biases can say at best: on every board for squares with triangles, of the examples of some puzzles
# for other symbols, where the prover teaches.
TEACHING_CODE = code("study", "studies.teaching.study", LEARNERS["asp"])


rule teaching_every_board:
    output:
        f"{KEPT}/teaching/every_board.jsonl",
    log:
        f"{KEPT}/logs/teaching/every_board.log",
    params:
        code=TEACHING_CODE,
    script:
        "../../workflow/scripts/study.py"


rule teaching_loop:
    output:
        f"{KEPT}/teaching/loop.jsonl",
    log:
        f"{KEPT}/logs/teaching/loop.log",
    params:
        code=TEACHING_CODE,
        seed=STUDIES["seed"],
        puzzles=STUDIES["teaching"]["puzzles"],
        timeout=STUDIES["teaching"]["timeout"],
    script:
        "../../workflow/scripts/study.py"


rule teaching_page:
    input:
        template=shipped("studies/teaching/results.md.j2"),
        every_board=rules.teaching_every_board.output[0],
        loop=rules.teaching_loop.output[0],
    output:
        page=f"{PAGES}/teaching/results.md",
        strip=f"{PAGES}/teaching/strip.svg",
    log:
        f"{KEPT}/logs/teaching/page.log",
    params:
        code=code("study_page", "studies.teaching.page"),
    script:
        "../../workflow/scripts/study_page.py"
