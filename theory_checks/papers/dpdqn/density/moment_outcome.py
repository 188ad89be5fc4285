r"""Proof of Theorem 5, what the moment method yields, and the choice of eps that makes it at most delta.

With mu^2 = D = T' ||f||^2/sigma^2, t = eps/mu - mu/2 and lambda = t/mu = (eps - D/2)/D:

    delta_G(eps, mu) <= e^{-t^2/2}/(1 + lambda)                     the last line of the display
    delta_G(eps, mu) <= Phi(-t)/(1 + lambda)                        at most half of it, and sharp as mu grows
    eps = D/2 + sqrt(2 D w), w = ln(e + mu/delta)                   makes t = sqrt(2 w), and delta_G <= delta
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from flint import arb

from tabular.numbers.balls import ball as enclose
from tabular.privacy import delta_ball
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.exhibits import Figure, Series
from theory_checks.kit.decimals import decimal

Bound = Callable[[Fraction, Fraction], arb]
Choice = Callable[[Fraction, Fraction], arb]


def outcome(D: Fraction, power: Fraction) -> arb:
    """Return exp(-(epsilon - D/2)^2/(2 D))/(1 + (epsilon - D/2)/D) at epsilon = (lambda + 1/2) D."""
    return (-enclose(D * power**2) / 2).exp() / enclose(1 + power)


def third_line(D: Fraction, power: Fraction) -> arb:
    """Return exp(-(D/2) (1 - 2 epsilon/D)^2) (lambda + 1), the third line of the display."""
    return (-2 * enclose(D * power**2)).exp() * enclose(1 + power)


def sharper(D: Fraction, power: Fraction) -> arb:
    """Return Phi(-t)/(1 + lambda)."""
    t = enclose(power) * enclose(D).sqrt()
    return (t / arb(2).sqrt()).erfc() / (2 * enclose(1 + power))


SIZES = (Fraction(1, 10**4), Fraction(1, 4), Fraction(1), Fraction(4), Fraction(100), Fraction(10**4))
POWERS = (Fraction(1, 10**6), Fraction(1, 10), Fraction(1), Fraction(5, 2), Fraction(30))


@claim("dpdqn/thm5-final-delta", broken={"the third line of the display": {"bound": third_line}})
def final_delta(trial: Trial, *, bound: Bound = outcome) -> Iterator[Finding]:
    """Compare the exact delta with the outcome of the display, from tiny to huge parameters."""
    for D in SIZES:
        for power in POWERS:
            yield _bounded(D, power, bound)
    yield _bounded(Fraction(10**8), Fraction(1, 10**6), sharper, ": half of it and sharp")
    yield _bounded(Fraction(1), Fraction(5, 2), sharper, ": half of it and sharp")
    yield _curves()


def _bounded(D: Fraction, power: Fraction, bound: Bound, what: str = "") -> Evidence:
    epsilon = (power + Fraction(1, 2)) * D
    least = delta_ball(epsilon, enclose(D).sqrt(), 64)
    case = f"$D = {decimal(D)}$, $\\epsilon = {decimal(epsilon)}$"
    return ball(f"{case}{what}", least, "<=", bound(D, power), quantity=r"least $\delta$ and its bound")


def _curves() -> Figure:
    powers = [Fraction(k, 20) for k in range(1, 81, 2)]
    epsilons = [float(power) + 0.5 for power in powers]
    exact = [float(delta_ball(power + Fraction(1, 2), 1, 64)) for power in powers]
    bounds = {"the last line of the display": outcome, "half of it and sharper": sharper, "the third line": third_line}
    series = [Series(label="exact", x=epsilons, y=exact)]
    series += [
        Series(label=name, x=epsilons, y=[float(f(Fraction(1), p)) for p in powers]) for name, f in bounds.items()
    ]
    return Figure(
        title=r"The bounds of the display against the exact $\delta$, $D = 1$",
        x_label=r"$\epsilon$",
        y_label=r"$\delta$",
        y_scale="log",
        series=series,
        caption=r"From some $\epsilon$ on the third line is below the exact curve, so it is no bound; the last line, "
        r"which is claimed to equal it, is true.",
    )


# ---- The choice of w ----


def printed_choice(mu: Fraction, delta: Fraction) -> arb:
    """Return w = ln(e + mu/delta)."""
    return (arb(1).exp() + enclose(mu / delta)).log()


def constant_choice(mu: Fraction, delta: Fraction) -> arb:
    """Return w = 1, whatever delta."""
    del mu, delta
    return arb(1)


@claim("dpdqn/thm5-w-choice", broken={"$w = 1$": {"choice": constant_choice}})
def w_choice(trial: Trial, *, choice: Choice = printed_choice) -> Iterator[Finding]:
    """Compare the exact delta at the chosen epsilon with delta, and the two factors with their bounds."""
    for mu in (Fraction(1, 10**6), Fraction(1, 5), Fraction(1), Fraction(10), Fraction(1000)):
        for delta in (Fraction(1, 10**10), Fraction(5, 10**5), Fraction(1, 10), Fraction(99, 100)):
            yield from _chosen(mu, delta, choice)


def _chosen(mu: Fraction, delta: Fraction, choice: Choice) -> Iterator[Evidence]:
    w, size = choice(mu, delta), enclose(mu)
    epsilon = size * size / 2 + size * (2 * w).sqrt()
    name = f"$\\mu = {decimal(mu)}$, $\\delta = {decimal(delta)}$"
    yield ball(
        name, delta_ball(epsilon, mu, 64), "<=", enclose(delta), quantity=r"least $\delta$ at the chosen $\epsilon$"
    )
    yield ball(name, (-w).exp(), "<=", enclose(delta / mu), quantity="$e^{-w}$ and its bound")
    second, most = (1 / (1 + (2 * x).sqrt() / size) for x in (w, arb(1)))
    yield ball(name, second, "<=", most, quantity="second factor and its bound")
