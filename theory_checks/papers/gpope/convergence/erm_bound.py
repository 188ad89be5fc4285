r"""Attaining the lower bound d/(m^2 epsilon^2) of private risk minimisation: what Theorem 3 would give.

With h = 1, c = 2 n c2^2 ln(1/delta)/epsilon^2, d = 2n parameters and x = eta^2/((eta - 1) lmin^2), terms III and IV are
at every N >= m^2 epsilon^2/d at most K d/(m^2 epsilon^2) together, K = max{||xi_1||^2, x G^2} + x c2^2 ln(1/delta).
K does not depend on m, epsilon and d, but it does on delta and lmin. The lower bound has no delta and no lmin. Smaller
N that are large and O(.), like sqrt(m), are not enough, and at N = m^2 epsilon^2/d Theorem 1 asks for epsilon > d/c1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import ceil, isqrt

import numpy as np

from tabular.evaluation.saddle import identity_like, lyapunov_norm
from tabular.evaluation.second_moments import second_moments
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Outcome, Region, exact, exact_all
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Term
from theory_checks.core.interpret import exact as value
from theory_checks.core.texts import texts_of
from theory_checks.papers.gpope.common.one_state_loops import DEFECTIVE, loop_matrix, nine
from theory_checks.papers.gpope.common.rounding import above
from theory_checks.papers.gpope.convergence._certified import Comparisons, certified
from theory_checks.papers.gpope.convergence._problems import Problem, Worst, few_digits, turning
from theory_checks.papers.gpope.convergence._sampling import two_trajectories
from theory_checks.papers.gpope.convergence._steps import THEOREM3, Schedule, least, shifted
from theory_checks.papers.gpope.convergence._theorems import with_factor

TEXTS = texts_of(__file__)

Steps = Callable[["Setting"], Fraction]
ONE, FIVE, HALF = Fraction(1), Fraction(5), Fraction(1, 2)
SHORT = 20
ORDER = formal_of(__file__, "gpope/erm-lower-bound", "order")
PLANNED = formal_of(__file__, "gpope/erm-lower-bound", "with-theorem-1").right_of("N")  # m^2 epsilon^2/d
TERM_FOUR = formal_of(__file__, "gpope/erm-lower-bound", "all-constants").left  # over the target
REPAIRED = formal_of(__file__, "gpope/erm-lower-bound/repaired").right


@dataclass(frozen=True)
class Setting:
    """What the bound depends on; ell stands for ln(1/delta), x for eta^2/((eta - 1) lmin^2), c2 = 1."""

    records: int
    epsilon: Fraction
    size: int = 2
    ell: Fraction = Fraction(10)
    x: Fraction = FIVE
    start: Fraction = ONE
    variance: Fraction = ONE
    eta_and_lmin: tuple[Fraction, Fraction] | None = None  # in place of x

    @property
    def target(self) -> Fraction:
        """The lower bound without its constant."""
        return value(ORDER.right, {**self.values, "K": 1})

    @property
    def constant(self) -> Fraction:
        """The factor K of the target."""
        return value(ORDER.right_of("K"), self.values)

    @property
    def most(self) -> Fraction:
        """K times the target."""
        return value(ORDER.right, {**self.values, "K": self.constant})

    @property
    def values(self) -> dict[str, Fraction | int]:
        """What the symbols of the formulas stand for."""
        sizes = {"m": self.records, "epsilon": self.epsilon, "d": self.size, "ell": self.ell, "c2": 1}
        share = value(ORDER.right_of("c"), sizes)
        eta, lmin = self.eta_and_lmin or with_factor(self.x).values()
        return {**sizes, "eta": eta, "lmin": lmin, "start": self.start, "G2": self.variance, "c": share}

    def bound(self, steps: Fraction) -> Fraction:
        """Return term III plus term IV."""
        return value(ORDER.left, {**self.values, "N": steps})

    @property
    def name(self) -> str:
        """What evidence calls the setting."""
        return f"$m = {self.records}$, $\\varepsilon = {self.epsilon}$, $d = {self.size}$"


def enough_steps(z: Setting) -> Fraction:
    """Return the named number of steps."""
    return value(PLANNED, z.values)


def one_step(z: Setting) -> Fraction:
    """Return 1."""
    return ONE


def half_the_steps(z: Setting) -> Fraction:
    """Return half of the named number of steps."""
    return enough_steps(z) / 2


def few_steps(z: Setting) -> Fraction:
    """Return sqrt(m) rounded down: it grows with m, and is O(m^2 epsilon^2/d)."""
    return Fraction(isqrt(z.records))


def growing() -> list[Setting]:
    """Return settings with growing m^2 epsilon^2/d."""
    return [
        Setting(m, epsilon, d) for m in (10**3, 10**5, 10**8) for epsilon in (Fraction(1, 10), ONE) for d in (2, 100)
    ]


LITTLE = Fraction(1, 100)
SMALL = (
    Setting(10, LITTLE),
    Setting(1, 2 * ONE, ell=LITTLE, start=LITTLE, variance=LITTLE, eta_and_lmin=(2 * ONE, HALF)),
)
WHAT = r"bound of Theorem 3 and $Kd/(m^2\varepsilon^2)$"


@claim(
    "gpope/erm-lower-bound",
    reading="order",
    setting={"multiples": (1, 7), "others": SMALL},
    broken={"a single step": {"steps": one_step}},
)
@claim(
    "gpope/erm-lower-bound",
    reading="can-attain",
    setting={"others": SMALL},
    broken={"a single step": {"steps": one_step}, "half of the steps": {"steps": half_the_steps}},
    near=("half of the steps",),
)
@claim(
    "gpope/erm-lower-bound",
    reading="at-most-that-many-steps",
    setting={"steps": few_steps},
    sound={r"$N = m^2\varepsilon^2/d$": {"steps": enough_steps}},
)
def order(
    trial: Trial, *, steps: Steps = enough_steps, multiples: Sequence[int] = (1,), others: Sequence[Setting] = ()
) -> Iterator[Finding]:
    """Compare term III plus term IV at N steps with K d/(m^2 epsilon^2)."""
    for z in (*growing(), *others):
        for N in (steps(z) * more for more in multiples):
            values = {**z.values, "N": N, "K": z.constant}
            left, right = (value(side, values) for side in (trial.formal.left, trial.formal.right))
            compared = exact(f"{z.name}, $N = {N}$", left, "<=", right, quantity=WHAT)
            yield certified(compared, _few_steps, z, N)
    yield _figure()


def _few_steps(z: Setting, N: Fraction) -> Certificate:
    return Certificate(
        says=f"With $m = {z.records}$, $\\varepsilon = {z.epsilon}$, $d = {z.size}$, $N = {N}$ steps are at most "
        "$m^2\\varepsilon^2/d$, but the bound is above that of the order.",
        values={**z.values, "N": N, "K": z.constant},
    )


def _figure() -> Figure:
    z = Setting(1000, ONE)
    counts = [10**j for j in range(9)]
    x = [float(N) for N in counts]
    return Figure(
        title="The bound of Theorem 3 and the lower bound",
        x_label="$N$",
        y_label="bound",
        x_scale="log",
        y_scale="log",
        series=[
            Series(label="term III + term IV", x=x, y=[nine(float(z.bound(Fraction(N)))) for N in counts]),
            Series(label=r"$d/(m^2\varepsilon^2)$", x=x, y=[nine(float(z.target))] * len(x)),
        ],
        caption=TEXTS["figure_caption"],
    )


@claim(
    "gpope/erm-lower-bound",
    reading="all-constants",
    sound={r"$K$ proportional to $\ln(1/\delta)/\lambda_{\min}^2$": {"scaled": True}},
)
def all_constants(trial: Trial, *, scaled: bool = False) -> Iterator[Evidence]:
    """Compare term IV over d/(m^2 epsilon^2), that is 4 ell/lmin^2 at eta = 2, with K, for the ell that refutes it."""
    for K, lmin in product((ONE, Fraction(1000), Fraction(10**9)), (Fraction(1, 100), Fraction(1, 2))):
        ell = (K + 1) * lmin**2 / 4
        values = {"eta": 2, "lmin": lmin, "c2": 1, "ell": ell, "K": K}
        share = value(TERM_FOUR, values)
        case = f"$K = {K}$, $\\lambda_{{\\min}} = {lmin}$, $\\ln(1/\\delta) = {ell}$, $\\eta = 2$, $c_2 = 1$"
        what = r"term IV over $d/(m^2\varepsilon^2)$, and $K$"
        compared = exact(case, share, "<=", Fraction(5, 4) * share if scaled else K, quantity=what)
        yield certified(compared, _large_constant, values)


def _large_constant(values: Mapping[str, Term]) -> Certificate:
    return Certificate(
        says=f"With $\\lambda_{{\\min}} = {values['lmin']}$ and $\\ln(1/\\delta) = {values['ell']}$ term IV is more "
        f"than ${values['K']}d/(m^2\\varepsilon^2)$, whatever $N$.",
        values=values,
    )


@claim(
    "gpope/erm-lower-bound",
    reading="with-theorem-1",
    sound={r"$N = m^2\varepsilon^2/d + m^2\varepsilon/c_1$": {"more": True}},
)
def with_theorem_one(trial: Trial, *, more: bool = False) -> Iterator[Evidence]:
    """Compare epsilon with c1 N/m^2 at N = m^2 epsilon^2/d, or at a larger N."""
    for c1 in (ONE, Fraction(10), Fraction(1000)):
        for d in (2, 78):
            for share in (Fraction(1, 10), ONE, Fraction(11, 10), Fraction(10)):
                epsilon = share * d / c1
                N = value(PLANNED, {"m": 1000, "epsilon": epsilon, "d": d}) + (10**6 * epsilon / c1 if more else 0)
                case = f"$c_1 = {c1}$, $d = {d}$, $\\varepsilon = {epsilon}$"
                region = Region.INSIDE if share > 1 else Region.OUTSIDE
                what = r"$\varepsilon$ and $c_1N/m^2$"
                right = value(trial.formal.right, {"c1": c1, "N": N, "m": 1000})
                compared = exact(case, epsilon, "<", right, quantity=what, region=region)
                yield certified(compared, _not_covered, c1, d, epsilon)


def _not_covered(c1: Fraction, d: int, epsilon: Fraction) -> Certificate:
    values = {"d": d, "epsilon": epsilon, "m": 1000}
    return Certificate(
        says=f"With $c_1 = {c1}$, $d = {d}$ and $\\varepsilon = {epsilon}$, $N = m^2\\varepsilon^2/d$ does not satisfy "
        f"the hypothesis of "
        "Theorem 1.",
        values={**values, "c1": c1, "N": value(PLANNED, values)},
    )


MakeRepaired = Callable[[Setting], int]


def planned(z: Setting) -> int:
    """Return the least integer N >= m^2 epsilon^2/d."""
    return ceil(enough_steps(z))


def too_few(z: Setting) -> int:
    """Return 1."""
    return 1


@claim("gpope/erm-lower-bound/repaired", broken={"a single step": {"steps": too_few}})
def order_repaired(trial: Trial, *, steps: MakeRepaired = planned) -> Iterator[Evidence]:
    """Compare exact errors of small runs, and the corrected bound for many sizes, with K d/(m^2 epsilon^2)."""
    for m in (2, 3, 4):
        z = Setting(m, ONE)
        yield _small_run(z, steps(z))
    yield _varying_run(trial, Setting(3, ONE), steps)
    for z in growing():
        yield _last_step(z, steps(z))
    for size in (10**4, Fraction(1, 10**4)):
        yield _each_part(turning(Fraction(size), HALF), int(size < 1))


TEN, TENTH, NONE = Fraction(10), Fraction(1, 10), Fraction(1, 10**30)
PARTS = (  # E ||xi_1||_P^2, V_0, h, c_2, ln(1/delta), m, epsilon (or the largest) and d
    *((TEN**12, 0, NONE, ONE, ONE, 1, None, d) for d in (2, 100)),
    *((0, TEN**12, NONE, ONE, ONE, 1, None, d) for d in (2, 100)),
    *((0, 0, scale, scale, TEN, m, epsilon, 2) for scale in (TEN, TENTH) for m, epsilon in ((10, ONE), (1, TENTH))),
    *((0, 0, ONE, ONE, ONE, 1, epsilon, 100) for epsilon in (TEN, 1 / TEN**6)),
)


def _each_part(problem: Problem, growth: int) -> Evidence:
    """Compare runs of i_0 steps in which the start, sampling or privacy alone decides with K d/(m^2 epsilon^2).

    The problem is copied d/2 times, which changes nothing but the trace of P.
    """
    norm, pairs = lyapunov_norm(problem.Q), Comparisons()
    mu, G1 = few_digits(Fraction(norm.mu.low)), growth * few_digits(Fraction(norm.L.low))
    schedule = least(mu, Fraction(norm.L.high) + G1)
    N = schedule.shift
    of_start, of_noise = (
        Worst(problem.Q, norm.P, Fraction(start), Fraction(1 - start), G1).errors(schedule.sizes(N))[-1]
        for start in (1, 0)
    )
    for start, V0, h, c2, ell, m, given, d in PARTS:
        epsilon = given or Fraction(isqrt(d * N))
        values = {"start": start, "V0": V0, "h": h, "c2": c2, "ell": ell, "m": m, "epsilon": epsilon, "d": d}
        V = V0 + (h * c2 / m / epsilon) ** 2 * N * ell * d / 2 * Fraction(np.trace(norm.P))
        bound = above(REPAIRED, {**values, **schedule.values})
        pairs[", ".join(map(str, values.values()))] = start * of_start + V * of_noise, "<=", bound
    case = f"{problem.name}, $G_1 = {float(G1):.3g}$, $N = i_0 = {N}$, each part alone"
    return exact_all(case, pairs, quantity=r"$E\|\xi_{N+1}\|_P^2$ and $Kd/(m^2\varepsilon^2)$")


def _varying_run(trial: Trial, z: Setting, steps: MakeRepaired) -> Evidence:
    """Run a data set of two trajectories with different Q_j exactly: G_1 > 0."""
    run, N = two_trajectories(trial), steps(z)
    schedule = shifted(run.grown)
    error = run.errors(run.moments(schedule.sizes(N), z.ell * N / z.records**2))[-1]
    limit = _limit(z, schedule, run.start, run.at_rest)
    what = r"$E\|\xi_{N+1}\|_P^2$ and $Kd/(m^2\varepsilon^2)$"
    return exact(f"{run.data.name}, {z.name}, $N = {N}$", error, "<=", limit, quantity=what)


def _limit(z: Setting, schedule: Schedule, start: Fraction, at_rest: Fraction = Fraction(0)) -> Fraction:
    """Return the bound of the repair, with h = c2 = 1, for these E ||xi_1||_P^2 and V_0."""
    return above(REPAIRED, {**z.values, **schedule.values, "start": start, "V0": at_rest, "h": 1})


def _loop() -> tuple[Schedule, Fraction]:
    """Return steps and E ||xi_1||_P^2 for the loop with gamma = 1/2 and E xi_1 xi_1' = I."""
    norm = lyapunov_norm(loop_matrix(DEFECTIVE))
    return shifted(norm), Fraction(np.trace(norm.P))


def _small_run(z: Setting, steps: int) -> Evidence:
    """Run the loop exactly."""
    schedule, start = _loop()
    Q = loop_matrix(DEFECTIVE)
    noise = identity_like(Q) * (z.ell * steps / z.records**2)
    *_, last = second_moments(Q, schedule.sizes(steps), identity_like(Q), noise)
    error = Fraction(np.trace(lyapunov_norm(Q).P @ last))
    what = r"$E\|\xi_{N+1}\|_P^2$ and $Kd/(m^2\varepsilon^2)$"
    case = f"loop, $\\gamma = 1/2$, {z.name}, $N = {steps}$"
    return exact(case, error, "<=", _limit(z, schedule, start), quantity=what)


def _last_step(z: Setting, steps: int) -> Evidence:
    """Compare H/N with the bound; as H/N is above the error, only a run whose error is known can refute it."""
    schedule, start = _loop()
    variance = z.ell * steps * z.target / schedule.mu
    values = {**schedule.values, "start": start, "V": variance, "N": steps}
    height = (steps + 1 + schedule.shift) * value(THEOREM3.right, values)
    what = r"$H/N$ with $\mathrm{tr}P = d/\mu$, and $Kd/(m^2\varepsilon^2)$"
    proved = exact(f"{z.name}, $N = {steps}$", height / steps, "<=", _limit(z, schedule, start), quantity=what)
    if proved.outcome is Outcome.HOLDS:
        return proved
    run = _small_run(z, steps) if z.size == 2 and steps <= SHORT else proved
    refuted = run is not proved and run.outcome is Outcome.FAILS
    return run if refuted else replace(proved, outcome=Outcome.UNDECIDED)
