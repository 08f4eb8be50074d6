"""Appendix A from records: which puzzle, and a picture whatever there is."""

from __future__ import annotations

from xml.etree import ElementTree

from support.handmade import EDGES, TEST, TEST_PUZZLES, records

from witness.report.appendix_a import largest_speedup, largest_speedup_svg


def test_the_largest_speedup_is_one_of_expansions() -> None:
    largest = largest_speedup(records())
    assert largest is not None
    assert (largest.puzzle.id, largest.speedup) == ("puzzle-2x3-0000", 10)
    # Of puzzles that tie the first counts.
    same = tuple(
        {**record, "expansions": 100} if record["id"] == "puzzle-2x3-0000" else record
        for record in TEST
    )
    tied = largest_speedup(records(test=same))
    assert tied is not None
    assert (tied.puzzle.id, tied.speedup) == ("puzzle-2x3-0000", 1)
    without_first = {name: p for name, p in TEST_PUZZLES.items() if name != "puzzle-2x3-0000"}
    other = largest_speedup(records(test_puzzles=without_first))
    assert other is not None
    assert (other.puzzle.id, other.speedup) == ("puzzle-3x2-0001", 1)


def test_its_picture_numbers_what_is_forced() -> None:
    largest = largest_speedup(records())
    assert largest is not None
    drawn = ElementTree.fromstring(largest_speedup_svg(largest))
    notes = [element.text for element in drawn.iter() if element.get("class") == "note-text"]
    assert notes == [str(number) for number in range(1, len(largest.found.path))]
    assert notes


def test_there_may_be_none() -> None:
    for name in ("nothing learned", "nothing proved", "every search capped", "no test puzzles"):
        assert largest_speedup(EDGES[name]) is None
    ElementTree.fromstring(largest_speedup_svg(None))
