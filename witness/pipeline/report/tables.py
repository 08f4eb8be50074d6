"""All tables of the report, by the names of their files: `TABLES`.

They are declared in the modules below; a new one in any of these is in the registry, too.
"""

from witness.pipeline.report.large_tables import claims, large_solved
from witness.pipeline.report.learning_tables import learning_summary, table_3, winners
from witness.pipeline.report.table import TABLES
from witness.pipeline.report.test_set_tables import outcomes, slower, speedups, table_2
from witness.pipeline.report.theorem_1 import theorem_1
from witness.pipeline.report.triage_tables import finalists, taught

__all__ = [
    "TABLES", "claims", "finalists", "large_solved", "learning_summary", "outcomes",
    "slower", "speedups", "table_2", "table_3", "taught", "theorem_1", "winners",
]  # fmt: skip
