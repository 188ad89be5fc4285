r"""The privacy claim for PUCB when all reward counters are fed: actions alone tell more than promised.

All releases lose 2 epsilon (`pucb/budget-split`), which bounds every view. H = 2 steps, S = 3 states 0, 1, 2 and A = 9
actions; T = 2^K - 1, K = 2560, beta' = 1/10; every partial sum has noise of scale s = 6K/epsilon < 2^-5120, and E, of
that order, is below 2^-200. Means are rewards that users choose, X = r + sum V(s') m(s'), conf(n) = a/sqrt n up to
terms of the order E, a = 3 sqrt(2 ln(10 T)), n0 = 2^18 K, so that a/sqrt n0 < 1/100; a level is mean plus conf. An arm
with at least N = 2^110 visits is *firm*: noises of absolute sum c move its level by less than 4c/N, conf(N) < 2^-46.

Event. It names all actions of all users but t0 = 2^140. It is the run under U' with the noises that are named; for U
only the tests are used, which are necessary conditions. Before t0 the arms of each state are explored from the lowest
mean to the highest (an arm without visits is at its cap, or below 0, by noises of the order s, as needed): step 2
first, while users of step 1 are in state 2, where only one arm has visits; then step 1, as with V(2) = 2 several
visited arms of step 1 would be at the cap, with exact ties. User 1, for whom all is 0/0, gets the likeliest pair of
actions, which costs a factor of at most 81; arms are numbered accordingly. Later every user gets the arm on top, that
is of the highest level, except in the tests. So levels are moved at no cost: zeros lower the arm on top, ones raise it.
Rewards are chosen step by step such that levels differ by 2^-3840 or more: a reward in [0, 2^-100] moves the visited
arm over a range of at least 2^-2660, and 8 intervals of width 2^-3839 are excluded. Users whose state does not matter
are in state 2, where rewards are at most 2^-100: V(2) is 0 up to 2^-46. At step 2, V is 24/25 in states 0 and 1. User
t0 is in state 0 at both steps under U, in state 1 at both under U', with rewards 1 and 0, and gets the arm on top.

    state 0, step 1    target, n0 visits, mean 1/10, on top at t0; eight firm arms of means just about 1/20
    state 1, step 1    target, about n0 visits, mean 1/50 or less, on top at t0; a firm arm less than 1/1000 below it;
                       zeros bring the target below that arm, then ones raise the arm to 1/20
    state 0, step 2    target, N visits, mean 1, on top at t0 by 1/25; then lowered by zeros to about 3/N below a firmer
                       arm, 8N visits, of mean 24/25
    state 1, step 2    target, N visits, higher than a firmer arm, 8N visits, by about 3/N

All other arms of states 0 and 1, and all arms of state 2 at step 2, are firm, with mean 0 up to 2^-100; so a noise sum
below 2^60 moves no V by 2^-46.

Tests. For 2^j <= t < 2^(j+1) the counts up to t are the partial sum of 1..2^j and sums within the block, so that blocks
have noises of their own; t0 is in the first sum of each of the 2419 blocks j = 141..2559. In each of them
  (1) in state 0 the eight take turns: zeros to the others make the next one the top one, user 2^j + 2^(j-1) + 1 gets
      it, so that the target loses to the mean 1/20. That user's reward is 1 already: users who get it raise it to 4/5;
      a user gets the target, which wins by fresh noise; it is lowered to just above its old mean. With noise in the
      first sum the target loses all the time, except where it wins: nothing lower is on top. This takes less than 128
      times the visits of the one, every eighth block.
  (2) in state 1 a user gets the target, which wins against the mean 1/20.
  (3) at step 2, in state 0, a user gets the target; (4) in state 1, a user gets the firmer arm.

Cost: the least absolute sum of noises that a test needs. One that moves a firm level by 2^-46 is above 2^60. Otherwise
|V| <= 1: noise in m is worth no more than noise in r. Let n, X be visits and total of the target without noise.
  (1) The first reading needs X' <= n'/20 - a sqrt n', the second X'' >= 4n''/5 - a sqrt n'', and all sums of the first
      are in the second. Twice the first and the second: the cost is at least X + (4/5 - 1/10) n + a sqrt n if n', n''
      are at least n/16, as noises in r, m count at most 1, in n' at most 7/10 + a/sqrt n, fresh ones in n'' at most
      4/5 + 2a/sqrt n; otherwise at least 15n/16, which is more. It is enough to lower r by X - n/20 + a sqrt n in the
      first sum, and to raise it by 3n/4 in one that only this reader sees.
  (2) n/20 - a sqrt n - X, and it is enough to raise r by that (sqrt is concave).
  (3), (4) 24n/25 - a sqrt n - X and its negative, 24/25 being the firmer level; noise on the firmer arm is worth less.
User t0 is counted by the targets of (1) and (3) under U, by those of (2) and (4) under U'. So U costs more than U', by
1 + 24/25 + 7/10 in (1), 1 + 24/25 - 1/20 in (2), 24/25 in (3) and (4): 6.49, or 6.4 with all roundings; 6 would be
epsilon. Had user t0 got another arm under U, which nobody sees, noises before would have closed a gap of 1/25 in n0
visits: 6000 K, more than is saved. There are M < 2^2570 noises. Their absolute sum exceeds c with the probability of
Erlang's law, at most exp(-c/s) (1 + c/s)^M; and all are in boxes wider than s/K^5 around values that suffice, up to
10 K^2 s away from those that cost c', with at least exp(-c'/s - 2^30 M). So the log ratio is at least
6.4 * 2419/s - M (2^30 + ln(1 + 2^64/s)) > 6 * 2560/s = epsilon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from tabular.algorithms.episodic.pucb import Printed
from tabular.algorithms.episodic.pucb.short_pucb import ShortPUCB
from tabular.episodic.protocol import TreeUser
from tabular.noise.counters.designs import BinaryDesign
from tabular.numbers.balls import ball as enclosed
from tabular.privacy.joint import (
    CounterFeeds,
    JointPrivacy,
    all_users,
    joint_privacy,
    largest_transcript_loss,
    worst_pair,
)
from theory_checks.core.certificate import instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import Formula, Term
from theory_checks.core.interpret import enclose
from theory_checks.core.lemmas import of_lemma
from theory_checks.papers.pucb.privacy._three_counters import PRINTED_BUDGET, REPAIRED_BUDGET, noise_scale

ALL_FED = Printed(reward_feed="all")
SHORT_SIZES = ((2, Fraction(10)), (1, Fraction(10)))
ALL_SIZES = (*((2, Fraction(x)) for x in ("1/10", "1", "10", "100")), (1, Fraction(1)), (1, Fraction(10)))
QUANTITY = r"largest log ratio of the probabilities of a view, and $\varepsilon$"
DOUBLINGS = 2560
SIZES: dict[str, Term] = {"S": 3, "A": 9, "H": 2, "T": 2**DOUBLINGS - 1, "K": DOUBLINGS, "beta_prime": Fraction(1, 10)}
EPSILON = 2 ** (2 * DOUBLINGS + 20)
THEOREM = "tested-means-tell"


SOUND = {r"$\varepsilon' = \varepsilon/(6H)$": {"budget": REPAIRED_BUDGET}}
NO_VISITS: Mapping[str, Term] = {}
ONE_VISIT: Mapping[str, Term] = {"k": 1}  # at which group privacy is that of one user


@claim("pucb/jdp", reading="all-fed", sound=SOUND)
@claim("pucb/remark-returning-user", reading="pucb", setting={"visits": ONE_VISIT}, sound=SOUND)
def long_run(
    trial: Trial, *, budget: Formula = PRINTED_BUDGET, visits: Mapping[str, Term] = NO_VISITS
) -> Iterator[Finding]:
    """Bound the log ratio of one event in a long run, unless the loss of all releases is within the budget."""
    loss = largest_transcript_loss(CounterFeeds(2, 2, 1, "all"), BinaryDesign(2), noise_scale(budget, 1, 2)).loss
    if loss <= 1:
        quantity = r"the largest log density ratio of all releases over $\varepsilon$, which bounds every view"
        yield exact("$S = A = 2$, $H = 1$, $T = 2$", Fraction(loss), "<=", 1, quantity=quantity)
    else:
        yield from (_long_run(trial, b, visits) for b in (0, 1))


@claim("pucb/jdp-zero-feed", sound=SOUND)
def jdp_zero_feed(trial: Trial, *, budget: Formula = PRINTED_BUDGET) -> Iterator[Finding]:
    """Bound the log ratio in the long run, and with the printed budget enclose it in the short ones."""
    yield from long_run(trial, budget=budget)
    if budget is PRINTED_BUDGET:
        yield from _short_runs(trial)


def _long_run(trial: Trial, b: int, visits: Mapping[str, Term]) -> Evidence:
    told = enclose(of_lemma(THEOREM), {"scale": Fraction(6 * DOUBLINGS, EPSILON)})
    base = "logarithms to base 2" if b else "natural logarithms"
    return ball(
        f"$S = 3$, $A = 9$, $H = 2$, $T = 2^{{{DOUBLINGS}}} - 1$, $\\varepsilon = 2^{{{2 * DOUBLINGS + 20}}}$, "
        f"{base} in $E_\\varepsilon$",
        told / EPSILON,
        "<=",
        enclosed(1),
        quantity=r"the log ratio of the probabilities of an event of the others' actions (at least) over $\varepsilon$",
        certificate=instance(
            trial.formal,
            r"The others' actions are more than $e^\varepsilon$ times as probable under one user as under another.",
            {**SIZES, **visits, "epsilon": EPSILON, "b": b},
            by={"loss": THEOREM},
        ),
    )


def _short_runs(trial: Trial) -> Iterator[Finding]:
    """Enclose the law of the views of all others for the pairs of users that are told apart best."""
    rows: list[list[str | int]] = []
    for episodes, epsilon in ALL_SIZES if trial.full else SHORT_SIZES:
        name, audit = _audit(trial, episodes, epsilon)
        evidence = _within(f"$T = {episodes}$, $\\varepsilon = {epsilon}$, {name}", audit, epsilon)
        yield evidence
        rows.append([episodes, str(epsilon), name, evidence.left])
    yield Table(
        title="What actions and final policy tell about user 1 in short runs",
        columns=["$T$", r"$\varepsilon$", "users", "largest log ratio"],
        rows=rows,
        caption=r"$S = A = 2$, $H = 1$: far below $\varepsilon$ for small $\varepsilon$, about "
        r"$\varepsilon/3$ for large ones. All releases together lose $2\varepsilon$.",
    )


def _within(case: str, audit: JointPrivacy, epsilon: Fraction) -> Evidence:
    return ball(case, audit.epsilon_ball(), "<=", enclosed(epsilon), quantity=QUANTITY)


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
