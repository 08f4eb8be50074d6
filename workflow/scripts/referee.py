"""Let SWI-Prolog check a hypothesis on every example of its task.

python referee.py LOG FOLDER RULING
"""

import sys
from pathlib import Path

from common import logged

from witness.base.files import write_json
from witness.prolog.referee import referee

log, folder, ruling = sys.argv[1:]
with logged(log):
    write_json(ruling, referee(folder, Path(folder) / "hypothesis.pl").to_json())
