"""The `genetic` learner: genetic programming over the clauses of a bias, with DEAP.

An individual is a hypothesis: a set of clauses, each a set of literals over the values of a world
(`witness.learners.worlds`), so that what it covers is an intersection of bit sets. Crossover
exchanges clauses; mutation adds, removes, replaces or changes one. A changed clause loses some
literals and grows others at random until it is one of the bias again. Fitness is compared in this
order: the positive examples that consistent clauses cover; the best of the others, of which a few
changes may make a consistent one (how far it is from that, in examples); fewer literals.

Evolution is that of DEAP (Fortin et al., "DEAP: evolutionary algorithms made easy", JMLR 2012):
(μ + λ) with tournaments, after which the best of all is kept. The answer is the best individual
without the clauses that cover a negative example, and without those that the others make needless.
The same seed gives the same answer.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any

from witness.base.errors import InputError
from witness.base.extras import how_to_install
from witness.learners.asp.candidates import Candidate
from witness.learners.asp.counts import counts_of
from witness.learners.asp.saturate import ExampleClass, saturate
from witness.learners.conjunctions import Conjunction, Conjunctions
from witness.learners.here import Found, accepted_here, greedy, run_here
from witness.learners.run import Run, Settings
from witness.learners.task import LearningTask
from witness.learners.worlds import Worlds
from witness.logic.language.bias import Bias

if TYPE_CHECKING:
    from deap.base import Toolbox

#: The settings that it takes, beside the timeout.
SETTINGS = (
    "max_vars",
    "max_body",
    "max_clauses",
    "memory_limit",
    "allow_singletons",
    "seed",
    "population",
    "generations",
)

POPULATION = 100
GENERATIONS = 100

#: The most clauses of an individual, and the most worlds from which they come.
MOST_CLAUSES = 12
MOST_WORLDS = 20

#: How often a clause is tried to be grown before that is given up.
TRIES = 5

#: A clause of an individual: the number of its world, and its body.
Gene = tuple[int, Conjunction]


def why_not(_settings: Settings) -> str | None:
    """Return why this learner cannot be used; None if it can."""
    if find_spec("deap") is None:
        return f"the genetic learner needs DEAP: {how_to_install('genetic')}"
    return None


def run_on(task: LearningTask, settings: Settings) -> Run:
    """Learn from a task within the limits; raise `InputError` without DEAP."""
    reason = why_not(settings)
    if reason is not None:
        raise InputError(reason)
    return run_here(task, settings, learn, "genetic")


def check_task(task: LearningTask, settings: Settings) -> None:
    """Raise `InputError` for a task that is refused."""
    saturate(accepted_here(task, settings, "genetic"))


def learn(task: LearningTask, settings: Settings, found: Found) -> None:
    """Let hypotheses evolve; `found` has the best so far at any time.

    Raises `InputError` for background knowledge that does not fit the bias.
    """
    found.classes = saturate(task)
    worlds = Worlds(found.classes, task.bias)
    places = [Conjunctions(task.bias, world) for world in islice(worlds, MOST_WORLDS)]
    evolution = Evolution(task.bias, places, found.classes, settings)
    found.details = evolution.details
    with seeded(evolution.rng.random()):
        for best in evolution.run():
            found.choose(evolution.hypothesis(best))


class Individual(list[Gene]):
    """Clauses, with the fitness that DEAP wants."""

    def __init__(self, genes: list[Gene], fitness: Any) -> None:
        super().__init__(genes)
        self.fitness = fitness


class Evolution:
    """One run; `details` are entries of the record."""

    def __init__(
        self,
        bias: Bias,
        places: list[Conjunctions],
        classes: list[ExampleClass],
        settings: Settings,
    ) -> None:
        self.bias = bias
        self.most = min(MOST_CLAUSES, bias.max_clauses or MOST_CLAUSES)
        self.places = places
        self.counts = counts_of(classes)
        self.seed = 1 if settings.seed is None else settings.seed
        self.rng = random.Random(self.seed)
        self.population = settings.population or POPULATION
        self.generations = settings.generations or GENERATIONS
        self.details: dict[str, Any] = {
            "seed": self.seed,
            "population": self.population,
            "generations": self.generations,
            "evaluations": 0,
        }
        self._costs: dict[Gene, tuple[int, int]] = {}

    def run(self) -> Iterator[Individual]:
        """Yield the best individual of each generation."""
        from deap import algorithms, tools

        toolbox = self._toolbox()
        population = toolbox.population(n=self.population)
        self._evaluate(population)
        best = tools.selBest(population, 1)[0]
        yield best
        for _ in range(self.generations):
            children = algorithms.varOr(population, toolbox, self.population, 0.3, 0.6)
            self._evaluate([child for child in children if not child.fitness.valid])
            pool = _different([*population, *children])
            best = tools.selBest(pool, 1)[0]
            population = [best, *toolbox.select(pool, self.population - 1)]
            yield best

    def hypothesis(self, one: Individual) -> list[Candidate]:
        """Return the clauses of an individual that are consistent and needed."""
        found = []
        for number, conjunction in one:
            place = self.places[number]
            if place.is_consistent(conjunction):
                covered = place.covered(conjunction)
                found.append(Candidate(place.clause(conjunction), covered))
        return greedy(found, self.counts)

    def fitness(self, one: Individual) -> tuple[int, int, int]:
        """Return the positives covered, minus how far the best other clause is off, minus size."""
        covered = size = 0
        nearest = -(self.counts.positives + self.counts.negatives)
        for gene in one:
            number, conjunction = gene
            size += conjunction.size + 1
            if self.places[number].is_consistent(conjunction):
                covered |= self.places[number].covered(conjunction)
        for gene in one:
            if not self.places[gene[0]].is_consistent(gene[1]):
                right, wrong = self._counts(gene, covered)
                nearest = max(nearest, min(right - wrong, 0))
        return self.counts.right(covered), nearest, -size

    def _counts(self, gene: Gene, covered: int) -> tuple[int, int]:
        """Return how many more positive examples a clause covers, and how many negative ones."""
        number, conjunction = gene
        place = self.places[number]
        new = self.counts.right(place.covered(conjunction) & ~covered)
        touched = place.world.covered(conjunction.rows & place.world.negative)
        return new, self.counts.wrong(touched)

    def _evaluate(self, individuals: list[Individual]) -> None:
        for one in individuals:
            one.fitness.values = self.fitness(one)
            self.details["evaluations"] += 1

    # ---- how clauses and individuals vary -------------------------------------------------------

    def grown(self, number: int, start: Conjunction) -> Conjunction | None:
        """Return a clause of a world that has the literals of a conjunction, and random ones."""
        place = self.places[number]
        one = start
        while not place.is_clause(one) or (
            not place.is_consistent(one) and one.size < self.bias.max_body
        ):
            larger = list(place.larger(one, self.bias.max_body - one.size - 1))
            if one.size >= self.bias.max_body or not larger:
                return one if place.is_clause(one) else None
            one = self.rng.choice(larger)
        return one

    def new_clause(self) -> Gene | None:
        """Return a random clause; None if none was found."""
        for _ in range(TRIES):
            number = self.rng.randrange(len(self.places))
            found = self.grown(number, self.places[number].empty)
            if found is not None:
                return number, found
        return None

    def changed(self, gene: Gene) -> Gene | None:
        """Return a clause that shares some literals with another one."""
        number, conjunction = gene
        place = self.places[number]
        for _ in range(TRIES):
            kept = place.part(conjunction, lambda: self.rng.random() < 0.7)
            found = self.grown(number, kept)
            if found is not None and found != conjunction:
                return number, found
        return None

    def _toolbox(self) -> Toolbox:
        from deap import base, tools

        fitness = type("Fitness", (base.Fitness,), {"weights": (1, 1, 1)})

        def individual() -> Individual:
            genes = (self.new_clause() for _ in range(self.rng.randint(1, min(4, self.most))))
            return Individual([gene for gene in genes if gene is not None], fitness())

        def clone(one: Individual) -> Individual:
            copy = Individual(list(one), fitness())
            if one.fitness.valid:
                copy.fitness.values = one.fitness.values
            return copy

        def mutate(one: Individual) -> tuple[Individual]:
            place = self.rng.randrange(len(one)) if one else None
            kind = self.rng.random()
            if place is None or kind < 0.35:
                gene = self.new_clause()
            else:
                gene = self.changed(one[place])
                if kind > 0.6:
                    del one[place]
            if gene is not None:
                one.append(gene)
            self._tidy(one)
            return (one,)

        def mate(one: Individual, other: Individual) -> tuple[Individual, Individual]:
            both = [*one, *other]
            self.rng.shuffle(both)
            one[:] = both[: max(len(one), self.rng.randint(1, len(both)) if both else 0)]
            self._tidy(one)
            return one, other

        toolbox = base.Toolbox()
        toolbox.register("population", tools.initRepeat, list, individual)
        toolbox.register("clone", clone)
        toolbox.register("mate", mate)
        toolbox.register("mutate", mutate)
        toolbox.register("select", tools.selTournament, tournsize=3)
        return toolbox

    def _tidy(self, one: Individual) -> None:
        """Remove clauses that are there twice or make no difference, and the last of too many."""
        one[:] = list(dict.fromkeys(one))
        covered = 0
        kept = []
        for gene in sorted(one, key=self._cost, reverse=True):
            number, conjunction = gene
            place = self.places[number]
            if place.is_consistent(conjunction):
                new = place.covered(conjunction)
                if not new & ~covered:
                    continue
                covered |= new
            kept.append(gene)
        one[:] = kept[: self.most]

    def _cost(self, gene: Gene) -> tuple[int, int]:
        """Return the positives that a consistent clause covers, and minus its size."""
        known = self._costs.get(gene)
        if known is None:
            number, conjunction = gene
            place = self.places[number]
            value = 0
            if place.is_consistent(conjunction):
                value = self.counts.right(place.covered(conjunction))
            known = self._costs[gene] = value, -conjunction.size
        return known


def _different(individuals: list[Individual]) -> list[Individual]:
    """Return the individuals of which no two have the same clauses."""
    return list({frozenset(one): one for one in individuals}.values())


@contextmanager
def seeded(seed: float) -> Iterator[None]:
    """Seed the generator that DEAP uses, which is that of the module `random`, for a block."""
    before = random.getstate()
    random.seed(seed)
    try:
        yield
    finally:
        random.setstate(before)
