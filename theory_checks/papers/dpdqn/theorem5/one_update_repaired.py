r"""One update of Algorithm 1, repaired: bounds by inner products of gradients in theta.

    ||Q - Q_0||_inf <= alpha Gamma max_t |D_t|,   ||Q - Q'||_inf <= alpha Gamma ||r - r'||_inf

Both follow from the mean value theorem along a segment of parameters; `one_update.py` has the update and Gamma. Where
pieces of Q meet, Gamma is over the gradients of all of them. Random ReLU networks with rational weights are broken
lines, so that their suprema are exact; for them the cases use an upper bound of Gamma (`Hidden.overlap`).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all
from theory_checks.kit.cases import HALF
from theory_checks.papers.dpdqn.theorem5._updates import (
    CHANGE,
    SENSITIVITY,
    Bound,
    Hidden,
    Situation,
    Step,
    batches,
    bound_of,
    distance,
    repaired_change,
    repaired_sensitivity,
    situations,
)


@claim("dpdqn/thm5-one-step/repaired", broken={"the printed bound": {"bound": bound_of("dpdqn/thm5-one-step")}})
def one_step_repaired(trial: Trial, *, bound: Bound = repaired_change) -> Iterator[Evidence]:
    """Compare the change of one update with the bound by gradients."""
    for x in situations(Fraction(2)):
        yield exact(x.name, distance(x.network, x.theta, x.updated()), "<=", bound(x), quantity=CHANGE)
    drawn = networks(trial)
    checks = {x.name: (distance(x.network, x.theta, x.updated()), "<=", bound(x)) for x in drawn}
    yield exact_all(f"{len(drawn)} ReLU networks with one or two hidden units", checks, quantity=CHANGE)


@claim("dpdqn/thm5-sensitivity/repaired", broken={"the printed bound": {"bound": bound_of("dpdqn/thm5-sensitivity")}})
def sensitivity_repaired(trial: Trial, *, bound: Bound = repaired_sensitivity) -> Iterator[Evidence]:
    """Compare the distance of the two updated functions with the bound by gradients."""
    for x in batches():
        yield exact(x.name, distance(x.network, x.updated(), x.updated(1)), "<=", bound(x), quantity=SENSITIVITY)
    drawn = networks(trial)
    checks = {x.name: (distance(x.network, x.updated(), x.updated(1)), "<=", bound(x)) for x in drawn}
    yield exact_all(f"{len(drawn)} ReLU networks with one or two hidden units", checks, quantity=SENSITIVITY)


def networks(trial: Trial) -> list[Situation]:
    """Return updates of a network with one unit that is active everywhere, and of random ones with two units."""
    one = (Fraction(1), HALF, Fraction(2), Fraction(0))
    drawn = [Situation("one unit", Hidden(1), one, (Step(HALF, Fraction(1)),))]
    for i in range(200 if trial.full else 20):
        rng = trial.rng("network", str(i))
        batch = tuple(Step(abs(s) / 2, *rest) for s, *rest in (_drawn(rng, 4) for _ in range(3)))
        drawn.append(Situation(f"network {i}", Hidden(2), tuple(_drawn(rng, 7)), batch))
    return drawn


def _drawn(rng: np.random.Generator, count: int) -> list[Fraction]:
    return [Fraction(int(k), 8) for k in rng.integers(-16, 17, count)]
