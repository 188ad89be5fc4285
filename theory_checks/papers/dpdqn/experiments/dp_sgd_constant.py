r"""Appendix E.2: the constant c_2 in the noise of the DP-SGD baseline, which follows a theorem of Abadi and others.

The proof of that theorem bounds the log moments of T' steps by T' q^2 lambda^2/sigma^2 and asks for a lambda with
T' q^2 lambda^2/sigma^2 <= lambda epsilon/2 and exp(-lambda epsilon/2) <= delta. Both have a solution exactly if the
largest lambda of the first condition is at least the least one of the second, that is if c_2 >= 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from flint import arb, ctx

from tabular.dpdqn.options import BRACKETED
from tabular.numbers.balls import ball as number
from tabular.privacy import calibrate_gaussian, delta_ball, mu_ball
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball, exact
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Term
from theory_checks.core.interpret import enclose
from theory_checks.core.interpret import exact as value
from theory_checks.papers.dpdqn.common.claims import held
from theory_checks.papers.dpdqn.common.just_above import just_above

TARGETS = ((Fraction(9, 10), Fraction(1, 10**4)), (Fraction(9, 20), Fraction(1, 10**4)))
BATCH, BATCHES = BRACKETED.batch_size, BRACKETED.batches
Noise = Callable[[Fraction, Fraction], Fraction]
_BITS = 256
BY_THE_PROOF, IN_THE_EXPERIMENT = (
    formal_of(__file__, "dpdqn/e2-dpsgd-constant", reading) for reading in ("by-the-proof", "in-the-experiment")
)
LEAST, *_ = IN_THE_EXPERIMENT.domain.relations
SHARES: Mapping[str, Term] = {"T": BATCHES, "q": Fraction(1, BATCHES)}
_UNITS: Mapping[str, Term] = dict.fromkeys(("q", "T", "epsilon"), 1)


def _spent(epsilon: Fraction, sigma: Fraction) -> arb:
    """Return the delta of one batch; the calibrated noise is a double's width from its limit."""
    with ctx.workprec(_BITS):
        return enclose(IN_THE_EXPERIMENT.left, {"epsilon": epsilon, "mu": 1 / sigma})


@claim("dpdqn/e2-dpsgd-constant", reading="by-the-proof", sound={"$c_2 = 2$": {"constant_squared": Fraction(4)}})
def by_the_proof(trial: Trial, *, constant_squared: Fraction = Fraction(2)) -> Iterator[Finding]:
    r"""Compare the largest lambda of the first condition with the least of the second, in units of L/epsilon."""
    yield exact(
        r"$\lambda$ in units of $\ln(1/\delta)/\epsilon$: $q$, $T'$, $\epsilon$ and $\delta$ cancel",
        value(BY_THE_PROOF.left, {**_UNITS, "variance": constant_squared}),
        ">=",
        value(BY_THE_PROOF.right, {**_UNITS, "L": 1}),
        quantity=r"largest $\lambda$ with $T'q^2\lambda^2/\sigma^2 \leq \lambda\epsilon/2$ against the least with "
        r"$e^{-\lambda\epsilon/2} \leq \delta$",
        certificate=_no_lambda(constant_squared),
    )


def _no_lambda(constant_squared: Fraction) -> Certificate:
    """Return the certificate at q = T' = epsilon = ln(1/delta) = 1: there sigma^2 = c_2^2."""
    return Certificate(
        says="At the least lambda of one condition the other one fails, here with q = T' = epsilon = ln(1/delta) = 1.",
        values={**_UNITS, "L": 1, "variance": constant_squared, "square": constant_squared},
    )


def _paper(epsilon: Fraction, delta: Fraction) -> Fraction:
    """Return the noise of the paper: every sample is in one of T' batches."""
    return just_above(LEAST.right, {**SHARES, "epsilon": epsilon, "delta": delta})


def _exact_noise(epsilon: Fraction, delta: Fraction) -> Fraction:
    return Fraction(calibrate_gaussian(epsilon, delta, 1).sigma)


@claim(
    "dpdqn/e2-dpsgd-constant",
    reading="in-the-experiment",
    sound={"the exact noise of one batch": {"noise": _exact_noise}},
)
def in_the_experiment(trial: Trial, *, noise: Noise = _paper) -> Iterator[Finding]:
    r"""Compare what the batch of the sample spends with delta: a Gaussian mechanism with mu = 1/sigma."""
    for epsilon, delta in TARGETS:
        sigma = noise(epsilon, delta)
        yield ball(
            rf"target $({epsilon}, {delta})$, $\mu = 1/\sigma$",
            _spent(epsilon, sigma),
            "<=",
            number(delta),
            quantity=r"$\delta_G(\epsilon, 1/\sigma)$ against the claimed $\delta$",
            certificate=Certificate(
                says="The batch that holds the sample alone spends more than the claimed delta.",
                values={**SHARES, "sigma": sigma, "mu": 1 / sigma, "epsilon": epsilon, "delta": delta},
            ),
        )
    yield _noise_needed()


def _limit(epsilon: Fraction, log: Fraction, constant_squared: Fraction) -> arb:
    """Return delta_G(epsilon, mu) / delta for delta = exp(-log), mu = epsilon/(c_2 sqrt(log))."""
    mu = number(epsilon) / (number(constant_squared) * number(log)).sqrt()
    return delta_ball(epsilon, mu) * number(log).exp()


NEAR = {f"$c_2^2 = {square}$": {"constant_squared": square} for square in (Fraction(9, 5), Fraction(19, 10))}


@claim(
    "dpdqn/e2-dpsgd-constant",
    reading="limit-of-many-steps",
    broken={"$c_2 = 1$": {"constant_squared": Fraction(1)}, **NEAR},
    near=list(NEAR),
)
def limit_of_many_steps(trial: Trial, *, constant_squared: Fraction = Fraction(2)) -> Iterator[Finding]:
    """Compare the exact curve with delta, on a grid that reaches the ends of the domain."""
    largest = Fraction(1386294, 10**6)  # below 2 ln 2
    for epsilon in (Fraction(1, 100), Fraction(9, 20), Fraction(9, 10), largest):
        for log in (Fraction(7, 20), Fraction(1), Fraction(9), Fraction(20), Fraction(400)):
            yield ball(
                rf"$\epsilon = {float(epsilon)}$, $\ln(1/\delta) = {log}$",
                _limit(epsilon, log, constant_squared),
                trial.formal.claims[0].sign,
                enclose(trial.formal.right, {"delta": 1}),
                quantity=r"$\delta_G(\epsilon, \epsilon/(c_2\sqrt{\ln(1/\delta)}))/\delta$",
            )


def _noise_needed() -> Figure:
    x = [k / 20 for k in range(2, 61)]
    delta = Fraction(1, 10**4)
    needed = [float(1 / mu_ball(Fraction(str(e)), delta)) for e in x]
    paper = [float(_paper(Fraction(str(e)), delta)) for e in x]
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


def _slightly_less(epsilon: Fraction, delta: Fraction) -> Fraction:
    return _exact_noise(epsilon, delta) * Fraction(9, 10)


@claim(
    "dpdqn/e2-dpsgd-constant/repaired",
    broken={r"$c_2 = \sqrt{2}$": {"noise": _paper}, "nine tenths of the noise": {"noise": _slightly_less}},
    near=["nine tenths of the noise"],
)
def repaired(trial: Trial, *, noise: Noise = _exact_noise) -> Iterator[Finding]:
    """Check the formula against the curve, and the calibrated noise from both sides."""
    for epsilon, sigma in (
        (Fraction(9, 10), Fraction(1)),
        (Fraction(1, 3), Fraction(1, 2)),
        (Fraction(2), Fraction(3)),
    ):
        values = {"epsilon": epsilon, "mu": 1 / sigma, "least": delta_ball(epsilon, 1 / sigma)}
        case = rf"$\epsilon = {epsilon}$, $\sigma = {sigma}$"
        yield held(case, trial.formal.claims[0], values, quantity="the least delta, and the formula")
    for epsilon, delta in TARGETS:
        sigma, where = noise(epsilon, delta), rf"target $({epsilon}, {delta})$"
        quantity = r"$\delta_G(\epsilon, 1/\sigma)$"
        yield ball(where, _spent(epsilon, sigma), "<=", number(delta), quantity=quantity)
        less = f"{where}, less noise by one part in $2^{{40}}$"
        yield ball(less, _spent(epsilon, sigma * (1 - Fraction(1, 2**40))), ">", number(delta), quantity=quantity)
