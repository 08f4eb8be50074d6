# Several experiments that differ in their bias or seed: a module for each, and one page that compares
# them. Puzzle sets that are made from the same settings are made once, for the first of them.
from witness.pipeline.plan import same_puzzles

# For a module, by its name: the experiment whose puzzle sets it copies.
PUZZLES_OF = same_puzzles(SEVERAL)
COMPARISON = f"results/{config['name']}"


def everything():
    """Return what the default rule asks for."""
    return rules.compare.output


for NAME in SEVERAL:
    ALIAS = f"{NAME}_"

    module:
        name: NAME
        snakefile:
            os.path.abspath(shipped("Snakefile"))
        config:
            SEVERAL[NAME]

    use rule * from NAME as ALIAS*


def of_all(rule):
    """Return what a rule asks for, in all experiments."""
    return [getattr(rules, f"{name}_{rule}").input for name in SEVERAL]


rule learned:
    input:
        of_all("learned"),
    shell:
        "true"  # a job, as in an experiment


rule triaged:
    input:
        of_all("triaged"),


rule compare:
    input:
        of_all("all"),
    output:
        page=f"{COMPARISON}/compare.html",
        table=f"{COMPARISON}/compare.csv",
    log:
        f"{COMPARISON}/logs/compare.log",
    localrule: True
    params:
        code=code("compare"),
        folders=[f"results/{name}" for name in SEVERAL],
    script:
        "../scripts/compare.py"


onstart:
    for name in SEVERAL:
        globals()[name].onstart()


onsuccess:
    if any(job.rule.name == "learned" for job in workflow.dag.jobs):
        from witness.pipeline.report.milestones import clause_table

        for name in SEVERAL:
            logger.info(f"{name}:\n{clause_table(f'results/{name}')}")
    if os.path.exists(page := f"{COMPARISON}/compare.html"):
        logger.info(f"The comparison is {from_here(page)}")
