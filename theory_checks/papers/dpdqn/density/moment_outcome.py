r"""Proof of Theorem 5, what the moment method yields, and the choice of eps that makes it at most delta.

With mu^2 = D = T' ||f||^2/sigma^2, t = eps/mu - mu/2 and lambda = t/mu = (eps - D/2)/D:

    delta_G(eps, mu) <= e^{-t^2/2}/(1 + lambda)   the last line of the display
    delta_G(eps, mu) <= Phi(-t)/(1 + lambda)      at most half of it, and sharp as mu grows

The choice of eps makes t = sqrt(2 w), and delta_G <= delta.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from flint import arb

from tabular.gaussian.normal import normal_tail
from tabular.numbers.balls import ball as enclose
from tabular.privacy import delta_ball
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, exp, log, num, ref, sqrt
from theory_checks.kit.decimals import decimal
from theory_checks.papers.dpdqn.common.comparisons import compared, decided
from theory_checks.papers.dpdqn.common.definitions import definitions
from theory_checks.papers.dpdqn.common.rational_first import arguments, ball_of, value_of
from theory_checks.papers.dpdqn.density._log_ratios import variance_compared

Bound = Callable[[Fraction, Fraction], arb]
OUTCOME, CHOICE = (formal_of(__file__, f"dpdqn/thm5-{step}") for step in ("final-delta", "w-choice"))
LINES = definitions(formal_of(__file__, "dpdqn/thm5-display-chain"))


def outcome(D: Fraction, power: Fraction) -> arb:
    """Return the last line of the display at epsilon = (lambda + 1/2) D."""
    return ball_of(OUTCOME.right, {"D": D, "epsilon": (power + Fraction(1, 2)) * D})


def third_line(D: Fraction, power: Fraction) -> arb:
    """Return the third line of the display at epsilon = (lambda + 1/2) D."""
    return ball_of(exp(LINES["second"]) * LINES["third"], {**LINES, "D": D, "epsilon": (power + Fraction(1, 2)) * D})


def sharper(D: Fraction, power: Fraction) -> arb:
    """Return Phi(-t)/(1 + lambda)."""
    t = enclose(power) * enclose(D).sqrt()
    return normal_tail(t) / enclose(1 + power)


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
    yield variance_compared(trial)
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


W = definitions(CHOICE)["w"]
FACTORS = arguments(OUTCOME.right, "/")  # of the last line of the display: an exponential over 1 + lambda


@claim(
    "dpdqn/thm5-w-choice",
    broken={
        "$w = 1$": {"w": num(1)},
        r"$w = \ln(1 + \sqrt{D}/\delta)$": {"w": log(1 + sqrt("D") / ref("delta"))},
        "nine tenths of $w$": {"w": Fraction(9, 10) * W},
    },
    near=(r"$w = \ln(1 + \sqrt{D}/\delta)$", "nine tenths of $w$"),
)
def w_choice(trial: Trial, *, w: Formula = W) -> Iterator[Finding]:
    """Compare the exact delta at the chosen epsilon with delta, and the two factors with their bounds."""
    for mu in (Fraction(1, 10**6), Fraction(1, 5), Fraction(1), Fraction(10), Fraction(1000)):
        for delta in (Fraction(1, 10**10), Fraction(5, 10**5), Fraction(1, 10), Fraction(99, 100)):
            yield from _chosen(trial, mu, delta, w)
        yield from _factors(trial, mu, Fraction(1, 10), w)
    yield variance_compared(trial)


def _chosen(trial: Trial, mu: Fraction, delta: Fraction, w: Formula) -> Iterator[Evidence]:
    _, first, second, excess, _ = trial.formal.claims
    values = {"D": mu**2, "delta": delta, "w": w}
    epsilon = ball_of(trial.formal.right, values)
    name = f"$\\mu = {decimal(mu)}$, $\\delta = {decimal(delta)}$"
    yield ball(
        name,
        delta_ball(epsilon, mu, 64),
        "<=",
        ball_of(excess.right, values),
        quantity=r"least $\delta$ at the chosen $\epsilon$",
    )
    for claimed, what in ((first, "$e^{-w}$"), (second, "second factor")):
        yield compared(name, claimed, values, quantity=f"{what} and its bound")


def _factors(trial: Trial, mu: Fraction, delta: Fraction, w: Formula) -> Iterator[Evidence]:
    """Compare the factors of the last line of the display at the chosen epsilon with those that are bounded."""
    values = {"D": mu**2, "delta": delta, "w": w}
    above, below = (ball_of(part, {**values, "epsilon": trial.formal.right}) for part in FACTORS)
    for claimed, factor in zip(trial.formal.claims[1:3], (above, 1 / below), strict=True):
        case = f"$\\mu = {decimal(mu)}$, $\\delta = {decimal(delta)}$"
        pair = (factor, "=", value_of(claimed.left, values))
        yield decided(case, pair, quantity=r"a factor of the bound at the chosen $\epsilon$, and its value")
