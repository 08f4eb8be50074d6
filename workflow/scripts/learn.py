"""Learn from one puzzle. What goes wrong is a record with a reason, not a stopped pipeline."""

from pathlib import Path

from common import logged

from witness.errors import InputError
from witness.files import write_json, write_text
from witness.learn import learn

with logged(snakemake.log[0]):
    directory = Path(snakemake.input.exs).parent
    params = snakemake.params
    try:
        learn(directory, learner=params.learner, timeout=params.timeout)
    except (InputError, MemoryError) as error:
        write_text(directory / "hypothesis.pl", "")
        record = {"status": "failed", "reason": str(error), "learner": params.learner}
        write_json(directory / "result.json", record)
