"""Translate a hypothesis into Python, and prove or refute its clauses.

A clause that cannot be evaluated is a record with a reason, not a stopped pipeline.

python translate.py LOG HYPOTHESIS BK BIAS PREDICATE VERDICT CORE
"""

import sys

from common import logged

from witness.base.files import write_json, write_text
from witness.logic.language.terms import clause_text
from witness.logic.translate import module_text
from witness.predicates.clauses import read_predicate
from witness.proof.verdicts import Verdicts

log, hypothesis, bk, bias, predicate, verdict, core = sys.argv[1:]
with logged(log):
    read = read_predicate(hypothesis, bk=bk, bias=bias)
    write_text(predicate, module_text(read.translation))
    clauses = [translated.clause for translated in read.translation.clauses]
    found = Verdicts(read.background).on(clauses)
    write_json(verdict, found.to_json())
    write_text(core, "".join(f"{clause_text(clause)}\n" for clause in found.core))
