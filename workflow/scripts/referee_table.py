"""Gather the rulings of the referee, a row for each training puzzle; warn where they differ."""

import sys
from pathlib import Path

import pandas as pd

from witness.base.files import write_text
from witness.base.schemas import read_fitting
from witness.pipeline.report.job import logged
from witness.searches.prolog.referee import RULING

with logged(snakemake.log[0]):
    rows = []
    for path in snakemake.input:
        ruling = read_fitting(path, RULING, "a ruling of the referee")
        rows.append(
            {
                "puzzle": Path(path).parent.name,
                "positives": ruling["positives"],
                "negatives": ruling["negatives"],
                "prolog_true_positives": ruling["prolog"]["true_positives"],
                "python_true_positives": ruling["python"]["true_positives"],
                "prolog_false_positives": ruling["prolog"]["false_positives"],
                "python_false_positives": ruling["python"]["false_positives"],
                "differences": len(ruling["differences"]),
                "clauses_left_out": len(ruling.get("left_out", ())),
                "swi_prolog": ruling["swi_prolog"],
            }
        )
    table = pd.DataFrame(rows)
    write_text(snakemake.output[0], table.to_csv(index=False, lineterminator="\n"))
    differing = table[table["differences"] > 0]["puzzle"]
    if len(differing):
        print(
            f"referee: SWI-Prolog and the translation differ on {', '.join(differing)}; the "
            "examples are in their referee.json",
            file=sys.stderr,
        )
