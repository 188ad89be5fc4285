r"""Proof of Theorem 5, from the moments to a bound of delta: three displays.

With D = T' ||f||^2/sigma^2 the log ratio X of T' updates is N(-D/2, D) under P_0 and N(D/2, D) under P_1. With
c = 1 - 2 eps/D,

    E_1 e^{lambda (X - eps)} = exp((lambda^2 + lambda) D/2 - lambda eps) = exp((D/2) ((lambda + c/2)^2 - c^2/4)),
    delta_G(eps, sqrt(D)) = E_1 (1 - e^{eps - X})_+ <= E_1 e^{lambda (X - eps)} lambda^lambda/(lambda + 1)^{lambda + 1}.

At lambda = -c/2 the first is exp(-D c^2/8) = exp(-(eps - D/2)^2/(2 D)), and lambda + 1 = 1 + (eps - D/2)/D.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from tabular.numbers.balls import ball as enclose
from tabular.privacy import delta_ball
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact
from theory_checks.core.formula import Formula, differs, exp, log, operation, ref, sqrt

Form = Callable[[Fraction, Fraction, Fraction], Fraction]  # (D, epsilon, lambda) -> an exponent
Place = tuple[Fraction, Fraction, Fraction]  # D, epsilon, lambda


def bracket(D: Fraction, epsilon: Fraction) -> Fraction:
    """Return c = 1 - 2 epsilon/D."""
    return 1 - 2 * epsilon / D


def under_one(D: Fraction, epsilon: Fraction, power: Fraction) -> Fraction:
    """Return the logarithm of E_1 exp(lambda (X - epsilon))."""
    return (power**2 + power) * D / 2 - power * epsilon


def under_zero(D: Fraction, epsilon: Fraction, power: Fraction) -> Fraction:
    """Return the logarithm of E_0 exp(lambda (X - epsilon))."""
    return (power**2 - power) * D / 2 - power * epsilon


def square_inside(D: Fraction, epsilon: Fraction, power: Fraction) -> Fraction:
    """Return (D/2) (lambda + c^2/2 - c^2/4)."""
    c = bracket(D, epsilon)
    return D / 2 * (power + c**2 / 2 - c**2 / 4)


def square_outside(D: Fraction, epsilon: Fraction, power: Fraction) -> Fraction:
    """Return (D/2) (lambda + c/2)^2 - c^2/4."""
    c = bracket(D, epsilon)
    return D / 2 * (power + c / 2) ** 2 - c**2 / 4


def square_complete(D: Fraction, epsilon: Fraction, power: Fraction) -> Fraction:
    """Return (D/2) ((lambda + c/2)^2 - c^2/4)."""
    c = bracket(D, epsilon)
    return D / 2 * ((power + c / 2) ** 2 - c**2 / 4)


# ---- Completing the square ----

SQUARES: tuple[Place, ...] = (
    (Fraction(1), Fraction(1), Fraction(1, 2)),
    (Fraction(1, 2), Fraction(1), Fraction(3, 2)),
    (Fraction(4), Fraction(3), Fraction(1)),
)


@claim(
    "dpdqn/thm5-square",
    reading="square-inside",
    setting={"printed": square_inside},
    sound={"the bracket around both squares": {"form": square_complete}},
)
@claim(
    "dpdqn/thm5-square",
    reading="square-outside",
    setting={"printed": square_outside},
    sound={"the bracket around both squares": {"form": square_complete}},
)
@claim(
    "dpdqn/thm5-square/repaired",
    broken={
        "the bracket left out": {"form": square_outside},
        "the square on the inner bracket": {"form": square_inside},
    },
)
def square(trial: Trial, *, printed: Form = square_complete, form: Form | None = None) -> Iterator[Finding]:
    """Compare the exponents exactly."""
    for place in SQUARES:
        D, epsilon, power = place
        left, right = under_one(*place), (form or printed)(*place)
        yield exact(
            f"$D = {D}$, $\\epsilon = {epsilon}$, $\\lambda = {power}$",
            left,
            "==",
            right,
            quantity="exponents",
            certificate=_square_certificate(trial, place, printed) if printed is not square_complete else None,
        )


def _square_certificate(trial: Trial, place: Place, read: Form) -> Certificate:
    """Certify that neither mean has the printed exponent."""
    D, epsilon, power = place
    half, c = ref("D") / 2, 1 - 2 * ref("epsilon") / ref("D")
    quarter = c * c / 4
    inside = half * (ref("lambda") + 2 * quarter - quarter)
    middle = ref("lambda") + c / 2
    outside = half * middle * middle - quarter
    shift, squared = ref("lambda") * ref("epsilon"), ref("lambda") * ref("lambda")
    one, zero = (half * operation(sign, squared, "lambda") - shift for sign in "+-")
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=f"With D = {D}, epsilon = {epsilon} and lambda = {power} the exponents of the two sides differ.",
        constants={
            "D": D,
            "epsilon": epsilon,
            "lambda": power,
            "printed": inside if read is square_inside else outside,
        },
        facts=[differs(ref("printed"), zero)],
        notes=[
            "D is T' ||f||^2/sigma^2; the fact is the same for the mean under P_0, the conclusion for that under P_1."
        ],
        conclusion=differs(ref("printed"), one),
    )


# ---- The moment bound of delta ----


def moment_bound(exponent: Form, place: Place) -> arb:
    """Return exp(exponent + lambda ln lambda - (lambda + 1) ln(lambda + 1))."""
    power = enclose(place[2])
    return (enclose(exponent(*place)) + power * power.log() - (power + 1) * (power + 1).log()).exp()


DELTA = r"least $\delta$ and its bound"
HALF = Fraction(1, 2)


@claim("dpdqn/thm5-moment-bound", sound={r"the mean under $\mathbb{P}_1$": {"exponent": under_one}})
def hockey_stick(trial: Trial, *, exponent: Form = under_zero) -> Iterator[Finding]:
    """Compare the exact delta with the bound."""
    yield _bounded(trial, (Fraction(1), Fraction(1), HALF), exponent)
    for D, epsilon, power in ((1, 1, Fraction(2)), (1, 2, Fraction(3, 2)), (4, 4, HALF)):
        yield _bounded(trial, (Fraction(D), Fraction(epsilon), power), exponent, certified=True)


def _bounded(trial: Trial, place: Place, exponent: Form, *, certified: bool = False) -> Evidence:
    D, epsilon, power = place
    own = ", the proof's own" if power == epsilon / D - HALF else ""
    return ball(
        f"$D = {D}$, $\\epsilon = {epsilon}$, $\\lambda = {power}${own}",
        delta_ball(epsilon, enclose(D).sqrt(), 64),
        "<=",
        moment_bound(exponent, place),
        quantity=DELTA,
        certificate=_moment_certificate(trial, place) if certified else None,
    )


def _moment_certificate(trial: Trial, place: Place) -> Certificate:
    D, epsilon, power = place
    more = ref("lambda") + 1
    exponent = (ref("lambda") * ref("lambda") - ref("lambda")) * ref("D") / 2 - ref("lambda") * ref("epsilon")
    terms = ref("lambda") * log(ref("lambda")) - more * log(more)
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=f"With D = {D}, epsilon = {epsilon}, lambda = {power} the least delta exceeds the bound with the mean "
        f"under P_0.",
        constants={"D": D, "epsilon": epsilon, "lambda": power, "mu": sqrt(ref("D"))},
        given=[lemma("least", "gaussian-delta", mu="mu", epsilon="epsilon")],
        notes=[
            "D is T' ||f||^2/sigma^2; under P_0 the log ratio is N(-D/2, D), which gives the mean of exp(lambda (X "
            "- epsilon))."
        ],
        conclusion=ref("least") > exp(exponent + terms),
    )


@claim("dpdqn/thm5-moment-bound/repaired", broken={r"the mean under $\mathbb{P}_0$": {"exponent": under_zero}})
def hockey_stick_repaired(trial: Trial, *, exponent: Form = under_one) -> Iterator[Evidence]:
    """Compare delta with the bound where it is attained, and for Gaussian updates."""
    for power in (1, 2, 5):
        ratio = Fraction(power + 1, power)  # e^{X - epsilon}, P_1 almost surely
        bound = ratio**power * Fraction(power**power, (power + 1) ** (power + 1))
        yield exact(f"a point mass, $\\lambda = {power}$", 1 - 1 / ratio, "<=", bound, quantity=DELTA)
    for D in (Fraction(1, 100), Fraction(1), Fraction(4), Fraction(100)):
        for power in (Fraction(1, 100), HALF, Fraction(2), Fraction(10)):
            for epsilon in (D * (power + HALF), D):
                yield _bounded(trial, (D, epsilon, power), exponent)


# ---- The middle displays ----


@dataclass(frozen=True)
class Lines:
    """The display at lambda = -c/2: exponent of lines 2 and 3 in units of -D c^2, power of lambda + 1 in line 3."""

    share: Fraction
    power: int


PRINTED, RIGHT = Lines(Fraction(1, 2), 1), Lines(Fraction(1, 8), -1)
PLACES = ((Fraction(1), Fraction(2)), (HALF, Fraction(1)), (Fraction(4), Fraction(6)))


@claim(
    "dpdqn/thm5-display-chain",
    setting={"lines": PRINTED, "certified": True},
    sound={r"$\frac18$ in place of $\frac12$ and $\frac{1}{\lambda + 1}$ in place of $\lambda + 1$": {"lines": RIGHT}},
)
@claim("dpdqn/thm5-display-chain/repaired", broken={r"$\frac12$ and $\lambda + 1$": {"lines": PRINTED}})
def display_chain(trial: Trial, *, lines: Lines = RIGHT, certified: bool = False) -> Iterator[Finding]:
    """Compare each line of the display with the next."""
    for D, epsilon in PLACES:
        yield from _chain(trial, D, epsilon, lines, certified=certified)


def _chain(trial: Trial, D: Fraction, epsilon: Fraction, lines: Lines, *, certified: bool) -> Iterator[Evidence]:
    c = bracket(D, epsilon)
    power, exponent = -c / 2, -lines.share * D * c**2
    name = f"$D = {D}$, $\\epsilon = {epsilon}$, $\\lambda = {power}$"
    first, last = (_chain_certificate(trial, D, epsilon, step) if certified else None for step in ("first", "last"))
    whole, value = under_one(D, epsilon, power), enclose(power)
    yield exact(f"{name}: line 1 to 2", whole, "==", exponent, quantity="exponents", certificate=first)
    yield ball(
        f"{name}: line 2 to 3",
        (value * value.log() - (value + 1) * (value + 1).log()).exp(),
        "<=",
        (value + 1) ** lines.power,
        quantity="the factors beside the equal exponentials",
    )
    outcome = -((epsilon - D / 2) ** 2) / (2 * D)
    yield exact(f"{name}: line 3 to 4", exponent, "==", outcome, quantity="exponents", certificate=last)
    factors = (power + 1) ** lines.power, 1 / (1 + (epsilon - D / 2) / D)
    factor = _chain_certificate(trial, D, epsilon, "factor") if certified else None
    yield exact(f"{name}: line 3 to 4", factors[0], "==", factors[1], quantity="factors", certificate=factor)


def _chain_certificate(trial: Trial, D: Fraction, epsilon: Fraction, step: str) -> Certificate:
    """Certify that the two sides of an equality of the display differ."""
    c = 1 - 2 * ref("epsilon") / ref("D")
    power: Formula = -(c / 2)
    excess = ref("epsilon") - ref("D") / 2
    line_two = -(ref("D") * c * c / 2)
    shift = ref("lambda") * ref("epsilon")
    one, zero = (operation(s, ref("lambda") * ref("lambda"), "lambda") * ref("D") / 2 - shift for s in "+-")
    line_four = -(excess * excess / (2 * ref("D")))
    last_factor = 1 / (1 + excess / ref("D"))
    sides = {"first": (one, line_two), "last": (line_two, line_four), "factor": (ref("lambda") + 1, last_factor)}[step]
    names = {
        "first": "exponents of lines 1 and 2",
        "last": "exponents of lines 3 and 4",
        "factor": "factors of lines 3 and 4",
    }
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=f"With D = {D} and epsilon = {epsilon} the {names[step]} differ.",
        constants={"D": D, "epsilon": epsilon, "lambda": power},
        facts=[ref("lambda") > 0, differs(zero, line_two)],
        notes=["D is T' ||f||^2/sigma^2; the second fact is the first equality with the mean under P_0."],
        conclusion=differs(sides[0], sides[1]),
    )
