"""Translate a hypothesis into Python, and prove or refute its clauses."""

from common import logged

from witness.file_predicate import read_predicate
from witness.files import write_json, write_text
from witness.logic.terms import clause_text
from witness.logic.translate import module_text

with logged(snakemake.log[0]):
    source, output = snakemake.input, snakemake.output
    predicate = read_predicate(source.hypothesis, bk=source.bk, bias=source.bias)
    write_text(output.predicate, module_text(predicate.translation))
    verdict = predicate.verdict
    write_json(output.verdict, verdict.to_json())
    write_text(output.core, "".join(f"{clause_text(clause)}\n" for clause in verdict.core))
