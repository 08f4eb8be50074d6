"""Parts of a game that do not touch one another: against all states, alone and together."""

import random
from collections import Counter
from functools import cache

import pytest
from support.brute_games import Brute
from support.game_searches import check_solution, in_all_settings, of
from support.random_games import random_rulesheet
from support.sizes import seeds

from witness.base.errors import InputError
from witness.gdl.analyses.factors import Factors, factors
from witness.gdl.language.kif import Expression, Word, read_kif
from witness.gdl.network.network import Network
from witness.gdl.network.state_machine import StateMachine
from witness.gdl.play.result import Solution
from witness.gdl.play.solve import puzzle, solve

#: What a rulesheet's words mean in every game.
KEYWORDS = {
    *("<=", "role", "init", "next", "legal", "does", "true", "base", "input", "r0"),
    *("distinct", "not", "or", "and"),
}

#: Two lamps to be switched one by one, and two tracks, each with a token that goes to its end.
PARTS = """
    (role player)
    (<= (legal player (switch ?l)) (lamp ?l))
    (<= (next (lit ?l)) (does player (switch ?l)) (not (true (lit ?l))))
    (<= (next (lit ?l)) (true (lit ?l)) (not (switched ?l)))
    (<= (switched ?l) (does player (switch ?l)))
    (<= (init (at ?t 0)) (track ?t))
    (<= (legal player (go ?t ?y)) (true (at ?t ?x)) (after ?x ?y))
    (<= (next (at ?t ?y)) (does player (go ?t ?y)))
    (<= (next (at ?t ?x)) (true (at ?t ?x)) (not (moved ?t)))
    (<= (moved ?t) (does player (go ?t ?y)))
    (after 0 1) (after 1 2)
    (lamp a) (lamp b) (track left) (track right) (init (lit b))
"""
LAMPS = "(true (lit a)) (true (lit b))"
TRACKS = "(true (at left 2)) (true (at right 2))"
ENDS = "(<= (goal player 100) solved) (<= (goal player 0) (not solved)) (<= terminal solved)"
CLOCK = """
    (init (turn 0)) (<= (next (turn ?n)) (true (turn ?m)) (follows ?m ?n))
    (follows 0 1) (follows 1 2) (follows 2 3) (follows 3 4) (follows 4 5) (follows 5 6)
"""


def holds_true(net: Network, brute: Brute, score: int, found: Factors) -> None:
    """Check in every state that the parts are games of their own, and the win is theirs."""
    machines = [StateMachine(part.network) for part in found.parts]
    owned = Counter(f for part in found.parts for f in part.fluents)
    assert not owned or max(owned.values()) == 1
    assert {*owned, *found.spare_fluents} == set(range(len(net.fluents)))
    moves = [move for part in found.parts for move in part.moves]
    assert sorted([*moves, *found.spare_moves]) == list(range(len(net.moves)))

    def seen(state: int) -> list[int]:
        return [
            sum(1 << n for n, f in enumerate(part.fluents) if state >> f & 1)
            for part in found.parts
        ]

    assert seen(net.initial) == [part.network.initial for part in found.parts]
    for state, after in brute.after.items():
        here = seen(state)
        ended = brute.machine.terminal(state)
        won = ended and brute.machine.goal(state) >= score
        assert won == all(m.terminal(own) for m, own in zip(machines, here, strict=True))
        for number, part in enumerate(found.parts):
            legal = [part.moves[move] for move in machines[number].legal(here[number])]
            assert ended or legal == [move for move in part.moves if move in after]
        for move, child in after.items():
            for number, part in enumerate(found.parts):
                now = here[number]
                if move in part.moves:
                    now = machines[number].next(now, [part.moves.index(move)])
                assert seen(child)[number] == now


def renamed(expression: Expression, mark: str) -> str:
    if isinstance(expression, Word):
        text = expression.text
        return text if text in KEYWORDS or text[0] == "?" else f"{text}-{mark}"
    return f"({' '.join(renamed(item, mark) for item in expression.items)})"


def side_by_side(rng: random.Random) -> str:
    """Put two random games beside one another, with an end that depends on one, or on both."""
    lines, wins = ["(role r0)"], []
    for mark in "ab":
        text = random_rulesheet(rng)
        alone = of(text)
        if not alone.scores(0) or not alone.fluents:
            raise InputError("there is nothing to win")
        rules = [renamed(e, mark) for e in read_kif(text) if str(e) != "(role r0)"]
        if rng.random() < 0.8:
            # What the other game does leaves this one as it is.
            for fluent in alone.fluents:
                name = renamed(read_kif(str(fluent))[0], mark)
                lines.append(f"(<= (next {name}) (true {name}) (not played-{mark}))")
            for move in alone.moves:
                name = renamed(read_kif(str(move))[0], mark)
                lines.append(f"(<= played-{mark} (does r0 {name}))")
            rules = [
                f"{rule[:-1]} played-{mark})" if rule.startswith("(<= (next ") else rule
                for rule in rules
            ]
        lines += rules
        score = rng.choice(alone.scores(0))
        fluent = f"(true {renamed(read_kif(str(rng.choice(alone.fluents)))[0], mark)})"
        wins.append(
            rng.choice(
                (
                    f"(goal-{mark} r0 {score}-{mark})",
                    f"terminal-{mark} (goal-{mark} r0 {score}-{mark})",
                    f"terminal-{mark} {fluent}",
                    fluent,
                )
            )
        )
    one, other = rng.choice(((wins[0], wins[1]), (wins[0], ""), ("", wins[1])))
    lines += [f"(<= (goal r0 100) {one} {other})", f"(<= (goal r0 40) {one or other})"]
    lines.append(f"(<= terminal {one} {other})")
    if rng.random() < 0.3:
        lines.append(f"(<= terminal {rng.choice(('terminal-a', 'terminal-b'))})")
    if rng.random() < 0.3:
        lines.append(f"{CLOCK} (<= terminal (true (turn {rng.randint(1, 4)})))")
    return "\n".join(lines)


@cache
def random_pairs(seed: int, number: int) -> list[tuple[Network, Brute]]:
    rng = random.Random(7000 + seed)
    found = []
    while len(found) < number:
        try:
            net = puzzle(of(side_by_side(rng)))
            brute = Brute(net, most=1_500)
        except (InputError, AssertionError):
            continue  # It has no end, no points, or too many states.
        if not brute.stuck:
            found.append((net, brute))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 48))
def test_random_pairs_of_games(seed: int) -> None:
    rng = random.Random(seed)
    for net, brute in random_pairs(seed, 1):
        for score in net.scores(0):
            apart = factors(net, score)
            if apart is not None:
                holds_true(net, brute, score, apart)
        for found in in_all_settings(net, rng, seed):
            check_solution(found, brute, net)
            assert found.maximal or found.plan is None


def parts_of(net: Network, score: int = 100) -> list[list[str]]:
    found = factors(net, score)
    assert found is not None
    return [sorted(str(net.moves[move]) for move in part.moves) for part in found.parts]


def checked(text: str) -> Solution:
    """Solve a game with and without its parts, and by looking at all of its states."""
    net = puzzle(of(text))
    brute = Brute(net)
    for first in (False, True):
        for without in ((), ("plans",), ("factors", "plans")):
            found = solve(net, without=without, first=first)
            check_solution(found, brute, net)
            assert found.maximal
            assert found.shortest or first
    return solve(net, without=("plans",))


def test_each_lamp_and_each_track_is_a_game_of_its_own() -> None:
    text = f"{PARTS} {ENDS} (<= solved {LAMPS} {TRACKS})"
    assert parts_of(of(text)) == [
        ["(switch a)"],
        ["(switch b)"],
        ["(go left 1)", "(go left 2)"],
        ["(go right 1)", "(go right 2)"],
    ]
    found = checked(text)
    assert (len(found.plan or ()), "factors" in found.filters) == (5, True)


def test_what_the_win_does_not_need_is_left_out() -> None:
    net = of(f"{PARTS} {ENDS} (<= solved (true (at left 2)))")
    found = factors(net, 100)
    assert found is not None
    assert parts_of(net) == [["(go left 1)", "(go left 2)"]]
    spare = {str(net.moves[move]) for move in found.spare_moves}
    assert spare == {"(switch a)", "(switch b)", "(go right 1)", "(go right 2)"}
    assert len(found.spare_fluents) == 5
    solved = checked(f"{PARTS} {ENDS} (<= solved (true (at left 2)))")
    assert (len(solved.plan or ()), "factors" in solved.filters) == (2, True)


def test_a_condition_on_two_parts_makes_them_one() -> None:
    either = "(<= one (true (lit a))) (<= one (true (at left 2)))"
    text = f"{PARTS} {ENDS} {either} (<= solved one (true (at right 2)))"
    assert parts_of(of(text)) == [
        ["(go right 1)", "(go right 2)"],
        ["(go left 1)", "(go left 2)", "(switch a)"],
    ]
    assert len(checked(text).plan or ()) == 3


def test_a_move_that_changes_two_parts_makes_them_one() -> None:
    both = "(legal player jump) (<= (next (at ?t 2)) (does player jump) (track ?t))"
    text = f"{PARTS} {both} {ENDS} (<= solved {LAMPS} {TRACKS})"
    assert parts_of(of(text))[2:] == [
        ["(go left 1)", "(go left 2)", "(go right 1)", "(go right 2)", "jump"]
    ]
    assert len(checked(text).plan or ()) == 2


@pytest.mark.slow
@pytest.mark.parametrize(("turns", "score"), [(6, 100), (5, 100), (4, 10), (3, 10)])
def test_a_deadline_for_all_parts_together(turns: int, score: int) -> None:
    late = f"{CLOCK} (<= terminal (true (turn {turns}))) (<= (goal player 10) (true (at left 2)))"
    text = f"{PARTS} {ENDS} {late} (<= solved {LAMPS} {TRACKS})"
    assert len(parts_of(of(text))) == 4  # For a plan that is short enough the clock is nothing.
    found = checked(text)
    assert (found.score, "factors" in found.filters) == (score, score == 100)


def test_a_win_at_a_certain_time_does_not_come_apart() -> None:
    text = f"{PARTS} {CLOCK} (<= solved {LAMPS} {TRACKS}) (<= (goal player 100) solved)"
    net = of(f"{text} (<= terminal (true (turn 6))) (<= (goal player 0) (not solved))")
    assert factors(net, 100) is None
    # The lamps must be switched on and off while nothing else is left to do.
    net = of(f"{text} (<= terminal solved (true (turn 6))) (<= terminal (true (turn 6)))")
    assert factors(net, 100) is None
    assert len(solve(net).plan or ()) == 6


def test_a_part_that_cannot_be_won() -> None:
    gone = PARTS.replace("(after 0 1) (after 1 2)", "(after 0 1) (after 1 3) (init (at up 2))")
    some = "(<= (goal player 30) (true (at left 1)) (not solved))"
    text = f"{gone} {ENDS} {some} (<= solved {LAMPS} {TRACKS})"
    text += "(<= terminal (true (at left 1)) (true (lit a)))"
    found = checked(text)
    assert found.score == 30


def test_a_part_without_any_move() -> None:
    kept = "(<= (next power) (true power)) (<= (next spare) (true spare)) (init spare)"
    text = f"{PARTS} {kept} {ENDS} (<= solved {LAMPS} (true power))"
    text += "(<= terminal (true (at left 2))) (<= (goal player 20) (true (lit a)) (not solved))"
    found = checked(f"{text} (init power)")
    assert parts_of(of(f"{text} (init power)"))[0] == []
    assert (found.score, len(found.plan or ()), "factors" in found.filters) == (100, 1, True)
    # Without power there is no win: the next best score is looked for.
    found = checked(
        text.replace("(true power))", "(true power))", 1) + "(<= (next power) (true off))"
        "(init on) (<= (next off) (true off) (true on)) (<= (next on) (true on))"
    )
    assert found.score == 20
