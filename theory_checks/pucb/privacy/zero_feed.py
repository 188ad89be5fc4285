r"""The privacy claim for PUCB when all reward counters are fed: what the actions and the final policy alone tell.

The releases of all counters lose exactly 2 epsilon (`pucb/budget-split`), so 2 epsilon holds for every view. Whether a
view can ever lose more than epsilon is another question: the others see actions, not counters. For S = A = 2, H = 1,
T = 2 the law of every view is enclosed by balls, and the largest log ratio is found over all pairs of users with
rewards 0 and 1.

These sizes have no power to refute: with s = 3 H K/epsilon the action of user 2 tells at most 2/s about user 1 (the
counters of one state, n and r by 1 each) and the final policy, which reads another partial sum, at most 4/s (n and r in
both states; m at the last step multiplies V_{H+1} = 0). That is 6/s = epsilon for H = 1 and K = 2, so for T = 2 and 3.
The first sizes with room for more are T = 1, 4/s = 4/3 epsilon, and T = 4, 10/s = 10/9 epsilon.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tabular.algorithms.episodic.protocol import TreeUser
from tabular.algorithms.episodic.pucb import Printed
from tabular.privacy.arguments import ball as enclosed
from tabular.privacy.joint import JointPrivacy, all_users, joint_privacy, worst_pair
from tabular.privacy.joint.two_episodes import TwoEpisodePUCB
from theory_checks.claim import Finding, Trial, claim
from theory_checks.evidence import Evidence, ball
from theory_checks.exhibits import Table

ALL_FED = Printed(reward_feed="all")
ALL_EPSILONS = tuple(map(Fraction, ("1/10", "1", "10", "100")))
QUANTITY = r"largest log ratio of the probabilities of a view, and $\varepsilon$"


@claim(
    "pucb/jdp-zero-feed",
    domain=r"$S = A = 2$, $H = 1$, $T = 2$, ties to the lowest index, $\beta' = 1/10$, natural logarithms; view: the "
    r"action of the other user and the final policy; short: one of the worst pairs at $\varepsilon = 10$, "
    r"at length: all pairs of users with rewards 0 and 1, $\varepsilon$ from $1/10$ to 100",
    refuted_by=r"two neighbouring sequences and a view whose log ratio is larger than $\varepsilon$",
    not_covered=r"other sizes; for one step and two or three episodes $\varepsilon$ follows by counting, so that the "
    r"computed size could not have refuted it: the first with room for more are $T = 1$ and $T = 4$. Proved for "
    r"all sizes is $2\varepsilon$, and no more than $(2 - \frac{2}{3H})\varepsilon$, because $\tilde m$ at the "
    r"last step does not matter (`pucb/budget-split`). It is not proved that views stay within $\varepsilon$, "
    r"and there is reason to doubt it: each partial sum that holds user 1 is tested once here, while in a long "
    r"run many users test it in many states, and the log ratios of different partial sums add up",
    broken={r"a promise of $\varepsilon/5$": {"promise": Fraction(1, 5)}},
)
def jdp_zero_feed(trial: Trial, *, promise: Fraction = Fraction(1)) -> Iterator[Finding]:
    """Enclose the law of the views of all others for the pairs of users that are told apart best."""
    epsilons = ALL_EPSILONS if trial.full else ALL_EPSILONS[2:3]
    rows: list[list[str]] = []
    for epsilon in epsilons:
        for name, audit in _audits(trial, epsilon):
            found = _within(name, epsilon, audit, promise * epsilon)
            yield found
            yield _all_sizes(epsilon, audit, promise * epsilon)
            rows.append([str(epsilon), name, found.left])
    yield Table(
        title="What actions and final policy tell about user 1",
        columns=[r"$\varepsilon$", "users", "largest log ratio"],
        rows=rows,
        caption=r"$S = A = 2$, $H = 1$, $T = 2$: far below $\varepsilon$ for small $\varepsilon$, about "
        r"$\varepsilon/3$ for large ones. All releases together lose $2\varepsilon$.",
    )


def _within(name: str, epsilon: Fraction, audit: JointPrivacy, promised: Fraction) -> Evidence:
    return ball(
        f"$\\varepsilon = {epsilon}$, {name}", audit.epsilon_ball(), "<=", enclosed(promised), quantity=QUANTITY
    )


def _all_sizes(epsilon: Fraction, audit: JointPrivacy, promised: Fraction) -> Evidence:
    """Compare all that is known of the supremum over all sizes: between this view's loss and the proved 2 epsilon."""
    known = audit.epsilon_ball().union(enclosed(2 * epsilon))
    return ball(f"$\\varepsilon = {epsilon}$, all sizes", known, "<=", enclosed(promised), quantity=QUANTITY)


def _audits(trial: Trial, epsilon: Fraction) -> Iterator[tuple[str, JointPrivacy]]:
    """Yield an audit of user 1 against a neighbour in the other state, or of the worst pair of all."""
    agent = TwoEpisodePUCB(2, float(epsilon), ALL_FED)
    if trial.full:
        yield "the worst pair of all", worst_pair(agent, 2, all_users(1, 2, 2)).privacy
    else:
        name = "user 1 in state 0 or 1 with reward 1, user 2 in state 0"
        yield name, joint_privacy(agent, [_user(0, 1, 0), _user(0, 0, 0)], _user(1, 1, 0), 0)


def _user(state: int, reward: int, other: int) -> TreeUser:
    """Return the user in a state with these rewards for the two actions."""
    return TreeUser(1, 2, {(): state}, {(0,): reward, (1,): other})
