"""The last lines of the proof of Proposition 10: dividing Lemma 16 by n, and removing the absolute values.

* The bound of Lemma 16 over n should be at most that of the proposition. Squares are compared.
* Removing the absolute values of v' - v* needs v' <= v*: true if v' is the value of a policy under r, not if it is
  optimal under r + z.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from tabular.mdp import FiniteMDP
from tabular.mdp.instances import bandit, cycle_with_stay, dyadic_random, one_state_loop
from tabular.mdp.policies import policy_value
from tabular.mdp.solvers import solve
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, ref
from theory_checks.core.interpret import exact as exactly
from theory_checks.papers.dpdqn.common.certified import certified
from theory_checks.papers.dpdqn.common.claims import held
from theory_checks.papers.dpdqn.common.surds import surd
from theory_checks.papers.dpdqn.utility._bounds import PRINTED

STATES = (1, 2, 3, 4, 10, 1000)
QUOTED = ((2, Fraction(0)), (2, Fraction(1, 2)), (10, Fraction(9, 10)), (10, Fraction(4, 5)))
DIVIDED = r"both sides squared, in units of $8\sigma^2/(\pi(1-\gamma)^2)$"


class Quotation(NamedTuple):
    """The bound of Lemma 16 over n, as the lemma prints it and as the proof quotes it."""

    printed: Formula
    quoted: Formula


def _quotation(reading: str) -> Quotation:
    quoted = formal_of(__file__, "dpdqn/prop10-from-lemma16", reading).left
    return Quotation(formal_of(__file__, "dpdqn/lemma16", reading).right, quoted)


UNDER, OUTSIDE = _quotation("n-under-root"), _quotation("n-outside-root")
DIVISION = formal_of(__file__, "dpdqn/prop10-from-lemma16/repaired")
FAITHFUL = {"bound": Quotation(OUTSIDE.printed, OUTSIDE.printed), "conclusion": DIVISION.right}


@claim(
    "dpdqn/prop10-from-lemma16",
    reading="n-under-root",
    setting={"bound": UNDER},
    broken={"n outside the root": {"bound": OUTSIDE}},
)
@claim(
    "dpdqn/prop10-from-lemma16",
    reading="n-outside-root",
    sound={"the lemma as it is printed, and the conclusion without the root of n": FAITHFUL},
)
def division(trial: Trial, *, bound: Quotation = OUTSIDE, conclusion: Formula = PRINTED) -> Iterator[Evidence]:
    """Compare the lemma's bound over n with the conclusion, as the lemma prints it and as the proof quotes it."""
    for n in STATES:
        yield _divided(f"n = {n}", bound.printed, conclusion, n)
    for n, discount in QUOTED:
        case = f"as the proof quotes the lemma: n = {n}, discount {discount}"
        yield _divided(case, bound.quoted, conclusion, n, discount)
        yield _quoted(bound, n, discount)
    if bound is UNDER:
        yield from _at_other_levels(trial)


def _at_other_levels(trial: Trial) -> Iterator[Evidence]:
    """Compare the sides of the statement's formula where sigma and the discount do not cancel."""
    for (n, discount), sigma in product(QUOTED, (3, Fraction(1, 3))):
        values = {"n": n, "gamma": discount, "sigma": sigma}
        case = rf"$\sigma = {sigma}$, n = {n}, discount {discount}"
        yield held(case, trial.formal.claims[0], values, quantity="both sides of the step")


def squared(formula: Formula, n: int, discount: Fraction = Fraction(0)) -> Fraction:
    """Return the square in units of 8 sigma^2/(pi (1 - gamma)^2)."""
    return surd(formula, {"n": n, "gamma": discount, "sigma": 1 - discount}).square / 8


def _divided(case: str, bound: Formula, conclusion: Formula, n: int, discount: Fraction = Fraction(0)) -> Evidence:
    left, right = squared(bound, n, discount), squared(conclusion, n, discount)
    compared = exact(case, left, "<=", right, quantity=DIVIDED)
    return certified(compared, lambda: _larger(n, discount))


def _quoted(bound: Quotation, n: int, discount: Fraction) -> Evidence:
    """Compare the lemma with its quotation, both over n."""
    left, right = squared(bound.printed, n, discount), squared(bound.quoted, n, discount)
    says = f"For discount {discount} the bound of Lemma 16 exceeds its quotation."
    values = {"n": n, "gamma": discount, "sigma": 1 - discount}
    case = f"the lemma against its quotation: n = {n}, discount {discount}"
    return certified(
        exact(case, left, "<=", right, quantity=DIVIDED), lambda: Certificate(says=says, values=values, part=1)
    )


def _larger(n: int, discount: Fraction) -> Certificate:
    """Return that the quotation over n exceeds the conclusion; without a discount it is what the lemma prints."""
    return Certificate(
        says=f"For n = {n} and discount {discount} Lemma 16, as quoted, divided by n, exceeds Proposition 10.",
        values={"n": n, "gamma": discount, "sigma": 1 - discount},
    )


@claim("dpdqn/prop10-from-lemma16/repaired", broken={"the printed conclusion": {"conclusion": PRINTED}})
def division_repaired(trial: Trial, *, conclusion: Formula = DIVISION.right) -> Iterator[Finding]:
    """Check that dividing Lemma 16 with n outside the root by n leaves no root of n."""
    for n in STATES:
        yield exact(f"n = {n}", squared(DIVISION.left, n), "==", squared(conclusion, n), quantity=DIVIDED)
    yield from _at_other_levels(trial)


Learned = Callable[[FiniteMDP, FiniteMDP], Array]


def noised_optimum(_mdp: FiniteMDP, noised: FiniteMDP) -> Array:
    """Return the optimal value under the noised rewards: v' as Appendix D introduces it."""
    return solve(noised).value


def value_of_policy(mdp: FiniteMDP, noised: FiniteMDP) -> Array:
    """Return the value under the true rewards of an optimal policy for the noised ones: v' as Claim 17 gives it."""
    return policy_value(mdp, solve(noised).policy)


NOISED = {"v' as the optimal value under the noised rewards": {"learned": noised_optimum}}


@claim(
    "dpdqn/prop10-last-step",
    reading="optimal-for-noised-rewards",
    sound={"v' as the value under r of the policy": {"learned": value_of_policy}},
)
def last_step(trial: Trial, *, learned: Learned = noised_optimum) -> Iterator[Finding]:
    """Compare both sides for the v' of which Proposition 10 speaks."""
    loop = one_state_loop(Fraction(0), Fraction(0))
    slope = learned(loop, loop.with_rewards([[Fraction(1)]]))[0]  # with one action v' = slope z, whatever z is
    yield exact(
        "n = m = 1, Gaussian noise, discount 0",
        abs(slope),
        "==",
        Fraction(0),
        quantity=(
            r"both sides in units of $\sigma\sqrt{2/\pi}$; $v'$ is a multiple of the noise, so the right side is 0"
        ),
        certificate=_positive_error() if slope else None,
    )
    if learned is not noised_optimum:
        yield from _sign_patterns(trial, learned)


@claim("dpdqn/prop10-last-step", reading="value-of-claim-17", broken=NOISED)
@claim("dpdqn/prop10-last-step/repaired", broken=NOISED)
def last_step_repaired(trial: Trial, *, learned: Learned = value_of_policy) -> Iterator[Finding]:
    """Compare both sides for the value under r of the policy that is optimal for r + z."""
    yield from _sign_patterns(trial, learned)


def _sign_patterns(trial: Trial, learned: Learned) -> Iterator[Evidence]:
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
        mean = sum((v.sum() for v in values), start=Fraction(0)) / len(values)
        right = exactly(trial.formal.right, {"bias": mean - v_star.sum()})
        yield exact(name, left, "==", right, quantity=r"$\mathbb{E}\|v'-v^*\|_1$ with noise $\pm1$")


def _signs(mdp: FiniteMDP) -> Iterator[Array]:
    """Yield every table of noise +1 and -1."""
    m, n = mdp.rewards.shape
    for signs in product((Fraction(1), Fraction(-1)), repeat=m * n):
        table = mdp.rewards.copy()
        table.reshape(-1)[:] = signs
        yield table


def _positive_error() -> Certificate:
    return Certificate(
        says="With one state, one action and reward 0 the error is E |z| = sqrt(2/pi) sigma and the bias E z = 0.",
        objects={"M": one_state_loop(Fraction(0), Fraction(0))},
        given=[
            lemma("error", "identity-value-error", mdp="M", sigma=1),
            lemma("bias", "identity-value-bias", mdp="M", sigma=1),
        ],
        values={"error": ref("error"), "bias": ref("bias"), "sigma": 1},
    )
