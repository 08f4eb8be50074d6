"""Candidates for the triage."""

from __future__ import annotations

from witness.experiment.candidates import Candidate


def candidate(name: str, program: list[str], *tracks: str) -> Candidate:
    chosen = tracks or ("all", "proved")
    sources = {track: ["train-0000"] for track in chosen}
    return Candidate(name, dict.fromkeys(chosen, program), sources)
