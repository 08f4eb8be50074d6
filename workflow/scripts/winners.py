"""Write the winners of both tracks, with the proof of the proved one, checked anew."""

from witness.base.errors import InputError
from witness.base.files import read_json, write_json, write_text
from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.pipeline.candidates import read_candidates
from witness.pipeline.report.job import logged
from witness.proof.certificate import check_certificate
from witness.proof.prover import verify
from witness.proof.verdict_text import verdict_text
from witness.puzzle.views.plain_clauses import made_by, program_text, sentences

with logged(snakemake.log[0]):
    source, output, params = snakemake.input, snakemake.output, snakemake.params
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
        sources = candidate.sources[track] if candidate else []
        some = ", ".join(sources[:5]) + f" and {len(sources) - 5} more" * (len(sources) > 5)
        about = [
            verdict_text(verdict, ()).partition("\n")[0],
            f"Learned from {some}" if sources else "",
            made_by(params.command, params.seed),
        ]
        text = program_text(clauses, sentences(clauses, background), about)
        write_text(getattr(output, name), text)
        record[name] = {
            "candidate": candidate.id if candidate else None,
            "program": program,
            "status": verdict.status,
            "clause_status": [v.status for v in verdict.clauses],
            "sources": sources,
            "measurement": measured.get(candidate.id) if candidate else None,
        }
        if track == "proved":
            problems = check_certificate(verdict.to_json(), clauses, background)
            if problems:
                raise InputError(f"the proof of {name} does not hold: {'; '.join(problems)}")
            write_json(output.certificate, verdict.to_json())
    write_json(output.record, record)
