r"""Line 22 of Algorithm 1: theta <- theta + alpha (1/B) grad sum_{t=jB}^{(j+1)B} l_t.

The loss of a step is l = (prediction - y)^2 / 2. For a table, theta = Q, with the target y held fixed, the gradient in
the entry of the step is prediction - y, so the printed plus sign moves the prediction away from its target:

    one state, one action   Q - Q* is multiplied by 1 + alpha (1 - gamma); with the gradient taken through y as well, by
                            1 + alpha (1 - gamma)^2
    minus sign              the distance of Q + g from Q* shrinks exactly for 0 < alpha < 2/(1 + gamma)

The sum has the terms t = jB, ..., (j+1)B: one too many, and the last batch asks for a step T that is never made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np

from tabular.algorithms.private_value_iteration import bracketed, optimal_action_values, update
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import one_state_loop
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.interpret import exact as exactly
from theory_checks.kit.cases import HALF, Comparisons, compare_everywhere, constant, random_table, sup_norm, swap

ASCENT, DESCENT = 1, -1  # the sign in front of the gradient: as printed, and as gradient descent has it
LOOP = one_state_loop(HALF)  # one state, one action, r = 1
SLOPE = 1 - HALF  # of the temporal difference (1 - gamma) Q - r
SOLUTION = 1 / SLOPE  # Q*
RATES = (Fraction(1), Fraction(3, 10_000))  # the second one is the learning rate of Appendix E.3


@claim("dpdqn/line22-update", sound={r"$\theta - \alpha\frac1B\nabla_\theta\sum l_t$": {"sign": DESCENT}})
def line22_update(trial: Trial, *, sign: int = ASCENT) -> Iterator[Evidence]:
    """Make one step, or twenty, and compare the distances from the solution."""
    for alpha in RATES:
        for steps in (1, 20) if alpha == 1 else (1,):
            yield _moved(trial, alpha, steps, sign)
        yield _moved_through_target(trial, alpha, sign)


def _moved(trial: Trial, alpha: Fraction, steps: int, sign: int) -> Evidence:
    rule, start = bracketed(constant(LOOP, 0)), constant(LOOP, 0)
    q = start
    for _ in range(steps):
        q = update(LOOP, rule, q, -sign * alpha)
    return exact(
        f"$\\alpha = {alpha}$, target held fixed, {steps} step{'s' if steps > 1 else ''} from $Q = 0$",
        sup_norm(q - SOLUTION),
        "<=",
        sup_norm(start - SOLUTION),
        quantity=r"$|Q - Q^*|$ after and before",
        certificate=_away(trial.formal, alpha, Fraction(1), "with its target held fixed") if sign == ASCENT else None,
    )


def _moved_through_target(trial: Trial, alpha: Fraction, sign: int) -> Evidence:
    """Make a step along the derivative (1 - gamma)((1 - gamma) Q - r) of l = ((1 - gamma) Q - r)^2 / 2."""
    q = sign * alpha * SLOPE * (0 - LOOP.rewards[0, 0])
    return exact(
        f"$\\alpha = {alpha}$, gradient through the target, one step from $Q = 0$",
        abs(q - SOLUTION),
        "<=",
        abs(0 - SOLUTION),
        quantity=r"$|Q - Q^*|$ after and before",
        certificate=_away(trial.formal, alpha, SLOPE, "through its target") if sign == ASCENT else None,
    )


def _away(formal: Formal, alpha: Fraction, slope: Fraction, how: str) -> Certificate:
    """Certify the first step, Q -> Q + alpha slope (Q - y) from Q = 0, with the slope of Q - y."""
    gamma, r = LOOP.discount, LOOP.rewards[0, 0]
    says = f"The printed step with $\\alpha = {alpha}$, the gradient taken {how}, moves $Q = 0$ away from $Q^* = 2$."
    given = {"alpha": alpha, "gamma": gamma, "r": r, "slope": slope, "Q": 0, "y": r, "Q_star": SOLUTION}
    return instance(formal, says, {**given, "after": -alpha * slope * r})


@claim("dpdqn/convergence", reading="printed-sign", sound={"the minus sign": {"sign": DESCENT}})
def away_from_the_solution(trial: Trial, *, sign: int = ASCENT) -> Iterator[Evidence]:
    """Compare the distance from the only fixed point, 1 before the update, with what it was."""
    for alpha in RATES:
        q = update(LOOP, bracketed(constant(LOOP, 0)), constant(LOOP, SOLUTION + 1), -sign * alpha)
        says = f"With the step size {alpha} the printed step moves a table away from the only fixed point."
        yield exact(
            f"one state, one action, $\\alpha = {alpha}$",
            sup_norm(q - SOLUTION),
            "<",
            1,
            quantity=r"$|Q - Q^*|$ after an update, 1 before",
            certificate=instance(trial.formal, says, {"alpha": alpha, "gamma": LOOP.discount}),
        )


@claim("dpdqn/line22-update/repaired", broken={"the printed plus sign": {"sign": ASCENT}})
def line22_update_repaired(trial: Trial, *, sign: int = DESCENT) -> Iterator[Evidence]:
    """Compare the distance from Q* - g after one step with its bound, for several step sizes."""
    pair = swap()
    for alpha in (HALF, Fraction(1), Fraction(6, 5), Fraction(4, 3), Fraction(3)):
        shape = [[1, 1]] if alpha <= 1 else [[1, -1]]
        left, right = _distances(pair, constant(pair, 3), np.array(shape, dtype=object) * 2, alpha, sign)
        yield exact(f"two states that follow each other, $\\alpha = {alpha}$", left, "<=", right, quantity=_BOUND)

    def shrinks(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
        g, offset = random_table(rng, *mdp.rewards.shape), random_table(rng, *mdp.rewards.shape)
        rates = (Fraction(1, 10), HALF, Fraction(1), (1 + 2 / (1 + mdp.discount)) / 2)
        distances = {f"alpha = {alpha}": _distances(mdp, g, offset, alpha, sign) for alpha in rates}
        return {name: (left, "<=", right) for name, (left, right) in distances.items()}

    yield from compare_everywhere(trial, shrinks, _BOUND, exhaustive=False)


_REPAIRED = formal_of(__file__, "dpdqn/line22-update/repaired")
_BOUND = r"$\|Q' + g - Q^*_r\|_\infty \leq (|1-\alpha| + \alpha\gamma)\|Q + g - Q^*_r\|_\infty$"


def _distances(mdp: FiniteMDP, g: Array, offset: Array, alpha: Fraction, sign: int) -> tuple[Fraction, Fraction]:
    """Return the distance after one step from Q* - g + offset, and its bound."""
    limit = optimal_action_values(mdp) - g
    after = update(mdp, bracketed(g), limit + offset, -sign * alpha)
    bound = exactly(_REPAIRED.right, {"alpha": alpha, "gamma": mdp.discount, "before": sup_norm(offset)})
    return sup_norm(after - limit), bound


Upper = Callable[[int, int], int]


def printed_upper(j: int, B: int) -> int:
    """Return (j + 1) B."""
    return (j + 1) * B


def one_short(j: int, B: int) -> int:
    """Return (j + 1) B - 2."""
    return (j + 1) * B - 2


def last_of_batch(j: int, B: int) -> int:
    """Return (j + 1) B - 1."""
    return (j + 1) * B - 1


@claim("dpdqn/line22-sum", sound={r"the upper limit $(j+1)B - 1$": {"upper": last_of_batch}})
def line22_sum(trial: Trial, *, upper: Upper = printed_upper) -> Iterator[Evidence]:
    """Count the terms of the sum, and look for the last one among the steps of the run."""
    for T, B in ((1, 1), (2, 1), (128, 64)):
        last = T // B - 1
        yield exact_all(
            f"$T = {T}$, $B = {B}$",
            {
                "terms of the sum for batch 0": (upper(0, B) + 1, "==", B),
                "last step of the last batch": (upper(last, B), "==", T - 1),
            },
            quantity="$B$ terms, and no step beyond $T - 1$",
            certificate=_one_too_many(trial.formal, T, B),
        )


def _one_too_many(formal: Formal, T: int, B: int) -> Certificate:
    j = T // B - 1
    says = f"With $B = {B}$ the sum from $jB$ to $(j+1)B$ has $B + 1$ terms; for $j = {j}$ its last step is $T = {T}$."
    return instance(formal, says, {"B": B, "j": j, "first": j * B, "last": printed_upper(j, B)})


NEAR_LIMITS: dict[str, dict[str, Upper]] = {
    r"the printed upper limit $(j+1)B$": {"upper": printed_upper},
    r"the upper limit $(j+1)B - 2$": {"upper": one_short},
}


@claim("dpdqn/line22-sum/repaired", broken=NEAR_LIMITS, near=list(NEAR_LIMITS))
def line22_sum_repaired(trial: Trial, *, upper: Upper = last_of_batch) -> Iterator[Evidence]:
    """List the terms of all batches, for every horizon up to a bound."""
    longest = 200 if trial.full else 40
    checks: dict[str, tuple[int, str, int]] = {}
    for T, B in [(t, b) for t in range(1, longest + 1) for b in range(1, t + 1) if t % b == 0]:
        terms = [t for j in range(T // B) for t in range(j * B, upper(j, B) + 1)]
        checks[f"T = {T}, B = {B}: terms in all"] = (len(terms), "==", T)
        checks[f"T = {T}, B = {B}: different ones below T"] = (len({t for t in terms if t < T}), "==", T)
    yield exact_all(
        f"all $T \\leq {longest}$ and all $B$ that divide $T$", checks, quantity="each step is in one batch"
    )
