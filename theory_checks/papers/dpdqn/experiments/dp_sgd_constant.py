r"""Appendix E.2: the noise of the DP-SGD baseline is sigma = c_2 q sqrt(T' ln(1/delta))/epsilon with c_2 = sqrt(2).

The proof of that theorem bounds the log moments of T' steps by T' q^2 lambda^2/sigma^2 and asks for a lambda with

    T' q^2 lambda^2/sigma^2 <= lambda epsilon/2    and    exp(-lambda epsilon/2) <= delta.

With L = ln(1/delta) the second is lambda >= 2 L/epsilon; the first is lambda <= sigma^2 epsilon/(2 T' q^2), which with
the formula for sigma is c_2^2 L/(2 epsilon). Both have a solution exactly if c_2^2/2 >= 2, that is c_2 >= 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from flint import arb, ctx

from tabular.dpdqn.options import BRACKETED
from tabular.numbers.balls import ball as number
from tabular.privacy import calibrate_gaussian, delta_ball, mu_ball
from theory_checks.core import formula as formulas
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball, exact
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formula import Term, num, ref, sqrt
from theory_checks.core.interpret import enclose

TARGETS = ((Fraction(9, 10), Fraction(1, 10**4)), (Fraction(9, 20), Fraction(1, 10**4)))
BATCH, BATCHES = BRACKETED.batch_size, BRACKETED.batches
Noise = Callable[[Fraction, Fraction], Term]
_BITS = 256


def _spent(epsilon: Fraction, sigma: Term, share: arb | int = 1) -> arb:
    """Return delta_G(epsilon, 1/(share sigma)); the calibrated noise is a double's width from its limit."""
    with ctx.workprec(_BITS):
        return delta_ball(epsilon, 1 / (enclose(sigma) * share))


@claim("dpdqn/e2-dpsgd-constant", reading="by-the-proof", sound={"$c_2 = 2$": {"constant_squared": Fraction(4)}})
def by_the_proof(trial: Trial, *, constant_squared: Fraction = Fraction(2)) -> Iterator[Finding]:
    r"""Compare the largest lambda of the first condition with the least of the second, in units of L/epsilon."""
    yield exact(
        r"$\lambda$ in units of $\ln(1/\delta)/\epsilon$: $q$, $T'$, $\epsilon$ and $\delta$ cancel",
        constant_squared / 2,
        ">=",
        Fraction(2),
        quantity=r"largest $\lambda$ with $T'q^2\lambda^2/\sigma^2 \leq \lambda\epsilon/2$ against the least with "
        r"$e^{-\lambda\epsilon/2} \leq \delta$",
        certificate=_no_lambda(trial, constant_squared),
    )


def _no_lambda(trial: Trial, constant_squared: Fraction) -> Certificate:
    """Return the certificate at q = 1, T' = 1, epsilon = 1: there sigma^2 = c_2^2 L, and any delta will do."""
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says="With q = T' = epsilon = 1 and any delta: at the least lambda of one condition, 2 L, the other one fails.",
        constants={
            "L": formulas.log(10**4),
            "sigma2": constant_squared * ref("L"),
            "lambda": 2 * ref("L"),
        },
        conclusion=ref("lambda") * ref("lambda") / ref("sigma2") > ref("lambda") / 2,
        notes=["a larger lambda makes it worse: the left side grows by its square"],
    )


def _paper(epsilon: Fraction, delta: Fraction) -> Term:
    """Return sigma = sqrt(2) q sqrt(T' ln(1/delta))/epsilon with q = 1/T': every sample is in one of T' batches."""
    return sqrt(Fraction(2, BATCHES) * formulas.log(1 / delta)) / epsilon


def _exact_noise(epsilon: Fraction, delta: Fraction) -> Term:
    return Fraction(calibrate_gaussian(epsilon, delta, 1).sigma)


@claim(
    "dpdqn/e2-dpsgd-constant",
    reading="in-the-experiment",
    sound={"the exact noise of one batch": {"noise": _exact_noise}},
)
def in_the_experiment(trial: Trial, *, noise: Noise = _paper) -> Iterator[Finding]:
    r"""Compare what the batch of the sample spends with delta: a Gaussian mechanism with mu = 1/sigma."""
    for epsilon, delta in TARGETS:
        mu = num(1) / noise(epsilon, delta)
        yield ball(
            rf"target $({epsilon}, {delta})$, $\mu = 1/\sigma$",
            _spent(epsilon, noise(epsilon, delta)),
            "<=",
            number(delta),
            quantity=r"$\delta_G(\epsilon, 1/\sigma)$ against the claimed $\delta$",
            certificate=Certificate(
                claim=trial.claim_id,
                reading=trial.reading,
                says="The batch that holds the sample alone spends more than the claimed delta.",
                constants={"mu": mu, "epsilon": epsilon, "delta": delta},
                given=[lemma("spent", "gaussian-delta", mu="mu", epsilon="epsilon")],
                conclusion=ref("spent") > ref("delta"),
            ),
        )
    yield _noise_needed()


def _limit(epsilon: Fraction, log: Fraction, constant_squared: Fraction) -> arb:
    """Return delta_G(epsilon, mu) / delta for delta = exp(-log), mu = epsilon/(c_2 sqrt(log))."""
    mu = number(epsilon) / (number(constant_squared) * number(log)).sqrt()
    return delta_ball(epsilon, mu) * number(log).exp()


@claim(
    "dpdqn/e2-dpsgd-constant", reading="limit-of-many-steps", broken={"$c_2 = 1$": {"constant_squared": Fraction(1)}}
)
def limit_of_many_steps(trial: Trial, *, constant_squared: Fraction = Fraction(2)) -> Iterator[Finding]:
    """Compare the exact curve with delta, on a grid that reaches the ends of the domain."""
    largest = Fraction(1386294, 10**6)  # below 2 ln 2
    for epsilon in (Fraction(1, 100), Fraction(9, 20), Fraction(9, 10), largest):
        for log in (Fraction(7, 20), Fraction(1), Fraction(9), Fraction(20)):
            yield ball(
                rf"$\epsilon = {float(epsilon)}$, $\ln(1/\delta) = {log}$",
                _limit(epsilon, log, constant_squared),
                "<=",
                arb(1),
                quantity=r"$\delta_G(\epsilon, \epsilon/(c_2\sqrt{\ln(1/\delta)}))/\delta$",
            )


def _noise_needed() -> Figure:
    x = [k / 20 for k in range(2, 61)]
    delta = Fraction(1, 10**4)
    needed = [float(1 / mu_ball(Fraction(str(e)), delta)) for e in x]
    paper = [float(enclose(_paper(Fraction(str(e)), delta))) for e in x]
    return Figure(
        title=r"Noise of the DP-SGD baseline, $\delta = 10^{-4}$",
        x_label=r"$\epsilon$",
        y_label=r"$\sigma$ in units of the clipping norm",
        y_scale="log",
        series=[
            Series(label="needed, one sample in one batch", x=x, y=[float(f"{y:.9g}") for y in needed]),
            Series(label=r"Appendix E.2, $c_2 = \sqrt{2}$", x=x, y=[float(f"{y:.9g}") for y in paper]),
        ],
        caption=rf"$T' = {BATCHES}$ batches, each sample in one of them. The theorem is about small $\epsilon$, "
        rf"below a constant times $q^2T' = 1/{BATCHES}$.",
    )


@claim("dpdqn/e2-dpsgd-constant/repaired", broken={r"$c_2 = \sqrt{2}$": {"noise": _paper}})
def repaired(trial: Trial, *, noise: Noise = _exact_noise) -> Iterator[Finding]:
    """Check the calibrated noise from both sides."""
    for epsilon, delta in TARGETS:
        sigma, where = noise(epsilon, delta), rf"target $({epsilon}, {delta})$"
        quantity = r"$\delta_G(\epsilon, 1/\sigma)$"
        yield ball(where, _spent(epsilon, sigma), "<=", number(delta), quantity=quantity)
        less = f"{where}, less noise by one part in $2^{{40}}$"
        yield ball(less, _spent(epsilon, sigma, 1 - arb(2) ** -40), ">", number(delta), quantity=quantity)
