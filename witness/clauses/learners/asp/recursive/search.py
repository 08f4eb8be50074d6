"""The search for the smallest program with recursion.

A program is a set of base clauses, and a set of recursive ones. Programs are looked at by their
number of literals. The bodies of both grow literal by literal from bodies that may be anything, so
a program that is not finished covers at least what any program covers that it can grow into; it is
given up when it misses an example that has to be covered. Base clauses are not looked at one by
one: for some recursive clauses, `running` says of all base clauses at once what they cover.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from witness.clauses.language.bias import RAW, RECURSION
from witness.clauses.language.terms import Clause
from witness.clauses.learners.asp.candidates import Candidate
from witness.clauses.learners.asp.counts import Counts
from witness.clauses.learners.asp.cover import Most, choose_most, choose_within
from witness.clauses.learners.asp.raw import RawStatements
from witness.clauses.learners.asp.recursive.bases import Bases, numbers_of
from witness.clauses.learners.asp.recursive.bodies import CALL, Body, Language
from witness.clauses.learners.asp.recursive.follower import Follower
from witness.clauses.learners.asp.recursive.predicates import Row, Source, row_of
from witness.clauses.learners.asp.recursive.running import Recursive, extent, most_calls
from witness.clauses.learners.rendering import Numbered, clause_of
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import LearningTask

#: Base clauses of up to this number of literals, with heads, are all made.
EXHAUSTIVE = 3

#: The most clauses of a program, one of which is no recursive one, where the bias does not say it.
MOST_CLAUSES = 2


@dataclass
class Program:
    """Recursive clauses, which may be unfinished, for any base clauses."""

    clauses: tuple[Recursive, ...]
    grown: bool = False
    first: int = 0  # the example that it missed when it was last looked at
    size: int = field(init=False)
    is_legal: bool = field(init=False)

    def __post_init__(self) -> None:
        bodies = [set(clause.body) for clause in self.clauses]
        self.size = sum(1 + len(body) for body in bodies)
        apart = not any(one <= other for one in bodies for other in bodies if one is not other)
        self.is_legal = apart and all(clause.is_legal for clause in self.clauses)


class Search:
    """One search for the best program of a task."""

    def __init__(self, task: LearningTask, settings: Settings, source: Source) -> None:
        self.bias = bias = task.bias
        examples = source.examples
        self.language = Language(bias, source.predicates)
        self.bases = Bases(self.language)
        given, returned = row_of(self.language.inputs), row_of(self.language.outputs)
        count = len(task.positives)
        negative = dict.fromkeys(examples[count:])
        weights: dict[Row, int] = {}
        sizes: dict[Row, int] = {}
        for row, example in zip(examples, task.positives, strict=False):
            if row not in negative:
                sizes[row] = extent(example)
                weights[row] = weights.get(row, 0) + task.weights.get(example, 1)
        rows = sorted(weights, key=lambda row: sizes[row])  # the cheapest first
        self._weights = [weights[row] for row in rows]
        self._positives = [(given(row), returned(row)) for row in rows]
        self._negatives = [(given(row), returned(row)) for row in negative]
        # Where all is in tables, the number of calls is bounded.
        self._most_calls = sys.maxsize if source.tables else most_calls(task)
        self._most_literals = settings.max_literals
        self.total = sum(self._weights)
        self._forbidden = settings.forbidden
        self._raw = RawStatements(bias) if bias.asks_for(RAW) else None
        self._allowed: dict[int, bool] = {}
        self._recursive = (bias.max_clauses or MOST_CLAUSES) - 1
        if not bias.asks_for(RECURSION):
            self._recursive = 0
        self.best: tuple[int, int, tuple[Clause, ...]] = (0, 0, ())
        self._chosen: dict[tuple[int, tuple[tuple[int, int], ...]], list[Candidate]] = {}

    # ---- levels -------------------------------------------------------------------------------

    def begin(self, *, whole: bool) -> None:
        """Begin with the smallest programs; if it is to be `whole`, one covers all examples."""
        self._whole = whole
        self._programs = [Program(())]
        self._seen: set[tuple[Body, ...]] = {()}
        self._cores: dict[int, list[Body]] = {}
        self._before: list[Body] = [()]
        self._made: dict[Body, Recursive] = {}
        self.ended = not self.total
        for size in range(1, EXHAUSTIVE):
            self.bases.grow(numbers_of(self.bases.frontier.get(size, 0)))

    def level(self, size: int) -> None:
        """Look at the programs of some size, after all smaller ones."""
        self.ended = self.ended or self._is_done(size) or size > (self._most_literals or size)
        if self.ended:
            return
        self._weigh(size)
        known = len(self.bases.bodies), len(self._programs)
        self._begin(size - 2)
        for program in self._programs:  # there are more and more of them
            if program.size + 2 <= size:
                self._look(program, size)
            if self._is_done(size):
                break
        if known == (len(self.bases.bodies), len(self._programs)):
            self.ended = self._is_all(size + 1)

    def _is_done(self, size: int) -> bool:
        count, best, _ = self.best
        return count == self.total and best <= size

    def _is_all(self, size: int) -> bool:
        """Whether larger programs have only clauses of programs that have been looked at."""
        most = self._recursive * (self.bias.max_body + 1)
        longest = max(program.size for program in self._programs)
        return (not self._before or size > most + 2) and size > longest + self.bases.longest + 1

    def _weigh(self, size: int) -> None:
        """Sort the base clauses by how many literals each takes at least."""
        wrong = 0
        for inputs, output in self._negatives:
            wrong |= self.bases.holding(inputs + output, size)
        weights: dict[int, int] = {}
        self._all_legal = 0
        for level, bits in self.bases.legal.items():
            bits &= ~self._refused(bits)
            weights[level] = bits & ~wrong
            self._all_legal |= bits
        self._legal = [0]
        for level in range(1, size + 1):
            self._legal.append(self._legal[-1] | weights.get(level, 0))
        for level, bits in self.bases.frontier.items():
            weights[level + 1] = weights.get(level + 1, 0) | bits
        self._weight = weights
        self._upto = [0]
        for level in range(1, size + 1):
            self._upto.append(self._upto[-1] | weights.get(level, 0))

    def _refused(self, bits: int) -> int:
        """Return the base clauses among some that raw statements of the bias do not allow."""
        if self._raw is None:
            return 0
        found = 0
        for number in numbers_of(bits):
            if number not in self._allowed:
                clause = self._clause(self.bases.bodies[number])
                self._allowed[number] = self._raw.allow([clause])
            found |= (not self._allowed[number]) << number
        return found

    def _begin(self, size: int) -> None:
        """Take in the programs of some size that have nothing but calls, and what these need."""
        bias = self.bias
        if 1 < size <= bias.max_body + 1:
            if size > 2:
                longer = (self.language.grown(body, calling=True) for body in self._before)
                self._before = sorted({body for bodies in longer for body in bodies})
                if not bias.directed and size > 2 + self.language.arity:
                    self._before = []  # a call needs one literal for each of its variables
            calls = {body for before in self._before for body in self.language.calls(before)}
            self._cores[size] = sorted(calls)
        for number in range(1, self._recursive + 1):
            for sizes in combinations_with_replacement(sorted(self._cores), number):
                if sum(sizes) == size:
                    for bodies in self._bodies(sizes):
                        self._add(bodies)

    def _bodies(self, sizes: tuple[int, ...]) -> Iterator[tuple[Body, ...]]:
        if not sizes:
            yield ()
            return
        for body in self._cores[sizes[0]]:
            for others in self._bodies(sizes[1:]):
                if not others or sizes[0] < sizes[1] or body <= others[0]:
                    yield (body, *others)

    def _add(self, bodies: tuple[Body, ...]) -> None:
        key = tuple(sorted(bodies))
        if key in self._seen:
            return
        self._seen.add(key)
        for body in key:
            if body not in self._made:
                self._made[body] = Recursive(self.language, body)
        self._programs.append(Program(tuple(self._made[body] for body in key)))

    # ---- one program --------------------------------------------------------------------------

    def _look(self, program: Program, size: int) -> None:
        """Look at what a program covers with base clauses with which it is of at most a size."""
        room = size - program.size
        while True:
            # With no room for two base clauses, one has to cover all.
            single = self._whole and program.size > 0 and room < 4
            strict = single or (self._whole and not program.is_legal)
            follower = Follower(program.clauses, self.bases, room, self._most_calls)
            covering = self._covering(program, follower, size, single, strict)
            if covering is None:
                return
            wrong = 0
            if program.is_legal:
                for inputs, output in self._negatives:
                    wrong |= follower.covering(inputs, output)
            # What is right already need not be longer, unless raw statements may forbid it.
            if not program.grown:
                bits = self._hopeful(covering, room - 1)
                if bits & wrong if program.is_legal and self._raw is None else bits:
                    program.grown = True
                    self._extend(program)
            if not program.is_legal:
                return
            marked = self._hopeful(covering, room, frontier=True) & (wrong | ~self._all_legal)
            known = len(self.bases.bodies)
            self.bases.grow(numbers_of(marked))
            if not marked:
                self._solve(program, covering, self._legal[room] & ~wrong, size)
                return
            if len(self.bases.bodies) > known:
                self._weigh(size)

    def _covering(
        self, program: Program, follower: Follower, size: int, single: bool, strict: bool
    ) -> list[int] | None:
        """Return which base clauses cover each positive example; None for a useless program."""
        reach = self._upto[size - program.size]
        missing = 0
        covering: list[int] = [0] * len(self._positives)
        for place in dict.fromkeys([program.first, *range(len(self._positives))]):
            covering[place] = bits = follower.covering(*self._positives[place])
            if single:
                follower.alive &= bits
            if not bits & reach:
                missing += self._weights[place]
                few = strict or (self._whole and program.clauses and 2 * missing > self.total)
                if few or not self._may_help(self.total - missing, size):
                    program.first = place
                    return None
        return covering

    def _hopeful(self, covering: list[int], room: int, *, frontier: bool = False) -> int:
        """Return base clauses that may be part of a solution, with others that fit into a room.

        With `frontier`, they are those that may still grow.
        """
        found = 0
        for weight in range(2, room + 1):
            bits = self._weight.get(weight, 0)
            if frontier:
                bits &= self.bases.frontier.get(weight - 1, 0)
            if self._whole:
                others = self._upto[room - weight]
                for cover in covering:
                    if not bits:
                        break
                    if not cover & others:
                        bits &= cover
            else:
                some = 0
                for cover in covering:
                    some |= cover
                bits &= some
            found |= bits
        return found

    def _may_help(self, count: int, size: int) -> bool:
        """Whether a program that covers so much may be better than the best one."""
        most, least, _ = self.best
        return count > most or (count == most and size < least)

    def _extend(self, program: Program) -> None:
        """Take in the programs with one more literal."""
        bodies = [clause.body for clause in program.clauses]
        for place, body in enumerate(bodies):
            for longer in self.language.grown(body):
                self._add((*bodies[:place], longer, *bodies[place + 1 :]))

    def _solve(self, program: Program, covering: list[int], legal: int, size: int) -> None:
        """Choose among base clauses for a program, if it may be the best one then."""
        if not self._may_help(self._count(covering, legal), size):
            return
        options: dict[int, int] = {}
        for number in numbers_of(legal):
            coverage = sum(1 << n for n, bits in enumerate(covering) if bits >> number & 1)
            if coverage:
                options.setdefault(coverage, number)
                if len(self.bases.bodies[number]) < len(self.bases.bodies[options[coverage]]):
                    options[coverage] = number
        candidates = [
            Candidate(self._clause(self.bases.bodies[number]), coverage)
            for coverage, number in options.items()
        ]
        candidates = [one for one in candidates if one.clause not in self._forbidden]
        chosen = self._chosen_of(candidates, program.size)
        clauses = [one.clause for one in chosen]
        covered = 0
        for one in chosen:
            covered |= one.coverage
        count = sum(w for n, w in enumerate(self._weights) if covered >> n & 1)
        clauses += [self._clause(clause.body) for clause in program.clauses]
        if program.clauses and not self._allows(clauses, len(program.clauses)):
            return
        literals = sum(clause.size for clause in clauses)
        most, least, _ = self.best
        if count > most or (count == most and literals < least):
            self.best = count, literals, tuple(clauses)

    def _allows(self, clauses: list[Clause], recursive: int) -> bool:
        """Whether raw statements of the bias allow the recursive clauses, with each of the bases.

        A program of Popper's has one base clause; its answers are unions of programs.
        """
        if self._raw is None:
            return True
        bases, others = clauses[:-recursive], clauses[-recursive:]
        return any(self._raw.allow([base, *others]) for base in bases)

    def _count(self, covering: list[int], allowed: int) -> int:
        return sum(
            weight for bits, weight in zip(covering, self._weights, strict=True) if bits & allowed
        )

    def _chosen_of(self, candidates: list[Candidate], size: int) -> list[Candidate]:
        key = size, tuple(sorted((one.coverage, one.size) for one in candidates))
        if key not in self._chosen:
            if self._most_literals is None:
                found = choose_within(candidates, None)
            else:
                counts = Counts(self._weights, [0] * len(self._weights))
                found = choose_most(candidates, counts, Most(None, self._most_literals - size))
            self._chosen[key] = found.candidates
        return self._chosen[key]

    def _clause(self, body: Body) -> Clause:
        head = len(self.bias.body)
        literals: list[Numbered] = [
            (head, variables, ())
            if number == CALL
            else (
                self.language.predicates[number].number,
                variables,
                self.language.predicates[number].constants,
            )
            for number, variables in body
        ]
        return clause_of(self.language.with_head, literals)
