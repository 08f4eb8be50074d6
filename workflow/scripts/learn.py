"""Learn from one puzzle. What goes wrong is a record with a reason, not a stopped pipeline.

python learn.py LOG EXS LEARNER SETTINGS

SETTINGS is a JSON object with the fields of witness.learn.run.Settings.
"""

import json
import sys
from pathlib import Path

from common import logged

from witness.base.errors import InputError, NotForAspError
from witness.base.files import write_json, write_text
from witness.learn import learn
from witness.learn.run import Settings

log, exs, learner, settings = sys.argv[1:]
with logged(log):
    directory = Path(exs).parent
    try:
        learn(directory, learner=learner, settings=Settings(**json.loads(settings)))
    except (InputError, MemoryError) as error:
        for_popper = isinstance(error, NotForAspError) and learner == "asp"
        hint = "; use learner: popper" if for_popper else ""
        write_text(directory / "hypothesis.pl", "")
        record = {"status": "failed", "reason": f"{error}{hint}", "learner": learner}
        write_json(directory / "result.json", record)
