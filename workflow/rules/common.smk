# Names that all rules share.
import math
import os

RESULTS = f"results/{config['name']}"
EXPERIMENT = {key: value for key, value in config.items() if key != "studies"}
LOGS = f"{RESULTS}/logs"
# Where Snakemake puts them: a module may have a prefix.
FOLDER = str(workflow.modifier.modify_path(f"{RESULTS}/")).rstrip("/")
# The same wherever a module has its files.
COMMAND = f"snakemake --cores all --configfile {RESULTS}/config.yaml"
MAX_SIZE = max(plan["max_size"] for plan in config["puzzle_sets"].values())
SETS = ["train", "filter_1", "filter_2", "filter_3", "test"]
# The training set, if it is not drawn.
TRAINING_FILE = config["puzzle_sets"]["train"].get("file")
OWN = [local(TRAINING_FILE)] if TRAINING_FILE else []
SET_PLAN = [
    (
        name,
        *(
            config["puzzle_sets"][name][key]
            for key in ("count", "min_size", "max_size")
        ),
    )
    for name in SETS[len(OWN) :]
]
VARIANTS = ["plain", "baseline"]
# What jobs import by name: the learner and the engine.
LEARNER = LEARNERS[config["learner"]]
ENGINE = f"witness.searches.{config['engine']}"

TRAINING_PUZZLES = [
    f"train-{n:04d}" for n in range(config["puzzle_sets"]["train"]["count"])
]
TRAIN_BATCH = train_batch(config)
TRAIN_BATCHES = range(math.ceil(len(TRAINING_PUZZLES) / TRAIN_BATCH))
TRIAGE_KEEP = [config["triage"]["keep_1"], config["triage"]["keep_2"], 1]
BY_TIME = config["triage"]["rank_by"] == "time"
RANKED = {key: config["triage"][key] for key in ("rank_by", "margin")}
TEST_BATCHES = range(
    math.ceil(config["puzzle_sets"]["test"]["count"] / config["test_batch"])
)
LARGE_SIZES = [f"{rows}x{cols}" for rows, cols in config["large"]["sizes"]]
LARGE_BATCH = {size: large_batch(config, size) for size in LARGE_SIZES}

# What to ask a cluster for, in megabytes and minutes: memory for open nodes and the interpreter;
# time for a batch of large puzzles that all exhaust their budget, at 5 million expansions a second.
SEARCH_MEMORY = 1000 + math.ceil(config["memory_limit"] or 8000)
LARGE_RUNTIME = {
    size: 60
    + math.ceil(
        2
        * number
        * max(config["large"]["minutes"])
        * (1 if config["large"]["clock"] == "wall" else 18_400 / 5_000_000)
    )
    for size, number in LARGE_BATCH.items()
}
# One puzzle that takes as long as it may, and a minute for each of the others. A batch that is
# stopped goes on from where it was.
LEARN_RUNTIME = 10 + TRAIN_BATCH + math.ceil(config["learn_timeout"] / 60)
LEARN_MEMORY = 2000 + math.ceil(LEARNER_SETTINGS.get("memory_limit", 0))


wildcard_constraints:
    puzzle=r"train-\d+",
    variant="plain|baseline",
    stage="[123]",
    batch=r"\d+",
    size=r"\d+x\d+",


def trained(wildcards):
    """Return the batch of a training puzzle, whose folder is there when the batch is."""
    number = TRAINING_PUZZLES.index(wildcards.puzzle) // TRAIN_BATCH
    return f"{RESULTS}/train/batch_{number}.jsonl"


def candidates_stop(stage):
    """Whether candidates that cannot be kept are stopped. The last stage ranks all finalists."""
    return not BY_TIME and stage != "3"


def triage_batches(stage):
    """Return the number of jobs of a stage. Where candidates stop, one job compares their sums.

    The first stage races all candidates and takes longest, so that it has twice as many.
    """
    if candidates_stop(stage):
        return 1
    return config["triage"]["batches"] * (2 if stage == "1" else 1)


def raced(wildcards, stages):
    """Return the batches of some stages, one stage after the other."""
    return [
        f"{RESULTS}/triage/{wildcards.variant}/stage_{stage}/batch_{batch}.json"
        for stage in stages
        for batch in range(triage_batches(stage))
    ]


def caption(name):
    """Return what Snakemake's own report says of a table; a sentence for all that have none."""
    here = Path(str(workflow.current_basedir))  # no folder if the workflow is remote
    known = not here.is_dir() or (here / f"../report/{name}.rst").is_file()
    return f"../report/{name if known else 'table'}.rst"


# Another experiment of this run with the same sets, if there is one: they are copied from it.
SOURCE = (
    ""
    if MAIN
    else workflow.modifier_stack[-2]
    .globals.get("PUZZLES_OF", {})
    .get(config["name"], "")
)


def source(*names):
    """Return the files of that experiment; none where the sets are made."""
    return [f"results/{SOURCE}/puzzles/{name}.jsonl" for name in names if SOURCE]


def drawn_by(script):
    """Return the script that makes sets, or the one that copies them."""
    return f"../scripts/{'copied' if SOURCE else script}.py"


def everything():
    """Return what the default rule asks for."""
    return [
        *rules.tidy.output,
        *rules.report.output,
        *(rules.referee_table.output if config["referee"] else []),
        *(rules.learners_table.output if config["compare_learners"] else []),
    ]
