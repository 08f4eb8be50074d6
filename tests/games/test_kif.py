"""KIF, the reader of the notation: places, comments, and what is wrong with a text."""

import pytest

from witness.base.errors import InputError
from witness.games.language.kif import MAX_DEPTH, Group, read_kif


def test_words_groups_and_comments() -> None:
    text = "; a comment\n(<= (Next (cell ?X 1)) ; another )\n    terminal)\nfact"
    expressions = read_kif(text)
    assert [str(e) for e in expressions] == ["(<= (next (cell ?x 1)) terminal)", "fact"]
    rule = expressions[0]
    assert isinstance(rule, Group)
    assert (rule.place.line, rule.place.column) == (2, 1)
    assert (rule.items[1].place.line, rule.items[1].place.column) == (2, 5)
    assert (rule.items[2].place.line, rule.items[2].place.column) == (3, 5)
    assert expressions[1].place.line == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(a (b)\n  (c", "line 2: column 3: this '(' is never closed"),
        ("(a))", "line 1: column 4: this ')' closes nothing"),
        ('(a "b c")', 'line 1: column 4: "b is quoted'),
        ("(at, a)", "line 1: column 2: at, has a ,, which no word has"),
        ("{role me}", "line 1: column 1: {role has a {, which no word has"),
        ("(a |b|)", "line 1: column 4: |b| is quoted"),
        ("(a \x00b)", "line 1: column 4: '\\x00b' has a character that cannot be printed"),
        ("(" * (MAX_DEPTH + 1), f"nested more than {MAX_DEPTH} deep"),
    ],
)
def test_bad_texts(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_kif(text, "game.kif")
    assert str(error.value).startswith("game.kif: ")
    assert message in str(error.value)
