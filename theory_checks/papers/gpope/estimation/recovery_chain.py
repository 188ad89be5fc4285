r"""The fixed point on the chain of the experiments: each state is left with probability 1/2, the last step pays 1.

From d levels before the end the length is N_d, a sum of d geometric numbers. With e_d = E[1/N_d], a uniform start in n
states, D_s = (1/n) sum_{i <= s} 1/(n - i) and M_s = (1/n) sum_{i <= s} e_{n-i}, row s of A theta = b reads

    theta_s = m_s (reward on leaving + gamma theta_{s+1}) + (1 - m_s) gamma theta_s,      m_s = M_s/D_s,

the Bellman equation of a chain that is left with probability m_s > 1/2. For one state m = e_1 = ln 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from flint import arb, ctx

from tabular.evaluation import Tabular, chain_moments, exact_moments
from tabular.evaluation.moments import Weighting
from tabular.mdp.instances import recovery_chain, recovery_chain_value
from tabular.numbers.arrays import Array
from tabular.numbers.balls import ball as enclosed
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formula import Term
from theory_checks.papers.gpope.common.rounding import rounded
from theory_checks.papers.gpope.estimation._off_policy_worlds import HALF, solution

STATES, BITS = 39, 128
DISCOUNTS = (Fraction(99, 100), Fraction(9, 10), HALF)


class Moves(NamedTuple):
    """The weights D_s of the states and M_s of the transitions that leave them, as balls."""

    states: list[arb]
    leaving: list[arb]


def moves(n: int) -> Moves:
    """Return D and M: the moments for gamma = 1, where A[s, s] = M_s."""
    moments = chain_moments(n, HALF, 1, bits=BITS)
    return Moves([moments.C[s, s] for s in range(n)], [moments.A[s, s] for s in range(n)])


def fixed_point(weights: Moves, discount: Fraction) -> list[arb]:
    """Return theta*."""
    with ctx.workprec(BITS):
        ahead, theta, gamma = arb(1), list[arb](), enclosed(discount)
        for D, M in zip(*(reversed(part) for part in weights), strict=True):
            theta.append(M * ahead / (D - gamma * (D - M)))
            ahead = gamma * theta[-1]
        return theta[::-1]


def values(n: int, discount: Fraction) -> list[Fraction]:
    """Return the value of the n states."""
    return [Fraction(v) for v in recovery_chain_value(n + 1, HALF, discount)[:n]]


def relative_errors(n: int, discount: Fraction) -> list[arb]:
    """Return theta*_s/V(s) - 1."""
    with ctx.workprec(BITS):
        pairs = zip(fixed_point(moves(n), discount), values(n, discount), strict=True)
        return [theta / enclosed(v) - 1 for theta, v in pairs]


def projected_error(n: int, discount: Fraction) -> arb:
    """Return sum_s D_s (r + gamma P theta - theta)^2 for the fixed point, the MSPBE with the state weights D."""
    weights, total = moves(n), arb(0)
    theta = fixed_point(weights, discount)
    with ctx.workprec(BITS):
        for s, D in enumerate(weights.states):
            ahead = enclosed(discount) * theta[s + 1] if s + 1 < n else arb(1)
            total += D * ((ahead + enclosed(discount) * theta[s]) / 2 - theta[s]) ** 2
        return total


def summed(n: int, discount: Fraction) -> Array:
    """Return theta* for plain sums, exactly."""
    mdp = recovery_chain(n + 1, HALF, discount)
    one = np.ones((n + 1, 1), dtype=np.int64)
    return solution(exact_moments(mdp, one, one, Tabular(n), weighting="sum"))


@claim("gpope/saddle-fixed-point", reading="chain", sound={"plain sums": {"weighting": "sum"}})
def chain(trial: Trial, *, weighting: Weighting = "1/length") -> Iterator[Finding]:
    """Compare theta* with the value in the state before the end; tabulate all states."""
    for n, discounts in ((1, (HALF,)), (STATES, DISCOUNTS)):
        for discount in discounts:
            yield _evidence(trial, n, discount, weighting)
    if weighting == "1/length":
        yield _errors_table()
        yield _moves_table()
        yield _value_figure()
        yield _error_figure()


def _evidence(trial: Trial, n: int, discount: Fraction, weighting: Weighting) -> Evidence:
    value = values(n, discount)[-1]
    case = f"{n + 1} states, $\\gamma = {discount}$"
    quantity = r"$\theta^*$ and $V^\pi$ in the state before the end"
    if weighting == "sum":
        return exact(case, Fraction(summed(n, discount)[-1]), "==", value, quantity=quantity)
    with ctx.workprec(BITS):
        left, right = fixed_point(moves(n), discount)[-1], enclosed(value)
        return ball(case, left, "==", right, quantity=quantity, certificate=_certificate(trial, n, discount))


def _certificate(trial: Trial, n: int, discount: Fraction) -> Certificate:
    value = values(n, discount)[-1]
    symbols: dict[str, Term] = {"n": n, "gamma": discount, "v": value}
    return instance(
        trial.formal,
        f"Chain of {n + 1} states, left with probability 1/2, uniform start: with the weight 1/length the last "
        r"row of $A\theta = b$ gives the state before the end a value that is not $V^\pi$.",
        symbols,
    )


def _rounded(x: arb, digits: int = 4) -> str:
    """Return the digits of a ball that hold for all its points."""
    return str(x.str(digits, radius=False))


def _errors_table() -> Table:
    rows: list[list[str]] = []
    for discount in DISCOUNTS:
        errors = relative_errors(STATES, discount)
        worst = max(range(STATES), key=lambda s: float(errors[s]))
        percent = f"{_rounded(100 * errors[worst])} %"
        rows.append([str(discount), percent, str(worst), _rounded(projected_error(STATES, discount))])
    return Table(
        title="How far the fixed point is from the value, 40 states",
        columns=[r"$\gamma$", r"largest $\theta^*_s/V(s) - 1$", "in state", r"MSPBE of $\theta^*$, true transitions"],
        rows=rows,
        caption=r"The last column has the state weights of the printed $C$, and would be 0 for $V^\pi$: the error is "
        "small in this measure where it is not small in the values.",
    )


def _moves_table() -> Table:
    weights = moves(STATES)
    with ctx.workprec(BITS):
        shares = [M / D for D, M in zip(*weights, strict=True)]
        alone = moves(1)
        rows = [["one state alone", _rounded(alone.leaving[0] / alone.states[0])]]
    return Table(
        title="How often the weighted data leave a state",
        columns=["state", "probability to leave"],
        rows=rows + [[f"{s} of 39", _rounded(shares[s])] for s in (0, 20, 37, 38)],
        caption="True: 1/2 in every state.",
    )


def _value_figure() -> Figure:
    discount, states = Fraction(9, 10), list(range(STATES))
    theta = fixed_point(moves(STATES), discount)
    return Figure(
        title=r"Value and fixed point on the chain, $\gamma = 9/10$",
        x_label="state $s$",
        y_label="value",
        y_scale="log",
        series=[
            Series(label=r"$V^\pi$", x=states, y=[rounded(v) for v in values(STATES, discount)]),
            Series(label=r"$\theta^*$, weight 1/length", x=states, y=[rounded(x) for x in theta]),
            Series(
                label=r"$\theta^*$, plain sums", kind="dots", x=states, y=[rounded(x) for x in summed(STATES, discount)]
            ),
        ],
        caption="On-policy, one feature for each state, infinitely many trajectories.",
    )


def _error_figure() -> Figure:
    discounts = [*(Fraction(k, 20) for k in range(1, 20)), *(1 - Fraction(1, k) for k in (25, 33, 50, 100, 200, 500))]
    chains = ((1, "one state"), (5, "5 states"), (STATES, "39 states"))
    return Figure(
        title="Largest relative error of the fixed point",
        x_label=r"discount $\gamma$",
        y_label=r"$\max_s|\theta^*_s/V(s) - 1|$",
        y_scale="log",
        series=[
            Series(
                label=label,
                x=[float(g) for g in discounts],
                y=[rounded(max(relative_errors(n, g), key=float)) for g in discounts],
            )
            for n, label in chains
        ],
        caption="States before the last, each left with probability 1/2, weight 1/length. The error vanishes only for "
        r"$\gamma \to 1$, where all values are 1.",
    )
