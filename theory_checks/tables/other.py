"""Sampled steps, norms of functions, maxima of normals, counters and small MDPs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from flint import ctx

from tabular.gaussian.maxima import mean_abs_max_normal, mean_max_normal
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import bandit, chain, cycle_with_stay, rational_random, recovery_chain
from tabular.mdp.solvers import solve
from tabular.noise.counters.law_exact import probability_ball
from tabular.numbers.balls import ball
from tabular.privacy import PiecewiseLinear, Polynomial
from tabular.privacy.subsampled import Adjacency, Direction, SubsampledGaussian, composed_epsilon, epsilon_interval
from theory_checks.tables import peers
from theory_checks.tables.entry import Enclosure, Entry

MOST_NORMALS = 24
COUNTER_STEPS = (1, 2, 3, 4, 7, 8, 15)
LEVELS = ("1/2", "1", "2", "4", "8")
FAILURES = ("1/2", "1/10", "1/100", "1/1000")
QUANTILE_BITS = 80
DISCOUNTS = ("1/2", "9/10", "99/100", "999/1000")


def entries() -> Iterator[Entry]:
    """Yield the rows of all tables but those of Gaussian mechanisms without sampling."""
    for m, sigma, steps in product((10, 100, 1000), ("1", "2"), (1, 100, 1000)):
        yield _poisson(f"1/{m}", sigma, steps, "1/100000")
        yield _one_of(m, sigma, steps, "1/100000")
    for name, beta in product(_functions(), ("1/2", "1", "3", "20")):
        yield _norm(name, beta)
    yield from (_maximum(k) for k in range(2, MOST_NORMALS + 1))
    yield from (_absolute_maximum(k) for k in range(1, MOST_NORMALS + 1))
    for steps in COUNTER_STEPS:
        yield from (_stays(steps, level) for level in LEVELS)
        yield from (_quantile(steps, failure) for failure in FAILURES)
    for name, discount in product(_mdps("1/2"), DISCOUNTS):
        yield _value(name, discount)


def _poisson(rate: str, sigma: str, steps: int, delta: str) -> Entry:
    """Return the row of steps that take each record with this probability; neighbours have one record more."""
    pair = SubsampledGaussian(Fraction(rate), Fraction(sigma), 1)

    def compute() -> Enclosure:
        both = [composed_epsilon(pair, steps, Fraction(delta), way) for way in (Direction.REMOVE, Direction.ADD)]
        return Enclosure(Fraction(max(x.lower for x in both)), Fraction(max(x.upper for x in both)))

    parameters = {"rate": rate, "sigma": sigma, "steps": str(steps), "delta": delta}
    law = (float(Fraction(rate)), float(sigma), steps, float(Fraction(delta)))
    others = {peers.PLD: lambda: peers.sampled_pld(*law), peers.RDP: lambda: peers.sampled_rdp(*law)}
    return Entry("poisson-sampled-epsilon", parameters, compute, others)


def _one_of(m: int, sigma: str, steps: int, delta: str) -> Entry:
    """Return the row of steps that take one record out of m; neighbours differ by the replacement of one."""

    def compute() -> Enclosure:
        found = epsilon_interval(m, Fraction(sigma), steps, Fraction(delta), Adjacency.REPLACE)
        return Enclosure(Fraction(found.lower), Fraction(found.upper))

    return Entry("one-of-m-epsilon", {"m": str(m), "sigma": sigma, "steps": str(steps), "delta": delta}, compute)


def _functions() -> dict[str, PiecewiseLinear | Polynomial]:
    """Return functions on [0, 1], by their names."""
    half, near = Fraction(1, 2), Fraction(1, 8)
    return {
        "1": Polynomial.of([1]),
        "x": Polynomial.of([0, 1]),
        "x^2": Polynomial.of([0, 0, 1]),
        "x - x^2": Polynomial.of([0, 1, -1]),
        "|x - 1/2|": PiecewiseLinear.through([0, half, 1], [half, 0, half]),
        "hat of width 1/8 at 1/2": PiecewiseLinear.through([0, half - near, half, half + near, 1], [0, 0, 1, 0, 0]),
    }


def _norm(name: str, beta: str) -> Entry:
    """Return the row of a squared norm in the space of the kernel exp(-beta |x - y|) on [0, 1]."""
    return Entry(
        "kernel-norm-squared",
        {"f": name, "beta": beta},
        lambda: Enclosure.of(_functions()[name].norm_squared(Fraction(beta))),
        {peers.QUADRATURE: lambda: peers.norm_squared(_functions()[name], float(Fraction(beta)))},
    )


def _maximum(k: int) -> Entry:
    others = {peers.QUADRATURE: lambda: peers.mean_max(k, absolute=False)}
    return Entry("mean-of-maximum", {"normals": str(k)}, lambda: Enclosure.of(mean_max_normal(k, 128)), others)


def _absolute_maximum(k: int) -> Entry:
    others = {peers.QUADRATURE: lambda: peers.mean_max(k, absolute=True)}
    parameters = {"normals": str(k)}
    return Entry("mean-of-absolute-maximum", parameters, lambda: Enclosure.of(mean_abs_max_normal(k, 128)), others)


def _stays(steps: int, level: str) -> Entry:
    """Return the row of the probability that no error of a binary counter, with noise of scale 1, exceeds a level."""
    parameters = {"steps": str(steps), "level": level}
    return Entry("counter-stays", parameters, lambda: Enclosure.of(probability_ball(steps, Fraction(level), 128)))


def _quantile(steps: int, failure: str) -> Entry:
    """Return the row of the level that some error exceeds with just this probability."""
    parameters = {"steps": str(steps), "failure": failure}
    return Entry("counter-quantile", parameters, lambda: _crossing(steps, 1 - Fraction(failure)))


def _crossing(steps: int, stays: Fraction) -> Enclosure:
    """Return two levels on whose sides the exact law is proved to lie."""
    low, high = Fraction(0), Fraction(1)
    while not _is_above(steps, high, stays):
        low, high = high, 2 * high
    for _ in range(QUANTILE_BITS):
        middle = (low + high) / 2
        low, high = (low, middle) if _is_above(steps, middle, stays) else (middle, high)
    return Enclosure(low, high)


def _is_above(steps: int, level: Fraction, stays: Fraction) -> bool:
    """Tell whether the errors stay below a level with more than a probability; the law is nowhere known to equal it."""
    bits = 128
    while True:
        with ctx.workprec(2 * bits):
            excess = probability_ball(steps, level, bits) - ball(stays)
        if excess > 0 or excess < 0:
            return bool(excess > 0)
        bits *= 2


def _mdps(discount: str) -> dict[str, FiniteMDP]:
    """Return small exact MDPs, by their names."""
    gamma = Fraction(discount)
    return {
        "chain of 5": chain(5, gamma),
        "chain of 12, slip 1/4": chain(12, gamma, slip=Fraction(1, 4)),
        "cycle of 6": cycle_with_stay(6, gamma).with_rewards([[s % 3 for s in range(6)], [1] * 6]),
        "bandit": bandit([Fraction(1, 3), Fraction(2, 7)], gamma),
        "random, 4 states": rational_random(4, 3, gamma, 97, 1),
        "random, 8 states": rational_random(8, 2, gamma, 10, 2),
        "recovery chain": recovery_chain().with_discount(gamma),
    }


def _value(name: str, discount: str) -> Entry:
    """Return the row of the optimal value of the first state."""
    return Entry(
        "optimal-value",
        {"mdp": name, "discount": discount},
        lambda: Enclosure.of(solve(_mdps(discount)[name]).value[0]),
        {peers.QUANTECON: lambda: peers.first_value(_mdps(discount)[name].to_float())},
    )
