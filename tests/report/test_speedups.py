"""Searches of one puzzle side by side."""

from __future__ import annotations

from support.handmade import TEST, search

from witness.report.speedups import pairs, total_speedup


def test_pairs_ignore_puzzles_without_a_baseline() -> None:
    assert pairs([search(0, "winner_proved", 5)], "winner_proved") == []
    assert total_speedup([], "seconds") is None
    assert len(pairs(TEST, "winner_sort")) == 2
