r"""Definitions 1 and 2: what (epsilon, delta)-privacy and sensitivity mean here, and which functions compute them.

Definition 1. The least delta for epsilon is sup_S P(S) - e^epsilon Q(S) over events S and ordered pairs of neighbours.
For normal laws at the distance mu it is delta_G(epsilon, mu): `delta_of` in doubles, `delta_ball` as an enclosure.

Definition 2. The sensitivity is the largest distance of the outputs on two neighbours, before the noise. For action
values under rewards with ||r - r'||_inf <= 1 it is sqrt(n m)/(1 - gamma) in the l2 norm; for functions the distances
are those of `norm_squared`, and `process_mu` divides them by the noise level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import inf

import numpy as np
from flint import arb, ctx

from tabular.algorithms.private_value_iteration import optimal_action_values
from tabular.gaussian.normal import normal_tail
from tabular.mdp import FiniteMDP
from tabular.numbers.arrays import Array
from tabular.numbers.balls import ball as number
from tabular.privacy import PiecewiseLinear, delta_ball, delta_of, process_mu
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import enclose
from theory_checks.kit.cases import Comparisons, compare_everywhere, named_cases, random_table
from theory_checks.papers.dpdqn.mechanism._gaussian_release import half_space, loss_tail

LeastDelta = Callable[[Fraction, Fraction], arb]
Square = Callable[[Array], Fraction]
TINY, BITS = arb(2) ** -70, 128
ALLOWED = formal_of(__file__, "dpdqn/def1").right  # what the probability of an event may be


def probability(shift: Fraction, low: Fraction, high: Fraction) -> arb:
    """Return P(low <= Z + shift <= high) for a standard normal Z."""
    return normal_tail(number(low) - number(shift)) - normal_tail(number(high) - number(shift))


def _interval(epsilon: Fraction, mu: Fraction, low: Fraction, high: Fraction) -> arb:
    """Return P(S) - e^epsilon Q(S) for the interval S, P = N(mu, 1) and Q = N(0, 1)."""
    with ctx.workprec(BITS):
        other = probability(Fraction(0), low, high)
        return probability(mu, low, high) - enclose(ALLOWED, {"epsilon": epsilon, "delta": 0, "q": other})


def _best_half_line(epsilon: Fraction, mu: Fraction) -> arb:
    """Return P(S) - e^epsilon Q(S) + 2^-70 for the half-line S on which the privacy loss exceeds epsilon."""
    with ctx.workprec(BITS):
        return half_space(epsilon, number(mu)) + TINY


def _probability_of_loss(epsilon: Fraction, mu: Fraction) -> arb:
    """Return the probability that the privacy loss exceeds epsilon: a bound, not the least delta."""
    return loss_tail(epsilon, number(mu))


def _half_distance(epsilon: Fraction, mu: Fraction) -> arb:
    return delta_ball(epsilon, mu / 2)


@claim(
    "dpdqn/def1",
    broken={
        r"the probability that the loss exceeds $\epsilon$": {"least": _probability_of_loss},
        "half the distance": {"least": _half_distance},
    },
)
def def1(trial: Trial, *, least: LeastDelta = delta_ball) -> Iterator[Finding]:
    """Compare the computed delta with the value of intervals, and of the half-line that attains it."""
    far = Fraction(10**6)
    events = {
        "the interval $[0, 1]$": (Fraction(0), Fraction(1)),
        "the interval $[1, 3]$": (Fraction(1), Fraction(3)),
        r"the half-line $[2, \infty)$ (cut at $10^6$)": (Fraction(2), far),
        r"the half-line $[4, \infty)$ (cut at $10^6$)": (Fraction(4), far),
    }
    for epsilon, mu in ((Fraction(0), Fraction(1)), (Fraction(1, 2), Fraction(1)), (Fraction(1), Fraction(3))):
        where = f"$\\epsilon = {epsilon}$, $\\mu = {mu}$"
        least_delta = least(epsilon, mu)
        for name, (low, high) in events.items():
            value = _interval(epsilon, mu, low, high)
            yield ball(f"{where}, {name}", value, "<=", least_delta, quantity=r"$P(S) - e^\epsilon Q(S)$")
        yield ball(
            f"{where}, the half-line on which the privacy loss exceeds $\\epsilon$",
            _best_half_line(epsilon, mu),
            ">=",
            least_delta,
            quantity=r"$P(S) - e^\epsilon Q(S) + 2^{-70}$ against the computed $\delta$",
        )
    yield _curves()


def _curves() -> Figure:
    x = [k / 10 for k in range(61)]
    return Figure(
        title=r"The least $\delta$ of normal noise",
        x_label=r"$\epsilon$",
        y_label=r"$\delta_G(\epsilon, \mu)$",
        y_scale="log",
        series=[
            Series(label=f"$\\mu = {mu}$", x=x, y=[float(f"{delta_of(epsilon, mu):.9g}") for epsilon in x])
            for mu in (0.5, 1, 2, 4)
        ],
        caption=r"A release is $(\epsilon, \delta)$-private for the points on and above its curve; $\mu$ is "
        "sensitivity over standard deviation.",
    )


def euclidean_square(difference: Array) -> Fraction:
    """Return the squared l2 norm of a table."""
    return Fraction((difference * difference).sum())


def _uniform_square(difference: Array) -> Fraction:
    return Fraction(abs(difference).max()) ** 2


@claim("dpdqn/def2", broken={"the uniform norm": {"square": _uniform_square}})
def def2(trial: Trial, *, square: Square = euclidean_square) -> Iterator[Evidence]:
    """Compare distances of action values with the closed form of the sensitivity, and the norm of a constant."""
    for name, mdp in named_cases():
        shifted = mdp.with_rewards(mdp.rewards + 1)
        yield exact(
            f"{name}, $r' = r + 1$",
            square(optimal_action_values(shifted) - optimal_action_values(mdp)),
            "==",
            _sensitivity_squared(mdp),
            quantity=r"$\|Q_r - Q_{r'}\|_2^2$ against $nm/(1-\gamma)^2$",
        )

    def distances(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
        change = random_table(rng, *mdp.rewards.shape)
        largest = max(abs(change).max(), 1)
        other = mdp.with_rewards(mdp.rewards + change / largest)
        distance = square(optimal_action_values(other) - optimal_action_values(mdp))
        return {"random neighbour": (distance, "<=", _sensitivity_squared(mdp))}

    yield from compare_everywhere(
        trial, distances, r"$\|Q_r - Q_{r'}\|_2^2$ against $nm/(1-\gamma)^2$", exhaustive=False
    )
    for beta in (Fraction(1, 10), Fraction(7)):
        shift = PiecewiseLinear.through([0, 1], [2, 2])
        yield exact(
            f"a constant difference 2 of functions, $\\beta = {beta}$",
            shift.norm_squared(beta),
            "==",
            4 * (1 + beta / 2),
            quantity=r"$\|f - f'\|_{\mathcal{H}}^2$",
        )
    yield exact(
        "an infinite sensitivity",
        int(process_mu([inf], 1) == inf),
        "==",
        1,
        quantity=r"whether process_mu is infinite",
    )


def _sensitivity_squared(mdp: FiniteMDP) -> Fraction:
    """Return n m/(1 - gamma)^2."""
    return Fraction(mdp.n_states * mdp.n_actions) / (1 - Fraction(mdp.discount)) ** 2
