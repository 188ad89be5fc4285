r"""What happens as N grows: to term II, to the error at the end of a run of N steps, and within one run.

For given (epsilon, delta) the noise of a run of N planned steps has sigma^2 = s^2 N; let u = h^2 s^2, beta = eta/N^k
and kappa >= ||Q||_2. Then c N/m^2 = 2 n u N, and

    term II            at least n u eta N^(1-k)/lmin                                                 -> infinity
    end of the run     at least what noise of variance u N leaves, of the order N^(1-k)              -> infinity
    one run            bounded
    sigma fixed        term II -> 0 like N^-k

because ||(I - beta Q)^j||_F^2 >= 2n (1 - beta kappa)^(2j).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import isqrt

import numpy as np
from flint import arb, ctx

from tabular.evaluation.saddle import LyapunovNorm, identity_like, lyapunov_norm
from tabular.evaluation.second_moments import second_moments, steady_state
from tabular.mdp.instances import one_state_loop
from tabular.numbers.arrays import Array, fraction
from tabular.numbers.balls import ball as enclosed
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact, exact_all
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import ref
from theory_checks.core.interpret import enclose
from theory_checks.core.texts import texts_of
from theory_checks.papers.gpope.common.one_state_loops import (
    DEFECTIVE,
    DISTINCT,
    HALF,
    SPREAD,
    Loop,
    diagonal,
    loop_matrix,
    nine,
    squared_error,
)
from theory_checks.papers.gpope.common.rounding import above, below
from theory_checks.papers.gpope.convergence._certified import Comparisons, certified
from theory_checks.papers.gpope.convergence._powers import power_of_steps
from theory_checks.papers.gpope.convergence._problems import (
    MakeNorm,
    Problem,
    Worst,
    euclidean,
    few_digits,
    problems,
    starts,
    turning,
)
from theory_checks.papers.gpope.convergence._sampling import Sampled, far_apart
from theory_checks.papers.gpope.convergence._theorems import TERM_TWO, term_two

TEXTS = texts_of(__file__)

Growth = Callable[[int], Fraction]
ONE = Fraction(1)
BITS = 256  # 1 - x is raised to the power 2N
ALWAYS, UPPER, LOWER = (claim.right for claim in formal_of(__file__, "gpope/thm2-divergence/repaired").claims)


def calibrated(N: int) -> Fraction:
    """Return N: sigma^2 grows with the planned steps, as a fixed (epsilon, delta) needs."""
    return Fraction(N)


def nine_tenths(N: int) -> Fraction:
    """Return 9/10 of that."""
    return Fraction(9 * N, 10)


def unchanged(N: int) -> Fraction:
    """Return 1: the same sigma whatever N."""
    return ONE


def norm_bound(Q: Array) -> Fraction:
    """Return the largest sum of absolute values in a row or column: at least ||Q||_2."""
    sizes = np.abs(Q)
    return Fraction(max(sizes.sum(axis=0).max(), sizes.sum(axis=1).max()))


def noise_floor(Q: Array, beta: Fraction, N: int, variance: Fraction) -> Fraction:
    """Return what noise of this variance in each coordinate leaves at least."""
    values = {"n": Fraction(len(Q), 2), "beta": beta, "v": variance, "N": N, "kappa": norm_bound(Q)}
    return below(LOWER, values)


NOISE = {r"$\sigma$ the same for all $N$": {"growth": unchanged}, "nine tenths of the noise": {"growth": nine_tenths}}


@claim("gpope/thm2-divergence", reading="term-two", broken=NOISE, near=("nine tenths of the noise",))
def diverging_term(trial: Trial, *, growth: Growth = calibrated) -> Iterator[Evidence]:
    """Compare term II with eta c N^(1-k)/(2 lmin m^2)."""
    lmin, eta = Fraction(1, 5), ONE
    for k, N in product([Fraction(x) for x in ("1/10", "1/2", "9/10")], (1, 100, 10**8)):
        with ctx.workprec(BITS):
            beta = enclosed(eta) * power_of_steps(N, -k)
            values = {"beta": beta, "lmin": lmin, "G2": 0, "c": 2 * growth(N) / N, "N": N, "m": 1}
            term = enclose(TERM_TWO, values)
            grown = enclosed(eta) * power_of_steps(N, 1 - k)
            case = f"$k = {k}$, $N = {N}$, $\\eta = 1$, $\\lambda_{{\\min}} = {lmin}$, $c/m^2 = 2$, $G^2 = 0$"
            bound = grown / enclosed(lmin)
            yield ball(case, term, ">=", bound, quantity="term II, and a bound that tends to infinity")
            yield from _term_one(case, 2 * N * (1 - enclosed(lmin) * beta).log(), -2 * enclosed(lmin) * grown, term)


def _term_one(case: str, log_factor: arb, log_rate: arb, level: arb) -> Iterator[Evidence]:
    """Compare the size of term I from two starts with a bound that tends to 0."""
    for start in (0, 10**6):
        left, right = log_factor.exp() * abs(start - level), log_rate.exp() * arb(start).max(level)
        what = "size of term I, and a bound that tends to 0"
        yield ball(f"{case}, $E\\|\\xi_1\\|^2 = {start}$", left, "<=", right, quantity=what)


@claim(
    "gpope/thm2-divergence", reading="fixed-noise", sound={r"$\sigma^2$ proportional to $N$": {"growth": calibrated}}
)
def fixed_noise(trial: Trial, *, growth: Growth = unchanged) -> Iterator[Evidence]:
    """Compare term II at N with term II at 1."""
    lmin = Fraction(1, 5)
    first = term_two(ONE, lmin, 2 * growth(1))
    for N in (4, 100, 10**4):
        term = term_two(Fraction(1, isqrt(N)), lmin, 2 * growth(N))
        case = f"$N = {N}$, $k = 1/2$, $\\eta = 1$, $\\lambda_{{\\min}} = {lmin}$, $h\\sigma = 1$"
        compared = exact(case, term, ">=", first, quantity="term II at $N$ and at 1")
        yield certified(compared, _limit_of_term, ONE, lmin, 2 * growth(N))


def _limit_of_term(eta: Fraction, lmin: Fraction, v: Fraction) -> Certificate:
    values = {"v": v, "lmin": lmin, "eta": eta, "k": HALF}
    return Certificate(
        says="With $k = 1/2$ and the same noise for all $N$ term II tends to 0.",
        given=[lemma("limit", "recursion-level-limit", **values)],
        values={**values, "limit": ref("limit"), "level": 0},
    )


@claim(
    "gpope/thm2-divergence",
    reading="planned-steps",
    broken={**NOISE, "a run of one step less": {"missing": 1}},
    near=("nine tenths of the noise", "a run of one step less"),
)
def planned_steps(trial: Trial, *, growth: Growth = calibrated, missing: int = 0) -> Iterator[Finding]:
    """Compare the exact error at the end of a run of N steps with the bound that tends to infinity."""
    for loop in (DEFECTIVE, DISTINCT):
        for root in (2, 4, 8, 16) if trial.full else (2, 4, 8):
            yield _end_of_run(loop, root, growth, missing)
        yield _end_of_run(loop, 2, growth, missing, Fraction(1, 100), 0)
    yield _figure()


def _end_of_run(loop: Loop, root: int, growth: Growth, missing: int, eta: Fraction = ONE, start: int = 1) -> Evidence:
    Q, N, beta = loop_matrix(loop), root**2, eta / root
    noise = identity_like(Q) * growth(N)
    *_, last = second_moments(Q, [beta] * (N - missing), diagonal(start * ONE, Fraction(0)), noise)
    shown = r"$\eta = hs = 1$" if eta == 1 else f"$\\eta = {eta}$, $hs = 1$"
    case = f"loop, $\\gamma = {loop.discount}$, $k = 1/2$, {shown}, $N = {N}$, $\\xi_1 = ({start}, 0)$"
    what = r"$E\|\xi_{N+1}\|^2$, and a bound that grows like $N^{1-k}$"
    return exact(case, squared_error(last), ">=", noise_floor(Q, beta, N, calibrated(N)), quantity=what)


def _figure() -> Figure:
    Q = loop_matrix(DISTINCT).astype(float)
    counts = [2**j for j in range(2, 25)]
    series = [
        Series(label=f"$k = {k}$", x=[float(N) for N in counts], y=[nine(_end(Q, float(k), N)) for N in counts])
        for k in [Fraction(x) for x in ("1/4", "1/2", "3/4", "1")]
    ]
    return Figure(
        title="Error at the end of a run against the planned number of steps",
        x_label="planned steps $N$",
        y_label=r"$E\|\xi_{N+1}\|_2^2$",
        x_scale="log",
        y_scale="log",
        series=series,
        caption=TEXTS["figure_caption"],
    )


def _end(Q: Array, k: float, N: int) -> float:
    """Return the error at the end of N steps, a power of 2, by doubling: G(2j) = G(j) + M^j G(j) M'^j."""
    beta = float(N) ** -k
    power, gram = np.eye(2) - beta * Q, np.eye(2)
    for _ in range(N.bit_length() - 1):
        gram, power = gram + power @ gram @ power.T, power @ power
    return float(100 * (power[:, 0] @ power[:, 0]) + beta**2 * N * 1e-4 * np.trace(gram))


@claim(
    "gpope/thm2-divergence",
    reading="one-run",
    sound={r"$\beta = 21/4$, for which $I - \beta Q$ expands": {"step_size": Fraction(21, 4)}},
)
def one_run(trial: Trial, *, step_size: Fraction = ONE) -> Iterator[Evidence]:
    """Compare the error after i steps with the level of the steady state."""
    for loop in (DEFECTIVE, DISTINCT, SPREAD):
        Q = loop_matrix(loop)
        level = squared_error(steady_state(Q, ONE, identity_like(Q)))
        moments = list(second_moments(Q, [step_size] * 40, identity_like(Q) * Fraction(0), identity_like(Q)))
        for i in (10, 40):
            case = f"loop, $\\gamma = {loop.discount}$, $\\beta = {step_size}$, $i = {i}$"
            what = r"$E\|\xi_{i+1}\|^2$, and the level of the steady state at $\beta = 1$"
            compared = exact(case, squared_error(moments[i]), ">", level, quantity=what)
            yield certified(compared, _bounded, loop, level)


def _bounded(loop: Loop, level: Fraction) -> Certificate:
    step = {"beta": ONE, "variance": ONE}
    return Certificate(
        says=f"Loop with $\\gamma = {loop.discount}$, $\\beta = h\\sigma = 1$: no error exceeds the steady state.",
        objects={"M": one_state_loop(loop.discount, 0)},
        given=[lemma("largest", "loop-error-level", mdp="M", scale=1, **step)],
        values={**step, "largest": ref("largest"), "level": level},
    )


@claim("gpope/thm2-divergence/repaired", broken={"the Euclidean norm": {"norm": euclidean}})
def both_sides(trial: Trial, *, norm: MakeNorm = lyapunov_norm) -> Iterator[Evidence]:
    """Compare exact errors with the three bounds."""
    for problem in problems():
        chosen = norm(problem.Q)
        eta = few_digits(Fraction(chosen.largest_step))
        for root in (1, 2, 4):
            yield _three_bounds(problem, chosen, eta / root, root**2)
    run = far_apart()
    for root in (1, 2, 4):
        yield _sampled_bounds(run, few_digits(Fraction(run.grown.largest_step)) / root, root**2)
    for size in (10**4, Fraction(1, 1000)):
        yield _nearly_attained(turning(Fraction(size)))
        yield _at_rest(turning(Fraction(size), Fraction(1, 50)), 10**5)


def _nearly_attained(problem: Problem) -> Evidence:
    """Compare runs with the longest step, on which every bound is nearly attained, from starts on both sides of it."""
    norm, pairs = lyapunov_norm(problem.Q), Comparisons()
    mu, beta = Fraction(norm.mu.low), Fraction(norm.largest_step)
    for v, N in product((0 * ONE, Fraction(1, 100), 100 * ONE), (1, 5)):
        V = v * Fraction(np.trace(norm.P))
        for share in (0 * ONE, Fraction(19, 20), 2 * ONE):  # of the level 2 beta V/mu, above which errors fall
            run = Worst(problem.Q, norm.P, share * (2 * beta * V / mu if v else ONE), V)
            moments = list(run.moments([beta] * N))
            errors, values = [run.error(x) for x in moments], {**run.values, "beta": beta, "mu": mu, "N": N}
            case, floor = f"v = {v}, N = {N}, start {share}", noise_floor(problem.Q, beta, N, v)
            pairs[f"end of the run and upper bound, {case}"] = errors[-1], "<=", above(UPPER, values)
            pairs[f"largest error and bound of the run, {case}"] = max(errors), "<=", above(ALWAYS, values)
            pairs[f"end of the run and lower bound, {case}"] = squared_error(moments[-1]), ">=", floor
    return exact_all(f"{problem.name}, $\\beta = \\mu/(2L)$, $N \\leq 5$", pairs, quantity="three bounds")


def _at_rest(problem: Problem, N: int) -> Evidence:
    """Compare the error of a run that starts in its steady state, where it stays, with the bound after many steps."""
    norm = lyapunov_norm(problem.Q)
    mu, beta = few_digits(Fraction(norm.mu.low)), few_digits(Fraction(norm.largest_step))
    error = fraction(np.trace(norm.P @ steady_state(problem.Q, beta, identity_like(problem.Q))))
    values = {"beta": beta, "mu": mu, "N": N, "V": Fraction(np.trace(norm.P)), "start": error}
    case = f"{problem.name}, $\\beta = {beta}$, $N = {N}$, $h\\sigma = 1$"
    what = r"$E\|\xi_{N+1}\|_P^2$ in the steady state, and its bound"
    return ball(case, enclosed(error), "<=", enclose(UPPER, values), quantity=what)


def _sampled_bounds(run: Sampled, beta: Fraction, N: int) -> Evidence:
    """Compare a run of N steps, whose draws differ, with the three bounds."""
    values = {**run.values(Fraction(N)), "mu": few_digits(Fraction(run.norm.mu.low)), "beta": beta, "N": N}
    moments = run.moments([beta] * N, Fraction(N))
    errors, floor = run.errors(moments), noise_floor(run.data.Q, beta, N, Fraction(N))
    always, end = (above(bound, values) for bound in (ALWAYS, UPPER))
    pairs: Comparisons = {
        "end of the run and upper bound": (errors[-1], "<=", end),
        "largest error and bound of the run": (max(errors), "<=", always),
        "end of the run and lower bound": (squared_error(moments[-1]), ">=", floor),
    }
    case = f"{run.data.name}, $G_1 = {float(run.growth):.4g}$, $\\beta = {beta}$, $N = h^2\\sigma^2 = {N}$"
    return exact_all(case, pairs, quantity="three bounds")


def _three_bounds(problem: Problem, norm: LyapunovNorm, beta: Fraction, N: int) -> Evidence:
    """Compare the end of a run of N steps with both bounds, and every error with the bound of the run."""
    mu, noise = few_digits(Fraction(norm.mu.low)), identity_like(problem.Q) * Fraction(N)
    values = {"beta": beta, "mu": mu, "N": N, "V": N * Fraction(np.trace(norm.P))}
    floor = noise_floor(problem.Q, beta, N, Fraction(N))
    pairs = Comparisons()
    for name, start in starts(problem.Q).items():
        moments = list(second_moments(problem.Q, [beta] * N, start, noise))
        errors = [Fraction(np.trace(norm.P @ m)) for m in moments]
        always, end = (above(bound, {**values, "start": errors[0]}) for bound in (ALWAYS, UPPER))
        pairs[f"end of the run and upper bound, {name}"] = (errors[-1], "<=", end)
        pairs[f"largest error and bound of the run, {name}"] = (max(errors), "<=", always)
        pairs[f"end of the run and lower bound, {name}"] = (squared_error(moments[-1]), ">=", floor)
    case = f"{problem.name}, $\\beta = {beta}$, $N = h^2\\sigma^2 = {N}$"
    return exact_all(case, pairs, quantity="three bounds from three starts")
