"""Rules of games: reading them, and every way in which they can be no game."""

import pytest

from witness.base.errors import InputError
from witness.games.language.rulesheet import read_rules
from witness.games.language.wellformed import check
from witness.games.network.construction import network
from witness.games.network.network import Network

SMALL = """
(role player)
(init (at 1))
(succ 1 2) (succ 2 3)
(<= (legal player (go ?y)) (true (at ?x)) (succ ?x ?y))
(<= (next (at ?y)) (does player (go ?y)))
(<= terminal (true (at 3)))
(<= (goal player 100) (true (at 3)))
(<= (goal player 0) (not (true (at 3))))
"""


def test_a_small_game_is_one() -> None:
    sheet = read_rules(SMALL)
    check(sheet)
    assert len(sheet.rules) == 9
    assert str(sheet.rules[4]) == "(<= (legal player (go ?y)) (true (at ?x)) (succ ?x ?y))"
    assert read_rules(str(sheet)).rules == sheet.rules


def test_or_makes_several_rules() -> None:
    rules = read_rules("(<= p (or q (and r s)) (not (or t u)))").rules
    assert [str(rule) for rule in rules] == [
        "(<= p q (not t) (not u))",
        "(<= p r s (not t) (not u))",
    ]
    rules = read_rules("(<= p (not (and q r)))").rules
    assert [str(rule) for rule in rules] == ["(<= p (not q))", "(<= p (not r))"]
    assert [str(r) for r in read_rules("(<= p (not (not q)))").rules] == ["(<= p q)"]


def test_capital_letters_are_small_ones() -> None:
    assert read_rules("(ROLE Player)").rules == read_rules("(role player)").rules


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(<= (p ?x) (q ?x)", "line 1: column 1: this '(' is never closed"),
        ("(<=)", "column 1: (<= head condition…) needs a head"),
        ("()", "column 1: () says nothing"),
        ("((p) q)", "column 2: a name was expected, not (p)"),
        ("?x", "column 1: a relation was expected, not the variable ?x"),
        ("(p ?)", "column 4: a variable has a name"),
        ("(<= p (true a b))", "column 7: true has 1 argument, not 2: (true a b)"),
        ("(<= p terminal (goal player))", "column 16: goal has 2 arguments, not 1"),
        ("(<= p (distinct a))", "column 7: distinct has 2 arguments, not 1"),
        ("(<= (true (a)) b)", "true cannot be the head of a rule"),
        ("(<= (does player a) b)", "does cannot be the head of a rule"),
        ("(<= (not p) b)", "not cannot be the head of a rule"),
        ("(<= p (next a))", "column 7: next can only be the head of a rule"),
        ("(<= p (init a))", "column 7: init can only be the head of a rule"),
        ("(<= p (not a b))", "(not condition) has one condition, not 2"),
        ("(<= p (or))", "(or condition…) has no condition"),
        ("(<= p (q (not r)))", "column 10: not cannot stand inside q"),
        ("(<= p\n  (<= q r))", "line 2: column 3: a rule cannot stand inside another"),
        ("(<= p " + "(or a b) " * 11 + ")", "make 2048 rules of this one"),
        ("(<= p (not (or " + "(and a b) " * 11 + ")))", "this makes 2048 alternatives"),
    ],
)
def test_what_is_no_rule(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_rules(text, "game.kif")
    assert message in str(error.value)
    assert str(error.value).startswith("game.kif: line ")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(true (at ?x)) (succ ?x ?y))", "(succ ?z ?x))", "unsafe: ?y of the head (legal player"),
        (
            "(<= terminal (true (at 3)))",
            "(<= terminal (true (at 3)) (not (succ ?u 1)))",
            "line 7: column 33: unsafe: ?u of (not (succ ?u 1)) is in no positive condition",
        ),
        (
            "(<= terminal (true (at 3)))",
            "(<= terminal (distinct ?u 1))",
            "unsafe: ?u of (distinct ?u 1)",
        ),
        (
            "(<= terminal (true (at 3)))",
            "(<= terminal (not open)) (<= open (not terminal))",
            "column 19: recursion through negation: terminal → not open → terminal",
        ),
        (
            "(<= terminal (true (at 3)))",
            "(<= terminal (not terminal))",
            "recursion through negation: terminal → not terminal",
        ),
        ("(<= terminal (true (at 3)))", "(<= terminal (at 3))", "column 14: at is a fluent"),
        (
            "(<= terminal (true (at 3)))",
            "(<= terminal (true (succ 1 2)))",
            "succ is a relation, not a fluent",
        ),
        (
            "(<= terminal (true (at 3)))",
            "(<= terminal (succ 1))",
            "the relation succ has 1 arguments here and 2 before",
        ),
        (
            "(<= terminal (true (at 3)))",
            "(<= terminal (true (at 3 4)))",
            "the function at has 2 arguments here and 1 before",
        ),
        (
            "(<= terminal (true (at 3)))",
            "(<= terminal moved) (<= moved (does player (go 3)))",
            "terminal cannot depend on does: terminal → moved → does",
        ),
        ("(init (at 1))", "(<= (init (at 1)) (true (at 1)))", "init cannot depend on true"),
        (
            "(<= (legal player (go ?y)) (true (at ?x)) (succ ?x ?y))",
            "(<= (legal player (go ?y)) (succ ?x ?y)) (<= (init (at ?y)) (legal player (go ?y)))",
            "init cannot depend on legal",
        ),
        ("(role player)", "(role (player 1))", "a role is a fact about a name, as (role player)"),
        ("(role player)", "(<= (role ?x) (succ ?x 2))", "a role is a fact about a name"),
        ("terminal (true (at 3)))", "terminal (true (at ?x)) (= ?x 3))", "relation = has no rule"),
        ("terminal (true (at 3)))", "terminal (true (at ?x)) (> ?x 2))", "relation > has no rule"),
        ("(<= terminal (true (at 3)))", "", "a game needs a rule for terminal"),
        ("(role player)", "", "a game needs a rule for role"),
        ("(goal player 100)", "(goal player 101)", "101 is not a score"),
        ("(goal player 100)", "(goal player best)", "best is not a score"),
    ],
)
def test_what_is_no_game(old: str, new: str, message: str) -> None:
    assert old in SMALL
    with pytest.raises(InputError) as error:
        check(read_rules(SMALL.replace(old, new), "game.kif"))
    assert message in str(error.value)
    assert str(error.value).startswith("game.kif: ")


def test_a_game_without_a_goal_and_an_empty_file() -> None:
    rules = "\n".join(line for line in SMALL.splitlines() if "goal" not in line)
    with pytest.raises(InputError, match="a game needs a rule for goal"):
        check(read_rules(rules))
    with pytest.raises(InputError, match="there are no rules"):
        check(read_rules("; nothing"))


def test_goals_may_negate_goals_of_other_scores() -> None:
    check(read_rules(SMALL.replace("(not (true (at 3)))", "(not (goal player 100))")))
    with pytest.raises(InputError, match="recursion through negation: goal 0 → not goal 0"):
        check(read_rules(SMALL.replace("(not (true (at 3)))", "(not (goal player 0))")))


def test_variables_may_stand_for_fluents() -> None:
    check(read_rules(SMALL + "(<= (next ?f) (true ?f) (kept ?f)) (kept (at 9)) "))


@pytest.mark.parametrize(
    "idle",
    [
        "(base at (x 1 2 3) (val 0 1))",
        "base (input)",
        "(base (at 1)) (base at 1) (input player go (y 2 3))",
        "(base (succ 1) (at 1 2)) (<= (input ?r ?m ?n) (base ?r))",
        "(<= (base ?x) (input ?x ?y)) (<= (base (at ?z)) (nothing 1))",
    ],
)
def test_declarations_that_nothing_asks_for_may_say_anything(idle: str) -> None:
    sheet = read_rules(SMALL + idle)
    check(sheet)
    found = network(sheet)
    wanted = network(read_rules(SMALL))
    assert (found.fluents, found.moves, found.gates) == (wanted.fluents, wanted.moves, wanted.gates)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (
            "(<= (legal player (go ?y)) (input player (go ?y) now))\n(input player (go 2) now)",
            "line 10: column 28: input has 2 arguments, not 3: (input player (go ?y) now)",
        ),
        (
            "(<= (legal player ?m) (input player ?m))\n(<= (input ?r ?m) (base ?r ?m))",
            "line 11: column 19: base has 1 argument, not 2: (base ?r ?m)",
        ),
        (
            "(<= (legal player ?m) (input player ?m))\n(input player)",
            "line 11: column 1: input has 2 arguments, not 1: (input player)",
        ),
        (
            "(<= (legal player ?m) (input player ?m))\n(<= (input ?r ?m) (role ?r))",
            "line 11: column 1: unsafe: ?m of the head (input ?r ?m)",
        ),
    ],
)
def test_declarations_that_the_game_asks_for_are_checked(rules: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        check(read_rules(SMALL + rules, "game.kif"))
    assert message in str(error.value)


def test_a_relation_without_a_rule_is_false() -> None:
    said = r"game\.kif: line \d+.* relation litt has no rule, so that it is false; did you mean lit"
    rules = "(<= lit (true (at 3)))\n(<= shut (true (at 1)) (litt))\n(<= open (not (litt)))"
    with pytest.warns(RuntimeWarning, match=said) as warned:
        check(read_rules(SMALL + rules, "game.kif"))
    assert len(warned) == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("goal player 100", "goal plaier 100", "plaier is no role in .goal.*did you mean player"),
        ("goal player 0", "goal plaier 0", "line 9: column 1: plaier is no role in"),
        ("legal player", "legal plaier", "plaier is no role in .legal"),
        ("does player", "does plaier", "line 6: column 20: plaier is no role in .does"),
        ("(init (at 1))", "(init (at 1)) (innit (at 2))", "relation innit; did you mean init"),
        ("(<= terminal", "(<= termnal (true (at 2))) (<= terminal", "did you mean terminal"),
        ("(init (at 1))", "(init (at 1)) (gaol player 9)", "relation gaol; did you mean goal"),
    ],
)
def test_names_that_are_nearly_those_of_the_game(old: str, new: str, said: str) -> None:
    with pytest.warns(RuntimeWarning, match=said):
        check(read_rules(SMALL.replace(old, new), "game.kif"))


def test_a_fluent_that_nothing_makes_is_false() -> None:
    said = r"fluent att is in no init and no next, so that it is false; did you mean at\?"
    rules = SMALL + "(<= shut (true (att 3)))\n(<= open (not (true (att 3))))"
    with pytest.warns(RuntimeWarning, match=said):
        check(read_rules(rules, "game.kif"))


def test_a_fluent_may_be_known_from_its_declaration_alone() -> None:
    check(read_rules(SMALL + "(base (lamp)) (<= lit (true (lamp)))"))


#: More digits than Python reads as a number.
LONG = "9" * 5000


def test_numbers_of_any_length_stand_in_the_order_of_their_values() -> None:
    numbers = ["1" + LONG, "x10", "7", "0", "10", LONG, "007", "x2"]
    facts = " ".join(f"(init (at {number}))" for number in numbers)
    net = network(read_rules(SMALL + facts))
    found = [fluent.arguments[0].name for fluent in net.fluents]
    assert found == ["0", "1", "2", "3", "007", "7", "10", LONG, "1" + LONG, "x2", "x10"]


@pytest.mark.parametrize("score", [LONG, "0" * 5000, "050", "101", "-1", "1.5", "٣", "²", "high"])
def test_what_is_no_score(score: str) -> None:
    for text in (
        SMALL.replace("player 100", f"player {score}"),
        SMALL.replace("(<= (goal player 100)", f"(most {score}) (<= (goal player ?s) (most ?s)"),
    ):
        with pytest.raises(InputError, match="is not a score; these are whole numbers") as raised:
            _network_of(text)
        assert len(str(raised.value)) < 240


def _network_of(text: str) -> Network:
    sheet = read_rules(text, "game.kif")
    check(sheet)
    return network(sheet)


VERY_LONG = "very" * 2000


@pytest.mark.parametrize(
    "text",
    [
        f'"{VERY_LONG}"',
        f"(role {VERY_LONG}\a)",
        f"(<= (p ?{VERY_LONG}) q)",
        f"(<= (p ?x) (q {VERY_LONG}))",
        f"(<= p (true {VERY_LONG} {VERY_LONG}))",
        f"({VERY_LONG}) ({VERY_LONG} {VERY_LONG})",
        f"(<= p (q (not {VERY_LONG})))",
        f"(({VERY_LONG}) q)",
        f"(<= {VERY_LONG} (not {VERY_LONG}))",
        f"(<= (goal player ?x) (true (at {VERY_LONG} ?y)))",
    ],
)
def test_a_message_quotes_no_more_than_a_line(text: str) -> None:
    with pytest.raises(InputError) as raised:
        check(read_rules(text + SMALL, "game.kif"))
    message = str(raised.value)
    assert message.startswith("game.kif: line 1: column ")
    assert len(message) < 240
