"""The hunt for an MDP at which a claim fails: families of worlds, then moves towards less room, floats proposing.

    def contraction(mdp, value, value_other):
        gap = max(abs(tc.q_values(mdp, value).max(0) - tc.q_values(mdp, value_other).max(0)))
        return gap, "<=", mdp.discount * max(abs(value - value_other))

What floats see failing is rounded and decided exactly by the same function; then it is shrunk. None means that the
hypotheses do not hold.
"""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np

from tabular.mdp import FiniteMDP
from theory_checks.core.binding import Binding
from theory_checks.core.modules import told
from theory_checks.core.seeds import generator
from theory_checks.hunt.chase import Chase, Tightest
from theory_checks.hunt.families import exhaustive, named, rounded, seeded, vertices
from theory_checks.hunt.moves import moved
from theory_checks.hunt.outcome import Prey
from theory_checks.hunt.shrinking import measure, smaller
from theory_checks.hunt.traced import Trace, TracedMDP, certificate, traced
from theory_checks.hunt.worlds import DISCOUNT, World, form_of, kind_of, parameters_of

Comparison = tuple[Any, str, Any]
SIGNS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
FINE = 10**6
DENOMINATORS = (1, 2, 3, 4, 5, 6, 10, 12, 20, 100, 1000, FINE)
SHARES = {"vertices": 0.15, "random MDPs": 0.15}  # of the budget
POOL, STEPS, SCALES = 10, 120, (0.5, 0.2, 0.05, 0.01)
DOUBT = 1e-6  # relative violation that is more than rounding
NOISE = 1e-7  # of the scale of a world: sides that are smaller are 0 up to rounding
WEAK, SIGHTINGS, MOST_SHRINKS = 1e-9, 40, 3000


@dataclass
class MdpHunt:
    """One claim on trial: `found` is the smallest world so far at which it fails."""

    function: Callable[..., Comparison | None]
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
        for stage, family in (("named MDPs", named), ("small deterministic MDPs", exhaustive)):
            yield stage, family(self.parameters, self._rng(stage))
        for stage, family in (("vertices", vertices), ("random MDPs", seeded)):
            yield stage, islice(family(self.parameters, self._rng(stage)), int(self.chase.work * SHARES[stage]))

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
        gap, ratio = _room(comparison, _scale(world))
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
            self.chase.saw(Tightest(gap, ratio, _told(world)))

    def _asked(self, world: World) -> Comparison | None:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return _checked(self.function(**world.arguments(self.parameters)), self.name)

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
            self.doubt = f"it seems to fail at {_told(world)}"

    def _fails(self, exact: World) -> bool | None:
        """Decide the claim exactly, where its hypotheses hold; numbers that are no rationals decide nothing."""
        try:
            comparison = self._asked(exact)
        except Exception:  # what floats can do and fractions cannot, such as a root, or what is no world
            return None
        if comparison is None:
            return False
        if not all(isinstance(x, int | Fraction | np.integer) for x in comparison[::2]):
            return None
        return not SIGNS[comparison[1]](comparison[0], comparison[2])

    def _suspect(self, world: World) -> None:
        """Call a claim broken if it has no answer for an exact MDP either."""
        exact = rounded(world, FINE)
        try:
            comparison = self._asked(exact)
            if comparison and np.isnan(_room(comparison, 0.0)[0]):
                self.fault = f"one side is no number at {_told(exact)}"
        except Exception as error:  # on numbers without rounding it is the claim's own
            self.fault = f"{told(error)}, at {_told(exact)}"

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
        comparison = self._asked(self.found) if self.found else None
        if self.found is None or comparison is None:
            return None
        left, sign, right = comparison
        arguments = self.found.arguments(self.parameters)
        given = "".join(f"    {name} = {_code(x)}\n" for name, x in arguments.items())
        compared = f"({_code(left)}, {sign!r}, {_code(right)})"
        test = (
            "from fractions import Fraction\n\nimport numpy as np\n\nfrom tabular import FiniteMDP\n\n\n"
            f"def test_{self.name}_fails():\n{given}    assert {self.name}({', '.join(arguments)}) == {compared}"
        )
        proof = self._certificate(self.found)
        says = f"It fails at {_told(self.found)}."
        return Prey(says, f"not {left} {sign} {right}", test, self.found.to_json(), proof)

    def _certificate(self, world: World) -> Any:
        """Run the claim once more on traced numbers; None if it computes what they cannot follow."""
        trace = Trace()
        arguments = world.arguments(self.parameters)
        try:
            followed = {name: _traced(name, x, trace) for name, x in arguments.items()}
            comparison = _checked(self.function(**followed), self.name)
            if comparison is None:
                return None
            sign = comparison[1].replace("==", "=")
            made = certificate((comparison[0], sign, comparison[2]), trace, self.name)
            made = made.about(Binding(f"hunt/{self.name}", "claimed"))
            return made if made.check()["accepted"] else None
        except Exception:  # functions beside those of `quantities` refuse what is no array of numbers
            return None


def _traced(name: str, argument: Any, trace: Trace) -> Any:
    if isinstance(argument, FiniteMDP):
        return TracedMDP(argument, trace)
    return argument if kind_of(name) == "policy" else traced(argument, trace)


def _checked(answer: Any, name: str) -> Comparison | None:
    if answer is None:
        return None
    if not (isinstance(answer, tuple) and len(answer) == 3 and answer[1] in SIGNS):
        signs = ", ".join(SIGNS)
        raise TypeError(
            f"{name} must return (left, sign, right) with a sign among {signs}, or None, got {answer!r:.80}"
        )
    return answer


def _scale(world: World) -> float:
    """Return what rounding is measured by: the largest value that rewards of the world can be worth."""
    reals = [float(np.abs(x).max()) for key, x in world.parts.items() if form_of(key) == "reals"]
    return max([1.0, *reals]) / (1 - float(world.parts[DISCOUNT]))


def _room(comparison: Comparison, scale: float) -> tuple[float, float | None]:
    """Return the room relative to both sides, below 0 where the claim fails, and the ratio of the sides."""
    left, sign, right = float(comparison[0]), comparison[1], float(comparison[2])
    if sign in (">", ">="):
        left, right = right, left
    total = abs(left) + abs(right)
    if total == 0:
        return (1.0 if sign in ("<=", ">=", "==") else -1.0), None  # 0 against 0 tells nothing, or is no strict order
    gap = (right - left) / (total + NOISE * scale)
    if sign in ("==", "!="):
        return (-abs(gap) if sign == "==" else abs(gap)), None
    return gap, left / right if left > 0 and right > 0 else None


def _told(world: World) -> str:
    """Return a world in one line."""
    numbers = (f"{key} = {_plain(array)}" for key, array in world.parts.items())
    return f"n = {world.n}, m = {world.m}: " + ", ".join(numbers)


def _plain(array: Any) -> str:
    if isinstance(array, np.ndarray):
        return _plain(array.item()) if array.ndim == 0 else "[" + ", ".join(map(_plain, array)) + "]"
    return f"{array:.6g}" if isinstance(array, float) else str(array)


def _code(x: Any) -> str:
    """Return a value as Python."""
    if isinstance(x, FiniteMDP):
        parts = (_nested(x.transitions), _nested(x.rewards), "Fraction({}, {})".format(*x.discount.as_integer_ratio()))
        return "FiniteMDP(\n" + "".join(f"        {part},\n" for part in parts) + "    )"
    if isinstance(x, np.ndarray):
        return f"np.array({_nested(x)}{', dtype=object' if x.dtype == object else ''})"
    return _nested(x)


def _nested(x: Any) -> str:
    if isinstance(x, np.ndarray):
        return f"[{', '.join(map(_nested, x))}]"
    exact = Fraction(x)
    return str(exact) if exact.denominator == 1 else f"Fraction({exact.numerator}, {exact.denominator})"
