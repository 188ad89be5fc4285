r"""The last lines of the proof of Proposition 10: dividing Lemma 16 by n, and removing the absolute values.

* Lemma 16 bounds sum_i lambda*_i^T r_i - E sum_i lambda'_i^T r_i by L = 2 sqrt(2) n sigma/(sqrt(pi) (1 - gamma)), or
  with sqrt(n) in place of n; the step concludes L/n <= 2 sqrt(2) sigma/(sqrt(n pi) (1 - gamma)). Squares are compared,
  in units of 8 sigma^2/(pi (1 - gamma)^2).
* E ||v' - v*||_1 = e^T v* - E e^T v' needs v' <= v*: true if v' is the value of a policy under r, not if it is optimal
  under r + z.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from tabular.mdp import FiniteMDP
from tabular.mdp.instances import bandit, cycle_with_stay, dyadic_random, one_state_loop
from tabular.mdp.policies import policy_value
from tabular.mdp.solvers import solve
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate, fact, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Outcome, exact
from theory_checks.core.formula import differs, pi, ref, sqrt

Squared = Callable[[int], Fraction]
STATES = (1, 2, 3, 4, 10, 1000)


def lemma_outside(n: int) -> Fraction:
    """Return L^2 with n outside the root, in units of 8 sigma^2/(pi (1 - gamma)^2)."""
    return Fraction(n * n)


def lemma_under(n: int) -> Fraction:
    """Return L^2 with n under the root, in the same units."""
    return Fraction(n)


def printed_conclusion(n: int) -> Fraction:
    """Return the square of 2 sqrt(2) sigma/(sqrt(n pi) (1 - gamma)), in the same units."""
    return Fraction(1, n)


def divided_conclusion(n: int) -> Fraction:
    """Return the square of 2 sqrt(2) sigma/(sqrt(pi) (1 - gamma)), in the same units: what n outside the root gives."""
    del n
    return Fraction(1)


QUOTED = ((2, Fraction(0)), (2, Fraction(1, 2)), (10, Fraction(9, 10)), (10, Fraction(4, 5)))


@claim("dpdqn/prop10-from-lemma16", reading="n-under-root", broken={"n outside the root": {"bound": lemma_outside}})
def division_under(trial: Trial, *, bound: Squared = lemma_under) -> Iterator[Finding]:
    """Check that Lemma 16 with n under the root, divided by n, is the printed bound."""
    yield from _divided(trial, bound, printed_conclusion)


@claim(
    "dpdqn/prop10-from-lemma16",
    reading="n-outside-root",
    sound={"the conclusion without the root of n": {"conclusion": divided_conclusion}},
)
def division_outside(trial: Trial, *, conclusion: Squared = printed_conclusion) -> Iterator[Finding]:
    """Check that Lemma 16 with n outside the root, divided by n, is at most the conclusion."""
    yield from _divided(trial, lemma_outside, conclusion)


@claim("dpdqn/prop10-from-lemma16/repaired", broken={"the printed conclusion": {"conclusion": printed_conclusion}})
def division_repaired(_trial: Trial, *, conclusion: Squared = divided_conclusion) -> Iterator[Finding]:
    """Check that dividing Lemma 16 with n outside the root by n leaves no root of n."""
    for n in STATES:
        yield exact(f"n = {n}", lemma_outside(n) / n**2, "==", conclusion(n), quantity=DIVIDED)


DIVIDED = r"both sides squared, in units of $8\sigma^2/(\pi(1-\gamma)^2)$"


def _divided(trial: Trial, bound: Squared, conclusion: Squared) -> Iterator[Evidence]:
    """Compare the bound of the lemma as the lemma prints it, then as the proof quotes it: times sqrt(1 - gamma)."""
    for n in STATES:
        found = exact(f"n = {n}", bound(n) / n**2, "<=", conclusion(n), quantity=DIVIDED)
        yield _certified(trial, found, n)
    for n, discount in QUOTED:
        case, left = f"as the proof quotes the lemma: n = {n}, discount {discount}", (1 - discount) * bound(n) / n**2
        yield _certified(trial, exact(case, left, "<=", conclusion(n), quantity=DIVIDED), n, discount)


def _certified(trial: Trial, found: Evidence, n: int, quoted: Fraction | None = None) -> Evidence:
    failed = found.outcome is Outcome.FAILS
    return replace(found, certificate=_division_certificate(trial, n, quoted)) if failed else found


def _division_certificate(trial: Trial, n: int, quoted: Fraction | None) -> Certificate:
    discount = quoted or Fraction(0)
    divisor = sqrt(pi) if quoted is None else sqrt(pi * (1 - discount))
    left = 2 * sqrt(2) * n / divisor / n
    right = 2 * sqrt(2) / (sqrt(n * pi) * (1 - discount))
    which = "of Lemma 16," if quoted is None else "that the proof quotes as Lemma 16,"
    return Certificate(
        says=(
            f"For n = {n} the bound {which} divided by n, exceeds the bound of Proposition 10 (sigma = 1, "
            f"discount {discount})."
        ),
        conclusion=left > right,
    )


Learned = Callable[[FiniteMDP, FiniteMDP], Array]


def noised_optimum(_mdp: FiniteMDP, noised: FiniteMDP) -> Array:
    """Return the optimal value under the noised rewards: v' as Appendix D introduces it."""
    return solve(noised).value


def value_of_policy(mdp: FiniteMDP, noised: FiniteMDP) -> Array:
    """Return the value under the true rewards of an optimal policy for the noised ones: v' as Claim 17 gives it."""
    return policy_value(mdp, solve(noised).policy)


@claim("dpdqn/prop10-last-step", sound={"v' as the value under r of the policy": {"learned": value_of_policy}})
def last_step(trial: Trial, *, learned: Learned = noised_optimum) -> Iterator[Finding]:
    """Check E ||v' - v*||_1 = e^T v* - E e^T v' for the v' that Appendix D introduces."""
    loop = one_state_loop(Fraction(0), Fraction(0))
    slope = learned(loop, loop.with_rewards([[Fraction(1)]]))[0]  # with one action v' = slope z, whatever z is
    found = exact(
        "n = m = 1, Gaussian noise, discount 0",
        abs(slope),
        "==",
        Fraction(0),
        quantity=(
            r"both sides in units of $\sigma\sqrt{2/\pi}$; $v'$ is a multiple of the noise, so the right side is 0"
        ),
    )
    yield replace(found, certificate=_last_step_certificate(trial)) if found.outcome is Outcome.FAILS else found
    if learned is not noised_optimum:
        yield from _sign_patterns(learned)


@claim(
    "dpdqn/prop10-last-step/repaired",
    broken={"v' as the optimal value under the noised rewards": {"learned": noised_optimum}},
)
def last_step_repaired(_trial: Trial, *, learned: Learned = value_of_policy) -> Iterator[Finding]:
    """Check E ||v' - v*||_1 = e^T v* - E e^T v' for the value under r of the policy that is optimal for r + z."""
    yield from _sign_patterns(learned)


def _sign_patterns(learned: Learned) -> Iterator[Evidence]:
    half = Fraction(1, 2)
    mdps = {
        "two equal arms": bandit([Fraction(0), Fraction(0)], half),
        "three arms": bandit([Fraction(1), half, Fraction(0)], half),
        "cycle of two states with stay": cycle_with_stay(2, half).with_rewards(
            [[half, Fraction(0)], [Fraction(0), half]]
        ),
        "random dyadic MDP, 2 states, 3 actions": dyadic_random(2, 3, half, 3, seed=10),
        "random dyadic MDP, 3 states, 2 actions": dyadic_random(3, 2, Fraction(3, 4), 3, seed=11),
    }
    for name, mdp in mdps.items():
        v_star = solve(mdp).value
        values = [learned(mdp, mdp.with_rewards(mdp.rewards + z)) for z in _signs(mdp)]
        left = sum((abs(v - v_star).sum() for v in values), start=Fraction(0)) / len(values)
        right = v_star.sum() - sum((v.sum() for v in values), start=Fraction(0)) / len(values)
        yield exact(name, left, "==", right, quantity=r"$\mathbb{E}\|v'-v^*\|_1$ with noise $\pm1$")


def _signs(mdp: FiniteMDP) -> Iterator[Array]:
    """Yield every table of noise +1 and -1."""
    m, n = mdp.rewards.shape
    for signs in product((Fraction(1), Fraction(-1)), repeat=m * n):
        table = mdp.rewards.copy()
        table.reshape(-1)[:] = signs
        yield table


def _last_step_certificate(trial: Trial) -> Certificate:
    return Certificate(
        says=(
            "With one state, one action and reward 0 the left side is E |z| = sqrt(2/pi) sigma and the right side is "
            "E z = 0."
        ),
        objects={"M": one_state_loop(Fraction(0), Fraction(0)), "v": [0]},
        facts=[fact("optimal-value", value="v", mdp="M", policy=[0])],
        given=[
            lemma("error", "identity-value-error", mdp="M", sigma=1),
            lemma("bias", "identity-value-bias", mdp="M", sigma=1),
        ],
        assumed=["The right side is e^T v* - E e^T v' = -bias."],
        conclusion=differs(ref("error"), -ref("bias")),
    )
