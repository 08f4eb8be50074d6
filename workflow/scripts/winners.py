"""Write the winners of both tracks, with the proof of the proved one, checked anew."""

from witness.base.errors import InputError
from witness.base.files import read_json, write_json, write_text
from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.pipeline.candidates import read_candidates
from witness.pipeline.report.job import logged
from witness.proof.certificate import check_certificate
from witness.proof.prover import verify

with logged(snakemake.log[0]):
    source, output = snakemake.input, snakemake.output
    background = read_background(source.bk, source.bias)
    candidates = {c.id: c for c in read_candidates(source.candidates)}
    ranking = read_json(source.ranking)
    measured = {entry["candidate"]: entry for entry in ranking["ranking"]}
    record = {}
    for track, name in (("all", "winner"), ("proved", "winner_proved")):
        kept = ranking["kept"][track]
        candidate = candidates[kept[0]] if kept else None
        program = candidate.programs[track] if candidate else []
        clauses = parse_clauses("\n".join(program))
        verdict = verify(clauses, background)
        write_text(getattr(output, name), "".join(f"{clause}\n" for clause in program))
        record[name] = {
            "candidate": candidate.id if candidate else None,
            "program": program,
            "status": verdict.status,
            "clause_status": [v.status for v in verdict.clauses],
            "sources": candidate.sources[track] if candidate else [],
            "measurement": measured.get(candidate.id) if candidate else None,
        }
        if track == "proved":
            problems = check_certificate(verdict.to_json(), clauses, background)
            if problems:
                raise InputError(f"the proof of {name} does not hold: {'; '.join(problems)}")
            write_json(output.certificate, verdict.to_json())
    write_json(output.record, record)
