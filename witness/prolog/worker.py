"""SWI-Prolog in a process of its own, which answers one request after another.

`witness.prolog.process` starts this file as a program. A request is a line of JSON on standard
input: the name of a predicate as "module:name", and its arguments but for the last, which is the
answer. The answer is a line of JSON as well, [true, answer] or [false, the text of an error].
"""

from __future__ import annotations

import json
import os
import resource
import sys
from contextlib import suppress
from pathlib import Path

#: Megabytes of Prolog's stacks, and of the whole process.
STACKS = 256
MEMORY = 2000


def main() -> None:
    """Answer requests until there are no more."""
    # Whatever Prolog prints must not get among the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    with suppress(OSError, ValueError):  # not on all systems
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY * 10**6,) * 2)
    import janus_swi

    janus_swi.query_once(f"set_prolog_flag(stack_limit, {STACKS * 10**6})")
    for name in ("referee.pl", "hypothesis.pl"):
        janus_swi.consult(str(Path(__file__).with_name(name)))
    for line in sys.stdin:
        goal, *given = json.loads(line)
        module, _, name = goal.partition(":")
        try:
            found = [True, janus_swi.apply_once(module, name, *given)]
        except janus_swi.PrologError as error:
            found = [False, str(error)]
        print(json.dumps(found), file=answers, flush=True)


if __name__ == "__main__":
    main()
