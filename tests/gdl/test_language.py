"""The language: reading rules, every way in which they are no game, and grounding."""

from __future__ import annotations

import pytest
from support.games import SMALL as SMALLEST

from witness.base.errors import InputError
from witness.base.limits import Budget, Limits
from witness.gdl.language.grounding import ground
from witness.gdl.language.kif import MAX_DEPTH, Group, read_kif
from witness.gdl.language.rulesheet import read_rules
from witness.gdl.language.wellformed import check
from witness.gdl.network.construction import network
from witness.gdl.network.network import Network

END = "(<= terminal (true (at 3)))"
LEGAL = "(<= (legal player (go ?y)) (true (at ?x)) (succ ?x ?y))"
SMALL = f"""
(role player)
(init (at 1))
(succ 1 2) (succ 2 3)
{LEGAL}
(<= (next (at ?y)) (does player (go ?y)))
{END}
(<= (goal player 100) (true (at 3)))
(<= (goal player 0) (not (true (at 3))))
"""


def game(text: str) -> Network:
    sheet = read_rules(text, "game.kif")
    check(sheet)
    return network(sheet)


def test_words_groups_and_comments() -> None:
    text = "; a comment\n(<= (Next (cell ?X 1)) ; another )\n    terminal)\nfact"
    expressions = read_kif(text)
    assert [str(e) for e in expressions] == ["(<= (next (cell ?x 1)) terminal)", "fact"]
    rule = expressions[0]
    assert isinstance(rule, Group)
    assert [(e.place.line, e.place.column) for e in rule.items] == [(2, 2), (2, 5), (3, 5)]


def test_a_small_game_is_one() -> None:
    sheet = read_rules(SMALL)
    check(sheet)
    assert str(sheet.rules[4]) == LEGAL
    assert read_rules(str(sheet).upper()).rules == sheet.rules


def test_or_makes_several_rules() -> None:
    rules = read_rules("(<= p (or q (and r s)) (not (or t u)))").rules
    assert list(map(str, rules)) == ["(<= p q (not t) (not u))", "(<= p r s (not t) (not u))"]
    rules = read_rules("(<= p (not (and q (not r))))").rules
    assert list(map(str, rules)) == ["(<= p (not q))", "(<= p r)"]


@pytest.mark.parametrize(
    ("text", "place", "word"),
    [
        ("(a (b)\n  (c", "line 2: column 3", "never closed"),
        ("(a))", "line 1: column 4", "closes nothing"),
        ('(a "b c")', "line 1: column 4", "quoted"),
        ("(a |b|)", "line 1: column 4", "quoted"),
        ("(at, a)", "line 1: column 2", "which no word has"),
        ('{"id": "a"}', "line 1: column 1", "are bare"),
        ("(a \x00b)", "line 1: column 4", "cannot be printed"),
        ("(" * (MAX_DEPTH + 1), "line 1", f"more than {MAX_DEPTH} deep"),
        ("; x\nrole(robot)\ninit(at(a))", "line 2: column 1", "prefix notation"),
        ("(<=)", "line 1: column 1", "needs a head"),
        ("()", "line 1: column 1", "says nothing"),
        ("((p) q)", "line 1: column 2", "name was expected"),
        ("?x", "line 1: column 1", "relation was expected"),
        ("(p ?)", "line 1: column 4", "variable has a name"),
        ("(<= p (true a b))", "line 1: column 7", "1 argument, not 2"),
        ("(<= p terminal (goal player))", "line 1: column 16", "2 arguments, not 1"),
        ("(<= p (distinct a))", "line 1: column 7", "2 arguments, not 1"),
        ("(<= (true (a)) b)", "line 1", "cannot be the head"),
        ("(<= (not p) b)", "line 1", "cannot be the head"),
        ("(<= p (next a))", "line 1: column 7", "only be the head"),
        ("(<= p (not a b))", "line 1", "one condition, not 2"),
        ("(<= p (or))", "line 1", "no condition"),
        ("(<= p (q (not r)))", "line 1: column 10", "cannot stand inside q"),
        ("(<= p\n  (<= q r))", "line 2: column 3", "inside another"),
        ("(<= p " + "(or a b) " * 11 + ")", "line 1", "2048 rules"),
        ("(<= p (not (or " + "(and a b) " * 11 + ")))", "line 1", "2048 alternatives"),
        ("(=> (true (at d)) terminal)", "line 1: column 2", "no =>"),
        ("(won => terminal)", "line 1", "no =>"),
        ("terminal :- (true (at d))", "line 1", "no :-"),
        ("(implies won terminal)", "line 1", "no implies"),
        ("(<= p ~(q))", "line 1", "(not condition)"),
        ("(<= p (& q r))", "line 1", "(and …)"),
        ("(<= p (forall ?x (q ?x)))", "line 1", "no forall"),
        ("(terminal <= (true (at d)))", "line 1", "cannot stand inside"),
    ],
)
def test_what_is_no_rule(text: str, place: str, word: str) -> None:
    with pytest.raises(InputError) as error:
        read_rules(text, "game.kif")
    assert str(error.value).startswith(f"game.kif: {place}")
    assert word in str(error.value)


@pytest.mark.parametrize("fact", ["(-> a b)", "(+ 1 2 3)", "(< 1 2)", "(cell 1 & ~)"])
def test_signs_are_words_like_others(fact: str) -> None:
    (rule,) = read_rules(fact).rules
    assert str(rule) == fact


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("(true (at ?x)) (succ ?x ?y))", "(succ ?z ?x))", "unsafe: ?y of the head"),
        (END, "(<= terminal (true (at 3)) (not (succ ?u 1)))", "unsafe: ?u of (not"),
        (END, "(<= terminal (distinct ?u 1))", "unsafe: ?u of (distinct"),
        (END, "(<= terminal (not open)) (<= open (not terminal))", "terminal → not open → ter"),
        (END, "(<= terminal (not terminal))", "recursion through negation"),
        ("(not (true (at 3)))", "(not (goal player 0))", "recursion through negation: goal 0"),
        (END, "(<= terminal (at 3))", "column 14: at is a fluent"),
        (END, "(<= terminal (true (succ 1 2)))", "succ is a relation"),
        (END, "(<= terminal (succ 1))", "succ has 1 arguments here and 2"),
        (END, "(<= terminal (true (at 3 4)))", "at has 2 arguments here and 1"),
        (END, "(<= terminal moved) (<= moved (does player (go 3)))", "terminal → moved → does"),
        ("(init (at 1))", "(<= (init (at 1)) (true (at 1)))", "init cannot depend on true"),
        (END, f"{END} (<= (init (at ?y)) (legal player (go ?y)))", "init cannot depend on"),
        ("(role player)", "(role (player 1))", "a role is a fact"),
        ("(role player)", "(<= (role ?x) (succ ?x 2))", "a role is a fact"),
        (END, "(<= terminal (true (at ?x)) (> ?x 2))", "relation > has no rule"),
        (END, "", "needs a rule for terminal"),
        ("(role player)", "", "needs a rule for role"),
        (END, f"{END} (<= (legal ?r ?m) (input ?r ?m)) (input player)", "input has 2 arguments"),
        (END, f"{END} (<= (legal ?r ?m) (input ?r ?m)) (<= (input ?r ?m) (role ?r))", "unsafe"),
    ],
)
def test_what_is_no_game(old: str, new: str, words: str) -> None:
    assert old in SMALL
    with pytest.raises(InputError) as error:
        check(read_rules(SMALL.replace(old, new), "game.kif"))
    assert str(error.value).startswith("game.kif: ")
    assert words in str(error.value)


def test_an_empty_file_is_no_game() -> None:
    with pytest.raises(InputError, match="no rules"):
        check(read_rules("; nothing"))


@pytest.mark.parametrize(
    "rules",
    [
        SMALL.replace("(not (true (at 3)))", "(not (goal player 100))"),
        SMALL + "(<= (next ?f) (true ?f) (kept ?f)) (kept (at 9))",
        SMALL + "(base (lamp)) (<= lit (true (lamp)))",
    ],
)
def test_what_is_a_game(rules: str) -> None:
    check(read_rules(rules))


@pytest.mark.parametrize(
    "idle",
    [
        "(base at (x 1 2 3) (val 0 1))",
        "base (input)",
        "(base (succ 1) (at 1 2)) (<= (input ?r ?m ?n) (base ?r))",
        "(<= (base ?x) (input ?x ?y)) (<= (base (at ?z)) (nothing 1))",
    ],
)
def test_declarations_that_nothing_asks_for_may_say_anything(idle: str) -> None:
    found, wanted = game(SMALL + idle), game(SMALL)
    assert (found.fluents, found.moves, found.gates) == (wanted.fluents, wanted.moves, wanted.gates)


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("goal player 100", "goal plaier 100", "did you mean player"),
        ("legal player", "legal plaier", "did you mean player"),
        ("does player", "does plaier", "line 6: column 20"),
        ("(init (at 1))", "(init (at 1)) (innit (at 2))", "did you mean init"),
        ("(init (at 1))", "(init (at 1)) (gaol player 9)", "did you mean goal"),
        (END, f"(<= termnal (true (at 2))) {END}", "did you mean terminal"),
        (END, f"(<= lit (true (at 3))) (<= shut (litt)) {END}", "did you mean lit"),
        (END, f"(<= shut (true (att 3))) {END}", "did you mean at"),
    ],
)
def test_names_that_are_nearly_those_of_the_game(old: str, new: str, word: str) -> None:
    with pytest.warns(RuntimeWarning, match=word):
        check(read_rules(SMALL.replace(old, new), "game.kif"))


#: More digits than Python reads as a number.
LONG = "9" * 5000


def test_numbers_of_any_length_stand_in_the_order_of_their_values() -> None:
    numbers = ["1" + LONG, "x10", "7", "0", "10", LONG, "007", "x2"]
    net = game(SMALL + " ".join(f"(init (at {number}))" for number in numbers))
    found = [fluent.arguments[0].name for fluent in net.fluents]
    assert found == ["0", "1", "2", "3", "007", "7", "10", LONG, "1" + LONG, "x2", "x10"]


@pytest.mark.parametrize("score", [LONG, "0" * 5000, "050", "101", "-1", "1.5", "٣", "²", "high"])
def test_what_is_no_score(score: str) -> None:
    for text in (
        SMALL.replace("player 100", f"player {score}"),
        SMALL.replace("(<= (goal player 100)", f"(most {score}) (<= (goal player ?s) (most ?s)"),
    ):
        with pytest.raises(InputError, match="is not a score") as raised:
            game(text)
        assert len(str(raised.value)) < 240


VERY_LONG = "very" * 2000


@pytest.mark.parametrize(
    "text",
    [
        f'"{VERY_LONG}"',
        f"(role {VERY_LONG}\a)",
        f"(<= (p ?{VERY_LONG}) q)",
        f"(<= p (true {VERY_LONG} {VERY_LONG}))",
        f"({VERY_LONG}) ({VERY_LONG} {VERY_LONG})",
        f"(<= {VERY_LONG} (not {VERY_LONG}))",
    ],
)
def test_a_message_quotes_no_more_than_a_line(text: str) -> None:
    with pytest.raises(InputError) as raised:
        check(read_rules(text + SMALL, "game.kif"))
    assert str(raised.value).startswith("game.kif: line 1: column ")
    assert len(str(raised.value)) < 240


def test_what_is_always_so_and_what_may_be() -> None:
    found = ground(read_rules(SMALLEST + "(unused a) (<= (also ?x) (unused ?x))"))
    assert {str(fact) for fact in found.facts} == {"(role player)", "(init (at 1))"}
    names = {str(name) for name in found.names.values()}
    assert {"(true (at 2))", "(does player go)", "(next (at 2))", "terminal"} <= names


def test_names_of_any_form() -> None:
    odd = SMALLEST.replace("at", "+at/2-ü").replace("go", "not_prolog.X:-")
    assert "(true (+at/2-ü 1))" in map(str, ground(read_rules(odd)).names.values())


GROWING = {
    "a counter": "(init (c z)) (<= (next (c (s ?x))) (true (c ?x)))",
    "a fluent inside another": "(<= (next (was ?f)) (true ?f))",
    "by way of a relation": "(<= (known ?f) (true ?f)) (<= (next (was ?f)) (known ?f))",
    "a relation alone": "(<= (p (s ?x)) (p ?x)) (p z) (<= (next (at 3)) (p (s ?x)))",
    "a move": "(<= (legal player (more ?m)) (legal player ?m))",
}


@pytest.mark.parametrize("rules", GROWING.values(), ids=GROWING)
def test_terms_that_grow_without_end(rules: str) -> None:
    with pytest.raises(InputError, match=r"^game.kif: line 8: column \d+: .*more than 100 deep"):
        ground(read_rules(SMALLEST + rules, "game.kif"))


def test_deep_terms_that_end() -> None:
    """Terms may grow as long as something bounds them."""
    steps = "(init (c 0)) (<= (next (c (s ?x))) (true (c ?x)) (low ?x)) (low 0) (low (s 0))"
    names = {str(name) for name in ground(read_rules(SMALLEST + steps)).names.values()}
    assert "(true (c (s (s 0))))" in names
    assert not any("(s (s (s" in name for name in names)


def many(values: int, variables: str) -> str:
    """A game with a rule that has values^variables instances."""
    facts = " ".join(f"(d {n})" for n in range(values))
    body = " ".join(f"(d ?{v})" for v in variables)
    return SMALLEST + facts + f"(<= (next (many {' '.join(f'?{v}' for v in variables)})) {body})"


@pytest.mark.slow
def test_limits_of_grounding() -> None:
    with pytest.raises(InputError, match="more than 50,000 instances"):
        ground(read_rules(many(10, "abcdefgh"), "g"), max_rules=50_000)
    large = read_rules(many(60, "abcd"), "g")
    budget = Budget(Limits(time_limit=0.2))
    with pytest.raises(InputError, match=r"^g: time-limit: 0.2 s"), budget.in_force():
        ground(large, max_rules=10**9)
    with pytest.raises(InputError, match=r"^g: memory-limit: 20 MB"):
        ground(large, max_memory=20, max_rules=10**9)
