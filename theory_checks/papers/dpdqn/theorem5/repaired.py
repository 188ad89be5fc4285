r"""What does make private Q-learning private: Theorem 5 of the paper and Theorem 4 of its first version, repaired.

Theorem 5: fresh noise in each update is carried on with the function. Theorem 4: it is released once, after training.
With one action the transcript is Gaussian: Y_j has the mean shift a sum_{i<j} A^i d and the noise sum_i A^{j-1-i} g_i,
A = (1-a) I + a gamma P, so that mu^2 is an exact quadratic form, computed here from means and covariances alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import nextafter

import numpy as np
from flint import arb, ctx

from tabular.algorithms.private_value_iteration import bracketed, update
from tabular.mdp import FiniteMDP
from tabular.numbers.arrays import Array
from tabular.numbers.balls import ball as number
from tabular.privacy import (
    Mechanism,
    PiecewiseLinear,
    calibrate,
    delta_ball,
    function_release,
    grid_norm_squared_ball,
    private_value_updates,
    relu_network,
)
from tabular.privacy.gaussian_balls import excess_sign
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import Formal
from theory_checks.core.formula import Term, sqrt
from theory_checks.core.interpret import enclose
from theory_checks.kit.cases import HALF, Comparisons, compare_everywhere, constant, random_table
from theory_checks.papers.dpdqn.common.comparisons import compared
from theory_checks.papers.dpdqn.common.definitions import definitions
from theory_checks.papers.dpdqn.common.rational_first import Value
from theory_checks.papers.dpdqn.theorem5._cycles import NINE
from theory_checks.papers.dpdqn.theorem5._transcripts import one_action_mdps, transcript_mu_squared

ROUNDING = arb(2) ** -40  # what is spent equals the bound, which balls decide with this much room
_BITS = 128  # the returned noise is a double's width from its limit
Updates = Callable[[int, int, Fraction, int], Mechanism]  # n, m, step size, number of updates


def without_entries(n_states: int, n_actions: int, step_size: Fraction, updates: int) -> Mechanism:
    """Return the mechanism with the sensitivity a of one entry in place of a sqrt(n m)."""
    return private_value_updates(1, 1, step_size, updates)


def without_composition(n_states: int, n_actions: int, step_size: Fraction, updates: int) -> Mechanism:
    """Return the mechanism with the sensitivity of one update."""
    return private_value_updates(n_states, n_actions, step_size, 1)


def without_last(n_states: int, n_actions: int, step_size: Fraction, updates: int) -> Mechanism:
    """Return the mechanism with one update less."""
    return private_value_updates(n_states, n_actions, step_size, max(updates - 1, 1))


@claim(
    "dpdqn/thm5/repaired",
    broken={
        "the sensitivity of one entry": {"mechanism": without_entries},
        "one update in place of all": {"mechanism": without_composition},
        "all updates but the last": {"mechanism": without_last},
    },
    near=("the sensitivity of one entry", "all updates but the last"),
)
def noise_fed_through(trial: Trial, *, mechanism: Updates = private_value_updates) -> Iterator[Finding]:
    """Compare the exact mu of transcripts with the bound, search for a larger one, and calibrate the noise."""
    for name, mdp in one_action_mdps():
        for a, T in ((HALF, 1), (HALF, 3), (Fraction(1), 2)):
            yield exact_all(
                f"{name}, $a = {a}$, $T = {T}$",
                _transcripts(mdp, a, T, mechanism(mdp.n_states, 1, a, T).squared_sensitivity),
                quantity=r"$\sigma^2\mu^2$ of the transcript, and of the last table alone",
            )
            square = transcript_mu_squared(mdp, _ones(mdp), a, T)
            yield from spent_evidence(
                f"{name}, $a = {a}$, $T = {T}$", trial.formal, square, n=mdp.n_states, m=1, a=a, T=T
            )
    yield _search(trial, mechanism)
    yield from compare_everywhere(
        trial, _one_update(mechanism), r"$\|U(y, r) - U(y, r')\|^2 \leq a^2nm$", exhaustive=False
    )
    yield from calibrated_evidence(mechanism(4, 3, HALF, 4), trial.formal, n=4, m=3, a=HALF, T=4)
    yield needed_noise()


def _transcripts(mdp: FiniteMDP, a: Fraction, T: int, bound: Fraction) -> Comparisons:
    whole, last = (transcript_mu_squared(mdp, _ones(mdp), a, T, last_only=alone) for alone in (False, True))
    return {"r' = r + 1": (whole, "==", bound), "last table, r' = r + 1": (last, "<=", bound)}


def _ones(mdp: FiniteMDP) -> Array:
    return np.full(mdp.n_states, Fraction(1), dtype=object)


def spent_evidence(case: str, printed: Formal, square: Fraction, **constants: Value) -> Iterator[Evidence]:
    """Compare what a release with this sigma^2 mu^2 spends with what the formula says, for little and much noise."""
    (curve,) = printed.claims
    for epsilon, sigma in ((HALF, Fraction(1, 3)), (Fraction(2), Fraction(1, 3)), (HALF, Fraction(3))):
        least = delta_ball(epsilon, number(square).sqrt() / number(sigma))
        spent = least if curve.sign == "=" else least - ROUNDING
        values = {**definitions(printed), **constants, "epsilon": epsilon, "sigma": sigma, "spent": spent}
        where = f"{case}, $\\epsilon = {epsilon}$, $\\sigma = {sigma}$"
        yield compared(where, curve, values, quantity=r"$\delta$ of the release")


def _search(trial: Trial, mechanism: Updates) -> Evidence:
    """Try all reward changes in {-1, -1/2, 0, 1/2, 1}^n on all deterministic moves of two states (full: three)."""
    n, T, a = (3 if trial.full else 2), 2, HALF
    bound = mechanism(n, 1, a, T).squared_sensitivity
    changes = [np.array(d, dtype=object) for d in product([Fraction(k, 2) for k in range(-2, 3)], repeat=n)]
    checks: dict[str, tuple[Fraction, str, Fraction]] = {}
    for targets in product(range(n), repeat=n):
        moves = [[Fraction(int(j == target)) for j in range(n)] for target in targets]
        mdp = FiniteMDP([moves], [[Fraction(0)] * n], NINE)
        for d in changes:
            key = f"moves {targets}, r - r' = {', '.join(map(str, d))}"
            checks[key] = (transcript_mu_squared(mdp, d, a, T), "<=", bound)
    case = f"all deterministic moves of {n} states and all $r - r'$ with entries in $-1, -1/2, 0, 1/2, 1$"
    return exact_all(case, checks, quantity=r"$\sigma^2\mu^2$ of the transcript")


def _one_update(mechanism: Updates) -> Callable[[FiniteMDP, np.random.Generator], Comparisons]:
    def squared(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
        y, change = random_table(rng, *mdp.rewards.shape), random_table(rng, *mdp.rewards.shape) / 2
        bound = mechanism(mdp.n_states, mdp.n_actions, HALF, 1).squared_sensitivity
        moved = {"r' = r + 1": mdp.rewards + 1, "random r'": mdp.rewards + change}
        quiet = bracketed(constant(mdp, 0))
        squares = {
            name: _square(update(mdp, quiet, y, HALF) - update(mdp.with_rewards(r), quiet, y, HALF))
            for name, r in moved.items()
        }
        return {
            **{name: (square, "<=", bound) for name, square in squares.items()},
            "r' = r + 1 attains the bound": (squares["r' = r + 1"], "==", bound),
        }

    return squared


def _square(difference: Array) -> Fraction:
    return Fraction((difference * difference).sum())


def calibrated_evidence(mechanism: Mechanism, printed: Formal, **constants: Term) -> Iterator[Evidence]:
    """Check that by the printed formula the returned noise keeps to delta, and the next smaller double does not."""
    epsilon, delta = NINE, Fraction(1, 10**4)
    sigma = calibrate(epsilon, delta, mechanism).sigma
    values = {**definitions(printed), **constants, "sigma": Fraction(sigma), "epsilon": epsilon}
    with ctx.workprec(_BITS):
        spent = enclose(printed.right, values)
    case = f"{mechanism.description}, $\\epsilon = 9/10$, $\\delta = 10^{{-4}}$"
    yield ball(case, spent, "<=", number(delta), quantity=f"$\\delta$ at $\\sigma = {sigma:.9g}$")
    below = Fraction(nextafter(sigma, 0))
    sign = excess_sign(epsilon, mechanism.squared_sensitivity / below**2, delta)
    yield exact(case, sign, ">", 0, quantity=r"sign of $\delta_G - \delta$ at the next smaller double")


def needed_noise() -> Table:
    """Return the smallest noise for some tables and privacy wishes."""
    rows: list[list[str]] = []
    for n, m, a, T in ((1, 1, HALF, 1), (4, 3, HALF, 4), (4, 3, HALF, 100), (100, 4, Fraction(1, 10), 100)):
        mechanism = private_value_updates(n, m, a, T)
        levels = [calibrate(epsilon, Fraction(1, 10**4), mechanism).sigma for epsilon in (Fraction(9, 10), 4)]
        rows.append([f"{n}", f"{m}", str(a), f"{T}", *(f"{sigma:.6g}" for sigma in levels)])
    return Table(
        title="The smallest noise level of the repaired theorem",
        columns=["$n$", "$m$", "$a$", "$T$", r"$\sigma$ for $\epsilon = 0.9$", r"$\sigma$ for $\epsilon = 4$"],
        rows=rows,
        caption=r"$\delta = 10^{-4}$. The function `tabular.privacy.calibrate` returns these numbers.",
    )


Norm = Callable[[PiecewiseLinear, Fraction], Fraction]


def hilbert_norm(f: PiecewiseLinear, beta: Fraction) -> Fraction:
    """Return the squared norm of the Hilbert space of the kernel."""
    return f.norm_squared(beta)


def supremum(f: PiecewiseLinear, beta: Fraction) -> Fraction:
    """Return the square of sup |f|, which does not depend on the kernel."""
    return max(abs(y) for y in f.values) ** 2


def without_ends(f: PiecewiseLinear, beta: Fraction) -> Fraction:
    """Return the squared norm without the values at the ends, (f(0)^2 + f(1)^2)/2."""
    return f.norm_squared(beta) - (f(0) ** 2 + f(1) ** 2) / 2


@claim(
    "dpdqn-v1/thm4/repaired",
    broken={
        r"$\sup|f - f'|$ in place of the norm": {"norm": supremum},
        "the norm without the values at the ends": {"norm": without_ends},
    },
    near=("the norm without the values at the ends",),
)
def function_released_once(trial: Trial, *, norm: Norm = hilbert_norm) -> Iterator[Finding]:
    """Compare what answers on grids reveal with the norm, from below and nearly from above."""
    for name, f in differences().items():
        for beta in (HALF, Fraction(4)):
            for cells in (1, 8, 64):
                grid = sorted({*f.knots, *(Fraction(i, cells) for i in range(cells + 1))})
                seen = grid_norm_squared_ball(grid, [f(x) for x in grid], beta)
                case = f"{name}, $\\beta = {beta}$, {len(grid)} queries"
                yield ball(case, seen, "<=", number(norm(f, beta)), quantity=r"$\sigma^2\mu^2$ of the answers")
            yield ball(
                f"{name}, $\\beta = {beta}$, nothing is lost",
                number(norm(f, beta)) * (1 - _gap(f, beta, 64)),
                "<=",
                grid_norm_squared_ball(_fine(f), [f(x) for x in _fine(f)], beta),
                quantity=r"$(1 - \beta^2h^2)\|f\|^2$ and $\sigma^2\mu^2$ of the answers on a grid of step $h = 1/64$",
            )
            square = norm(f, beta)
            yield from spent_evidence(f"{name}, $\\beta = {beta}$", trial.formal, square, Delta=sqrt(square))
    squared = norm(differences()["a constant"], Fraction(4))
    yield from calibrated_evidence(function_release([squared]), trial.formal, Delta=sqrt(squared))


def _fine(f: PiecewiseLinear) -> Sequence[Fraction]:
    return sorted({*f.knots, *(Fraction(i, 64) for i in range(65))})


def _gap(f: PiecewiseLinear, beta: Fraction, cells: int) -> arb:
    return number(beta**2 * Fraction(1, cells) ** 2)


def differences() -> dict[str, PiecewiseLinear]:
    """Return differences of two value functions: a constant (r' = r + 1 at one state), lines, and of ReLU networks."""
    (first,) = relu_network([[[1], [-2]], [[1, 1]]], [[0, 1], [0]])
    (second,) = relu_network([[[2], [-1]], [[1, HALF]]], [[-1, HALF], [0]])
    return {
        "a constant": PiecewiseLinear.through([0, 1], [1, 1]),
        "a line": PiecewiseLinear.through([0, 1], [-1, 1]),
        "two ReLU networks": first - second,
    }
