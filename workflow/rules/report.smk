# From the records to tables (CSV), figures (SVG, PNG) and one readable page. The tables are those
# that are declared in witness/pipeline/report/.
from witness.pipeline.report.tables import TABLES
from witness.pipeline.report.tidy import TIDY

if MAIN:

    report: "../report/workflow.rst"


# What tables, figures and the page read, with the names of witness.pipeline.report.experiment.files_in.
RECORDS = {
    "puzzles": f"{RESULTS}/puzzles/train.jsonl",
    "test_puzzles": f"{RESULTS}/puzzles/test.jsonl",
    "trained": expand(f"{RESULTS}/train/batch_{{batch}}.jsonl", batch=TRAIN_BATCHES),
    "candidates": expand(
        f"{RESULTS}/triage/{{variant}}/candidates.json", variant=VARIANTS
    ),
    "rankings": expand(
        f"{RESULTS}/triage/{{variant}}/stage_{{stage}}/ranking.json",
        variant=VARIANTS,
        stage=[1, 2, 3],
    ),
    "winners": expand(f"{RESULTS}/triage/{{variant}}/winners.json", variant=VARIANTS),
    **(
        {
            "taught": f"{RESULTS}/taught/result.json",
            "taught_race": f"{RESULTS}/taught/winner_taught.json",
        }
        if TAUGHT
        else {}
    ),
    "test": expand(
        f"{RESULTS}/evaluate/test/batch_{{batch}}.jsonl", batch=TEST_BATCHES
    ),
    "large": [
        f"{RESULTS}/evaluate/large/{size}/batch_{batch}.jsonl"
        for size, number in LARGE_BATCH.items()
        for batch in range(math.ceil(config["large"]["count"] / number))
    ],
    "bk": BK,
    "bias": BIAS,
}
# How to read the records.
SCALE = {
    "max_size": MAX_SIZE,
    "minutes": config["large"]["minutes"],
    "clock": config["large"]["clock"],
}
# Where the documentation is, seen from the report; nowhere outside of a checkout.
DOCS = shipped("docs")
DOCS = os.path.relpath(DOCS, RESULTS) if os.path.isdir(DOCS) else ""
FIGURES = {
    "figure_4": "Figure 4: speedup by size",
    "figure_5": "Figure 5: large puzzles",
}
PICTURES = {
    "winner_puzzle": "The puzzle that gave the winner",
    "counterexamples": "Counterexamples",
    "where_clauses_fire": "Figure 3: where proved clauses fire",
    "largest_speedup": "Appendix A: the largest speedup",
}


# The tables for other programs. What was learned is known before anything is raced, the others are not.
MEASURED = ("triage", "searches")


rule tidy:
    input:
        **{kind: RECORDS[kind] for kind in ("puzzles", "trained", "bk", "bias")},
    output:
        **{
            name: f"{RESULTS}/tables/{name}.csv"
            for name, table in TIDY.items()
            if table.file and name not in MEASURED
        },
    log:
        f"{LOGS}/tidy.log",
    localrule: True
    params:
        code=code("tidy"),
        scale={"max_size": MAX_SIZE, "minutes": []},
    script:
        "../scripts/tidy.py"


# All that is made of the records, by one process that reads them once. The tables for other programs are
# not for Snakemake's report: they have megabytes.
rule report:
    input:
        **RECORDS,
        tidy=rules.tidy.output,  # to these the page has links
        config=f"{RESULTS}/config.yaml",
        machine=f"{RESULTS}/machine.json",
        template=shipped("workflow/report/report.html.j2"),
        look=shipped("workflow/report/look.css"),
    output:
        **{
            f"table_{name}": report(
                f"{RESULTS}/tables/{name}.csv",
                caption=caption(name),
                category="Tables",
                labels={"table": table.label},
            )
            for name, table in TABLES.items()
        },
        **{
            name: report(
                f"{RESULTS}/figures/{name}.svg",
                caption=f"../report/{name}.rst",
                category="Figures",
                labels={"figure": title},
            )
            for name, title in FIGURES.items()
        },
        **{
            name: report(
                f"{RESULTS}/figures/{name}.svg",
                caption=f"../report/{name}.rst",
                category="Pictures",
                labels={"picture": title},
            )
            for name, title in PICTURES.items()
        },
        page=report(
            f"{RESULTS}/report.html",
            caption="../report/report.rst",
            category="Report",
            labels={"page": "All results on one page"},
        ),
        explore=f"{RESULTS}/explore.html",
        **{name: f"{RESULTS}/tables/{name}.csv" for name in MEASURED},
        png=expand(f"{RESULTS}/figures/{{name}}.png", name=FIGURES),
    log:
        f"{LOGS}/report.log",
    localrule: True
    params:
        code=code("report", "witness.searches.compiled"),
        scale=SCALE,
        config=EXPERIMENT,
        logs=LOGS,
        docs=DOCS,
        planned=config["puzzle_sets"]["train"]["count"],
    script:
        "../scripts/report.py"
