"""Grouping of hypotheses by behaviour."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.candidates import gathered
from support.examples import TABLE_3, UNSOUND

from witness.base.errors import InputError
from witness.base.files import write_json
from witness.base.shipped import shipped_file
from witness.clauses.background import Background, read_background
from witness.clauses.language.parser import parse_clauses
from witness.pipeline.candidates import (
    Candidate,
    TruthTables,
    Variant,
    read_tables,
    visible,
    visible_states,
)
from witness.puzzle.views.configurations import configurations
from witness.puzzle.views.translate import translate
from witness.searches.predicates.clauses import predicate_of

RENAMED = (
    "f(A,B) :- path(A,P), square(B,T,S), count(P,S,N), greaterThan(N,T).\n"
    "f(A,B) :- square(B,T,S), path(A,P), count(S,P,N), two(N), greaterThan(T,N), "
    "notAdjacent(A,B).\n"
    "f(A,B) :- notAdjacent(A,B), path(A,P), square(B,T,S), three(T), count(P,S,N), one(N).\n"
)
LAST_TWO = "\n".join(TABLE_3.splitlines()[1:])
LENGTHS = "f(A,B) :- path(A,C), len(C,D), two(D), adjacent(A,B)."


def table(
    text: str, background: Background, variant: Variant = "plain", longest: int = 24
) -> int | None:
    return TruthTables(variant, longest).of(translate(parse_clauses(text), background))


def test_equal_behaviour_equal_tables(background: Background) -> None:
    assert table(TABLE_3, background) == table(RENAMED, background)
    assert table(TABLE_3, background) != table(UNSOUND, background)
    assert table(TABLE_3, background) != table(LAST_TWO, background)


def test_the_baseline_hides_over_full_squares(background: Background) -> None:
    """Under π_baseline the first clause of Table 3 never fires, so the last two are all of it."""
    first = TABLE_3.splitlines()[0]
    assert table(first, background, "baseline") == 0
    assert table(TABLE_3, background, "baseline") == table(LAST_TWO, background, "baseline")


def test_the_baseline_hides_no_square_that_is_just_full(background: Background) -> None:
    """It prunes where there are more edges than triangles, and not where there are as many."""
    full = "f(A,B) :- square(B,C,D), path(A,E), count(D,E,C)."
    assert table(full, background, "baseline") != 0
    longer = f"{full[:-1]}, notAdjacent(A,B)."
    assert table(full, background, "baseline") != table(longer, background, "baseline")


def test_lengths_are_told_apart(background: Background) -> None:
    longer = LENGTHS.replace("two(D)", "three(D)")
    assert table(LENGTHS, background) != table(longer, background)
    assert table(LENGTHS, background, longest=8) != 0


@pytest.mark.parametrize("variant", ["plain", "baseline"])
def test_the_tables_that_batches_read_are_those_that_searches_make(
    tmp_path: Path, background: Background, variant: Variant
) -> None:
    """Where a search of the variant can see a square."""
    tables = TruthTables(variant, 24)
    texts = [LENGTHS, "f(A,B) :- square(B,C,D), path(A,E), len(D,F), len(E,F), one(C)."]
    for text in [*texts, TABLE_3]:
        tables.of(translate(parse_clauses(text), background))
    write_json(tmp_path / "tables.json", tables.by_length())
    known = read_tables(tmp_path / "tables.json")
    assert len(known) == len(texts)
    for text, own in known.items():
        predicate = predicate_of(parse_clauses(text), background, text)
        assert [*own] == [*range(25)]
        for length, found in own.items():
            made = predicate.tabulation(length)
            assert found
            assert made
            assert found.features == made.features
            seen = {
                n
                for n, one in enumerate(configurations(made.features))
                if visible(one, variant) and one.least_length <= (length or 0)
            }
            holding = sum(1 << n for n in seen if made.holding >> n & 1)
            assert found.holding == holding


def test_a_file_of_other_tables_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tables.json").write_text('{"f(A,B).": {"features": 0, "holding": [null]}}')
    with pytest.raises(InputError, match="tables"):
        read_tables(tmp_path / "tables.json")


@pytest.mark.parametrize("variant", ["plain", "baseline"])
def test_tables_put_together_from_clauses(background: Background, variant: Variant) -> None:
    """Clauses that look at the length, and ones that do not, against the hypothesis as a whole."""
    tables = TruthTables(variant, 24)
    for text in (LENGTHS, TABLE_3, f"{LENGTHS}\n{TABLE_3}", f"{TABLE_3}{LENGTHS}", LAST_TWO, ""):
        translation = translate(parse_clauses(text), background)
        states = visible_states(variant, translation.dependence, 24)
        expected = sum(1 << n for n, state in enumerate(states) if translation.fires(*state))
        assert tables.of(translation) == expected


def test_a_clause_that_is_never_reached_may_be_an_error(tmp_path: Path) -> None:
    """Prolog does not come to the second clause where the first holds, and that is everywhere."""
    bk, bias = (shipped_file(name).read_text() for name in ("bk/triangles.pl", "bias/paper.pl"))
    (tmp_path / "bk.pl").write_text(f"{bk}\nsome(T) :- T > 0.\nbroken(T) :- T > 1 // 0.\n")
    declared = "".join(
        f"body_pred({name},1).\ntype({name},(int,)).\ndirection({name},(in,)).\n"
        for name in ("some", "broken")
    )
    (tmp_path / "bias.pl").write_text(f"{bias}\n{declared}")
    given = read_background(tmp_path / "bk.pl", tmp_path / "bias.pl")
    holds, broken = (f"f(A,B) :- square(B,C,D), {name}(C)." for name in ("some", "broken"))
    found = table(f"{holds}\n{broken}", given)
    assert found is not None
    assert found == table(holds, given)
    with pytest.raises(InputError):
        table(broken, given)


def test_what_depends_on_everything_has_no_table(background: Background) -> None:
    assert table("f(A,B) :- path(A,E), member(e1,E), adjacent(A,B).", background) is None


def test_gather(background: Background) -> None:
    hypotheses = {
        "all": {
            "train-0000": parse_clauses(TABLE_3),
            "train-0001": parse_clauses(UNSOUND + RENAMED),
            "train-0002": [],
        },
        "proved": {
            "train-0000": parse_clauses(TABLE_3),
            "train-0001": parse_clauses(RENAMED),
            "train-0002": [],
        },
    }
    found = gathered(hypotheses, background, "plain", 24)
    assert len(found) == 2
    pi = next(c for c in found if c.sources.get("proved"))
    assert pi.sources == {"all": ["train-0000"], "proved": ["train-0000", "train-0001"]}
    # RENAMED is as long as Table 3; the text decides.
    assert pi.programs["proved"] in (TABLE_3.splitlines(), RENAMED.splitlines())
    assert pi.size == 5 + 7 + 7
    other = next(c for c in found if c is not pi)
    assert set(other.sources) == {"all"}
    assert Candidate.from_json(pi.to_json()) == pi
    assert gathered(hypotheses, background, "plain", 24) == found


def test_what_cannot_be_evaluated_is_left_out(background: Background) -> None:
    hypotheses = {
        "all": {
            "endless": parse_clauses("f(A,B) :- between(1,10000000000,X), X < 0."),
            "somewhere": parse_clauses(
                "f(A,B) :- path(A,[E|_]), between(1,10000000000,X), X < 0, E == e1."
            ),
            "broken": parse_clauses("f(A,B) :- square(B,T,_), X is 1 // (T - T), X > 0."),
            "good": parse_clauses(TABLE_3),
        }
    }
    with pytest.warns(RuntimeWarning, match="hypothesis of .* is left out: ") as warned:
        found = gathered(hypotheses, background, "plain", 24)
    reasons = [str(warning.message) for warning in warned]
    assert len(reasons) == 3
    assert "it takes more than 1,000,000 steps" in reasons[0]
    assert "it may take too many steps" in reasons[1]
    assert "division by zero" in reasons[2]
    assert [candidate.sources for candidate in found] == [{"all": ["good"]}]


GOOD: dict[str, Any] = {
    "id": "a",
    "programs": {"all": ["f(A,B) :- adjacent(A,B)."]},
    "sources": {"all": ["train-0000"]},
}
