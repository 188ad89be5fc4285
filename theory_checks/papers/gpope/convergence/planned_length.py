r"""What happens as N grows: to term II, to the error at the end of a run of N steps, and within one run.

For given (epsilon, delta) the noise of a run of N planned steps has sigma^2 = s^2 N; let u = h^2 s^2, beta = eta/N^k
and kappa >= ||Q||_2. Then c N/m^2 = 2 n u N, and

    term II            beta (G^2 + 2 n u N)/(2 lmin - beta lmin^2) >= n u eta N^(1-k)/lmin          -> infinity
    end of the run     E ||xi_(N+1)||^2 >= n u eta N^(1-k) (1 - (1 - beta kappa)^(2N))/kappa        -> infinity
    one run            E ||xi_i||_P^2 <= max{E ||xi_1||_P^2, 2 beta V/mu} for all i                  bounded
    sigma fixed        term II -> 0 like N^-k

because ||(I - beta Q)^j||_F^2 >= 2n (1 - beta kappa)^(2j).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import isqrt

import numpy as np
from theory_checks.papers.gpope.convergence.constant_step import (
    DEFECTIVE,
    DISTINCT,
    SPREAD,
    Loop,
    diagonal,
    loop_facts,
    loop_matrix,
    moment_numbers,
    nine,
    squared_error,
)
from theory_checks.papers.gpope.convergence.range_of_k import power_of_steps, rational
from theory_checks.papers.gpope.convergence.repaired_constant_step import (
    MakeNorm,
    Problem,
    euclidean,
    few_digits,
    problems,
    starts,
    term_two,
)

from tabular.arrays import Array
from tabular.evaluation.saddle import LyapunovNorm, identity_like, lyapunov_norm
from tabular.evaluation.second_moments import second_moments, steady_state
from tabular.instances import one_state_loop
from theory_checks.core.certificate import Certificate, Expression, op, ref, relation, relation_fact
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Outcome, Rational, ball, exact, exact_all
from theory_checks.core.exhibits import Figure, Series

Growth = Callable[[int], Fraction]
ONE, HALF = Fraction(1), Fraction(1, 2)


def calibrated(N: int) -> Fraction:
    """Return N: sigma^2 grows with the planned steps, as a fixed (epsilon, delta) needs."""
    return Fraction(N)


def unchanged(N: int) -> Fraction:
    """Return 1: the same sigma whatever N."""
    return ONE


def norm_bound(Q: Array) -> Fraction:
    """Return the largest sum of absolute values in a row or column: at least ||Q||_2."""
    sizes = np.abs(Q)
    return Fraction(max(sizes.sum(axis=0).max(), sizes.sum(axis=1).max()))


def noise_floor(Q: Array, beta: Fraction, N: int, variance: Fraction) -> Fraction:
    """Return n beta v (1 - (1 - beta kappa)^(2N))/kappa, what noise of variance v per coordinate leaves at least."""
    kappa = norm_bound(Q)
    return Fraction(len(Q), 2) * beta * variance * (1 - (1 - beta * kappa) ** (2 * N)) / kappa


@claim(
    "gpope/thm2-divergence",
    reading="term-two",
    domain=r"$k \in (0,1)$, all $\eta, \lambda_{\min}(Q), c, m > 0$, $G^2 \geq 0$, with $c$ the same for all $N$: "
    r"$\sigma^2$ grows like $N$, as a fixed $(\varepsilon,\delta)$ needs",
    refuted_by="an $N$ at which term II is below a bound that tends to infinity",
    covers=r"""
The denominator $2\lambda - \beta\lambda^2$ is below $2\lambda$, and $\beta = \eta/N^k$, so
$C_0 \geq \frac{\eta c}{2\lambda m^2}N^{1-k} \to \infty$, while term I is at most
$e^{-2\eta\lambda N^{1-k}}\|\xi_1\|^2 \to 0$. The cases check the bound with $c/m^2 = 2$.""",
    not_covered=r"the printed $c$, which is proportional to $\sigma^4/N$ and so grows with $N$ itself "
    r"(`gpope/noise-variance-c`): term II then diverges faster",
    broken={r"$\sigma$ the same for all $N$": {"growth": unchanged}},
)
def diverging_term(trial: Trial, *, growth: Growth = calibrated) -> Iterator[Evidence]:
    """Compare term II with eta c N^(1-k)/(2 lmin m^2)."""
    lmin, eta = Fraction(1, 5), ONE
    for k in [Fraction(x) for x in ("1/10", "1/2", "9/10")]:
        for N in (1, 100, 10**8):
            beta = rational(eta) * power_of_steps(N, -k)
            term = beta * rational(2 * growth(N)) / (2 * rational(lmin) - beta * rational(lmin**2))
            bound = rational(eta / lmin) * power_of_steps(N, 1 - k)
            case = f"$k = {k}$, $N = {N}$, $\\eta = 1$, $\\lambda_{{\\min}} = {lmin}$, $c/m^2 = 2$, $G^2 = 0$"
            yield ball(case, term, ">=", bound, quantity="term II, and a bound that tends to infinity")


@claim(
    "gpope/thm2-divergence",
    reading="fixed-noise",
    domain=r"$k = 1/2$; the noise scale $\sigma$ is one number, so that $cN/m^2$ is the same for all $N$",
    refuted_by="term II is not larger for many steps than for one",
    covers=r"""
With the numerator $v$ of term II the same for all $N$, $C_0 = \frac{\beta v}{\lambda(2-\beta\lambda)} \leq
\frac{\beta v}{\lambda}$ for $\beta\lambda \leq 1$, and $\beta = \eta N^{-k} \to 0$: term II tends to 0.""",
    not_covered=r"what privacy costs: with $\sigma$ fixed $\varepsilon$ grows with $N$. The same holds for $c = 0$, "
    r"without privacy: then the numerator of term II has no $N$",
    sound={r"$\sigma^2$ proportional to $N$": {"growth": calibrated}},
)
def fixed_noise(trial: Trial, *, growth: Growth = unchanged) -> Iterator[Evidence]:
    """Compare term II at N with term II at 1."""
    lmin = Fraction(1, 5)
    first = term_two(ONE, lmin, 2 * growth(1))
    for N in (4, 100, 10**4):
        term = term_two(Fraction(1, isqrt(N)), lmin, 2 * growth(N))
        case = f"$N = {N}$, $k = 1/2$, $\\eta = 1$, $\\lambda_{{\\min}} = {lmin}$, $h\\sigma = 1$"
        found = exact(case, term, ">=", first, quantity="term II at $N$ and at 1")
        yield replace(found, certificate=_smaller_term(trial)) if found.outcome is Outcome.FAILS else found


def _smaller_term(trial: Trial) -> Certificate:
    def limit(beta: str) -> Expression:
        return op("/", op("*", beta, "v"), op("-", op("*", 2, "l"), op("*", beta, op("pow", "l", 2))))

    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says="With $k = 1/2$ and the same noise, term II for $N = 10^{14}$ is less than a millionth of that for 1.",
        constants={"l": Fraction(1, 5), "v": 2, "N": 10**14, "first": 1, "last": Fraction(1, 10**7)},
        facts=[relation_fact(op("*", "first", "l"), "<", 1), relation_fact(op("*", "last", "last", "N"), "=", 1)],
        notes=["C_0 = beta v/(2 l - beta l^2) <= beta v/l for beta l <= 1, and beta = N^(-1/2): it tends to 0."],
        conclusion=relation(limit("last"), "<", op("/", limit("first"), 10**6)),
    )


@claim(
    "gpope/thm2-divergence",
    reading="planned-steps",
    domain=r"every $Q \neq 0$, $k \in (0,1)$, $\eta > 0$; the error at the end of a run of $N$ planned steps as "
    r"$N \to \infty$, with $\sigma^2 = s^2N$, nothing clipped, $E[\Delta_i \mid \xi_1, \dots, \xi_i] = 0$ and $\zeta$ "
    r"independent of the sampling",
    refuted_by="an exact expected squared error below a bound that tends to infinity",
    covers=r"""
$\xi_{N+1} = M^N\xi_1 + \beta\sum_i M^{N-i}\Delta_i$ up to the sign of $\Delta_i$, $M = I - \beta Q$, and the
summands are orthogonal in the mean, because $E[\Delta_i \mid \xi_1, \dots, \xi_i] = 0$. As $h\zeta_i$ is
independent of the rest of $\Delta_i$, $E\|M^j\Delta_i\|^2 \geq h^2\sigma^2\|M^j\|_F^2$, so the error is at least
$\beta^2uN\sum_{j<N}\|M^j\|_F^2$ with $u = h^2s^2$. For $\kappa \geq \|Q\|_2$ and $\beta\kappa < 1$,
$\|(I-\beta Q)x\| \geq (1-\beta\kappa)\|x\|$, so the sum is at least
$2n\frac{1-(1-\beta\kappa)^{2N}}{2\beta\kappa-\beta^2\kappa^2}$ and the error at least
$\frac{nu\eta}{\kappa}N^{1-k}(1-e^{-2\eta\kappa N^{1-k}}) \to \infty$. The cases check this by exact second moments.""",
    not_covered="clipped gradients",
    broken={r"$\sigma$ the same for all $N$": {"growth": unchanged}},
)
def planned_steps(trial: Trial, *, growth: Growth = calibrated) -> Iterator[Finding]:
    """Compare the exact error at the end of a run of N steps with the bound that tends to infinity."""
    for loop in (DEFECTIVE, DISTINCT):
        for root in (2, 4, 8, 16) if trial.full else (2, 4, 8):
            yield _end_of_run(loop, root, growth)
    yield _figure()


def _end_of_run(loop: Loop, root: int, growth: Growth) -> Evidence:
    Q, N, beta = loop_matrix(loop), root**2, Fraction(1, root)
    noise = identity_like(Q) * growth(N)
    *_, last = second_moments(Q, [beta] * N, diagonal(ONE, Fraction(0)), noise)
    case = f"loop, $\\gamma = {loop.discount}$, $k = 1/2$, $\\eta = hs = 1$, $N = {N}$, $\\xi_1 = (1, 0)$"
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
        caption=r"The formula in floats; loop with $\gamma = 3/5$, $\xi_1 = (10, 0)$, $\beta = N^{-k}$, "
        r"$h^2\sigma^2 = N/10^4$ as for a fixed $(\varepsilon,\delta)$. Each run is stable; planned too long it "
        r"ends in noise, like $N^{1-k}$. For $k = 1$ it stays near its start.",
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
    domain=r"one-state loops with $\gamma = 1/2, 3/5, 7/10$, $h\sigma = 1$, $\xi_1 = 0$, $\beta = 1$; the error after "
    r"$i$ steps of one run",
    refuted_by="a run whose error never exceeds a fixed level",
    not_covered=r"$\beta$ above $2/\lambda_{\max}(Q)$, which the printed condition allows: then the iterates do "
    r"diverge, with or without noise (`gpope/thm2`)",
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
            found = exact(case, squared_error(moments[i]), ">", level, quantity=what)
            yield replace(found, certificate=_stationary(trial, loop)) if found.outcome is Outcome.FAILS else found


def _stationary(trial: Trial, loop: Loop) -> Certificate:
    """Certify that one second moment is kept by the steps of the run."""
    Q = loop_matrix(loop)
    kept = steady_state(Q, ONE, identity_like(Q))
    entries = [kept[0, 0], kept[0, 1], kept[1, 1]]
    moments = second_moments(Q, [ONE] * 10, identity_like(Q) * Fraction(0), identity_like(Q))
    run = [[m[0, 0], m[0, 1], m[1, 1]] for m in moments]
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=f"On the loop with $\\gamma = {loop.discount}$, $\\beta = h\\sigma = 1$, one step keeps a second moment, "
        "and the run from $\\xi_1 = 0$ stays below it.",
        objects={
            "M": one_state_loop(loop.discount, 0),
            "map": moment_numbers(loop, ONE),
            "added": [ONE, Fraction(0), ONE],
            "moments": run,
            "kept": [entries, entries],
        },
        constants={"beta": 1, "A": op("-", 1, "M.discount")},
        facts=[
            *loop_facts(),
            {"fact": "iteration", "sequence": "kept", "matrix": "map", "offset": "added"},
            *(relation_fact(ref("added", i), "=", 1 - i % 2) for i in range(3)),
            *(relation_fact(ref("moments", 0, i), "=", 0) for i in range(3)),
        ],
        notes=[
            "moments and kept are the entries 11, 12, 22 of E xi xi'. S -> M S M' + I keeps the order of second "
            "moments, 0 <= kept and kept is a fixed point, so no later moment exceeds kept; ten steps are shown."
        ],
        conclusion=relation(
            op("+", ref("moments", 10, 0), ref("moments", 10, 2)), "<", op("+", ref("kept", 0, 0), ref("kept", 0, 2))
        ),
    )


@claim(
    "gpope/thm2-divergence/repaired",
    domain=r"$A$ invertible, $C > 0$, $0 < \beta = \eta/N^k \leq \mu/(2L)$ ($L$ stands for $L + G_1$), "
    r"$\beta\kappa < 1$ with $\kappa \geq \|Q\|_2$; $h^2\sigma^2 = v$ per coordinate; errors $\Delta_i$ as in "
    r"Theorem 2 (repaired), of which the privacy noise is an independent part",
    refuted_by="a run whose exact expected squared error leaves the bounds",
    covers=r"""
Upper bounds: Theorem 2 (repaired) with $1 - \beta\mu + \beta^2L \leq 1 - \beta\mu/2$ gives
$e_{i+1} \leq (1-\frac{\beta\mu}{2})e_i + \beta^2V$, so that $e_i \leq \max\{e_1, 2\beta V/\mu\}$ for all $i$ and
$e_{N+1} \leq (1-\frac{\beta\mu}{2})^Ne_1 + \frac{2\beta V}{\mu}$, with $e_i = E\|\xi_i\|_P^2$. Lower bound: what
the privacy noise alone leaves,
$\beta^2v\sum_{j<N}\|(I-\beta Q)^j\|_F^2 \geq \frac{n\beta v}{\kappa}(1-(1-\beta\kappa)^{2N})$, as each singular
value of $I-\beta Q$ is at least $1-\beta\kappa$. With $v = uN$ both sides are of the order $N^{1-k}$, so that some
finite $N$ is best; with $v$ fixed the error tends to 0 like $N^{-k}$. The cases check all three bounds by exact
second moments.""",
    not_covered=r"clipping: with the projection of `gpope/no-clipping/repaired`, which avoids it, both upper bounds "
    r"stay, but the lower bound is lost, as projected iterates are bounded whatever $v$ is; so the order $N^{1-k}$ is "
    "that of the recursion without clipping and projection",
    broken={"the Euclidean norm": {"norm": euclidean}},
)
def both_sides(trial: Trial, *, norm: MakeNorm = lyapunov_norm) -> Iterator[Evidence]:
    """Compare exact errors with the three bounds."""
    for problem in problems():
        chosen = norm(problem.Q)
        eta = few_digits(Fraction(chosen.largest_step))
        for root in (1, 2, 4):
            yield _three_bounds(problem, chosen, eta / root, root**2)


def _three_bounds(problem: Problem, norm: LyapunovNorm, beta: Fraction, N: int) -> Evidence:
    """Compare the end of a run of N steps with both bounds, and every error with the bound of the run."""
    mu, noise = few_digits(Fraction(norm.mu.low)), identity_like(problem.Q) * Fraction(N)
    limit, floor = 2 * beta * N * Fraction(np.trace(norm.P)) / mu, noise_floor(problem.Q, beta, N, Fraction(N))
    pairs: dict[str, tuple[Rational, str, Rational]] = {}
    for name, start in starts(problem.Q).items():
        moments = list(second_moments(problem.Q, [beta] * N, start, noise))
        errors = [Fraction(np.trace(norm.P @ m)) for m in moments]
        end = (1 - beta * mu / 2) ** N * errors[0] + limit
        pairs[f"end of the run and upper bound, {name}"] = (errors[-1], "<=", end)
        pairs[f"largest error and bound of the run, {name}"] = (max(errors), "<=", max(errors[0], limit))
        pairs[f"end of the run and lower bound, {name}"] = (squared_error(moments[-1]), ">=", floor)
    case = f"{problem.name}, $\\beta = {beta}$, $N = h^2\\sigma^2 = {N}$"
    return exact_all(case, pairs, quantity="three bounds from three starts")
