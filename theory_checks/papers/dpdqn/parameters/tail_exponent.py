r"""Section 4 and Appendix E.3: the tail exponent of Theorem 5 at the published parameters.

Theorem 5 adds J exp(-G^2/2) to delta, with the gap G = 2k - 8.68 sqrt(beta) sigma, and needs G > 0. With beta = 1/v and
the noise level of line 5, with l = ln(e + eps/delta),

    C under the root     sqrt(beta) sigma = sqrt(2 T' l (1 + v)) L/eps            nearly free of k
    C outside the root   sqrt(beta) sigma = sqrt(2 T' l v) (1 + v) L^2/eps        grows like sqrt(k + 1)

Neither is (8.6/8.68) sqrt(k + 1), as Appendix E.3 has it. How far the paths really go is bounded block by block: cut
[0, 1] into b = ceil(beta) blocks; each has E max g <= (2/sqrt(pi)) sigma by the repaired Lemma 8, so that

    P(max |g| > 2k for one of J paths) <= 2 J b exp(-(2k/sigma - 2/sqrt(pi))^2/2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil

from flint import arb

from tabular.numbers.balls import ball as enclose
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact, exact_all
from theory_checks.core.formula import Formula, exp, log, num, ref, sqrt
from theory_checks.papers.dpdqn.common.published_parameters import (
    BATCH,
    BUDGET,
    LEMMA8,
    LIPSCHITZ_SQUARED,
    NOISE_BOUNDS,
    PATHS,
    PUBLISHED,
    SIGMAS,
    STEP_SIZE,
    UPDATES,
    constant_c,
    inverse_beta,
    log_factor,
    printed_approximation,
)

Pairs = list[tuple[Fraction, Fraction]]


@claim(
    "dpdqn/exp-tail-small",
    reading="term-of-theorem-5",
    sound={"$k = 100$": {"pairs": [(Fraction(100), sigma) for sigma in SIGMAS.values()]}},
)
def hypothesis(trial: Trial, *, pairs: Pairs = PUBLISHED) -> Iterator[Finding]:
    """Check the hypothesis 2k > 8.68 sigma/sqrt(v) of the term, both sides squared and multiplied by v."""
    for k, sigma in pairs:
        needed, given = (LEMMA8 * sigma) ** 2, 4 * k * k * inverse_beta(k)
        yield exact(
            _named(k, sigma),
            given,
            ">",
            needed,
            quantity=r"$(2k)^2 v > (8.68\sigma)^2$, which is the hypothesis $2k > 8.68\sqrt{\beta}\sigma$",
            certificate=_no_hypothesis(trial, k, sigma) if given <= needed else None,
        )


def _no_hypothesis(trial: Trial, k: Fraction, sigma: Fraction) -> Certificate:
    needed = LEMMA8 * ref("sigma") / sqrt(ref("v"))
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=rf"With $k = {float(k):g}$ and $\sigma = {float(sigma):g}$ the hypothesis $2k > 8.68\sqrt{{\beta}}\sigma$ "
        "of the tail term fails.",
        constants={"k": k, "sigma": sigma, **_v_of(k)},
        conclusion=2 * ref("k") < needed,
    )


Gap = Callable[[Fraction, Fraction], arb]


def printed_gap(k: Fraction, sigma: Fraction) -> arb:
    """Return G = 2k - 8.68 sigma/sqrt(v), whatever its sign."""
    return enclose(2 * k) - enclose(LEMMA8 * sigma) / enclose(inverse_beta(k)).sqrt()


def usable_gap(k: Fraction, sigma: Fraction) -> arb:
    """Return max(G, 0): a level below the mean of the maximum bounds no tail."""
    gap = printed_gap(k, sigma)
    return gap if gap > 0 else arb(0)


@claim(
    "dpdqn/exp-tail-small", reading="number", broken={"the gap cut at 0, as a tail bound needs it": {"gap": usable_gap}}
)
def number(trial: Trial, *, gap: Gap = printed_gap) -> Iterator[Evidence]:
    """Evaluate J exp(-G^2/2)."""
    for k, sigma in PUBLISHED:
        size = gap(k, sigma)
        yield ball(
            _named(k, sigma),
            PATHS * (-size * size / 2).exp(),
            "<=",
            enclose(BUDGET),
            quantity=rf"$J\exp(-G^2/2)$ at the gap $G = {float(size):.6g}$",
        )


STANDING: Pairs = [pair for pair in PUBLISHED if pair != (Fraction(23, 10), Fraction(74, 100))]


@claim(
    "dpdqn/exp-tail-small/repaired",
    broken={r"$k = 2.3$, $\sigma = 0.74$": {"pairs": [(Fraction(23, 10), Fraction(74, 100))]}},
)
def tail_repaired(trial: Trial, *, pairs: Pairs = STANDING) -> Iterator[Evidence]:
    """Bound the probability that one of the J paths leaves [-2k, 2k]."""
    for k, sigma in pairs:
        blocks = ceil(1 / inverse_beta(k))
        level = enclose(2 * k / sigma) - 2 / arb.pi().sqrt()
        bound = 2 * PATHS * blocks * (-level * level / 2).exp()
        quantity = rf"$2J\lceil\beta\rceil\exp(-(2k/\sigma - 2/\sqrt{{\pi}})^2/2)$ with $\lceil\beta\rceil = {blocks}$"
        yield ball(_named(k, sigma), bound, "<=", enclose(BUDGET), quantity=quantity)


Approximation = Callable[[Fraction, Fraction], arb]  # (k, epsilon) -> 8.68 sqrt(beta) sigma


def under_root(k: Fraction, epsilon: Fraction) -> arb:
    """Return 8.68 sqrt(beta) sigma for sigma = sqrt(2 T' l C)/eps without the factor sqrt(1 + v), which is nearly 1."""
    return enclose(LEMMA8) * (_twice_updates(epsilon) * LIPSCHITZ_SQUARED).sqrt() / enclose(epsilon)


def outside_root(k: Fraction, epsilon: Fraction) -> arb:
    """Return 8.68 sqrt(beta) sigma for sigma = sqrt(2 T' l) C/eps without the factor 1 + v."""
    size = (_twice_updates(epsilon) * enclose(inverse_beta(k))).sqrt()
    return enclose(LEMMA8) * size * LIPSCHITZ_SQUARED / enclose(epsilon)


def exact_term(k: Fraction, epsilon: Fraction, *, under: bool) -> arb:
    """Return 8.68 sqrt(beta) sigma for the noise level of line 5."""
    v = enclose(inverse_beta(k))
    return under_root(k, epsilon) * (1 + v).sqrt() if under else outside_root(k, epsilon) * (1 + v)


@claim(
    "dpdqn/e3-approximation",
    reading="constant-under-root",
    setting={"under": True},
    sound={r"$8.68\sqrt{2T'\ln(e + \epsilon/\delta)}L/\epsilon$": {"approximation": under_root}},
)
@claim(
    "dpdqn/e3-approximation",
    reading="constant-outside-root",
    sound={r"$8.68\sqrt{2T'\ln(e + \epsilon/\delta)v}L^2/\epsilon$": {"approximation": outside_root}},
)
def approximation(
    trial: Trial, *, approximation: Approximation = printed_approximation, under: bool = False
) -> Iterator[Finding]:
    """Compare 8.68 sqrt(beta) sigma with its approximation, generously: up to a factor of 2."""
    for k in NOISE_BOUNDS.values():
        for epsilon in SIGMAS:
            term, other = exact_term(k, epsilon, under=under), approximation(k, epsilon)
            yield ball(
                rf"$k = {float(k):g}$, $\epsilon = {float(epsilon):g}$",
                term,
                "<=",
                2 * other,
                quantity=r"$8.68\sqrt{\beta}\sigma$ against twice its approximation",
                certificate=_too_large(trial, k, epsilon, under) if term > 2 * other else None,
            )


def _too_large(trial: Trial, k: Fraction, epsilon: Fraction, under: bool) -> Certificate:
    logarithm = log(exp(1) + ref("epsilon") / ref("delta"))
    c = (ref("v") * ref("v") + ref("v")) * LIPSCHITZ_SQUARED
    root = num(2) * UPDATES * logarithm
    noise: Formula = sqrt(root * c) if under else sqrt(root) * c
    sigma, sqrt_beta = noise / ref("epsilon"), 1 / sqrt(ref("v"))
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=rf"With $k = {float(k):g}$, $\epsilon = {float(epsilon):g}$ and the $\sigma$ of line 5, "
        r"$8.68\sqrt{\beta}\sigma$ is more than twice $8.6\sqrt{k+1}$.",
        constants={"k": k, "epsilon": epsilon, "delta": BUDGET, **_v_of(k), "sigma": sigma},
        conclusion=LEMMA8 * sqrt_beta * ref("sigma") > num(2) * Fraction(86, 10) * sqrt(ref("k") + 1),
    )


def right_square(k: Fraction) -> Fraction:
    """Return (1 + v) L^2."""
    return (1 + inverse_beta(k)) * LIPSCHITZ_SQUARED


def printed_square(k: Fraction) -> Fraction:
    """Return (8.6/8.68)^2 (k + 1)."""
    return Fraction(860, 868) ** 2 * (k + 1)


@claim("dpdqn/e3-approximation/repaired", broken={r"$(8.6/8.68)^2(k + 1)$ as printed": {"square": printed_square}})
def approximation_repaired(
    trial: Trial, *, square: Callable[[Fraction], Fraction] = right_square
) -> Iterator[Evidence]:
    """Compare beta C with (1 + v) L^2, in units of 2 T' l/eps^2."""
    values = [Fraction(k, 10) for k in (0, 1, 23, 230, 7628)]
    pairs = {f"k = {float(k):g}": (constant_c(k) / inverse_beta(k), "==", square(k)) for k in values}
    yield exact_all("five values of $k$", pairs, quantity=r"$\beta C = (1 + v)L^2$")


def _twice_updates(epsilon: Fraction) -> arb:
    return enclose(2 * UPDATES) * log_factor(epsilon)


def _v_of(k: Fraction) -> dict[str, Formula]:
    return {"v": num(4) * STEP_SIZE * (num(k) + 1) / BATCH}


def _named(k: Fraction, sigma: Fraction) -> str:
    return rf"$k = {float(k):g}$, $\sigma = {float(sigma):g}$"
