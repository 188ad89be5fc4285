r"""The privacy claim for PUCB when all reward counters are fed: what the actions and the final policy alone tell.

The releases of all counters lose exactly 2 epsilon (`pucb/budget-split`), so 2 epsilon holds for every view. Whether a
view can ever lose more than epsilon is another question: the others see actions, not counters. For S = A = 2, H = 1
and T = 1 or 2 the law of every view is enclosed by balls, and the largest log ratio is found over all pairs of users
with rewards 0 and 1.

What could be found there: with s = 3 H K/epsilon the action of user 2 tells at most 2/s about user 1 (the counters of
one state, n and r by 1 each) and the final policy, which reads another partial sum, at most 4/s (n and r in both
states; m at the last step multiplies V_{H+1} = 0). For T = 1 that is 4/s = 4/3 epsilon, so that these cases could have
refuted the promise; for T = 2 and 3 it is 6/s = epsilon for H = 1 and K = 2, and they could not. For T = 4 it is
10/s = 10/9 epsilon.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tabular.algorithms.episodic.pucb import Printed
from tabular.algorithms.episodic.pucb.short_pucb import ShortPUCB
from tabular.episodic.protocol import TreeUser
from tabular.numbers.balls import ball as enclosed
from tabular.privacy.joint import JointPrivacy, all_users, joint_privacy, worst_pair
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.exhibits import Table

ALL_FED = Printed(reward_feed="all")
SHORT_SIZES = ((2, Fraction(10)), (1, Fraction(10)))
ALL_SIZES = (*((2, Fraction(x)) for x in ("1/10", "1", "10", "100")), (1, Fraction(1)), (1, Fraction(10)))
QUANTITY = r"largest log ratio of the probabilities of a view, and $\varepsilon$"


@claim("pucb/jdp-zero-feed", broken={r"a promise of $\varepsilon/5$": {"promise": Fraction(1, 5)}})
def jdp_zero_feed(trial: Trial, *, promise: Fraction = Fraction(1)) -> Iterator[Finding]:
    """Enclose the law of the views of all others for the pairs of users that are told apart best."""
    rows: list[list[str | int]] = []
    for episodes, epsilon in ALL_SIZES if trial.full else SHORT_SIZES:
        name, audit = _audit(trial, episodes, epsilon)
        evidence = _within(f"$T = {episodes}$, $\\varepsilon = {epsilon}$, {name}", audit, epsilon, promise)
        yield evidence
        if episodes == 2:
            yield _all_sizes(epsilon, audit, promise * epsilon)
        rows.append([episodes, str(epsilon), name, evidence.left])
    yield Table(
        title="What actions and final policy tell about user 1",
        columns=["$T$", r"$\varepsilon$", "users", "largest log ratio"],
        rows=rows,
        caption=r"$S = A = 2$, $H = 1$: far below $\varepsilon$ for small $\varepsilon$, about "
        r"$\varepsilon/3$ for large ones. All releases together lose $2\varepsilon$.",
    )


def _within(case: str, audit: JointPrivacy, epsilon: Fraction, promise: Fraction) -> Evidence:
    return ball(case, audit.epsilon_ball(), "<=", enclosed(promise * epsilon), quantity=QUANTITY)


def _all_sizes(epsilon: Fraction, audit: JointPrivacy, promised: Fraction) -> Evidence:
    """Compare all that is known of the supremum over all sizes: between this view's loss and the proved 2 epsilon."""
    known = audit.epsilon_ball().union(enclosed(2 * epsilon))
    return ball(f"$\\varepsilon = {epsilon}$, all sizes", known, "<=", enclosed(promised), quantity=QUANTITY)


def _audit(trial: Trial, episodes: int, epsilon: Fraction) -> tuple[str, JointPrivacy]:
    """Return an audit of user 1 against a neighbour in the other state, or of the worst pair of all."""
    agent = ShortPUCB(2, float(epsilon), ALL_FED, episodes=episodes)
    if trial.full:
        return "the worst pair of all", worst_pair(agent, episodes, all_users(1, 2, 2)).privacy
    if episodes == 1:
        return "user 1 in state 0 or 1 with reward 0", joint_privacy(agent, [_user(0, 0, 0)], _user(1, 0, 0), 0)
    name = "user 1 in state 0 or 1 with reward 1, user 2 in state 0"
    return name, joint_privacy(agent, [_user(0, 1, 0), _user(0, 0, 0)], _user(1, 1, 0), 0)


def _user(state: int, reward: int, other: int) -> TreeUser:
    """Return the user in a state with these rewards for the two actions."""
    return TreeUser(1, 2, {(): state}, {(0,): reward, (1,): other})
