r"""The log moment of N steps in the proof of Theorem 1, and what is true of it.

With q = 1/m, y = D^2/sigma^2, K ~ Bin(lambda + 1, q) and integer lambda,

    alpha(lambda) = log E e^(y K (K - 1)/2)  <=  kappa^2 q^2 lambda (lambda + 1) y/2,  kappa = (e^x - 1)/x, x = lambda y

for the ordered pair mix || null at distance D, and at most twice that for all neighbours (D = 2): for N steps

    4 kappa^2 N lambda (lambda + 1)/(m^2 sigma^2),    x = 4 lambda/sigma^2,

for all m, sigma and lambda. The paper has 4 N lambda^2/(m^2 sigma^2), from Lemma 1 with lambda (lambda + 1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import floor, log

from flint import arb, ctx
from theory_checks.papers.gpope.privacy.one_step_bound import BITS, Bound, Step, moment
from theory_checks.papers.gpope.privacy.one_step_repaired import dominating_moment

from tabular.privacy.arguments import ball as ball_of
from tabular.privacy.subsampled import binomial_log_moment, binomial_log_moment_ball
from theory_checks.core.certificate import Certificate, Expression, op, relation, used
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Outcome, Region, ball, exact
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.kit.enclosures import enclose

SQUARE = op("pow", op("*", "m", "sigma"), 2)
PRINTED = op("/", op("*", 4, op("pow", "lambda", 2)), SQUARE)
FROM_LEMMA = op("/", op("*", 4, "lambda", op("+", "lambda", 1)), SQUARE)


def printed_step(step: Step) -> arb:
    """Return 4 lambda^2/(m^2 sigma^2)."""
    return enclose(PRINTED, step.constants)


def lemma_step(step: Step) -> arb:
    """Return 4 lambda (lambda + 1)/(m^2 sigma^2), the bound of Lemma 1 for sigma^2 >= 1/ln 2."""
    return enclose(FROM_LEMMA, step.constants)


def kappa(x: arb) -> arb:
    """Return (e^x - 1)/x for x > 0."""
    return x.expm1() / x


def proved_pair(step: Step) -> arb:
    """Return kappa^2 q^2 lambda (lambda + 1) y/2, the bound for one ordered pair at its distance D."""
    y = ball_of(Fraction(step.shift) ** 2 / Fraction(step.sigma) ** 2)
    leading = ball_of(Fraction(step.order * (step.order + 1)) / (2 * Fraction(step.m) ** 2)) * y
    return kappa(ball_of(Fraction(step.order)) * y) ** 2 * leading


def proved_step(step: Step) -> arb:
    """Return the bound for all neighbours: twice that of the ordered pair."""
    return 2 * proved_pair(step)


def pair_moment(step: Step) -> arb:
    """Return a ball that holds alpha(lambda) of mix || null."""
    return binomial_log_moment_ball(step.pair, int(step.order), BITS)


SIZES = ((1, Fraction(5, 4)), (10, Fraction(5, 4)), (100, Fraction(2)), (1000, Fraction(3, 2)), (10**6, Fraction(5, 4)))


Orders = Callable[[int], int]


def squared(order: int) -> int:
    """Return lambda^2."""
    return order**2


def with_next(order: int) -> int:
    """Return lambda (lambda + 1)."""
    return order * (order + 1)


@claim(
    "gpope/b2-log-moment",
    reading="deduction",
    domain=r"all $m, N \geq 1$, $\sigma \geq \sqrt{1/\ln 2}$, $\lambda > 0$: what Lemma 1 and composability give",
    refuted_by=r"$\lambda$ with $4N\lambda(\lambda+1)/(m^2\sigma^2) > 4N\lambda^2/(m^2\sigma^2)$",
    covers=r"Every $\lambda > 0$ does: Lemma 1 has $\lambda(\lambda+1)$, the proof goes on with $\lambda^2$.",
    sound={r"with $\lambda(\lambda+1)$": {"orders": with_next}},
)
def deduction(trial: Trial, *, orders: Orders = squared) -> Iterator[Evidence]:
    """Compare the bound that Lemma 1 gives with the one that the proof uses."""
    for order in (1, 2, 10):
        step = Step(10, Fraction(5, 4), order)
        scale = 4 / (step.m * Fraction(step.sigma)) ** 2
        left, right = scale * with_next(order), scale * orders(order)
        found = exact(step.name, left, "<=", right, quantity="one step: Lemma 1, and the proof of Theorem 1")
        says = f"{step.name}: the bound of Lemma 1 on one step is larger than the one with $\\lambda^2$."
        yield _certified(trial, found, step, says, relation(FROM_LEMMA, ">", PRINTED))


def _certified(
    trial: Trial, found: Evidence, step: Step, says: str, conclusion: dict[str, Expression], note: str = ""
) -> Evidence:
    """Add the certificate to evidence that fails."""
    if found.outcome is not Outcome.FAILS:
        return found
    certificate = Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=says,
        constants=used(step.constants, conclusion),
        notes=[note] if note else [],
        conclusion=conclusion,
    )
    return replace(found, certificate=certificate)


BINOMIAL = (
    "Left: log E_Q (P/Q)^(lambda + 1), Q = N(0, sigma^2), P = (1 - q) N(0, sigma^2) + q N(D, sigma^2), by the binomial "
    "theorem. N steps have N times it, and the printed bound is N times the right side."
)


def compared(
    trial: Trial, step: Step, bound: Bound, region: Region, conclude: Expression = PRINTED, says: str = ""
) -> Evidence:
    """Compare the log moment of mix || null with a bound on one step."""
    with ctx.workprec(BITS):
        left, right = pair_moment(step), bound(step)
        found = ball(step.name, left, "<=", right, quantity=r"$\alpha(\lambda)$ of one step, bound", region=region)
    text = says or f"{step.name}: the log moment of one step exceeds the bound, and so it is for $N$ steps."
    return _certified(trial, found, step, text, relation(moment(int(step.order)), ">", conclude), BINOMIAL)


def first_failure(m: int, sigma: Fraction, bound: Callable[[int], float], shift: int) -> int:
    """Return the first integer order above 1 at which the log moment exceeds a bound, in doubles: only a proposal."""
    order = 2
    while binomial_log_moment(Step(m, sigma, 1, shift).pair, order) <= bound(order):
        order += 1
    return order


def fails_from(m: int, sigma: Fraction) -> int:
    """Return the first order above 1 at which 4 lambda^2/(m^2 sigma^2) fails for distance 1."""
    return first_failure(m, sigma, lambda order: 4 * (order / (m * float(sigma))) ** 2, 1)


@claim(
    "gpope/b2-log-moment",
    reading="pair-of-the-proof",
    domain=r"the two laws of the proof (distance 1, mixture first), all $m, N \geq 1$, "
    r"$\sigma \geq \sqrt{1/\ln 2}$ and integer $\lambda \geq 1$",
    refuted_by=r"$m$, $\sigma$, $\lambda$ for which $N$ times the log moment of a step exceeds the bound",
    covers=r"""
For $m \leq 2$ it holds for every integer $\lambda$, by $\alpha \leq \frac{\lambda(\lambda+1)}{2\sigma^2} \leq
\frac{4\lambda^2}{m^2\sigma^2}$. For $m \geq 3$ it holds for $\lambda \leq \frac54\sigma^2$: by
`gpope/b2-log-moment/repaired` (its step (i), at distance 1) $\alpha \leq
\kappa^2\frac{\lambda(\lambda+1)}{2m^2\sigma^2}$ with $x = \lambda/\sigma^2 \leq \frac54$, $\kappa < 2$ and $\lambda + 1
\leq 2\lambda$. It fails for $\lambda \geq \frac{2\sigma^2\ln m}{1 - 8/m^2}$: the summand $k = \lambda + 1$ of the
binomial sum gives $\alpha \geq (\lambda+1)(\frac{\lambda}{2\sigma^2} - \ln m) \geq
\frac{4\lambda(\lambda+1)}{m^2\sigma^2}$. Between the two the first order that fails is computed for the listed $m$ and
$\sigma$, with balls on both sides.""",
    not_covered=r"which orders between $\frac54\sigma^2$ and the first failing one hold for other $m, \sigma$, and "
    r"real $\lambda < 1$ (as $\lambda \to 0$ the bound is below $\lambda\mathbb{E}L$ and fails)",
    sound={"the repaired bound": {"bound": proved_step}},
)
def pair_of_the_proof(trial: Trial, *, bound: Bound = printed_step) -> Iterator[Finding]:
    """Compare at the first order that fails, before it, and at the ends of the proved ranges."""
    x = ball_of(Fraction(5, 4))
    yield ball("the constant of the proof", kappa(x), "<=", arb(2), quantity=r"$\kappa(5/4)$", region=Region.INSIDE)
    yield compared(trial, Step(1, Fraction(5, 4), 40, 1), bound, Region.INSIDE)
    yield compared(trial, Step(2, Fraction(5, 4), 40, 1), bound, Region.INSIDE)
    for m, sigma in SIZES[1:]:
        last = fails_from(m, sigma)
        for order in sorted({1, floor(5 * sigma**2 / 4), last - 1}):
            yield compared(trial, Step(m, sigma, order, 1), bound, Region.INSIDE)
        yield compared(trial, Step(m, sigma, last, 1), bound, Region.OUTSIDE)
    yield compared(trial, Step(10, Fraction(5, 4), 12, 1), bound, Region.OUTSIDE)
    if bound is printed_step:
        yield _figure()
        yield _orders()


def _orders() -> Table:
    rows: list[list[str | int | float]] = []
    for m, sigma in ((10, 2), (100, 2), (1000, 2), (100, 4), (1000, 4), (10**6, 4)):
        scale = Fraction(sigma)
        safe = float(f"{sigma**2 * log(m / sigma):.6g}")
        rows.append([m, sigma, safe, fails_from(m, scale), float(f"{2 * sigma**2 * log(m):.6g}")])
    return Table(
        title=r"First integer order at which $4\lambda^2/(m^2\sigma^2)$ fails, distance 1",
        columns=["$m$", r"$\sigma$", r"$\sigma^2\ln(m/\sigma)$", r"first $\lambda$ that fails", r"$2\sigma^2\ln m$"],
        rows=rows,
    )


def _figure() -> Figure:
    m, sigma = 100, Fraction(4)
    orders = list(range(1, 200, 4))
    pairs = {shift: Step(m, sigma, 1, shift).pair for shift in (1, 2)}
    curves = {shift: [_short(binomial_log_moment(pairs[shift], k)) for k in orders] for shift in pairs}
    proved = [_short(float(proved_step(Step(m, sigma, k)))) for k in orders]
    x = [float(k) for k in orders]
    return Figure(
        title="Log moment of one step and its bounds",
        x_label=r"$\lambda$",
        y_label=r"$\alpha(\lambda)$",
        x_scale="log",
        y_scale="log",
        series=[
            Series(label="printed bound", x=x, y=[_short(4 * (k / (m * float(sigma))) ** 2) for k in orders]),
            Series(label="exact, distance 1 (proof)", x=x, y=curves[1]),
            Series(label="exact, distance 2 (one order)", x=x, y=curves[2]),
            Series(label="repaired bound, all neighbours", x=x[:20], y=proved[:20]),
        ],
        caption=r"$m = 100$, $\sigma = 4$. The exact moments leave their parabola near $\frac{2\sigma^2}{D^2}\ln m$.",
    )


def _short(x: float) -> float:
    return float(f"{x:.6g}")


@claim(
    "gpope/b2-log-moment",
    reading="true-distance",
    domain=r"the two laws at the true distance 2 (mixture first), all $m, N \geq 1$, $\sigma \geq \sqrt{1/\ln 2}$ and "
    r"integer $\lambda \geq 1$",
    refuted_by=r"$m$, $\sigma$, $\lambda$ for which $N$ times the log moment of a step exceeds the bound",
    covers=r"""
At $\lambda = 1$ it fails for all $m \geq 2$ and all $\sigma$: with $y = 4/\sigma^2$, $q = 1/m$ it says
$\ln(1 + q^2(e^y - 1)) \leq q^2y$; both sides are 0 at $y = 0$, and the derivative of the left side,
$q^2\frac{e^y}{1 + q^2(e^y - 1)}$, is larger than $q^2$ as $q < 1$. It holds for $2 \leq \lambda \leq
\frac{7}{100}\sigma^2$: by `gpope/b2-log-moment/repaired`, step (i), $\alpha \leq
2\kappa^2\frac{\lambda(\lambda+1)}{m^2\sigma^2}$ with $x = 4\lambda/\sigma^2 \leq \frac{7}{25}$, $\kappa^2 \leq \frac43$
and $\lambda + 1 \leq \frac32\lambda$. It fails for large $\lambda$ if $m \geq 2$, as $\alpha \geq
(\lambda+1)(\frac{2\lambda}{\sigma^2} - \ln m)$. For $m = 1$ it is an equality at $\lambda = 1$ and holds for all
$\lambda$.""",
    not_covered=r"which orders between hold for other $m, \sigma$; all neighbours at once, whose log moment may be "
    "up to twice as large",
    sound={"the repaired bound": {"bound": proved_step}},
)
def true_distance(trial: Trial, *, bound: Bound = printed_step) -> Iterator[Finding]:
    """Compare at order 1, in the proved range, and at the first order after it that fails."""
    squared = kappa(ball_of(Fraction(7, 25))) ** 2
    yield ball(
        "the constant", squared, "<=", ball_of(Fraction(4, 3)), quantity=r"$\kappa(7/25)^2$", region=Region.INSIDE
    )
    for m, sigma in ((2, Fraction(5, 4)), (100, Fraction(8)), (10**6, Fraction(20))):
        yield compared(trial, Step(m, sigma, 1), bound, Region.OUTSIDE)
    for m, sigma in ((2, Fraction(20)), (100, Fraction(8)), (1000, Fraction(8))):
        yield compared(trial, Step(m, sigma, 2), bound, Region.INSIDE)
        yield compared(trial, Step(m, sigma, floor(7 * sigma**2 / 100)), bound, Region.INSIDE)
    m, sigma = 100, Fraction(3)
    last = first_failure(m, sigma, lambda order: 4 * (order / (m * float(sigma))) ** 2, 2)
    yield compared(trial, Step(m, sigma, last - 1), bound, Region.INSIDE)
    yield compared(trial, Step(m, sigma, last), bound, Region.OUTSIDE)


# ---- The repair ----


def without_kappa(step: Step) -> arb:
    """Return 4 lambda (lambda + 1)/(m^2 sigma^2) for all orders."""
    return lemma_step(step)


def nine_tenths(step: Step) -> arb:
    """Return nine tenths of half the bound: less than one ordered pair has."""
    return proved_step(step) * 9 / 20


PROOF = r"""
Let $a = \lambda + 1$, $q = 1/m$, $y = 4/\sigma^2$, $x = \lambda y$, $t = y/2$. (i) For $\mu \| \mu_0$ the binomial
theorem gives $e^\alpha = \mathbb{E}e^{tK(K-1)}$, $K \sim \mathrm{Bin}(a, q)$. Write $K = S_a$, $S_n = X_1 + \dots +
X_n$. As $X_n^2 = X_n$, $S_n(S_n - 1) = S_{n-1}(S_{n-1} - 1) + 2S_{n-1}X_n$, so for $c \geq 0$ the mean over $X_n$ of
$e^{tS_n(S_n-1) + cS_n}$ is $e^{tS_{n-1}(S_{n-1}-1) + cS_{n-1}}(1 + q(e^v - 1))$ with $v = 2tS_{n-1} + c$. If
$2t(n-1) + c \leq x$, then $0 \leq v \leq x$, $e^v - 1 \leq \kappa v$ by convexity, and the bracket is at most
$e^{q\kappa c + 2tq\kappa S_{n-1}}$. Start with $n = a$, $c = 0$: with every step $c$ grows by $2tq\kappa$. If
$q\kappa \leq 1$, then $2t(n-1) + c \leq 2t(a-1) = x$ throughout, and the factors $e^{q\kappa c}$ multiply to
$e^{2tq^2\kappa^2(0 + 1 + \dots + (a-1))}$: $\alpha \leq \kappa^2q^2\lambda(\lambda+1)\frac y2$. If $q\kappa > 1$, this
follows from $K \leq a$. (ii) All log moments of neighbours are at most that of the dominating pair
(`gpope/lemma1/repaired`), for which $e^{\alpha'} - 1 = \mathbb{E}[T_a(u) + T_{-\lambda}(u); u > 0]$ with $T_s(u) =
(1+u)^s - 1 - su \geq 0$, $u = \mu/\mu_0 - 1$ under $\mu_0$. For $u \geq 0$, $T_{-\lambda} \leq T_a$, because both
vanish with their first derivatives at 0 and $T_{-\lambda}'' = \lambda(\lambda+1)(1+u)^{-\lambda-2} \leq
\lambda(\lambda+1)(1+u)^{\lambda-1} = T_a''$. So $e^{\alpha'} - 1 \leq 2\mathbb{E}T_a(u) = 2(e^\alpha - 1)$ and $\alpha'
\leq 2\alpha$. (iii) $N$ steps: composability (`gpope/thm4-composability`). """


@claim(
    "gpope/b2-log-moment/repaired",
    domain=r"all $m, N \geq 1$, all $\sigma > 0$, all integers $\lambda \geq 1$, all neighbours (replaced, added or "
    r"removed; $m$ the larger size), both orders, any dimension, adaptive steps",
    refuted_by=r"two neighbours whose log moment exceeds the bound",
    covers=PROOF
    + r"""The cases compare (i) with exact binomial sums and (ii) with exact log moments of the dominating pair. As
$\lambda/\sigma^2 \to 0$, (i) is an equality to first order.""",
    not_covered=r"real orders: $\alpha(\lambda)/\lambda$ grows, so $\alpha(\lambda) \leq \alpha(\lceil\lambda\rceil)$",
    broken={
        r"$\kappa = 1$: no price for large orders": {"bound": without_kappa},
        "less than one ordered pair has": {"bound": nine_tenths},
    },
)
def log_moment_repaired(trial: Trial, *, bound: Bound = proved_step) -> Iterator[Finding]:
    """Compare exact log moments with the bound: one ordered pair with half of it, the dominating pair with all."""
    for m in (1, 2, 10, 1000):
        for sigma in (Fraction(1, 2), Fraction(2), Fraction(10)):
            for order in (1, 2, 7, 40):
                yield _half(Step(m, sigma, order), bound)
    for step in (Step(2, 1, 1), Step(10, 2, 3), Step(100, 4, 5), Step(3, Fraction(1, 2), 2)):
        yield _doubled(step)
        with ctx.workprec(BITS):
            quantity = r"$\alpha(\lambda)$ and the bound"
            yield ball(f"dominating pair, {step.name}", dominating_moment(step), "<=", bound(step), quantity=quantity)
    if bound is proved_step:
        yield _closeness()


def _half(step: Step, bound: Bound) -> Evidence:
    with ctx.workprec(BITS):
        left, right = pair_moment(step), bound(step) / 2
        return ball(f"one ordered pair, {step.name}", left, "<=", right, quantity=r"$\alpha(\lambda)$, half the bound")


def _doubled(step: Step) -> Evidence:
    with ctx.workprec(BITS):
        left, right = dominating_moment(step), (2 * pair_moment(step).expm1()).log1p()
        quantity = r"$\alpha'$ and $\ln(1 + 2(e^\alpha - 1))$"
        return ball(f"dominating pair against one order, {step.name}", left, "<=", right, quantity=quantity)


def _closeness() -> Table:
    rows: list[list[str | float]] = []
    for order in (1, 3, 10, 30):
        row: list[str | float] = [str(order)]
        for sigma in (4, 10, 30):
            step = Step(100, Fraction(sigma), order)
            row.append(float(f"{float(pair_moment(step) / (proved_step(step) / 2)):.5g}"))
        rows.append(row)
    return Table(
        title="Exact log moment of one ordered pair over its bound",
        columns=[r"$\lambda$", r"$\sigma = 4$", r"$\sigma = 10$", r"$\sigma = 30$"],
        rows=rows,
        caption=r"$m = 100$, distance 2.",
    )
