"""Searches of one puzzle side by side."""

from __future__ import annotations

from support.handmade import TEST, search

from witness.report.speedups import comparisons, total_speedup


def test_comparisons_ignore_puzzles_without_a_baseline() -> None:
    assert comparisons([search(0, "winner_proved", 5)], "winner_proved") == []
    assert total_speedup([], "seconds") is None
    assert len(comparisons(TEST, "winner_sort")) == 2
