"""The hunt for a world at which a function's claim fails: families, then moves towards less room, floats proposing.

    def contraction(mdp, value, value_other):
        gap = max(abs(tc.q_values(mdp, value).max(0) - tc.q_values(mdp, value_other).max(0)))
        return gap, "<=", mdp.discount * max(abs(value - value_other))

What floats see failing is rounded and decided exactly by the same function; then it is shrunk. None means that the
hypotheses do not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count, islice

import numpy as np

from tabular.numbers.arrays import Array
from theory_checks.core.modules import told as told_error
from theory_checks.core.seeds import generator
from theory_checks.hunt.asking import WEAK, ClaimFunction, Comparison, asked, fails, is_infinite, room, scale_of
from theory_checks.hunt.chase import Chase, Tightest
from theory_checks.hunt.descent import Descent, blocks, differences, followed, smooth
from theory_checks.hunt.families import exhaustive, named, rounded, seeded, vertices
from theory_checks.hunt.lanes import Batch, batches, rooms
from theory_checks.hunt.moves import moved, twins
from theory_checks.hunt.outcome import Prey
from theory_checks.hunt.private_families import coarse, mechanisms
from theory_checks.hunt.shrinking import measure, smaller
from theory_checks.hunt.worlds import DISCOUNT, World, layout, parameters_of
from theory_checks.hunt.written import prey_of, told

FINE = 10**6
DENOMINATORS = (1, 2, 3, 4, 5, 6, 10, 12, 20, 100, 1000, FINE)
MDP_FAMILIES = {
    "named MDPs": named,
    "small deterministic MDPs": exhaustive,
    "vertices": vertices,
    "random MDPs": seeded,
    "twins": twins,
}
LAW_FAMILIES = {
    "coarse grid": coarse,
    "mechanisms that are known": mechanisms,
    "vertices": vertices,
    "random laws": seeded,
    "twins": twins,
}
ROUND, RESTARTS = 400, 12  # worlds of each family, and other starts, before the tightest are moved again
BATCHES, SUSPECTS, WORK_OF_A_BATCH = 8, 3, 40  # batches, what is looked at alone of each, what each costs
LESS = 1e-9  # of room: a step that gains no more than that is none
DESCENTS = 8  # programs over all parts, for each start
POOL, STEPS, SCALES = 3, 120, (0.5, 0.2, 0.05, 0.01)
DOUBT = 1e-6  # relative violation that is more than rounding
SIGHTINGS, MOST_SHRINKS = 40, 3000


@dataclass
class FunctionHunt:
    """One claim on trial: `found` is the smallest world so far at which it fails, `beyond` one with infinite sides.

    Infinite sides have no certificate: the hunt goes on for a world that has one.
    """

    function: ClaimFunction
    seed: int
    chase: Chase
    found: World | None = None
    beyond: World | None = None
    fault: str = ""
    doubt: str = ""
    met: int = 0
    pool: dict[tuple[int, int], list[tuple[float, World]]] = field(
        default_factory=dict[tuple[int, int], list[tuple[float, World]]]
    )
    _left: int = SIGHTINGS
    _flocks: bool = True  # whether it can be run on many worlds at once
    _follows: bool = True  # whether the claim can be run on numbers with slopes

    def __post_init__(self) -> None:
        self.parameters = parameters_of(self.function)
        self.name = self.function.__name__

    @property
    def has_mdp(self) -> bool:
        """Tell whether the claim is about MDPs, and not about laws alone."""
        return DISCOUNT in layout(self.parameters, 1, 1)

    def search(self, known: Iterable[World]) -> None:
        """Go through all stages until something is found; Spent or Ctrl-C may end it."""
        for stage, step in self._stages(known):
            self.chase.at(stage)
            step()
            if self.found:
                self._shrink()
                self._set_aside()
            if self.found or self.fault:
                return

    def _set_aside(self) -> None:
        """Keep a world with infinite sides, and look for another one."""
        comparison = self._asked(self.found) if self.found else None
        if comparison and is_infinite(comparison):
            self.found, self.beyond = None, self.found

    def _stages(self, known: Iterable[World]) -> Iterator[tuple[str, Callable[[], None]]]:
        """Yield what is tried: by turns some of each family, as long as it lasts, and moves from the best."""
        yield "atlas", partial(self._all, (world.to_float() for world in known if self._is_about(world)))
        families = MDP_FAMILIES if self.has_mdp else LAW_FAMILIES
        worlds = {stage: family(self.parameters, self._rng(stage)) for stage, family in families.items()}
        many = batches(self.parameters, self._rng("many at once"))
        restarts = self._restarts()
        for turn in count():
            self._left = SIGHTINGS
            for stage, family in worlds.items():
                yield stage, partial(self._all, islice(family, ROUND))
            yield "many at once", partial(self._screen, islice(many, BATCHES))
            for world in [*self._tightest(turn), *islice(restarts, RESTARTS)]:
                yield "slopes and linear programs", partial(self._descend, world)
                yield "moves towards less room", partial(self._climb, world)

    def _all(self, worlds: Iterable[World]) -> None:
        for world in worlds:
            self._look(world)
            if self.found or self.fault:
                return

    def _screen(self, some: Iterable[Batch]) -> None:
        """Look at many worlds at once, and alone at those that seem to fail or are the tightest."""
        for batch in some:
            gaps = self._rooms(batch)
            self.met += int(np.isfinite(gaps).sum())
            self.chase.spend(int((~np.isnan(gaps)).sum()), WORK_OF_A_BATCH)
            order = [i for i in np.argsort(gaps)[:SUSPECTS].tolist() if np.isfinite(gaps[i])]
            self._all(batch.world(i) for i in order)
            if self.found or self.fault or not self._flocks:
                return

    def _rooms(self, batch: Batch) -> Array:
        try:
            return rooms(self.function, self.parameters, batch) if self._flocks else np.empty(0)
        except Exception:  # the claim computes what arrays cannot follow
            self._flocks = False
            return np.empty(0)

    def _rng(self, stage: str) -> np.random.Generator:
        return generator(self.seed, "hunt", self.name, stage)

    def _is_about(self, world: World) -> bool:
        """Tell whether a world of the atlas has the parts that the claim is about."""
        return {key.partition(".")[0] for key in world.parts} - {DISCOUNT} == set(self.parameters)

    def _tightest(self, turn: int) -> list[World]:
        """Return one of the tightest worlds of each size, the tightest first."""
        kept = [worlds[turn % len(worlds)] for worlds in self.pool.values()]
        return [world for _, world in sorted(kept, key=lambda x: x[0])]

    def _restarts(self) -> Iterator[World]:
        others = seeded(self.parameters, self._rng("random again"))
        for pair in zip(others, twins(self.parameters, self._rng("twins again")), strict=True):
            yield from pair

    def _descend(self, world: World) -> None:
        """Go where linear programs lead, first in parts in which the claim may be linear, then in all."""
        for keys in (*blocks(world), *[smooth(world)] * DESCENTS):
            less = self._downhill(world, keys)
            if self.found or self.fault or (less is None and keys == smooth(world)):
                return
            world = less or world

    def _downhill(self, world: World, keys: list[str]) -> World | None:
        """Return a world with less room in some direction of these parts."""
        gap = self._look(world)
        descent = self._descent(world, keys) if np.isfinite(gap) else None
        for others in descent.steps() if descent else ():
            found = [(self._look(other), i) for i, other in enumerate(others) if not (self.found or self.fault)]
            if found and (min(found)[0] < gap - LESS or self.found or self.fault):
                return others[min(found)[1]]
        return None

    def _descent(self, world: World, keys: list[str]) -> Descent | None:
        """Return the slopes of the claim, by differences where it cannot be run on them."""
        if self._follows:
            try:
                return followed(self.function, self.parameters, world, keys)
            except Exception:  # the claim computes what numbers with slopes cannot follow
                self._follows = False
        return differences(self._look, world, keys)

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
            gap, ratio = room(comparison, scale_of(world)) if comparison else (np.inf, None)
        except Exception:  # whatever the claim's own function raises is its answer
            return self._suspect(world)
        if comparison is None:
            return np.inf
        return self._suspect(world) if np.isnan(gap) else self._met(world, comparison, gap, ratio)

    def _met(self, world: World, comparison: Comparison, gap: float, ratio: float | None) -> float:
        """Count a world at which the hypotheses hold, and confirm what seems to fail there."""
        self.met += 1
        if self.beyond and is_infinite(comparison):
            return np.inf
        if gap < (WEAK if comparison[1] in ("<", ">", "!=") else -WEAK):
            gap, ratio = self._confirm(world, gap), None
        self._keep(max(gap, 0.0), ratio, world)
        return gap

    def _keep(self, gap: float, ratio: float | None, world: World) -> None:
        if not np.isfinite(gap):
            return
        kept = self.pool.setdefault((world.n, world.m), [])
        if len(kept) < POOL or gap < kept[-1][0]:
            self.pool[world.n, world.m] = sorted([*kept, (gap, world)], key=lambda x: x[0])[:POOL]
        if gap < self.chase.tightest.gap:
            self.chase.saw(Tightest(gap, ratio, told(world)))

    def _asked(self, world: World) -> Comparison | None:
        return asked(self.function, world.arguments(self.parameters))

    def _confirm(self, world: World, gap: float) -> float:
        """Round to simple rationals and decide; return the room that is left where it does not fail."""
        if not self._left:
            return np.inf
        self._left -= 1
        decided = False
        for denominator in DENOMINATORS:
            exact = rounded(world, denominator)
            if failed := self._fails(exact):
                self.found = exact
                self.chase.caught()
                return gap
            decided |= failed is not None
        if gap < -DOUBT and not (decided or self.doubt):
            self.doubt = f"it seems to fail at {told(world)}"
        return np.inf

    def _fails(self, exact: World) -> bool | None:
        """Decide the claim exactly, where its hypotheses hold."""
        try:
            comparison = self._asked(exact)
        except Exception:  # what floats can do and fractions cannot, such as a root, or what is no world
            return None
        if comparison is None or (self.beyond and is_infinite(comparison)):
            return False
        return fails(comparison)

    def _suspect(self, world: World) -> float:
        """Return the room at the exact world where floats have none; call a claim broken that has none there either."""
        exact = rounded(world, FINE)
        try:
            comparison = self._asked(exact)
            gap, ratio = room(comparison, scale_of(exact)) if comparison else (np.inf, None)
        except Exception as error:  # on numbers without rounding it is the claim's own
            self.fault = f"{told_error(error)}, at {told(exact)}"
            return np.inf
        if np.isnan(gap):
            self.fault = f"one side is no number at {told(exact)}"
            return np.inf
        if comparison is None:
            return np.inf
        return self._met(world, comparison, -1.0 if fails(comparison) else gap, ratio)

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
        world = self.found or self.beyond
        return prey_of(self.function, self.parameters, world) if world else None
