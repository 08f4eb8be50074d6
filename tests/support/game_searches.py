"""Searching small games in all settings, for tests of analyses, filters and searches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import inf
from typing import get_args

from support.brute_games import Brute
from support.random_games import random_rulesheet
from support.reference_search import Filtered, reference

from witness.base.errors import InputError
from witness.base.limits import Limits
from witness.gdl.filters import FILTERS
from witness.gdl.filters.analyse import analyse, applies, chosen, seals
from witness.gdl.language.rulesheet import read_rules
from witness.gdl.language.wellformed import check
from witness.gdl.network.construction import network
from witness.gdl.network.network import Network
from witness.gdl.network.state_machine import StateMachine
from witness.gdl.play.compiled import search
from witness.gdl.play.result import Order, PlanSearch, Solution
from witness.gdl.play.solve import puzzle, solve

#: Games with something for every analysis, small enough to look at every state.
SMALL = {
    "counter": """
        ; Three switches, of which the third jams; after five turns it is over.
        (role player) (init (turn 0)) (switch a) (switch b) (switch c)
        (<= (legal player (flip ?s)) (switch ?s) (not (true (jammed ?s))))
        (legal player wait)
        (<= (next (on ?s)) (does player (flip ?s)) (not (true (on ?s))))
        (<= (next (on ?s)) (true (on ?s)) (not (flipped ?s)))
        (<= (flipped ?s) (does player (flip ?s)))
        (<= (next (jammed c)) (does player (flip c)))
        (<= (next (jammed ?s)) (true (jammed ?s)))
        (<= (next (turn ?m)) (true (turn ?n)) (after ?n ?m))
        (after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5)
        (<= all (true (on a)) (true (on b)) (not (true (jammed c))))
        (<= terminal all) (<= terminal (true (turn 5)))
        (<= (goal player 100) all) (<= (goal player 20) (not all))
    """,
    "parity": """
        ; What counts at the end can be had before, but only kept by doing something else.
        (role player) (init (turn 0)) (switch a) (switch b) (switch c)
        (<= (legal player (flip ?s)) (switch ?s) (not (true (jammed ?s))))
        (<= (next (on ?s)) (does player (flip ?s)) (not (true (on ?s))))
        (<= (next (on ?s)) (true (on ?s)) (not (flipped ?s)))
        (<= (flipped ?s) (does player (flip ?s)))
        (<= (next (jammed c)) (does player (flip c)))
        (<= (next (jammed c)) (true (jammed c)))
        (<= (next (turn ?m)) (true (turn ?n)) (after ?n ?m))
        (after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5)
        (<= all (true (on a)) (true (on b)) (true (jammed c)) (not (true (on c))))
        (<= late (true (turn 5)))
        (<= terminal all) (<= terminal late)
        (<= (goal player 100) all)
        (<= (goal player 30) (not all) (true (on a)) (not (true (on b))))
        (<= (goal player 20) (not all) (not (true (on a))))
    """,
    "street": """
        ; A one-way street into a dead end with a door that locks, and a way round it.
        (role player) (init (at 1))
        (way 1 2) (way 2 3) (way 2 x) (way x y) (way y z) (way z y) (way 3 4) (way 3 2)
        (<= (legal player (go ?b)) (true (at ?a)) (way ?a ?b))
        (<= (next (at ?b)) (does player (go ?b)))
        (<= (next (steps odd)) (true (steps even)))
        (<= (next (steps even)) (true (steps odd)))
        (init (steps even))
        (<= terminal (true (at 4)))
        (<= (goal player 100) (true (at 4))) (<= (goal player 0) (not (true (at 4))))
    """,
    "cells": """
        ; Two by two cells to be filled with two colours, equal ones not beside one another.
        (role player) (cell 1) (cell 2) (cell 3) (cell 4) (colour r) (colour g)
        (beside 1 2) (beside 2 1) (beside 1 3) (beside 3 1) (beside 2 4) (beside 4 2)
        (beside 3 4) (beside 4 3)
        (<= (init (has ?c none)) (cell ?c))
        (<= (legal player (fill ?c ?k)) (true (has ?c none)) (colour ?k) (not (near ?c ?k)))
        (<= (near ?c ?k) (beside ?c ?d) (true (has ?d ?k)))
        (<= (next (has ?c ?k)) (does player (fill ?c ?k)))
        (<= (next (has ?c ?k)) (true (has ?c ?k)) (not (filled ?c)))
        (<= (filled ?c) (does player (fill ?c ?k)))
        (<= open (legal player ?m)) (<= terminal (not open))
        (<= hole (true (has ?c none)))
        (<= (goal player 100) (not hole)) (<= (goal player 10) hole)
    """,
    "alone": """
        ; Somebody else counts; it never matters.
        (role player) (role other) (init (at 0)) (init (theirs 0))
        (<= (legal player (go ?b)) (true (at ?a)) (after ?a ?b))
        (<= (legal player stay) (true (at ?a)))
        (<= (legal other (add ?b)) (true (theirs ?a)) (after ?a ?b))
        (<= (legal other rest) (true (theirs ?a)))
        (<= (next (at ?b)) (does player (go ?b)))
        (<= (next (at ?a)) (does player stay) (true (at ?a)))
        (<= (next (theirs ?b)) (does other (add ?b)))
        (<= (next (theirs ?a)) (does other rest) (true (theirs ?a)))
        (after 0 1) (after 1 2) (after 2 3)
        (<= terminal (true (at 3)))
        (<= (goal player 100) (true (at 3))) (<= (goal player 0) (not (true (at 3))))
        (<= (goal other 100) (true (theirs 3))) (<= (goal other 0) (not (true (theirs 3))))
    """,
}


def of(text: str) -> Network:
    sheet = read_rules(text)
    check(sheet)
    return network(sheet)


def random_puzzles(rng: random.Random, number: int) -> Iterator[Network]:
    """Yield the puzzles among `number` random games."""
    for _ in range(number):
        try:
            found = puzzle(of(random_rulesheet(rng)))
        except InputError:
            continue
        yield found


def facts(found: PlanSearch) -> tuple[object, ...]:
    """Everything but the time."""
    return (
        found.status,
        found.plan,
        found.score,
        found.expansions,
        found.least,
        found.ended,
        found.cut,
        found.bound,
        found.stuck,
    )


def same_searches(net: Network, rng: random.Random, subsets: int = 3) -> None:
    """Compare both searches with all filters, with none, and with some."""
    for score in net.scores(0):
        found = analyse(net, score)
        if found.impossible:
            continue
        usable = [name for name in FILTERS if applies(found, name)]
        settings = [chosen(found), [], *([n] for n in usable)]
        settings += [[n for n in usable if rng.random() < 0.5] for _ in range(subsets)]
        for names in settings:
            for order in get_args(Order):
                seal = seals(found, names, order)
                for fewer in (inf, rng.randint(0, 9)):
                    fast = search(found, names, order=order, fewer=fewer)
                    plain = reference(Filtered(found, names), score, None, order, seal, fewer)
                    assert facts(fast) == facts(plain), (names, order, fewer)
                for limit in (1, 3):
                    limits = Limits(max_expansions=limit)
                    fast = search(found, names, limits, order, seal=False)
                    plain = reference(Filtered(found, names), score, limits, order)
                    assert facts(fast) == facts(plain)


def in_all_settings(net: Network, rng: random.Random, seed: int) -> Iterator[Solution]:
    """Solve with all filters, and then without some, and for any plan."""
    for setting in range(3):
        without = [n for n in (*FILTERS, "roles", "plans") if rng.random() < 0.3]
        yield solve(net, without=without if setting else (), first=setting == 2, seed=seed)


def check_solution(found: Solution, brute: Brute, net: Network) -> None:
    best = brute.best[net.initial]
    if best < 0:
        assert found.status == "never-ends"
        assert found.plan is None
        return
    assert found.plan is not None
    assert found.score is not None
    state = brute.machine.initial
    for move in found.plan:
        state = brute.after[state][move]
    assert brute.machine.terminal(state)
    assert brute.machine.goal(state) == found.score
    if found.maximal:
        assert found.score == best
    if found.shortest:
        assert len(found.plan) == brute.moves_to(found.score)[net.initial]


def plays_that_win(net: Network) -> int:
    """Return the number of plays of a game that end with 100 points."""
    machine = StateMachine(net)
    number = 0
    todo = [machine.initial]
    while todo:
        state = todo.pop()
        if machine.terminal(state):
            number += machine.goal(state) == 100
        else:
            todo += [machine.next(state, [move]) for move in machine.legal(state)]
    return number
