r"""Appendix E.3: "immediate to verify" privacy of the published parameters, on one exact instance.

The instance satisfies all that is assumed but 2k > 8.68 sqrt(beta) sigma, which no instance does at the published
parameters: one action, gamma = 0, a uniform first state s_0 that never moves, the
approximator Q_theta(s) = theta + 4 s (so L^2 = 16), the rewards r(s) = 4 s and r' = r + 1. Batches are full, and a new
path g_j serves each of J = 78 updates. All its steps see the temporal difference theta + g_j(s_0) - b with b = 0 for r
and b = 1 for r', so that, whatever s_0 was,

    theta <- a theta + (1 - a) (b - g_j(s_0)),   a = 1 - alpha, or 1 + alpha for the printed sign of line 22,

is Gaussian: the two releases differ by the constant function alpha S, S = sum_{j<J} a^j, in law and by nothing else.
Line 19 is read as gamma max(Q + g); with g outside, as it is printed, g_j(s_0) cancels and theta is a function of r.
With tau^2 = (alpha sigma)^2 sum_{j<J} a^{2j} the variance of theta,

    release of Q_theta (line 24)              mu = alpha S/tau
    release of Q_theta plus a fresh path g    mu = alpha S/sqrt(tau^2 + sigma^2/(1 + beta/2))

because the constant 1 has the squared norm 1 + beta/2 for the kernel exp(-beta |x - y|).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from tabular.numbers.balls import ball as enclose
from tabular.privacy import delta_ball
from tabular.privacy.composition import root_ball
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.formula import ref
from theory_checks.core.texts import fill, texts_of
from theory_checks.papers.dpdqn.common.published_parameters import (
    BATCH,
    DELTA,
    PATHS,
    SIGMAS,
    STEP_SIZE,
    inverse_beta,
)
from theory_checks.papers.dpdqn.parameters._appendix import EPSILON

TEXTS = texts_of(__file__)

SIGNS = {"descent": -1, "ascent, as line 22 prints it": 1}
MuSquared = Callable[[Fraction, Fraction, int, bool], Fraction]


def mu_squared(k: Fraction, sigma: Fraction, sign: int, noised: bool) -> Fraction:
    """Return the exact mu^2 of the release, where 1/(1 + beta/2) = 2 v/(2 v + 1)."""
    a, v = 1 + sign * STEP_SIZE, inverse_beta(k)
    shift = STEP_SIZE * sum((a**j for j in range(PATHS)), start=Fraction(0))
    inner = STEP_SIZE**2 * sum((a ** (2 * j) for j in range(PATHS)), start=Fraction(0))
    return shift**2 / (sigma**2 * (inner + (2 * v / (2 * v + 1) if noised else 0)))


def with_larger_noise(k: Fraction, sigma: Fraction, sign: int, noised: bool) -> Fraction:
    """Return mu^2 for a hundred times the published noise level."""
    return mu_squared(k, 100 * sigma, sign, noised)


CONTROL = {r"$100$ times the published $\sigma$": {"release": with_larger_noise}}


SMALL, HIGH = {"k": Fraction(23, 10)}, {"epsilon": Fraction(45, 100)}


@claim("dpdqn/e3-parameters", reading="k-23", sound=CONTROL)
@claim("dpdqn/e3-parameters", reading="k-2.3", setting=SMALL, sound=CONTROL)
@claim("dpdqn/e3-parameters-high", reading="k-23", setting=HIGH, sound=CONTROL)
@claim("dpdqn/e3-parameters-high", reading="k-2.3", setting={**HIGH, **SMALL}, sound=CONTROL)
def published(
    trial: Trial, *, release: MuSquared = mu_squared, epsilon: Fraction = EPSILON, k: Fraction = Fraction(23)
) -> Iterator[Finding]:
    """Enclose the exact delta of the released function at the claimed epsilon."""
    for noised in (False, True):
        for name, sign in SIGNS.items():
            square = release(k, SIGMAS[epsilon], sign, noised)
            case = f"{'noised' if noised else 'plain'} release, {name}"
            yield _judged(case, square, (epsilon, k, sign, noised))


def _judged(case: str, square: Fraction, setting: tuple[Fraction, Fraction, int, bool]) -> Evidence:
    epsilon, mu = setting[0], root_ball(square, 96)
    delta = delta_ball(epsilon, mu)
    return ball(
        case,
        delta,
        "<=",
        enclose(DELTA),
        quantity=rf"$\delta({float(epsilon):g})$ at $\mu = {float(mu):.6g}$",
        certificate=_not_private(*setting) if delta > enclose(DELTA) else None,
    )


def _not_private(epsilon: Fraction, k: Fraction, sign: int, noised: bool) -> Certificate:
    step, beta, sigma = sign * STEP_SIZE, 1 / inverse_beta(k), SIGMAS[epsilon]
    known = {"sigma": sigma, "step": step, "paths": int(noised), "beta": beta}
    return Certificate(
        says=fill(
            TEXTS["not_private_says"],
            value_1="ascent" if sign > 0 else "descent",
            value_2="Q plus a fresh path" if noised else "Q",
            float_epsilon=f"{float(epsilon):g}",
        ),
        given=[
            lemma("mu", "tracked-reward-mu", updates=PATHS, **known),
            lemma("least", "gaussian-delta", mu="mu", epsilon=epsilon),
        ],
        values={
            **known,
            "epsilon": epsilon,
            "delta": DELTA,
            "alpha": STEP_SIZE,
            "B": BATCH,
            "k": k,
            "J": PATHS,
            "mu": ref("mu"),
            "least": ref("least"),
        },
    )
