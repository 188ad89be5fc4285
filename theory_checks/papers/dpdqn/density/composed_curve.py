r"""Theorem 5, composition: T' Gaussian process mechanisms of sensitivity Delta are private at the noise sigma.

    sigma = s sqrt(T') Delta/eps,   s = sqrt(2 l),   l = ln(e + eps/delta).

Together they are one Gaussian mechanism with mu = sqrt(T') Delta/sigma = eps/s, whose least delta is

    delta_G(eps, mu) = phi(t) (R(t) - R(t + mu)),   t = eps/mu - mu/2 = s - eps/(2 s),   R(x) = Phi(-x)/phi(x).

In the variables eps and s, delta = eps/(e^{s^2/2} - e), so the claim delta_G <= delta says A(eps, s) <= 1 for

    A(eps, s) = delta_G/delta = e^{eps/2 - eps^2/(8 s^2)} (R(t) - R(t + eps/s)) (1 - e^{1 - s^2/2})/(sqrt(2 pi) eps).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

from flint import arb
from theory_checks.papers.dpdqn.parameters.tail_exponent import log_factor

from tabular.privacy import calibrate_gaussian, delta_ball, delta_of, mu_of
from tabular.privacy.arguments import ball as enclose
from theory_checks.core.certificate import Certificate, Expression, Term, lemma, op, relation
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.kit.decimals import decimal

Factor = Callable[[Fraction, Fraction], arb]  # (epsilon, delta) -> s, the noise in units of sqrt(T') Delta/epsilon
ComposedMu = Callable[[int, Fraction, Fraction], arb]
DELTA_QUANTITY = r"least $\delta$ of the composition (left) and the $\delta$ that is claimed"


def printed_factor(epsilon: Fraction, delta: Fraction) -> arb:
    """Return s = sqrt(2 l), as the proof of Theorem 5 ends."""
    return (2 * log_factor(epsilon, delta)).sqrt()


def closed_factor(epsilon: Fraction, delta: Fraction) -> arb:
    """Return (sqrt(l + epsilon) + sqrt(l))/sqrt(2), which suffices for every epsilon and delta."""
    log = log_factor(epsilon, delta)
    return ((log + enclose(epsilon)).sqrt() + log.sqrt()) / arb(2).sqrt()


def reached_delta(epsilon: Fraction, delta: Fraction, factor: Factor = printed_factor) -> arb:
    """Return delta_G(epsilon, epsilon/s): the least delta of the composition at the noise level s."""
    return delta_ball(epsilon, enclose(epsilon) / factor(epsilon, delta), 64)


# ---- The proof on the whole region ----


def mills(x: arb) -> arb:
    """Return R(x) = Phi(-x)/phi(x)."""
    return (arb.pi() / 2).sqrt() * (x * x / 2).exp() * (x / arb(2).sqrt()).erfc()


def ratio_bound(epsilon: Fraction, low: Fraction, high: Fraction) -> arb:
    """Bound A(epsilon, s) for low <= s <= high: each of its three factors at the end where it is largest."""
    e, s, end = enclose(epsilon), enclose(low), enclose(high)
    t = s - e / (2 * s)
    growth = (e / 2 - e * e / (8 * end * end)).exp() * (1 - (1 - end * end / 2).exp())
    return growth * (mills(t) - mills(t + e / s)) / ((2 * arb.pi()).sqrt() * e)


def supremum(bound: Callable[[Fraction, Fraction], arb], low: Fraction, high: Fraction, parts: int) -> arb:
    """Bound over [low, high] a function with the values bound(x, x), which bound(x, y) bounds for x <= . <= y.

    Intervals whose bound does not stay below 1 are halved until they do, or are too short to matter. The answer is an
    upper bound if that is below 1, otherwise a ball around the supremum.
    """
    step = (high - low) / parts
    stack = [(low + i * step, low + (i + 1) * step) for i in range(parts)]
    least, most = bound(low, low), bound(low, low)
    while stack:
        a, b = stack.pop()
        value = bound(a, b)
        if not value < 1 and b - a > step / 2**20 and bound(a, a) < 1:
            stack += [(a, (a + b) / 2), ((a + b) / 2, b)]
        elif not value < most:
            least, most = least.max(bound(a, a)), most.max(value)
    return arb(most.upper()) if most < 1 else least.union(most)


@cache
def largest_ratio(epsilon: Fraction) -> arb:
    """Bound A(epsilon, s) over the s in [sqrt(epsilon/2), 7], where t >= 0."""
    start = Fraction(int((float(epsilon) / 2) ** 0.5 * 1000), 1000)
    return supremum(lambda low, high: ratio_bound(epsilon, low, high), start, FAR, 64)


FAR = Fraction(7)
NEAR = Fraction(5, 2)  # e^q - e > 4 q needs q > 5/2


def far_bound(epsilon: Fraction) -> arb:
    """Bound A(epsilon, s) for s >= 7 and t >= 0 by e^{epsilon/2}/(sqrt(2 pi) s (1 + t^2)) at s = 7."""
    e, s = enclose(epsilon), enclose(FAR)
    t = s - e / (2 * s)
    return (e / 2).exp() / ((2 * arb.pi()).sqrt() * s * (1 + t * t))


def middle_bound(epsilon: Fraction) -> arb:
    """Return (e^q - e)/(8 q) at q = epsilon/4, which exceeds delta_G/delta where t = 0."""
    q = enclose(epsilon) / 4
    return (q.exp() - arb(1).exp()) / (8 * q)


def steep_bound(epsilon: Fraction, low: Fraction, high: Fraction) -> arb:
    """Bound Phi(-t)/delta where t < 0, low <= q = s^2/2 <= high: Phi(epsilon/(2 s) - s) (e^q - e)/(4 q)."""
    s, q = (2 * enclose(low)).sqrt(), enclose(high)
    above = ((s - enclose(epsilon) / (2 * s)) / arb(2).sqrt()).erfc() / 2
    return above * (q.exp() - arb(1).exp()) / (4 * q)


BELOW, ABOVE, WITNESS = Fraction(126439, 10000), Fraction(12644, 1000), Fraction(29, 1000)
LATE = Fraction(24)

PROOF = r"""
The log likelihood ratio of one mechanism is $N(\mu_1^2/2, \mu_1^2)$ with $\mu_1 \leq \Delta/\sigma$ (Cameron and
Martin), those of $T'$ mechanisms add up, so the least $\delta$ is $\delta_G(\epsilon, \mu)$, $\mu =
\sqrt{T'}\Delta/\sigma = \epsilon/s$, with $s = \sqrt{2\ln(e + \epsilon/\delta)}$, and only $A(\epsilon, s) =
\delta_G/\delta \leq 1$ is in question. Let $t = s - \epsilon/(2s)$, $R(x) = \Phi(-x)/\varphi(x)$, $q = s^2/2$, so
$\delta = \epsilon/(e^q - e)$.
1. At fixed $s$, $A$ increases with $\epsilon$ while $\epsilon \leq 2s^2$, that is $t \geq 0$. For
$\partial_\epsilon\ln A = \frac12 - \frac{\epsilon}{4s^2} - \frac1\epsilon + \frac{|R'(t)| + |R'(t+\mu)|}{2s(R(t) -
R(t+\mu))}$, and $|R'|$ is convex ($R$ is the Laplace transform of $e^{-u^2/2}$), so the trapezoid rule gives $R(t) -
R(t+\mu) \leq \frac{\mu}{2}(|R'(t)| + |R'(t+\mu)|)$ and the last term is at least $1/(s\mu) = 1/\epsilon$.
2. Let $\epsilon_0 = 12.6439$. If $s^2 \geq \epsilon_0/2$, step 1 gives $A(\epsilon, s) \leq A(\epsilon_0, s)$ for
all $\epsilon \leq \epsilon_0$. For $s \leq 7$ balls cover the interval (first case). For $s \geq 7$, $R(t) -
R(t+\mu) \leq \mu|R'(t)| \leq \mu/(1+t^2)$ leaves $A \leq e^{\epsilon/2}/(\sqrt{2\pi}s(1+t^2))$, which falls with $s$
(second case).
3. If $s^2 < \epsilon_0/2$ and $\epsilon \leq 2s^2$, then $A(\epsilon, s) \leq A(2s^2, s) \leq \frac12(e^q -
e)/(4q)$, because $t = 0$ there; this increases with $q \leq \epsilon_0/4$ (third case).
4. If $2s^2 < \epsilon \leq \epsilon_0$, then $\delta_G \leq \Phi(-t) \leq \Phi(\epsilon_0/(2s) - s)$ and $\delta
\geq 4q/(e^q - e)$; $\delta < 1$ forces $e^q - e > 4q$, hence $q > 5/2$ ($(e^q - e)/q$ increases for $q \geq 1$ and
is $3.79$ at $5/2$). Balls cover $5/2 \leq q \leq \epsilon_0/4$ (fourth case).
So the statement holds for every $\delta \in (0, 1)$ and every $\epsilon \leq 12.6439$. Beyond it fails for some
$\delta$ at every $\epsilon$: at $\epsilon = 12.644$, $\delta = 0.029$ it fails, by step 1 it fails at the same $s$
for all $\epsilon \in [12.644, 24]$, with $\delta = \epsilon/(e^q - e)$; and for $\epsilon \geq 24$ take $q =
\epsilon/4$: then $t = 0$, $\delta_G = \frac12 - \varphi(0)R(\sqrt{2\epsilon}) \geq \frac12 - 1/\sqrt{4\pi\epsilon} >
0.44$, but $\delta = \epsilon/(e^{\epsilon/4} - e) < 0.06$. The largest $\epsilon$ that is right for all $\delta$
lies between 12.6439 and 12.6440."""


@claim(
    "dpdqn/thm5-composition",
    domain=r"every $\epsilon > 0$ and $\delta \in (0, 1)$ (Theorem 5 restricts neither), any number $T'$ of "
    r"independent "
    r"Gaussian process mechanisms of sensitivity $\Delta = \|f\|_{\mathcal{H}}$ that is attained. Inside: "
    r"$\epsilon \leq 12.6439$ and every $\delta$. Outside: $\epsilon \geq 12.644$, each with some $\delta$",
    refuted_by=r"$(\epsilon, \delta)$ at which the least $\delta$ of the composition exceeds $\delta$",
    covers=PROOF,
    not_covered=r"whether the sensitivity of an update is bounded by $C$ (`dpdqn/thm5-sensitivity`); the exact set of "
    r"pairs $(\epsilon, \delta)$ with $\epsilon > 12.644$: the figure shows it",
    sound={r"$\sigma = \sqrt{T'/2}\,\Delta(\sqrt{l + \epsilon} + \sqrt{l})/\epsilon$": {"factor": closed_factor}},
)
def composition(trial: Trial, *, factor: Factor = printed_factor) -> Iterator[Finding]:
    """Compare the least delta of the composition with the claimed one, and close the region by balls."""
    yield from _region()
    for epsilon, delta in INSIDE:
        yield _compared(trial, epsilon, delta, factor, Region.INSIDE)
    for epsilon, delta in OUTSIDE:
        yield _compared(trial, epsilon, delta, factor, Region.OUTSIDE)
    yield from _exhibits()


INSIDE = (
    (Fraction(9, 10), Fraction(5, 10**5)),
    (Fraction(45, 100), Fraction(5, 10**5)),
    (Fraction(1), Fraction(1, 2)),
    (Fraction(12), Fraction(1, 10)),
    (BELOW, WITNESS),
)
OUTSIDE = (
    (ABOVE, WITNESS),
    (Fraction(13), Fraction(1, 100)),
    (Fraction(20), Fraction(1, 10**5)),
    (LATE, Fraction(6, 100)),
)


def _region() -> Iterator[Evidence]:
    """Yield the four comparisons of the proof."""
    whole = [
        (r"$\epsilon = 12.6439$, all $s$ with $\epsilon/2 \leq s^2 \leq 49$", largest_ratio(BELOW)),
        (r"$\epsilon \leq 12.6439$, all $s \geq 7$", far_bound(BELOW)),
        (r"$\epsilon \leq 2s^2$, all $s$ with $s^2 < 12.6439/2$", middle_bound(BELOW)),
        (r"$2s^2 < \epsilon \leq 12.6439$", supremum(lambda a, b: steep_bound(BELOW, a, b), NEAR, BELOW / 4, 16)),
    ]
    for case, value in whole:
        yield ball(case, value, "<=", arb(1), quantity=r"an upper bound of $\delta_G/\delta$", region=Region.INSIDE)


def _compared(trial: Trial, epsilon: Fraction, delta: Fraction, factor: Factor, region: Region) -> Evidence:
    outside = region is Region.OUTSIDE
    return ball(
        f"$\\epsilon = {decimal(epsilon)}$, $\\delta = {decimal(delta)}$",
        reached_delta(epsilon, delta, factor),
        "<=",
        enclose(delta),
        quantity=DELTA_QUANTITY,
        region=region,
        certificate=_certificate(trial, epsilon, delta) if outside else None,
    )


def log_expression() -> Expression:
    """Return l = ln(e + epsilon/delta), of the constants of those names."""
    return op("log", op("+", op("exp", 1), op("/", "epsilon", "delta")))


def curve_certificate(trial: Trial, epsilon: Fraction, delta: Fraction, mu: Term, says: str) -> Certificate:
    """Certify that the least delta at epsilon of a Gaussian mechanism with this mu exceeds delta."""
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=says,
        constants={"epsilon": epsilon, "delta": delta, "mu": mu},
        given=[lemma("least", "gaussian-delta", mu="mu", epsilon="epsilon")],
        notes=[
            "T' Gaussian process mechanisms of sensitivity D are one Gaussian mechanism with mu = sqrt(T') D/sigma."
        ],
        conclusion=relation("least", ">", "delta"),
    )


def _certificate(trial: Trial, epsilon: Fraction, delta: Fraction) -> Certificate:
    says = f"With epsilon = {epsilon} and delta = {delta} the printed noise leaves a least delta above delta."
    mu = op("/", "epsilon", op("sqrt", op("*", 2, log_expression())))
    return curve_certificate(trial, epsilon, delta, mu, says)


# ---- Exhibits ----

LEVELS = [Fraction(1, 10), Fraction(29, 1000), *(Fraction(1, 10**k) for k in (2, 3, 4, 5, 6, 10))]


def crossing(delta: Fraction, above: Callable[[Fraction, Fraction], bool], low: Fraction, high: Fraction) -> Fraction:
    """Return a multiple of 10^-4 from which on `above` is true while it is false one step before, by bisection."""
    first, last = int(low * 10**4), int(high * 10**4)
    while last - first > 1:
        middle = (first + last) // 2
        first, last = (first, middle) if above(Fraction(middle, 10**4), delta) else (middle, last)
    return Fraction(last, 10**4)


def _too_large(epsilon: Fraction, delta: Fraction) -> bool:
    return bool(reached_delta(epsilon, delta) > enclose(delta))


def _exhibits() -> Iterator[Finding]:
    rows = [[f"${decimal(d)}$", _bracket(crossing(d, _too_large, Fraction(12), Fraction(16)))] for d in LEVELS]
    yield Table(
        title=r"The critical $\epsilon$",
        columns=[r"$\delta$", r"the composition holds at the first number, fails at the second"],
        rows=rows,
        caption="Signs decided by balls. The smallest critical value, over all deltas, lies between 12.6439 and "
        "12.6440.",
    )
    deltas = [10 ** (-k / 10) for k in range(2, 101, 2)]
    critical = [float(crossing(Fraction(d), _float_too_large, Fraction(10), Fraction(20))) for d in deltas]
    yield Figure(
        title=r"Where the composition formula of Theorem 5 stops being sufficient",
        x_label=r"$\delta$",
        y_label=r"critical $\epsilon$",
        x_scale="log",
        series=[
            Series(label="above the curve the formula fails", x=deltas, y=critical),
            Series(label=r"proved for all $\delta$ below this line", x=[deltas[-1], deltas[0]], y=[float(BELOW)] * 2),
        ],
    )


def _bracket(last: Fraction) -> str:
    return f"{float(last) - 1e-4:.4f}, {float(last):.4f}"


def _float_too_large(epsilon: Fraction, delta: Fraction) -> bool:
    factor = float(printed_factor(epsilon, delta))
    return delta_of(float(epsilon), float(epsilon) / factor) > float(delta)


# ---- The repair: the exact condition ----


def root_sum(compositions: int, sensitivity: Fraction, sigma: Fraction) -> arb:
    """Return mu = sqrt(T') Delta/sigma."""
    return enclose(compositions * sensitivity**2 / sigma**2).sqrt()


def plain_sum(compositions: int, sensitivity: Fraction, sigma: Fraction) -> arb:
    """Return T' Delta/sigma, as if the mechanisms' mu added up."""
    return enclose(compositions * sensitivity / sigma)


@claim(
    "dpdqn/thm5-composition/repaired",
    domain=r"every $\epsilon \geq 0$, $\delta \in (0, 1)$, number $T'$ of mechanisms and sensitivity $\Delta$ that "
    r"is attained",
    refuted_by=r"a noise level below the smallest one that is private, or the smallest one not private",
    covers=r"""
Let one update differ by $f_j$ under $r$ and $r'$. By Cameron and Martin the log likelihood ratio of $G(f_j,
\sigma^2K)$ and $G(0, \sigma^2K)$ is $N(\pm\mu_j^2/2, \mu_j^2)$ with $\mu_j = \|f_j\|_{\mathcal{H}}/\sigma$; of
independent paths the ratios add up, so the ratio of the whole is that of $N(\mu, 1)$ against $N(0, 1)$ with $\mu^2 =
\sum_j\|f_j\|_{\mathcal{H}}^2/\sigma^2 \leq T'\Delta^2/\sigma^2$. A pair of laws is $(\epsilon, \delta)$-close
exactly if $\mathbb{E}_1[(1 - e^{\epsilon - X})_+] \leq \delta$ for the log likelihood ratio $X$, which is
$\delta_G(\epsilon, \mu) \leq \delta$ and symmetric in the two laws. $\delta_G$ increases with $\mu$ from 0 to 1, so
the condition is $\mu \leq \mu^*(\epsilon, \delta)$. The cases take the $\sigma$ of the calibration and show by balls
that $(1 + 10^{-9})\sigma$ is private and $(1 - 10^{-9})\sigma$ is not.""",
    broken={r"$\mu = T'\Delta/\sigma$": {"composed": plain_sum}},
)
def exact_composition(trial: Trial, *, composed: ComposedMu = root_sum) -> Iterator[Finding]:
    """Check that the calibrated noise is private and a smaller one is not."""
    for epsilon, delta, compositions, sensitivity in REPAIRED:
        sigma = Fraction(calibrate_gaussian(epsilon, delta, sensitivity, compositions).sigma)
        target = f"$\\epsilon = {decimal(epsilon)}$, $\\delta = {decimal(delta)}$"
        name = f"{target}, $T' = {compositions}$, $\\Delta = {sensitivity}$"
        for what, level, sign in (("a larger", sigma * (1 + TINY), "<="), ("a smaller", sigma * (1 - TINY), ">")):
            least = delta_ball(epsilon, composed(compositions, sensitivity, level), 96)
            case = f"{name}: {what} noise than $\\sigma = {float(sigma):.9g}$"
            yield ball(case, least, sign, enclose(delta), quantity=DELTA_QUANTITY)
    yield _slack()


TINY = Fraction(1, 10**9)
REPAIRED = (
    (Fraction(9, 10), Fraction(5, 10**5), 78, Fraction(1, 10)),
    (Fraction(45, 100), Fraction(5, 10**5), 78, Fraction(1, 10)),
    (Fraction(0), Fraction(1, 10), 1, Fraction(1)),
    (Fraction(20), Fraction(1, 10**5), 4, Fraction(1)),
    (Fraction(100), Fraction(9, 10), 2, Fraction(3)),
)


def _slack() -> Table:
    pairs = [
        (e, d)
        for e in (Fraction(9, 20), Fraction(9, 10), Fraction(4), Fraction(12))
        for d in (Fraction(1, 100), Fraction(1, 10**5))
    ]
    rows = [
        [
            float(epsilon),
            f"${decimal(delta)}$",
            *(round(float(f(epsilon, delta)), 4) for f in (printed_factor, closed_factor)),
            round(float(epsilon) / mu_of(float(epsilon), float(delta)), 4),
        ]
        for epsilon, delta in pairs
    ]
    return Table(
        title=r"Noise in units of $\sqrt{T'}\Delta/\epsilon$",
        columns=[r"$\epsilon$", r"$\delta$", "printed", r"$(\sqrt{l+\epsilon}+\sqrt{l})/\sqrt{2}$", "exact minimum"],
        rows=rows,
        caption=r"$l = \ln(e + \epsilon/\delta)$. Both formulas suffice here; the exact value is the least that does.",
    )
