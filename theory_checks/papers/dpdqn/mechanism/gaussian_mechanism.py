r"""The Gaussian mechanism for vectors: the least noise that is asked for suffices.

Rotate the difference of the two outputs onto an axis: only that axis tells the inputs apart, so the least delta is
that of N(mu, 1) and N(0, 1) for mu = |difference|/sigma. It increases in mu <= Delta/sigma <= epsilon/c.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import floor, log, sqrt

from flint import arb

from tabular.numbers.balls import ball as number
from tabular.privacy import delta_ball, delta_of, mu_of
from tabular.privacy.bisection import first_double
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.papers.dpdqn.mechanism._gaussian_release import STEP, kept, multiplier

Multiplier = Callable[[Fraction], arb]


def nominal_delta(epsilon: Fraction, delta: Fraction, factor: Multiplier = multiplier) -> arb:
    """Return the exact delta of the noise sigma = c Delta/epsilon: delta_G(epsilon, epsilon/c)."""
    return delta_ball(epsilon, number(epsilon) / factor(delta), 64)


def _smaller_constant(delta: Fraction) -> arb:
    return multiplier(delta * Fraction(125, 99))


def _without_two(delta: Fraction) -> arb:
    return multiplier(delta) / arb(2).sqrt()


@claim(
    "dpdqn/prop3",
    "dpdqn-v1/lemma3",
    broken={
        r"0.99 in place of 1.25": {"factor": _smaller_constant},
        r"$\sqrt{\ln(1.25/\delta)}$ without the 2": {"factor": _without_two},
    },
    near=("0.99 in place of 1.25", r"$\sqrt{\ln(1.25/\delta)}$ without the 2"),
)
def prop3(trial: Trial, *, factor: Multiplier = multiplier) -> Iterator[Finding]:
    """Decide the two steps of the proof, and compare exact and nominal delta at samples."""
    yield ball(
        r"$t \geq 0$, at the largest $\epsilon = 1$",
        arb("0.5").exp() * 2 / 5,
        "<",
        arb(1),
        quantity=r"$\frac{2}{5}e^{\epsilon/2}$",
    )
    yield ball(
        r"$t < 0$, at the largest $\mu = 1/\sqrt{2\ln 1.25}$",
        delta_ball(0, 1 / multiplier(Fraction(1))),
        "<",
        arb("-0.25").exp() * 5 / 4,
        quantity=r"$2\Phi(\mu/2) - 1$ against the least $\delta$",
    )
    for delta in _DELTAS:
        for epsilon in (Fraction(1, 10), Fraction(1, 2), Fraction(1)):
            yield kept(
                f"$\\epsilon = {epsilon}$, $\\delta = {_short(delta)}$, $\\sigma = c\\Delta/\\epsilon$",
                trial.formal,
                nominal_delta(epsilon, delta, factor),
                delta,
                quantity=r"exact $\delta$ against the promised one",
            )
    yield _critical_figure()
    yield _critical_table()


_DELTAS = (Fraction(977, 1000), Fraction(1, 2), Fraction(1, 10), Fraction(1, 10**5), Fraction(1, 10**30))


def _short(delta: Fraction) -> str:
    """Write powers of ten as such."""
    power = len(str(delta.denominator)) - 1
    return f"10^{{-{power}}}" if delta == Fraction(1, 10**power) and power > 2 else str(delta)


def critical_epsilon(delta: Fraction) -> tuple[Fraction, Fraction]:
    """Return two epsilons, 1e-6 apart: at the lower one the printed noise suffices, at the upper one it does not.

    Doubles propose, balls decide. With epsilon = c mu the derivative of delta_G in mu is phi(c - mu/2) (1 - c R(c +
    mu/2)) with Mills' ratio R(x) < 1/x, hence positive: the noise suffices up to one epsilon and for none above it.
    """
    c = sqrt(2 * log(1.25 / delta))
    root = first_double(lambda epsilon: epsilon > 0 and delta_of(epsilon, epsilon / c) > delta)
    low = floor(root / STEP) * STEP
    while not nominal_delta(low, delta) <= number(delta):
        low -= STEP
    high = low + STEP
    while not nominal_delta(high, delta) > number(delta):
        high += STEP
    return low, high


def _critical_figure() -> Figure:
    decades = (Fraction(round(10 ** (12 - k / 2)), 10**12) for k in range(2, 21))
    deltas = [*(Fraction(k, 20) for k in range(19, 2, -2)), *decades]
    x = [float(delta) for delta in deltas]
    return Figure(
        title=r"How far the printed noise suffices: the restriction to small $\epsilon$ can be relaxed, not dropped",
        x_label=r"$\delta$",
        y_label=r"$\epsilon$",
        x_scale="log",
        series=[
            Series(label=r"largest $\epsilon$ that is private", x=x, y=[float(critical_epsilon(d)[0]) for d in deltas]),
            Series(label="assumed in the text", x=[x[-1], x[0]], y=[1.0, 1.0]),
        ],
        caption=r"With $\sigma = c\Delta/\epsilon$ the exact $\delta$ increases with $\epsilon$; it passes the "
        "promised one at the upper line. Balls decide on both sides of it, 0.000001 apart.",
    )


def _critical_table() -> Table:
    rows: list[list[str]] = []
    for delta in (Fraction(1, 10**k) for k in (1, 2, 3, 4, 5, 6, 10)):
        low, high = critical_epsilon(delta)
        ratio = float(nominal_delta(Fraction(1), delta)) / float(delta)
        noise = sqrt(2 * log(1.25 / delta)) * mu_of(1, delta)
        rows.append([f"${_short(delta)}$", f"{float(low):.6f}", f"{float(high):.6f}", f"{ratio:.6f}", f"{noise:.4f}"])
    return Table(
        title="The printed noise against the exact privacy curve",
        columns=[
            r"$\delta$",
            r"private at $\epsilon$",
            r"not private at $\epsilon$",
            r"exact $\delta$ at $\epsilon = 1$, in units of $\delta$",
            r"printed noise at $\epsilon = 1$, in units of the least possible",
        ],
        rows=rows,
        caption=r"The exact condition is $\Delta/\sigma \leq \mu^*(\epsilon, \delta)$, the solution of "
        r"$\delta_G(\epsilon, \mu^*) = \delta$, for every $\epsilon$.",
    )
