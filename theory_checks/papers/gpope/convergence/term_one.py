r"""The factor of term I: (1 - x)^(2N) with x = a N^-k and a = eta lmin(Q), printed as tending to exp(-2 a N^(1-k)).

The first equality of the formula is an identity, (N^k/a) (2 a N^(1-k)) = 2N. As log(1 - x) = -x - x^2/2 - x^3/3 - ...,

    (1 - x)^(2N) / exp(-2 a N^(1-k)) = exp(-N x^2 - ...),        N x^2 = a^2 N^(1-2k),

so the ratio tends to 1 only if k > 1/2, to exp(-a^2) if k = 1/2, to 0 if k < 1/2. Keeping the J = floor(1/k) powers

    (1 - x)^(2N) ~ exp(-2 sum_{j=1..J} a^j N^(1-jk)/j),     remainder at most 2 a^(J+1) N^(1-(J+1)k)/((J+1) (1 - x)),

the ratio tends to 1 for every k > 0. The logarithms agree to first order for every k > 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import isqrt

from flint import arb, ctx

from tabular.numbers.balls import ball as enclosed
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball, exact_all
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formula import Formula, ref
from theory_checks.core.interpret import enclose, exact
from theory_checks.papers.gpope.common.one_state_loops import nine
from theory_checks.papers.gpope.convergence._certified import Comparisons, certified
from theory_checks.papers.gpope.convergence._powers import power_of_steps

Powers = Callable[[Fraction], int]
Case = tuple[Fraction, Fraction, int]  # k, a, N
BITS = 2048  # at N = 10^60 the logarithms are integers of up to 200 binary digits


def log_factor(k: Fraction, a: Fraction, N: int) -> arb:
    """Return log (1 - a N^-k)^(2N)."""
    return 2 * N * (1 - enclosed(a) * power_of_steps(N, -k)).log()


def log_rate(k: Fraction, a: Fraction, N: int, powers: int) -> arb:
    """Return -2 sum_{j <= powers} a^j N^(1-jk)/j."""
    terms = [enclosed(a**j / j) * power_of_steps(N, 1 - j * k) for j in range(1, powers + 1)]
    return -2 * sum(terms, arb(0))


def remainder_bound(k: Fraction, a: Fraction, N: int) -> arb:
    """Return 2 a^(J+1) N^(1-(J+1)k)/((J+1) (1 - x)) for J = floor(1/k); it tends to 0."""
    J = all_powers(k) + 1
    return 2 * enclosed(a**J / J) * power_of_steps(N, 1 - J * k) / (1 - enclosed(a) * power_of_steps(N, -k))


def one_power(k: Fraction) -> int:
    """Return 1: the printed exponent."""
    return 1


def one_power_less(k: Fraction) -> int:
    """Return floor(1/k) - 1."""
    return all_powers(k) - 1


def all_powers(k: Fraction) -> int:
    """Return floor(1/k): every power of x that does not vanish after multiplication by N."""
    return int(1 / k)


ONE = Fraction(1)
HALF = Fraction(1, 2)
STEPS = (10**4, 10**12, 10**60)


@claim(
    "gpope/thm2-term1",
    reading="ratio",
    sound={r"the exponent with $\lfloor 1/k \rfloor$ powers": {"powers": all_powers}},
)
@claim(
    "gpope/thm2-term1/repaired",
    setting={"powers": all_powers, "regional": False},
    broken={
        "only the first power": {"powers": one_power},
        "one power less": {"powers": one_power_less},
    },
    near=("one power less",),
)
def ratio(trial: Trial, *, powers: Powers = one_power, regional: bool = True) -> Iterator[Finding]:
    """Compare the ratio of both sides with exp(-r), which tends to 1."""
    for k in [Fraction(x) for x in ("1/10", "1/4", "1/3", "1/2", "501/1000", "3/4", "99/100")]:
        for a in (Fraction(1, 5), ONE, Fraction(3, 2)):
            region = Region.WHOLE if not regional else Region.INSIDE if k > HALF else Region.OUTSIDE
            for N in STEPS:
                yield _ratio_check((k, a, N), powers(k), region, trial.formal.right)
    yield _figure()


def _ratio_check(case: Case, powers: int, region: Region, limit: Formula) -> Evidence:
    """Check that the logarithm of the ratio is within r of that of the limit."""
    with ctx.workprec(BITS):
        off = abs(log_factor(*case) - log_rate(*case, powers) - enclose(limit).log())
        what = "$\\log$ of the ratio over its limit, and a bound that tends to 0"
        compared = ball(_named(case), off, "<=", remainder_bound(*case), quantity=what, region=region)
    return certified(compared, _stays_away, *case[:2])


def _named(case: Case) -> str:
    k, a, N = case
    return f"$k = {k}$, $\\eta\\lambda_{{\\min}} = {a}$, $N = 10^{{{len(str(N)) - 1}}}$"


def _stays_away(k: Fraction, a: Fraction) -> Certificate:
    return Certificate(
        says=f"With $k = {k}$, $\\eta\\lambda_{{\\min}} = {a}$ the ratio of both sides does not tend to 1.",
        given=[lemma("limit", "geometric-ratio-limit", a=a, k=k)],
        values={"limit": ref("limit"), "a": a, "k": k},
    )


def _figure() -> Figure:
    steps = [10 ** (i / 4) for i in range(2, 33)]
    series = [
        Series(label=f"$k = {k}$", x=[nine(N) for N in steps], y=[nine(_ratio_at(int(N), k)) for N in steps])
        for k in [Fraction(x) for x in ("2/5", "1/2", "11/20", "3/5", "3/4")]
    ]
    return Figure(
        title="The factor of term I over its printed limit",
        x_label="$N$",
        y_label=r"$(1 - x)^{2N} e^{2\eta\lambda_{\min}N^{1-k}}$",
        x_scale="log",
        series=series,
        caption=r"$x = \eta\lambda_{\min}N^{-k}$ with $\eta\lambda_{\min} = 1$: the ratio tends to 1 for $k > 1/2$ "
        r"only; it is near $e^{-1}$ for $k = 1/2$.",
    )


def _ratio_at(N: int, k: Fraction) -> float:
    with ctx.workprec(256):
        return float((log_factor(k, ONE, N) - log_rate(k, ONE, N, 1)).exp())


@claim(
    "gpope/thm2-term1",
    reading="logarithm",
    broken={
        "the exponent without its factor 2": {"multiple": HALF},
        "the factor 9/5 in place of 2": {"multiple": Fraction(9, 10)},
        "the factor 11/5 in place of 2": {"multiple": Fraction(11, 10)},
    },
    near=("the factor 9/5 in place of 2", "the factor 11/5 in place of 2"),
)
def logarithm(trial: Trial, *, multiple: Fraction = ONE) -> Iterator[Evidence]:
    """Compare the ratio of the logarithms with 1 and with 1/(1 - x)."""
    for k in [Fraction(x) for x in ("1/10", "1/2", "3/4", "99/100")]:
        for a in (Fraction(1, 5), ONE, Fraction(3, 2)):
            for N in STEPS:
                yield _log_check((k, a, N), multiple)


def _log_check(case: Case, multiple: Fraction) -> Evidence:
    k, a, N = case
    with ctx.workprec(BITS):
        x = enclosed(a) * power_of_steps(N, -k)
        quotient = log_factor(*case) / (enclosed(multiple) * log_rate(*case, 1))
        off, room = abs(quotient - 1), x / (1 - x)
        return ball(_named(case), off, "<=", room, quantity="distance from 1 of the ratio of the logarithms")


Exponent = Fraction | int
RATIO, LARGE = Fraction(999, 1000), 10**6


@claim("gpope/thm2-term1", reading="linear-rate", sound={"a step size that does not fall with $N$ ($k = 0$)": {"k": 0}})
def linear_rate(trial: Trial, *, k: Exponent | None = None) -> Iterator[Evidence]:
    """Compare log term I with log K r^N."""
    for exponent in [Fraction(x) for x in ("1/4", "1/2", "3/4")] if k is None else [Fraction(k)]:
        N = 10**16 if exponent == Fraction(1, 4) else 10**8
        with ctx.workprec(256):
            left = log_factor(exponent, HALF, N)
            right = N * enclosed(RATIO).log() + arb(LARGE).log()
            case = f"$k = {exponent}$, $\\eta\\lambda_{{\\min}} = 1/2$, $N = 10^{{{len(str(N)) - 1}}}$"
            compared = ball(case, left, "<=", right, quantity=r"$\log$ of term I and $\log Kr^N$")
        yield certified(compared, _slower, exponent, N)


def _slower(k: Fraction, N: int) -> Certificate:
    return Certificate(
        says=f"With $k = {k}$, $\\eta\\lambda_{{\\min}} = 1/2$ and $N = {N}$ term I exceeds $10^6 (999/1000)^N$.",
        values={"k": k, "a": HALF, "N": N, "r": RATIO, "K": LARGE},
    )


def planned_sizes(eta: Fraction, N: int) -> list[Fraction]:
    """Return the step sizes of a run of N steps, N a square: all are eta/N^(1/2)."""
    return [eta / isqrt(N)] * N


def falling_sizes(eta: Fraction, N: int) -> list[Fraction]:
    """Return step sizes eta/i."""
    return [eta / i for i in range(1, N + 1)]


Sizes = Callable[[Fraction, int], list[Fraction]]


@claim(
    "gpope/thm2-term1", reading="iterations-of-one-run", broken={r"steps $\eta/i$ in one run": {"sizes": falling_sizes}}
)
def one_run(trial: Trial, *, sizes: Sizes = planned_sizes) -> Iterator[Evidence]:
    """Compare the product of the factors of i steps with r^i, where r belongs to the planned step."""
    runs = (Fraction(1, 5), ONE, 16), (HALF, Fraction(3), 64), (Fraction(1, 10), Fraction(7), 100)
    for lmin, eta, N in (*runs, (Fraction(1, 100), ONE, 16), (HALF, 12 * ONE, 16)):
        r = exact(trial.formal.claims[1].right, {"beta": eta / isqrt(N), "lmin": lmin})
        factor, pairs = ONE, Comparisons()
        for i, beta in enumerate(sizes(eta, N), 1):
            factor *= (1 - beta * lmin) ** 2
            pairs[f"i = {i}"] = (factor, "<=", exact(trial.formal.right, {"r": r, "i": i}))
        pairs["r"] = (r, "<", ONE)
        case = f"$\\lambda = {lmin}$, $\\eta = {eta}$, $N = {N}$, $k = 1/2$"
        yield exact_all(case, pairs, quantity="factor after $i$ steps, and $r^i$")
