"""Run both learners on one learning task.

python compare_learners.py LOG FOLDER SETTINGS TABLE

SETTINGS is a JSON object with the fields of witness.learn.run.Settings.
"""

import json
import sys
from pathlib import Path

from common import logged

from witness.base.files import write_text
from witness.experiment.compare_learners import compare, table_text
from witness.learn.run import Settings

log, folder, settings, table = sys.argv[1:]
with logged(log):
    found = compare([Path(folder)], Settings(**json.loads(settings)))
    write_text(table, table_text(found, "csv"))
