"""The hunt for a world at which a function's claim fails: families, then moves towards less room, floats proposing.

    def contraction(mdp, value, value_other):
        gap = max(abs(tc.q_values(mdp, value).max(0) - tc.q_values(mdp, value_other).max(0)))
        return gap, "<=", mdp.discount * max(abs(value - value_other))

What floats see failing is rounded and decided exactly by the same function; then it is shrunk. None means that the
hypotheses do not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from theory_checks.core.modules import told as told_error
from theory_checks.core.seeds import generator
from theory_checks.hunt.asking import ClaimFunction, Comparison, asked, fails, is_infinite, room, scale_of
from theory_checks.hunt.chase import Chase, Tightest
from theory_checks.hunt.families import exhaustive, named, rounded, seeded, vertices
from theory_checks.hunt.moves import moved
from theory_checks.hunt.outcome import Prey
from theory_checks.hunt.private_families import coarse, mechanisms
from theory_checks.hunt.shrinking import measure, smaller
from theory_checks.hunt.worlds import DISCOUNT, World, layout, parameters_of
from theory_checks.hunt.written import prey_of, told

FINE = 10**6
DENOMINATORS = (1, 2, 3, 4, 5, 6, 10, 12, 20, 100, 1000, FINE)
MDP_STAGES = {  # each with its share of the budget
    "named MDPs": (named, 1),
    "small deterministic MDPs": (exhaustive, 1),
    "vertices": (vertices, 0.15),
    "random MDPs": (seeded, 0.15),
}
LAW_STAGES = {
    "coarse grid": (coarse, 0.2),
    "mechanisms that are known": (mechanisms, 0.2),
    "vertices": (vertices, 0.05),
    "random laws": (seeded, 0.1),
}
POOL, STEPS, SCALES = 10, 120, (0.5, 0.2, 0.05, 0.01)
DOUBT = 1e-6  # relative violation that is more than rounding
WEAK, SIGHTINGS, MOST_SHRINKS = 1e-9, 40, 3000


@dataclass
class FunctionHunt:
    """One claim on trial: `found` is the smallest world so far at which it fails."""

    function: ClaimFunction
    seed: int
    chase: Chase
    found: World | None = None
    fault: str = ""
    doubt: str = ""
    met: int = 0
    pool: list[tuple[float, World]] = field(default_factory=list[tuple[float, World]])
    _left: int = SIGHTINGS

    def __post_init__(self) -> None:
        self.parameters = parameters_of(self.function)
        self.name = self.function.__name__

    @property
    def has_mdp(self) -> bool:
        """Tell whether the claim is about MDPs, and not about laws alone."""
        return DISCOUNT in layout(self.parameters, 1, 1)

    def search(self, known: Iterable[Mapping[str, Any]]) -> None:
        """Go through all stages until something is found; Spent or Ctrl-C may end it."""
        for stage, worlds in self._families(known):
            self.chase.at(stage)
            for world in worlds:
                self._look(world)
                if self.found or self.fault:
                    return self._shrink()
        self.chase.at("moves towards less room")
        for world in self._starts():
            self._climb(world)
            if self.found or self.fault:
                return self._shrink()
        return None

    def _families(self, known: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Iterator[World]]]:
        yield "atlas", (world for data in known for world in self._known(data))
        stages = MDP_STAGES if self.has_mdp else LAW_STAGES
        for stage, (family, share) in stages.items():
            yield stage, islice(family(self.parameters, self._rng(stage)), int(self.chase.work * share))

    def _rng(self, stage: str) -> np.random.Generator:
        return generator(self.seed, "hunt", self.name, stage)

    def _known(self, data: Mapping[str, Any]) -> Iterator[World]:
        """Yield a world of the atlas if it has the parts that the claim is about."""
        names = {key.partition(".")[0] for key in data["parts"]} - {"discount"}
        if names == set(self.parameters):
            yield World.from_json(data).to_float()

    def _starts(self) -> Iterator[World]:
        """Yield the tightest worlds again and again, without end: the budget ends it."""
        while self.pool:
            yield from [world for _, world in self.pool]

    def _climb(self, world: World) -> None:
        """Move as long as there is less room."""
        rng = self._rng(f"climb {sum(self.chase.tried.values())}")
        least = self._look(world)
        for _ in range(STEPS):
            other = moved(world, float(rng.choice(SCALES)), rng)
            gap = self._look(other)
            if self.found or self.fault:
                return
            if gap <= least:
                world, least = other, gap

    def _look(self, world: World) -> float:
        """Return the room at a world of floats, infinite where the hypotheses fail; confirm what seems to fail."""
        self.chase.spend()
        try:
            comparison = self._asked(world)
        except Exception:  # whatever the claim's own function raises is its answer
            self._suspect(world)
            return np.inf
        if comparison is None:
            return np.inf
        self.met += 1
        if is_infinite(comparison):
            return np.inf
        gap, ratio = room(comparison, scale_of(world))
        if np.isnan(gap):
            self._suspect(world)
            return np.inf
        self._keep(max(gap, 0.0), ratio, world)
        if gap < (WEAK if comparison[1] in ("<", ">", "!=") else -WEAK) and self._left:
            self._left -= 1
            self._confirm(world, gap)
        return gap

    def _keep(self, gap: float, ratio: float | None, world: World) -> None:
        if len(self.pool) < POOL or gap < self.pool[-1][0]:
            self.pool = sorted([*self.pool, (gap, world)], key=lambda x: x[0])[:POOL]
        if gap < self.chase.tightest.gap:
            self.chase.saw(Tightest(gap, ratio, told(world)))

    def _asked(self, world: World) -> Comparison | None:
        return asked(self.function, world.arguments(self.parameters))

    def _confirm(self, world: World, gap: float) -> None:
        """Round to simple rationals and decide."""
        decided = False
        for denominator in DENOMINATORS:
            exact = rounded(world, denominator)
            if failed := self._fails(exact):
                self.found = exact
                self.chase.caught()
                return
            decided |= failed is not None
        if gap < -DOUBT and not (decided or self.doubt):
            self.doubt = f"it seems to fail at {told(world)}"

    def _fails(self, exact: World) -> bool | None:
        """Decide the claim exactly, where its hypotheses hold."""
        try:
            comparison = self._asked(exact)
        except Exception:  # what floats can do and fractions cannot, such as a root, or what is no world
            return None
        return fails(comparison) if comparison else False

    def _suspect(self, world: World) -> None:
        """Call a claim broken if it has no answer for an exact world either."""
        exact = rounded(world, FINE)
        try:
            comparison = self._asked(exact)
            if comparison and np.isnan(room(comparison, 0.0)[0]) and not is_infinite(comparison):
                self.fault = f"one side is no number at {told(exact)}"
        except Exception as error:  # on numbers without rounding it is the claim's own
            self.fault = f"{told_error(error)}, at {told(exact)}"

    def _shrink(self) -> None:
        """Take the first smaller world that still fails, as long as there is one."""
        self.chase.at("shrinking")
        left, shrinking = MOST_SHRINKS, True
        while shrinking and self.found:
            shrinking = False
            for world in smaller(self.found):
                left -= 1
                if left < 0 or self.chase.late:
                    return
                if measure(world) < measure(self.found) and self._fails(world):
                    self.found, shrinking = world, True
                    break

    def prey(self) -> Prey | None:
        """Return what was found."""
        return prey_of(self.function, self.parameters, self.found) if self.found else None
