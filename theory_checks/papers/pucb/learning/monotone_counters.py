r"""Algorithm 3 with the counts that Appendix A.3 describes: they start at 0 and never fall.

The text says that the private counter "produces a monotonically increasing count". The binary mechanism does not, but
max(0, M(1), ..., M(t)) does, is as private, and keeps every bound on all errors at once. Then n~, r~, m~ >= 0, and by
induction from V~_(H+1) = 0 down

    Q~ = (r~ + sum_s' V~(s') m~(s'))/n~ >= 0,   Q~+ = min(H, Q~ + conf) in [0, H],   V~ in [0, H],

where 0/0 is read as some number >= 0. So the else-branch gives min(H, Q~ + H) = H >= Q*, cutting from above suffices,
and psi covers the noise of the counters where n~ >= 2 E. All three kinds of counters are needed: a negative m~ times a
value would do the same harm as a negative r~.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np

from tabular.algorithms.episodic.loop import run_agent
from tabular.algorithms.episodic.pucb import PUCB, Printed, Sizes
from tabular.algorithms.episodic.trajectory import TrajectoryAgent
from tabular.algorithms.episodic.users import sampled_users
from tabular.episodic import EpisodicMDP, optimal
from tabular.episodic.instances import random_episodic
from tabular.noise.counters.law_enclosure import enclose_failure
from tabular.numbers.arrays import Array
from tabular.numbers.balls import ball as ball_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import enclose
from theory_checks.core.texts import texts_of
from theory_checks.papers.pucb.learning._bonuses import paid
from theory_checks.papers.pucb.learning._releases import (
    BETA,
    Release,
    from_below_zero,
    from_zero,
    optimism_of_run,
    printed_constants,
    raw,
)

TEXTS = texts_of(__file__)

LEVEL = Fraction(30)  # E of the cases
ENDS = (Fraction(-59, 2), Fraction(59, 2))  # errors within it
VISITS = (1, 31, 60, 400)  # after 31 a released count may be 60 = 2 E, or close to 0
LOW = Fraction(3, 10)  # a level for which counts below 1 are known
Errors = tuple[Fraction, Fraction, Fraction]  # of n~, r~ and m~


@dataclass(frozen=True)
class Step:
    """One step of a plan: Q~+ of the visited and of an unvisited state, Q~, Q of the true counts, Q*, n~."""

    q: Fraction
    unvisited: Fraction
    estimate: Fraction
    model: Fraction
    star: Fraction
    released: Fraction


@dataclass(frozen=True)
class Rules:
    """How releases are made of noisy counts, and values of estimates: as in Algorithm 3 with counts from 0 on."""

    release: Release = from_zero
    level: Fraction = LEVEL
    visits: tuple[int, ...] = VISITS
    added: Fraction = Fraction(1)  # the share of H that the else-branch adds
    cap: Fraction = Fraction(1)  # the share of H at which values are cut

    def upper(self, estimate: Fraction, n: Fraction, S: int, H: int) -> Fraction:
        """Return Q~+, without the bonus for sampling."""
        known = n >= 2 * self.level
        return min(H * self.cap, estimate + (paid(S, H, self.level / n) if known else H * self.added))


def plan(visits: int, means: Sequence[int], errors: Sequence[Errors], S: int, rules: Rules) -> list[Step]:
    """Run Algorithm 3 with one action, without the bonus for sampling, from the last step to the first.

    State 0 is visited in every episode, stays and pays ``means[h]``; the other S - 1 states are never visited. All
    counters of step h have the errors ``errors[h]``.
    """
    H, steps, release = len(means), list[Step](), rules.release
    value = other = star = Fraction(0)
    for mean, (x, y, z) in zip(reversed(means), reversed(errors), strict=True):
        stays, comes = release(visits + z), release(z)
        n, n_other = release(visits + x), release(x)
        estimate = _quotient(release(visits * mean + y) + value * stays + (S - 1) * other * comes, n)
        unknown = _quotient(release(y) + (value + (S - 1) * other) * comes, n_other)
        model, star = mean + value, star + mean
        value, other = rules.upper(estimate, n, S, H), rules.upper(unknown, n_other, S, H)
        steps.append(Step(value, other, estimate, model, star, n))
    return steps


def _quotient(numerator: Fraction, n: Fraction) -> Fraction:
    """Return the quotient, 0 for n = 0."""
    return numerator / n if n else Fraction(0)


def plans(S: int, H: int, rules: Rules) -> Iterator[tuple[str, list[Step]]]:
    """Yield the plans for errors at all corners, rewards 0 or 1 in each step, and few or many visits."""
    ends = [end * rules.level / LEVEL for end in ENDS]
    corners: list[Errors] = list(product(ends, ends, ends))
    for n, means, errors in product(rules.visits, product((0, 1), repeat=H), product(corners, repeat=H)):
        listed = "; ".join(", ".join(map(str, error)) for error in errors)
        yield f"{n} visits, rewards {means}, errors {listed}", plan(n, means, errors, S, rules)


def _sizes(trial: Trial) -> list[tuple[int, int]]:
    return [(1, 1), (1, 2), (3, 1), (2, 2), *([(2, 3)] if trial.full else [])]


def _case(S: int, H: int) -> str:
    return f"$S = {S}$, $H = {H}$, $E = 30$, errors $\\pm 59/2$ of all counters, 1 to 400 visits"


BINARY = {"the binary mechanism as it is": {"rules": Rules(raw)}}
BELOW = {"counts that start at $-1/10$": {"rules": Rules(from_below_zero)}}


@claim(
    "pucb/clipping",
    reading="monotone-counters",
    broken={**BINARY, **BELOW, "a cut at $11H/10$": {"rules": Rules(cap=Fraction(11, 10))}},
    near=(*BELOW, "a cut at $11H/10$"),
)
def clipping_monotone(trial: Trial, *, rules: Rules = Rules()) -> Iterator[Finding]:
    """Plan with errors at their ends and look for values out of range."""
    for S, H in _sizes(trial):
        pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
        for name, steps in plans(S, H, rules):
            values = [value for step in steps for value in (step.q, step.unvisited)]
            pairs[f"smallest value: {name}"] = (min(values), ">=", Fraction(0))
            pairs[f"largest value: {name}"] = (max(values), "<=", Fraction(H))
        yield exact_all(_case(S, H), pairs, quantity=r"range of $\tilde V$")


@claim("pucb/bonus-sufficient", reading="monotone-counters", broken=BINARY)
def bonus_monotone(trial: Trial, *, rules: Rules = Rules()) -> Iterator[Finding]:
    """Compare the error of the estimate with psi along plans."""
    for sizes in _sizes(trial):
        yield _bonuses(_case(*sizes), *sizes, rules, trial.formal.right)
    for S, H, visits, level in ((2, 2, 1, LOW), (5, 2, 400, LEVEL), (1, 3, 400, LEVEL)):
        case = f"$S = {S}$, $H = {H}$, $E = {level}$, visits: {visits}"
        yield _bonuses(case, S, H, replace(rules, level=level, visits=(visits,)), trial.formal.right)


def _bonuses(case: str, S: int, H: int, rules: Rules, bonus: Formula) -> Evidence:
    pairs = {
        f"step {H - i}: {name}": (abs(step.estimate - step.model), "<=", paid(S, H, rules.level / n, bonus, n))
        for name, steps in plans(S, H, rules)
        for i, step in enumerate(steps)
        if (n := step.released) >= 2 * rules.level
    }
    return exact_all(case, pairs, quantity=r"$|\tilde Q - \hat Q|$ and $\tilde\psi$")


@claim(
    "pucb/optimism",
    reading="monotone-counters",
    broken={**BINARY, **BELOW, "9/10 of $H$ in the else-branch": {"rules": Rules(added=Fraction(9, 10))}},
    near=(*BELOW, "9/10 of $H$ in the else-branch"),
)
def optimism_monotone(trial: Trial, *, rules: Rules = Rules()) -> Iterator[Finding]:
    """Plan with errors at their ends, and enclose the probability that an error is larger."""
    for S, H in _sizes(trial):
        pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
        for name, steps in plans(S, H, rules):
            for i, step in enumerate(steps):
                pairs[f"visited, step {H - i}: {name}"] = (step.q, ">=", Fraction(step.star))
                pairs[f"unvisited, step {H - i}: {name}"] = (step.unvisited, ">=", Fraction(i + 1))
        yield exact_all(
            _case(S, H), pairs, quantity=r"$\tilde Q^+$ without the bonus for sampling, and the largest possible $Q^*$"
        )
    for sizes in ((1, 1, 1, 10), (1, 1, 1, 16), (2, 2, 2, 16), (2, 2, 2, 1000), (10, 4, 5, 10)):
        yield _failure(*sizes)
    if rules == Rules():
        yield _counted(trial)


def _failure(S: int, A: int, H: int, T: int) -> Evidence:
    """Enclose what the counters and sampling contribute to the failure probability at beta' = beta/2 = 1/20."""
    sizes, half = Sizes(S, A, H, T), BETA / 2
    constants = printed_constants(S, A, H, T, Fraction(1), half)
    units = float((enclose(constants["E"], constants) / enclose(constants["s"], constants)).lower())
    _, high = enclose_failure(T, units * (1 - 2.0**-50), counters=sizes.counters)  # below the quotient
    return ball(
        f"$S = {S}$, $A = {A}$, $H = {H}$, $T = {T}$, every $\\varepsilon$, $\\beta' = 1/20$",
        ball_of(Fraction(high)) + ball_of(sizes.pairs * half**4 / T**3),
        "<=",
        ball_of(BETA),
        quantity=r"probability that an error reaches $E_\varepsilon$ (upper end of a proved enclosure), plus "
        r"$SAH\beta'^4/T^3$ for sampling",
    )


class MonotoneAgent(TrajectoryAgent):
    """PUCB as printed that plans from the running maxima of 0 and its releases; ``plans`` keeps Q~+ (H, A, S)."""

    def __init__(self, learner: PUCB, seed: int) -> None:
        super().__init__(learner)
        self.learner, self.inner = learner, learner.agent(seed)
        self.largest = {name: np.maximum(self.inner.releases()[name], 0.0) for name in ("n", "r", "m")}
        self.plans = [printed_plan(self.largest, learner)]

    def policy(self) -> Array:
        """Return the greedy policy (H, S) of the current episode."""
        return self.plans[-1].argmax(axis=1)

    def learn(self, states: Array, actions: Array, rewards: Array) -> None:
        """Count a finished episode and plan the next one."""
        self.inner.learn(states, actions, rewards)
        releases = self.inner.releases()
        self.largest = {name: np.maximum(old, releases[name]) for name, old in self.largest.items()}
        self.plans.append(printed_plan(self.largest, self.learner))


def printed_plan(releases: dict[str, Array], learner: PUCB) -> Array:
    """Return Q~+ (H, A, S) of Algorithm 3 from n~, r~, m~; H where n~ = 0."""
    c, H = learner.constants, learner.horizon
    q, value = np.full(releases["n"].shape, float(H)), np.zeros(learner.states)
    for h in reversed(range(H)):
        at = releases["n"][h] != 0
        n = releases["n"][h][at]
        estimate = (releases["r"][h] + releases["m"][h] @ value)[at] / n
        bonus = c.spread[h] / np.sqrt(np.maximum(n - c.level[h], 1.0)) + (c.linear[h] + c.quadratic[h] / n) / n
        q[h][at] = np.minimum(H, estimate + np.where(n >= c.threshold[h], bonus, H))
        value = q[h].max(axis=0)
    return q


def monotone_run(mdp: EpisodicMDP, learner: PUCB, seed: int) -> tuple[int, float, float]:
    """Return the episodes of a run in which some Q~+ is below Q*, the share of values below H, and the regret."""
    agent = MonotoneAgent(learner, seed)
    run = run_agent(agent, sampled_users(mdp, seed), learner.episodes, mdp)
    values = np.array(agent.plans[:-1])
    low = (values < optimal(mdp).q - 1e-9).any(axis=(1, 2, 3))  # a margin for roundings of values up to H
    return int(low.sum()), float((values < learner.horizon).mean()), run.total_regret


def _counted(trial: Trial) -> Table:
    """Count episodes that are not optimistic, with raw and with monotone counts."""
    T, mdp, rows = (8000 if trial.full else 1200), random_episodic(2, 2, 2, 1), list[list[str | int | float]]()
    for epsilon in (10.0, 1000.0, 1e5):
        learner = PUCB(2, 2, 2, T, epsilon, Printed(beta_prime=0.05))
        low, share, regret = monotone_run(mdp, learner, trial.seed)
        before = learner.run(mdp, trial.seed).total_regret
        binary = optimism_of_run(mdp, learner, trial.seed)[0]
        rows.append([epsilon, binary, low, f"{share:.1%}", float(f"{before:.5g}"), float(f"{regret:.5g}")])
    return Table(
        title=f"Episodes that are not optimistic, of {T}",
        columns=[
            r"$\varepsilon$",
            "binary mechanism",
            "monotone counts",
            "of these, values below $H$",
            "regret, binary mechanism",
            "regret, monotone counts",
        ],
        rows=rows,
        caption=TEXTS["counted_caption"],
    )
