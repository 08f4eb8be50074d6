"""Learn from one puzzle. What goes wrong is a record with a reason, not a stopped pipeline.

python learn.py LOG EXS LEARNER TIMEOUT
"""

import sys
from pathlib import Path

from common import logged

from witness.errors import InputError
from witness.files import write_json, write_text
from witness.learn import learn

log, exs, learner, timeout = sys.argv[1:]
with logged(log):
    directory = Path(exs).parent
    try:
        learn(directory, learner=learner, timeout=float(timeout))
    except (InputError, MemoryError) as error:
        write_text(directory / "hypothesis.pl", "")
        record = {"status": "failed", "reason": str(error), "learner": learner}
        write_json(directory / "result.json", record)
