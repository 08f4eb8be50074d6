"""Run several learners on one learning task.

python compare_learners.py LOG FOLDER LEARNERS TABLE

LEARNERS is a JSON object: for each learner the fields of its witness.learn.run.Settings.
"""

import json
import sys
from pathlib import Path

from common import logged

from witness.base.files import write_text
from witness.experiment.compare_learners import compare, table_text
from witness.learn.run import Settings

log, folder, learners, table = sys.argv[1:]
with logged(log):
    settings = {name: Settings(**given) for name, given in json.loads(learners).items()}
    write_text(table, table_text(compare([Path(folder)], settings), "csv"))
