"""Games of any size, and the smallest."""

from __future__ import annotations

#: One move, and it is won.
SMALL = """
(role player)
(init (at 1))
(<= (legal player go) (true (at 1)))
(<= (next (at 2)) (does player go))
(<= terminal (true (at 2)))
(<= (goal player 100) terminal)
"""


def grid(size: int) -> str:
    """A game with size³ fluents: the way of a robot from one corner of a cube to the opposite."""
    rules = ["(role robot)", "(init (at n1 n1 n1))"]
    rules += [f"(succ n{n} n{n + 1})" for n in range(1, size)]
    for place, axis in enumerate("xyz"):
        here = ["?x", "?y", "?z"]
        for name, step in ((f"{axis}+", "(succ {} ?n)"), (f"{axis}-", "(succ ?n {})")):
            there = [*here[:place], "?n", *here[place + 1 :]]
            rules.append(f"(legal robot (go {name}))")
            rules.append(
                f"(<= (next (at {' '.join(there)})) (does robot (go {name}))"
                f" (true (at {' '.join(here)})) {step.format(here[place])})"
            )
    end = f"(true (at n{size} n{size} n{size}))"
    rules.append(f"(<= terminal {end}) (<= (goal robot 100) {end})")
    return "\n".join(rules)
