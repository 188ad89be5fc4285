"""A panel of broken mechanisms beside true ones, for audits with a budget: how they go wrong in practice.

Each is a function (world, rng, count). ``truth`` is the least epsilon that is true with the delta.
Where noise is continuous the outputs stand for real numbers; `doubles_panel` is about their bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabular.privacy import epsilon_of
from tabular.privacy.bisection import first_double
from theory_checks.audit.known import Draw, Known, gaussian, known, laplace, randomised_response
from theory_checks.audit.mechanism import mechanism

_E = math.e
_LARGEST = 50.0  # epsilon at which any of the deltas here is 0


def panel() -> list[Known]:
    """Return the collection of the small audits, and what else goes wrong, each mistake with something like it."""
    return [*known(), *_too_little_noise(), *_wrong_sensitivity(), *_wrong_noise(), *_beside_the_noise()]


def doubles_panel() -> list[Known]:
    """Return textbook samplers, which release doubles, and others that hide what doubles are."""
    return [
        Known("textbook laplace", laplace(1.0), 1.0, 0.0, math.inf, "which doubles come out tells the value"),
        Known("textbook gaussian", gaussian(1.0), 1.0, 0.2, math.inf, "as the laplace: low bits differ nearly always"),
        Known("textbook laplace, far from 0", _far_laplace, 1.0, 0.0, math.inf, "only gaps in the tails tell"),
        Known("snapping", _snapping, 1.5, 0.0, 1.0, "laplace, rounded to multiples of 1/4"),
        Known("discrete laplace", geometric(1.0), 1.0, 0.0, 1.0, "whole numbers"),
        Known("discrete gaussian", _discrete_gaussian, 1.0, 0.15, 1.0, "whole numbers"),
        Known("discrete laplace in tenths", _tenths, 1.0, 0.0, 1.0, "multiples of 1/10, rounded once"),
    ]


def geometric(epsilon: float) -> Draw:
    """Return a count plus discrete Laplace noise: epsilon-private."""
    decay = math.exp(-epsilon)
    return lambda world, rng, count: world + rng.geometric(1 - decay, count) - rng.geometric(1 - decay, count)


def _too_little_noise() -> list[Known]:
    spent, q = 0.12693674, 0.1
    sampled, twice = (math.log1p(share * (_E - 1)) for share in (q, 2 * q))
    return [
        Known("laplace, a tenth too little", laplace(1 / 1.1), 1.0, 0.0, 1.1, "scale 1/1.1"),
        Known("gaussian, a tenth too little", gaussian(1.1), 1.0, spent, epsilon_of(spent, 1.1), "mu = 1.1"),
        Known("geometric", geometric(1.0), 1.0, 0.0, 1.0, "decay 1/e"),
        Known("geometric, a tenth too little", geometric(1.1), 1.0, 0.0, 1.1, "decay e^-1.1"),
        Known("response, a tenth too true", randomised_response(0.77), math.log(3), 0.0, math.log(77 / 23), "77/100"),
        Known("sampled laplace", _sampled(q), sampled, 0.0, sampled, "a person is in with probability 1/10"),
        Known("sampled laplace, twice the share", _sampled(2 * q), sampled, 0.0, twice, "with probability 1/5"),
    ]


def _wrong_sensitivity() -> list[Known]:
    half = math.log((1 + math.exp(0.25)) / (1 + math.exp(-0.25)))
    return [
        Known("histogram", _histogram(2.0), 1.0, 0.0, 1.0, "one person moves: two counts change"),
        Known("histogram, one count only", _histogram(1.0), 1.0, 0.0, 2.0, "noise for one of the two counts"),
        Known("vector", _vector(3.0), 1.0, 0.0, 1.0, "nine entries change by 1/3: 3 in all"),
        Known("vector, euclidean length", _vector(1.0), 1.0, 0.0, 3.0, "noise for length 1"),
        Known("exponential", _exponential(0.25), half, 0.0, half, "two of four candidates gain 1/4"),
        Known("exponential, twice the weight", _exponential(0.5), half, 0.0, 2 * half, "a half"),
        Known("bits", _bits(0.5), 1.0, 0.0, 1.0, "two of eight bits differ, 1/2 each"),
        Known("bits, one only", _bits(0.5), 0.5, 0.0, 1.0, "accounted for one"),
    ]


def _wrong_noise() -> list[Known]:
    wide, never = 1.2, math.inf
    truth = _variance_epsilon(wide, 0.01)
    return [
        Known("uniform", _uniform(5.0), 0.0, 0.1, 0.0, "a tenth of the support belongs to one world"),
        Known("uniform, called pure", _uniform(5.0), 1.0, 0.0, never, "delta forgotten"),
        Known("uniform, wide, called pure", _uniform(500.0), 0.5, 0.0, never, "a thousandth of the support"),
        Known("rare disaster", _disaster(0.003), 0.0, 0.003, 0.0, "0.003 of the runs tell all"),
        Known("rare disaster, more often", _disaster(0.003), 0.5, 0.001, never, "called 0.001"),
        Known("cut laplace", _cut_laplace, 1.0, 0.0, never, "noise beyond 3 is drawn again"),
        Known("gaussian, called pure", gaussian(0.7), 1.0, 0.0, never, "delta forgotten"),
        Known("variance", _variance(wide), truth, 0.01, truth, "deviations 1 and 1.2"),
        Known("variance, larger", _variance(1.4), truth, 0.01, _variance_epsilon(1.4, 0.01), "deviations 1 and 1.4"),
    ]


def _beside_the_noise() -> list[Known]:
    never = math.inf
    return [
        Known("noise used twice", _reused, 1.0, 0.0, never, "two values with the same noise"),
        Known("a seed of its own", lambda world, rng, n: np.full(n, world + 0.123), 1.0, 0.0, never, "constant noise"),
        Known("a length", _many(_length), 1.0, 0.0, never, "as many entries as people"),
        Known("the number of people", _many(_exact_count), 1.0, 0.0, never, "beside a private mean"),
        Known("order", _many(_order), 1.0, 0.0, never, "sorted in one world"),
        Known("keys", _many(_keys), 1.0, 0.0, never, "the order of keys is that of arrival"),
        Known("failure", _many(_failure), 1.0, 0.0, never, "an exception in one run of twenty of one world"),
        Known("not a number", _nan, 1.0, 0.0, never, "in one run of twenty of one world"),
        Known(
            "rounding", lambda world, rng, n: rng.integers(-9, 9, n) + world / 2, 1.0, 0.0, never, "to other numbers"
        ),
        Known("failure that is allowed", _many(_may_fail), math.log(2), 0.0, math.log(2), "1/10 and 1/5 of the runs"),
        Known("text", _many(_text), 1.0, 0.0, 1.0, "laplace in a sentence"),
    ]


def _sampled(q: float) -> Draw:
    return lambda world, rng, count: world * (rng.random(count) < q) + rng.laplace(0.0, 1.0, count)


def _histogram(scale: float) -> Draw:
    return lambda world, rng, count: np.array([world, 1 - world]) + rng.laplace(0.0, scale, (count, 2))


def _vector(scale: float) -> Draw:
    return lambda world, rng, count: world / 3 + rng.laplace(0.0, scale, (count, 9))


def _exponential(weight: float) -> Draw:
    """Candidates 0, 1 have the weight in world 0, and 2, 3 in world 1."""
    weights = np.exp([[weight, weight, 0.0, 0.0], [0.0, 0.0, weight, weight]])
    return lambda world, rng, count: rng.choice(4, size=count, p=weights[world] / weights[world].sum())


def _bits(epsilon: float) -> Draw:
    """One of eight bits is set, another one in the other world; each is told truly with odds e^epsilon."""
    true = 1 / (1 + math.exp(-epsilon))
    return lambda world, rng, count: (np.arange(8) == 3 * world) ^ (rng.random((count, 8)) > true)


def _uniform(reach: float) -> Draw:
    return lambda world, rng, count: world + rng.uniform(-reach, reach, count)


def _disaster(probability: float) -> Draw:
    return lambda world, rng, count: np.where(rng.random(count) < probability, 10.0 * world, rng.integers(-1, 2, count))


def _cut_laplace(world: int, rng: np.random.Generator, count: int) -> NDArray[Any]:
    uniform = rng.uniform(-1, 1, count) * -math.expm1(-3.0)
    return world - np.sign(uniform) * np.log1p(-np.abs(uniform))


def _variance(wide: float) -> Draw:
    return lambda world, rng, count: rng.normal(0.0, wide if world else 1.0, count)


def _variance_epsilon(wide: float, delta: float) -> float:
    """Return the epsilon of N(0, 1) against N(0, wide^2): the events are |x| beyond, or within, the crossing point."""
    root = math.sqrt(2)

    def excess(epsilon: float) -> float:
        if epsilon > _LARGEST:
            return -delta
        rise = 0.5 * (1 - wide**-2)
        beyond = math.sqrt((epsilon + math.log(wide)) / rise)
        within = math.sqrt(max(0.0, (math.log(wide) - epsilon) / rise))
        outer = math.erfc(beyond / wide / root) - math.exp(epsilon) * math.erfc(beyond / root)
        inner = math.erf(within / root) - math.exp(epsilon) * math.erf(within / wide / root)
        return max(outer, inner) - delta

    return first_double(lambda epsilon: excess(epsilon) <= 0)


def _reused(world: int, rng: np.random.Generator, count: int) -> NDArray[Any]:
    noise = rng.laplace(0.0, 1.0, (count, 1))
    return np.array([world, 0.0]) + noise


def _many(one: Callable[[int, np.random.Generator], Any]) -> Draw:
    """Return a function of one output as one of many."""
    return mechanism(one).draw


def _length(world: int, rng: np.random.Generator) -> list[float]:
    return rng.laplace(size=3 + world).tolist()


def _exact_count(world: int, rng: np.random.Generator) -> dict[str, float]:
    return {"mean": 0.5 + rng.laplace() / 10, "people": 10 + world}


def _order(world: int, rng: np.random.Generator) -> list[float]:
    values = rng.normal(size=3).tolist()
    return sorted(values) if world else values


def _keys(world: int, rng: np.random.Generator) -> dict[str, float]:
    names = ("ann", "bob") if world else ("bob", "ann")
    return {name: rng.laplace() for name in names}


def _failure(world: int, rng: np.random.Generator) -> float:
    people = 0 if world and rng.random() < 0.05 else 1
    return rng.laplace() / people if people else float(1 // people)


def _nan(world: int, rng: np.random.Generator, count: int) -> NDArray[Any]:
    return np.where(world * rng.random(count) > 0.95, np.nan, rng.laplace(size=count))


def _may_fail(world: int, rng: np.random.Generator) -> int:
    if rng.random() < (0.1, 0.2)[world]:
        raise RuntimeError("no answer")
    return 0


def _text(world: int, rng: np.random.Generator) -> str:
    return f"about {world + rng.laplace():.3f} people"


def _far_laplace(world: int, rng: np.random.Generator, count: int) -> NDArray[Any]:
    uniform = rng.random(count)
    sign = np.where(rng.random(count) < 0.5, -1.0, 1.0)
    return (100.0 + world) - sign * np.log(np.maximum(uniform, 2.0**-53))


def _snapping(world: int, rng: np.random.Generator, count: int) -> NDArray[Any]:
    return np.round((world + rng.laplace(0.0, 1.0, count)) * 4) / 4


def _discrete_gaussian(world: int, rng: np.random.Generator, count: int) -> NDArray[Any]:
    values = np.arange(-40, 41)
    weights = np.exp(-(values**2) / 2.0)
    return world + rng.choice(values, size=count, p=weights / weights.sum())


def _tenths(world: int, rng: np.random.Generator, count: int) -> NDArray[Any]:
    return (10 * world + rng.geometric(1 - math.exp(-0.1), count) - rng.geometric(1 - math.exp(-0.1), count)) / 10
