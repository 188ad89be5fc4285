r"""Section 3.2 says that the utility loss "has a limit of zero as the number of states approaches infinity".

What is true instead is Theorem U3. Adding c > 0 to all noises z_1(s), ..., z_m(s) of one state raises v'(s) by at
least c. The mean of these noises is N(0, sigma^2/m) and independent of the rest, so at every state of every MDP

    E |v'(s) - v*(s)| >= sigma sqrt(2/(pi m)),

whatever n is. Errors are given in units of sigma/(1 - gamma), in which the right side is (1 - gamma) sqrt(2/(pi m)).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np

from tabular.gaussian import mean_abs_max_normal
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import dyadic_random, identity_mdp, one_state_loop
from tabular.mdp.noised_rewards.bounds import bandit_value_error
from tabular.mdp.solvers import solve
from tabular.numbers.balls import ball
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.formula import ref
from theory_checks.kit.cases import Comparisons, compare_everywhere, random_table
from theory_checks.papers.dpdqn.utility._error_bounds import DISCOUNTS, one_action_variances, repaired_bound
from theory_checks.papers.dpdqn.utility._noise_experiments import contradictions
from theory_checks.papers.dpdqn.utility._sizes import Size, compare, half_normal

Floor = Callable[[int, Fraction], Size]
Level = Callable[[int, int, Fraction], Size]
MANY_STATES = (1, 10, 1000, 10**6)


LEVEL = Fraction(2, 5)


def positive_level(_n: int, _m: int, _discount: Fraction) -> Size:
    """Return 2/5, a level below which a loss that tends to zero must fall in the end."""
    return Size(ball(LEVEL))


@claim("dpdqn/prop10-limit", sound={"the level of Theorem U1 in place of zero": {"level": repaired_bound}})
def limit(trial: Trial, *, level: Level = positive_level) -> Iterator[Finding]:
    """Check that the loss falls below the level as n grows."""
    for m in (1, 2, 3):
        for n in MANY_STATES:
            loss = half_normal(1) if m < 3 else Size(mean_abs_max_normal(m))
            yield compare(
                f"P = I, m = {m}, n = {n}",
                loss,
                "<=",
                level(n, m, Fraction(1, 2)),
                quantity=r"$\mathbb{E}\,\frac1n\|v'-v^*\|_1$ in units of $\sigma/(1-\gamma)$",
                detail="the loss does not depend on n",
                certificate=lambda m=m: _certificate(trial, m),
            )


def _certificate(trial: Trial, m: int) -> Certificate:
    return Certificate(
        says=(
            f"At every state, so also in the mean over any number of states, the loss exceeds {LEVEL} (m = {m}, "
            f"sigma = 1)."
        ),
        objects={"M": identity_mdp(1, m, Fraction(0)) if m > 1 else one_state_loop(Fraction(0), Fraction(0))},
        given=[lemma("loss", "value-error-lower-bound", mdp="M", sigma=1)],
        assumed=["n copies of this state form an MDP with n states, P_a = I and the same loss at every state."],
        conclusion=ref("loss") > LEVEL,
    )


def floor_of_u3(m: int, discount: Fraction) -> Size:
    """Return (1 - gamma) sqrt(2/(pi m))."""
    return half_normal((1 - discount) ** 2 / m)


def floor_without_m(_m: int, discount: Fraction) -> Size:
    """Return (1 - gamma) sqrt(2/pi), as if one action were left."""
    return half_normal((1 - discount) ** 2)


def floor_of_the_horizon(m: int, _discount: Fraction) -> Size:
    """Return sqrt(2/(pi m)), as if every state kept its own noise for ever."""
    return half_normal(Fraction(1, m))


@claim(
    "dpdqn/prop10-limit/repaired",
    broken={
        "without the number of actions": {"floor": floor_without_m},
        "with the factor 1/(1 - gamma) of the horizon": {"floor": floor_of_the_horizon},
    },
)
def limit_repaired(trial: Trial, *, floor: Floor = floor_of_u3) -> Iterator[Finding]:
    """Check E |v'(s) - v*(s)| >= floor(m, gamma) at every state."""
    quantity = r"$\min_s\mathbb{E}|v'(s)-v^*(s)|$ in units of $\sigma/(1-\gamma)$"
    for name, m, discount, error in _known_errors():
        yield compare(name, error, ">=", floor(m, discount), quantity=quantity)
    yield from contradictions(trial, lambda run: float(floor(run.m, run.discount).value), below=False)
    if floor is floor_of_u3:  # the step does not depend on the floor
        yield from compare_everywhere(trial, _rise, "the step of the proof, state by state")


def _known_errors() -> Iterator[tuple[str, int, Fraction, Size]]:
    for discount in DISCOUNTS:
        for seed in range(3):
            mdp = dyadic_random(4, 1, discount, 3, seed=seed)
            smallest = min(one_action_variances(mdp))
            yield f"random, n = 4, m = 1, discount {discount}, seed {seed}", 1, discount, half_normal(smallest)
    for gaps in ((0, 0), (0, Fraction(3, 4)), (0, 2), (0, 1, 1), (0,) * 12):
        shown = ", ".join(map(str, gaps))
        yield f"one state, discount 0, gaps {shown}", len(gaps), Fraction(0), Size(bandit_value_error(gaps))


def _rise(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
    """Check that adding 1/2 to the noises of one state raises v' there by at least 1/2, and nowhere lowers it."""
    noised = mdp.with_rewards(mdp.rewards + random_table(rng, *mdp.rewards.shape))
    before = solve(noised).value
    pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
    for s in range(mdp.n_states):
        raised = noised.rewards.copy()
        raised[:, s] += Fraction(1, 2)
        change = solve(noised.with_rewards(raised)).value - before
        pairs[f"rise at state {s}"] = (change[s], ">=", Fraction(1, 2))
        pairs[f"no fall when state {s} is raised"] = (min(change), ">=", Fraction(0))
    return pairs
