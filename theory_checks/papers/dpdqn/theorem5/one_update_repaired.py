r"""One update of Algorithm 1, repaired: bounds by inner products of gradients in theta.

    ||Q - Q_0||_inf <= alpha Gamma max_t |D_t|,   ||Q - Q'||_inf <= alpha Gamma ||r - r'||_inf

Both follow from the mean value theorem along a segment of parameters; `one_update.py` has the update and Gamma. Where
pieces of Q meet, Gamma is over the gradients of all of them. Random ReLU networks with rational weights are broken
lines, so that their suprema are exact; for them the cases use an upper bound of Gamma (`Hidden.overlap`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    Size,
    Sloped,
    Step,
    batches,
    bound_of,
    situations,
)

START = r"gradients at $\theta_0$ alone"


@claim(
    "dpdqn/thm5-one-step/repaired",
    setting={"size": CHANGE, "cases": situations(Fraction(2))},
    broken={"the printed bound": {"bound": bound_of("dpdqn/thm5-one-step")}, START: {"bound": CHANGE.at_start}},
    near=(START,),
)
@claim(
    "dpdqn/thm5-sensitivity/repaired",
    setting={"size": SENSITIVITY, "cases": batches()},
    broken={"the printed bound": {"bound": bound_of("dpdqn/thm5-sensitivity")}, START: {"bound": SENSITIVITY.at_start}},
    near=(START,),
)
def update_repaired(
    trial: Trial, *, size: Size, cases: Sequence[Situation], bound: Bound | None = None
) -> Iterator[Evidence]:
    """Compare the change of one update, or the distance of two, with the bound by gradients."""
    limit, drawn = bound or size.proved, networks(trial)
    for x in (*cases, *further()):
        yield exact(x.name, size.of(x), "<=", limit(x), quantity=size.quantity)
    checks = {x.name: (size.of(x), "<=", limit(x)) for x in drawn}
    yield exact_all(f"{len(drawn)} ReLU networks with one or two hidden units", checks, quantity=size.quantity)


def further() -> list[Situation]:
    """Return a large step, and a unit whose gradients grow along the segment."""
    one, zero = Fraction(1), Fraction(0)
    return [
        Situation(
            r"$Q_\theta(s) = \theta$, $\alpha = 2$", Sloped(zero), (zero,), (Step(zero, one),), alpha=Fraction(2)
        ),
        Situation("one unit that grows", Hidden(1), (one, zero, one, zero), (Step(one, Fraction(2)),)),
    ]


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
