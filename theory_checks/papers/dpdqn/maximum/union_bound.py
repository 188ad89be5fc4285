r"""The introduction: Lemma 8 "is significantly better than a union bound of all noise samples".

For N noise values of level sigma and the level c the union bound is N (1 - Phi(c/sigma)). At the level of Lemma 8,
where the lemma allows p, it is the better of the two iff N >= N_0 = p/(1 - Phi(c/sigma)), so the lemma wins for many
values. For the beta of the paper N_0 is beyond all bounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from flint import arb, ctx

from tabular.gaussian.normal import normal_tail
from tabular.noise.path_maximum import mean_bound, tail_ball
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula, Relation, exp, log, minimum, num, ref, sqrt
from theory_checks.core.interpret import Values, enclose, substitute
from theory_checks.papers.dpdqn.common.published_parameters import (
    BUDGET,
    HORIZON,
    NOISE_BOUNDS,
    PUBLISHED,
    inverse_beta,
)
from theory_checks.papers.dpdqn.maximum._claims import CLOSE, held
from theory_checks.papers.dpdqn.maximum._unions import pair_tail

VALUES = 2 * HORIZON  # lines 19 and 20 read the noise at s_t and at s_{t+1}, T times
CASES = [  # beta, sigma, u
    (Fraction(1, 10000), Fraction(1), Fraction(4)),
    (Fraction(1, 10000), Fraction(1, 2), Fraction(1, 2)),
    (Fraction(1, 100), Fraction(1, 2), Fraction(2)),
    (Fraction(1), Fraction(1), Fraction(4)),
    (Fraction(100), Fraction(1, 2), Fraction(4)),
]
BITS = 128  # more than 2^-40 takes where the numbers have many digits
BOTH = r"what Lemma 8 allows, and the union bound at the same level"


CLAIM = formal_of(__file__, "dpdqn/intro-union-bound")
ALLOWED, UNION, LEVEL = CLAIM.left, CLAIM.right, CLAIM.let["level"]


def union_bound(values: int, beta: Fraction, sigma: Fraction, u: Fraction | arb) -> arb:
    """Return the union bound over so many values at the level of Lemma 8."""
    return enclose(UNION, {"N": values, "beta": beta, "sigma": sigma, "u": u})


@claim(
    "dpdqn/intro-union-bound", reading="published-values", sound={r"$10^{300000}$ noise values": {"values": 10**300000}}
)
def published_values(trial: Trial, *, values: int = VALUES) -> Iterator[Finding]:
    """Compare the failure probability with the union bound at the level that Lemma 8 gives for it."""
    for k, sigma in PUBLISHED:
        beta = 1 / inverse_beta(k)
        u = (-2 * enclose(BUDGET).log()).sqrt()
        level = enclose(LEVEL, {"beta": beta, "sigma": sigma, "u": u})
        yield ball(
            rf"$k = {float(k):g}$, $\beta = {float(beta):.6g}$, $\sigma = {float(sigma):g}$",
            enclose(BUDGET),
            "<=",
            union_bound(values, beta, sigma, u),
            quantity=BOTH,
            detail=f"the level of Lemma 8 is {float(level):.4g}, that of the union bound "
            f"{float(sigma) * _union_level():.4g}",
            certificate=_far_above(trial.formal, beta, sigma),
        )


def _union_level() -> float:
    """Return the level in units of sigma at which the union bound is the failure probability, by bisection."""
    low, high = 0.0, 40.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if VALUES * normal_tail(arb(middle)) > enclose(BUDGET) else (low, middle)
    return low


def _far_above(formal: Formal, beta: Fraction, sigma: Fraction) -> Certificate:
    """Certify that the union bound is below the failure probability, from which u is made."""
    says = (
        f"With beta = {float(beta):.6g}, sigma = {float(sigma):g} the union bound over {VALUES} values is the smaller."
    )
    return instance(formal, says, {"beta": beta, "sigma": sigma, "u": sqrt(-2 * log(num(BUDGET))), "N": VALUES})


@claim(
    "dpdqn/intro-union-bound", reading="many-values", broken={"10000 noise values, as in the paper": {"values": VALUES}}
)
def many_values(trial: Trial, *, values: int | None = None) -> Iterator[Finding]:
    """Compare both bounds at the first number of values from which Lemma 8 is the better one."""
    for beta, sigma, u in CASES:
        at: Values = {"beta": beta, "sigma": sigma, "u": u}
        N = first_number(trial.formal, at) if values is None else values
        case = rf"$\beta = {beta}$, $\sigma = {sigma}$, $u = {u}$"
        yield held(
            case, trial.formal.claims[0], {**at, "N": N}, bits=BITS, quantity=BOTH, detail=f"N has {len(str(N))} digits"
        )
        if values is None and N > 1:
            below = union_bound(N // 2, beta, sigma, u)
            case = f"{case}, half as many values"
            yield ball(case, below, "<", enclose(ALLOWED, at), quantity="the union bound, and Lemma 8")
    yield _numbers()


def first_number(formal: Formal, at: Values) -> int:
    """Return a number of values, at most one part in 10^12 above N_0, from which Lemma 8 is the better bound."""
    with ctx.workprec(BITS):
        return int((enclose(formal.right_of("N_0"), at) * (1 + CLOSE)).upper().ceil().unique_fmpz() or 0)


def _break_even(beta: Fraction, sigma: Fraction, u: Fraction) -> arb:
    """Return N_0."""
    return enclose(ALLOWED, {"u": u}) / union_bound(1, beta, sigma, u)


def _numbers() -> Table:
    rows: list[list[str]] = []
    for beta in (
        Fraction(1, 10000),
        Fraction(1, 100),
        Fraction(1),
        Fraction(100),
        1 / inverse_beta(NOISE_BOUNDS["k-23"]),
    ):
        numbers = [_break_even(beta, Fraction(1), u) for u in (Fraction(1), Fraction(4))]
        digits = [f"{float(number.log() / arb(10).log()):.1f}" for number in numbers]
        rows.append([f"{float(beta):.6g}", *digits])
    return Table(
        title=r"How many noise values it takes until Lemma 8 is the better bound ($\sigma = 1$)",
        columns=[r"$\beta$", r"$\log_{10} N_0$, $u = 1$", r"$\log_{10} N_0$, $u = 4$"],
        rows=rows,
        caption=r"The last $\beta$ is that of Appendix E.3 for $k = 23$. The paper's run reads $10^4$ values.",
    )


REPAIRED = formal_of(__file__, "dpdqn/intro-union-bound/repaired")
SMALLER = REPAIRED.right
ALL_VALUES, PATH = REPAIRED.let["all_values"], REPAIRED.let["whole_path"]
PAIR_CASES = [(Fraction(1, 100), Fraction(1)), (Fraction(1), Fraction(3, 2)), (Fraction(1), Fraction(3))]  # beta, c
PATH_CASES = [  # beta, c, N: beyond the mean, where the union bound is the larger one
    (Fraction(1, 100), Fraction(1, 4), 10),
    (Fraction(1, 100), Fraction(3), VALUES),
    (Fraction(1), Fraction(6, 5), 10),
    (Fraction(1), Fraction(6), VALUES),
]
VALUE_CASES = [(Fraction(9), Fraction(3)), (Fraction(1, 10), Fraction(1, 3)), (Fraction(20), Fraction(1))]  # c, sigma


@claim(
    "dpdqn/intro-union-bound/repaired",
    broken={
        "a million noise values at the published values": {"values": 10**6},
        "half of the values forgotten": {"bound": substitute(SMALLER, {"N": ref("N") / 2})},
        "the exponent doubled": {"bound": minimum(ALL_VALUES, PATH**2)},
        "the mean forgotten": {"bound": substitute(SMALLER, {"m": 0})},
    },
)
def union_or_path(trial: Trial, *, values: int = VALUES, bound: Formula | None = None) -> Iterator[Evidence]:
    """Compare the smaller bound with the true tails of values and of the whole path, and the two at 6 sigma."""
    claimed, mean = trial.formal.claims
    smaller = replace(claimed, right=bound or claimed.right)
    for beta, level in PAIR_CASES:
        tail = pair_tail(enclose(exp(-num(beta))), enclose(level))
        yield _below_the_smaller(r"$f(0)$ and $f(1)$", tail, smaller, beta, level, 2)
    for beta, level, count in PATH_CASES:
        tail = tail_ball(level, beta, 20 if beta < 1 else 10)  # no number of values exceeds it
        yield _below_the_smaller("any points of the path", tail, smaller, beta, level, count)
    for c, sigma in VALUE_CASES:
        tail = normal_tail(enclose(c / sigma))
        yield _below_the_smaller("one value", tail, smaller, Fraction(1, 10000), c, 1, sigma)
    for beta in (Fraction(1, 100), Fraction(4)):
        case, bounds = rf"$\beta = {beta}$: $m$", {"beta": beta, "m": mean_bound(enclose(beta))}
        yield held(case, mean, bounds, quantity=r"$m$ and $\sqrt{2\beta}\,\mathbb{E}|Z|$, $Z$ standard normal")
    for k in NOISE_BOUNDS.values():
        beta = 1 / inverse_beta(k)
        yield ball(
            rf"$k = {float(k):g}$, $\beta = {float(beta):.6g}$, $c = 6\sigma$",
            values * normal_tail(arb(6)),
            "<=",
            tail_ball(6, beta, 2),
            quantity=r"the union bound, and $\mathbb{P}(\max f > c)$",
        )


def _below_the_smaller(
    points: str, tail: arb, claimed: Relation, beta: Fraction, c: Fraction, count: int, sigma: Fraction = Fraction(1)
) -> Evidence:
    return held(
        rf"$N = {count}$, {points}, $\beta = {beta}$, "
        + (rf"$c = {c}\,\sigma$" if sigma == 1 else rf"$c = {c}$, $\sigma = {sigma}$"),
        claimed,
        {"tail": tail, "N": count, "c": c, "sigma": sigma, "m": mean_bound(enclose(beta))},
        room=CLOSE * tail if count == 1 else 0,  # which attains its bound
        quantity="the probability to reach $c$, and the smaller of the two bounds",
    )
