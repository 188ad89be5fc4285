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
from theory_checks.papers.dpdqn.theorem5.one_update import (
    CHANGE,
    SENSITIVITY,
    Bound,
    Hidden,
    Situation,
    Step,
    batches,
    distance,
    printed_change,
    printed_sensitivity,
    repaired_change,
    repaired_sensitivity,
    situations,
)

from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all
from theory_checks.kit.cases import HALF

PIECES = (
    r"approximators that are continuous in $\theta$ and made of finitely many continuously differentiable pieces, with "
    r"any gradient of an adjacent piece where pieces meet; every batch, $\alpha$, $\gamma$ and noise; the target is "
    "held fixed"
)


@claim(
    "dpdqn/thm5-one-step/repaired",
    domain=PIECES,
    refuted_by=r"a network and a batch whose update changes $Q$ by more than $\alpha\Gamma\max_t|D_t|$",
    covers=r"""
The update is $\theta_1 - \theta_0 = -\frac{\alpha}{B}\sum_t D_t\nabla Q_{\theta_0}(s_t, a_t)$. Along the segment
$\theta(x)$ from $\theta_0$ to $\theta_1$ the function $Q_{\theta(x)}(s, a)$ is Lipschitz continuous, and for almost
every $x$ its derivative is that of each piece which agrees with it at $x$: two such pieces agree on a set of $x$, and
at almost every point of a set that point is a limit of others, so that the derivatives agree too. So the chain rule
holds with the gradient of any of these pieces, also if the segment runs along a seam: $Q - Q_0 =
\int_0^1\langle\nabla Q_{\theta(x)}(s, a), \theta_1 - \theta_0\rangle dx$, at most
$\frac{\alpha}{B}\sum_t|D_t|\,\Gamma \leq \alpha\Gamma\max_t|D_t|$. The factor $1/B$ is gone because each of the $B$
differences may be the largest; the bound is attained for $Q_\theta(s) = \theta$ with equal steps. The cases run it on
such functions and on random ReLU networks with rational weights, whose suprema are exact, with an upper bound of
$\Gamma$ that is computed at the ends of the segment.""",
    broken={"the printed bound": {"bound": printed_change}},
)
def one_step_repaired(trial: Trial, *, bound: Bound = repaired_change) -> Iterator[Evidence]:
    """Compare the change of one update with the bound by gradients."""
    for x in situations(Fraction(2)):
        yield exact(x.name, distance(x.network, x.theta, x.updated()), "<=", bound(x), quantity=CHANGE)
    drawn = networks(trial)
    checks = {x.name: (distance(x.network, x.theta, x.updated()), "<=", bound(x)) for x in drawn}
    yield exact_all(f"{len(drawn)} ReLU networks with one or two hidden units", checks, quantity=CHANGE)


@claim(
    "dpdqn/thm5-sensitivity/repaired",
    domain=PIECES,
    refuted_by=r"a network and a batch with $\|Q - Q'\|_\infty > \alpha\Gamma\|r - r'\|_\infty$",
    covers=r"""
Within a batch the parameters are $\theta_0$, so that actions, states and noise do not depend on the rewards of the
batch and may be taken equal under $r$ and $r'$. Then $D_t - D'_t = r'_t - r_t$: the noise cancels, whatever its size,
and $\theta_1 - \theta'_1 = \frac{\alpha}{B}\sum_t(r_t - r'_t)\nabla Q_{\theta_0}(s_t, a_t)$. As for one step, now
along the segment from $\theta'_1$ to $\theta_1$, $|Q - Q'| \leq \frac{\alpha}{B}\sum_t|r_t - r'_t|\,\Gamma$. No bound
$k$ on the paths and no tail event is needed. On seams the chain rule holds as for one step. For approximators that are
linear in $\theta$ the gradient does not depend on it, and $\Gamma = \sup|\langle\nabla Q(s), \nabla Q(s')\rangle|$.
For $Q_\theta(s) = \theta$ and $r' = r + 1$ the bound is attained. The cases run it on such functions and on random
ReLU networks with rational weights, for which an upper bound of $\Gamma$ takes its place.""",
    not_covered=r"the gradient through the target, with $\nabla Q(s_t) - \gamma\nabla Q(s_{t+1})$ in the place of "
    r"the second gradient",
    broken={"the printed bound": {"bound": printed_sensitivity}},
)
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
    found = [Situation("one unit", Hidden(1), one, (Step(HALF, Fraction(1)),))]
    for i in range(200 if trial.full else 20):
        rng = trial.rng("network", str(i))
        batch = tuple(Step(abs(s) / 2, *rest) for s, *rest in (_drawn(rng, 4) for _ in range(3)))
        found.append(Situation(f"network {i}", Hidden(2), tuple(_drawn(rng, 7)), batch))
    return found


def _drawn(rng: np.random.Generator, count: int) -> list[Fraction]:
    return [Fraction(int(k), 8) for k in rng.integers(-16, 17, count)]
