"""Section 3.2 says that the utility loss "has a limit of zero as the number of states approaches infinity".

What is true instead is Theorem U3. Adding c > 0 to all noises z_1(s), ..., z_m(s) of one state raises v'(s) by at
least c. The mean of these noises is N(0, sigma^2/m) and independent of the rest, so the error at every state of every
MDP has a floor, whatever n is. Errors are given in units of sigma/(1 - gamma).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil
from math import pi as math_pi

import numpy as np

from tabular.gaussian import mean_abs_max_normal
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import dyadic_random, identity_mdp
from tabular.mdp.noised_rewards.bounds import bandit_value_error
from tabular.mdp.solvers import solve
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, Number, ref, sqrt
from theory_checks.kit.cases import Comparisons, compare_everywhere, random_table
from theory_checks.papers.dpdqn.utility._bounds import DISCOUNTS, ERROR_BOUND, ERROR_FLOOR, MEAN_SIZE, at, limit_of
from theory_checks.papers.dpdqn.utility._noise_experiments import contradictions
from theory_checks.papers.dpdqn.utility._occupancies import one_action_variances
from theory_checks.papers.dpdqn.utility._sizes import Size, compare, size

MANY_STATES = (1, 10, 1000, 10**6)
LEVEL = Number(Fraction(2, 5))  # below which a loss that tends to zero must fall in the end
VANISHING = formal_of(__file__, "dpdqn/prop10-limit", "bound-tends-to-zero")


@claim(
    "dpdqn/prop10-limit",
    reading="bound-tends-to-zero",
    broken={"without the root of n": {"bound": VANISHING.left * sqrt("n")}},
)
def limit_of_bound(_trial: Trial, *, bound: Formula = VANISHING.left) -> Iterator[Evidence]:
    """Compare the printed bound with levels at the first n that is said to be enough."""
    for sigma, level, discount in product((1, Fraction(1, 9)), (Fraction(1, 10), Fraction(1, 1000)), DISCOUNTS):
        n = ceil(8 / math_pi * (sigma / ((1 - discount) * level)) ** 2)
        values = {"level": level, "gamma": discount, "sigma": sigma, "n": n}
        left, right = size(bound, values), size(VANISHING.right, values)
        case = rf"$\sigma = {sigma}$, level {level}, discount {discount}, n = {n}"
        yield compare(case, left, "<=", right, quantity=r"$2\sqrt2\sigma/(\sqrt{n\pi}(1-\gamma))$")


@claim(
    "dpdqn/prop10-limit",
    reading="bounds-the-loss",
    sound={"the level of Theorem U1 in place of zero": {"level": ERROR_BOUND}},
)
def limit(_trial: Trial, *, level: Formula = LEVEL) -> Iterator[Finding]:
    """Check that the loss falls below the level as n grows."""
    for m in (1, 2, 3):
        for n in MANY_STATES:
            loss = size(MEAN_SIZE) if m < 3 else Size(mean_abs_max_normal(m))
            yield compare(
                f"P = I, m = {m}, n = {n}",
                loss,
                "<=",
                at(level, n, m, Fraction(1, 2)),
                quantity=r"$\mathbb{E}\,\frac1n\|v'-v^*\|_1$ in units of $\sigma/(1-\gamma)$",
                detail="the loss does not depend on n",
                certificate=_certificate(m),
            )


def _certificate(m: int) -> Certificate:
    return Certificate(
        says=f"With m = {m} the loss exceeds {LEVEL.value} at every state, and so in the mean over any number.",
        objects={"M": identity_mdp(1, m, Fraction(0))},
        given=[lemma("loss", "value-error-lower-bound", mdp="M", sigma=1)],
        values={"loss": ref("loss"), "level": LEVEL, "sigma": 1},
    )


@claim(
    "dpdqn/prop10-limit/repaired",
    broken={
        "without the number of actions": {"floor": ERROR_FLOOR * sqrt("m")},
        "with the factor 1/(1 - gamma) of the horizon": {"floor": ERROR_FLOOR / (1 - ref("gamma"))},
    },
)
def limit_repaired(trial: Trial, *, floor: Formula = ERROR_FLOOR) -> Iterator[Finding]:
    """Compare the least error of any state with its floor."""
    quantity = r"$\min_s\mathbb{E}|v'(s)-v^*(s)|$ in units of $\sigma/(1-\gamma)$"
    for name, m, discount, error in _known_errors():
        yield compare(name, error, ">=", at(floor, 1, m, discount), quantity=quantity)
    yield from contradictions(trial, limit_of(floor), below=False)
    if floor is ERROR_FLOOR:  # the step does not depend on the floor
        yield from compare_everywhere(trial, _rise, "the step of the proof, state by state")


def _known_errors() -> Iterator[tuple[str, int, Fraction, Size]]:
    for discount in DISCOUNTS:
        for seed in range(3):
            mdp = dyadic_random(4, 1, discount, 3, seed=seed)
            error = size(MEAN_SIZE * sqrt(min(one_action_variances(mdp))))
            yield f"random, n = 4, m = 1, discount {discount}, seed {seed}", 1, discount, error
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
