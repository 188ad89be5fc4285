r"""Proof of Theorem 5, from the moments to a bound of delta: three displays.

With D = T' ||f||^2/sigma^2 the log ratio X of T' updates is N(-D/2, D) under P_0 and N(D/2, D) under P_1. The proof
completes the square in the exponent of E e^{lambda (X - eps)}, bounds delta_G(eps, sqrt(D)) = E_1 (1 - e^{eps - X})_+
by such a moment, and inserts the lambda at which the square vanishes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from flint import arb

from tabular.numbers.balls import ball as enclose
from tabular.privacy import delta_ball
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, Relation, differs, exp, ref
from theory_checks.core.interpret import exact as rational
from theory_checks.core.interpret import substitute
from theory_checks.papers.dpdqn.common.comparisons import compared, decided
from theory_checks.papers.dpdqn.common.definitions import definitions
from theory_checks.papers.dpdqn.common.rational_first import arguments, ball_of, logarithm, value_of
from theory_checks.papers.dpdqn.density._gaussian_curves import UNIT

Place = tuple[Fraction, Fraction, Fraction]  # D, epsilon, lambda
UNDER_ZERO, UNDER_ONE = (  # logarithms of E_0 and E_1 of exp(lambda (X - epsilon))
    logarithm(substitute(moment.right, {**UNIT, "norm_squared": "D", "sigma": 1})) - ref("lambda") * ref("epsilon")
    for moment in formal_of(__file__, "dpdqn/thm5-moments/repaired").claims
)


def at(D: Fraction, epsilon: Fraction, power: Fraction) -> dict[str, Fraction]:
    """Return the values of the symbols."""
    return {"D": D, "epsilon": epsilon, "lambda": power}


def certified_at(place: Place, law: int, **certificate: Any) -> Certificate:
    """Return the certificate for one update with sigma = 1 and the mean under P_0 or P_1."""
    D, epsilon, power = place
    known = {"law": law, "power": power, "epsilon": epsilon, "updates": 1, "norm_squared": D, "sigma": 1}
    others = certificate.pop("values", {})
    values = {**at(*place), "updates": 1, "norm_squared": D, "sigma": 1, "log_moment": ref("log_moment"), **others}
    given = [lemma("log_moment", "log-ratio-log-moment", **known), *certificate.pop("given", ())]
    return Certificate(values=values, given=given, **certificate)


# ---- Completing the square ----


INSIDE, OUTSIDE = (formal_of(__file__, "dpdqn/thm5-square", f"square-{place}").right for place in ("inside", "outside"))
COMPLETE = formal_of(__file__, "dpdqn/thm5-square/repaired").right
SQUARES: tuple[Place, ...] = (
    (Fraction(1), Fraction(1), Fraction(1, 2)),
    (Fraction(1, 2), Fraction(1), Fraction(3, 2)),
    (Fraction(4), Fraction(3), Fraction(1)),
    (Fraction(3), Fraction(5), Fraction(1, 3)),
)


@claim(
    "dpdqn/thm5-square",
    reading="square-inside",
    setting={"printed": INSIDE},
    sound={"the bracket around both squares": {"form": COMPLETE}},
)
@claim(
    "dpdqn/thm5-square",
    reading="square-outside",
    setting={"printed": OUTSIDE},
    sound={"the bracket around both squares": {"form": COMPLETE}},
)
@claim(
    "dpdqn/thm5-square/repaired",
    broken={
        "the bracket left out": {"form": OUTSIDE},
        "the square on the inner bracket": {"form": INSIDE},
    },
)
def square(trial: Trial, *, printed: Formula = COMPLETE, form: Formula | None = None) -> Iterator[Finding]:
    """Compare the exponents exactly."""
    for place in SQUARES:
        D, epsilon, power = place
        left, right = (rational(side, at(*place)) for side in (UNDER_ONE, form or printed))
        yield exact(
            f"$D = {D}$, $\\epsilon = {epsilon}$, $\\lambda = {power}$",
            left,
            "==",
            right,
            quantity="exponents",
            certificate=_square_certificate(place, printed) if printed is not COMPLETE else None,
        )


def _square_certificate(place: Place, printed: Formula) -> Certificate:
    D, epsilon, power = place
    says = f"With D = {D}, epsilon = {epsilon} and lambda = {power} the exponents differ, also (the fact) under P_0."
    return certified_at(place, 1, says=says, facts=[_differs_under_zero(printed, at(*place))])


def _differs_under_zero(printed: Formula, values: Mapping[str, Fraction]) -> Relation:
    return differs(substitute(printed, values), substitute(UNDER_ZERO, values))


# ---- The moment bound of delta ----


def moment_bound(bound: Formula, log_moment: Formula, place: Place) -> arb:
    """Return a bound of delta, given the logarithm of the moment in it."""
    return ball_of(bound, {**at(*place), "log_moment": log_moment, "moment": exp("log_moment")})


DELTA = r"least $\delta$ and its bound"
HALF = Fraction(1, 2)


@claim("dpdqn/thm5-moment-bound", sound={r"the mean under $\mathbb{P}_1$": {"log_moment": UNDER_ONE}})
def hockey_stick(trial: Trial, *, log_moment: Formula = UNDER_ZERO) -> Iterator[Finding]:
    """Compare the exact delta with the bound."""
    yield _bounded(trial, (Fraction(1), Fraction(1), HALF), log_moment)
    for D, epsilon, power in ((1, 1, Fraction(2)), (1, 2, Fraction(3, 2)), (4, 4, HALF)):
        yield _bounded(trial, (Fraction(D), Fraction(epsilon), power), log_moment, certified=True)


def _bounded(trial: Trial, place: Place, log_moment: Formula, *, certified: bool = False) -> Evidence:
    D, epsilon, power = place
    own = ", the proof's own" if power == epsilon / D - HALF else ""
    return ball(
        f"$D = {D}$, $\\epsilon = {epsilon}$, $\\lambda = {power}${own}",
        delta_ball(epsilon, enclose(D).sqrt(), 64),
        "<=",
        moment_bound(trial.formal.right, log_moment, place),
        quantity=DELTA,
        certificate=_moment_certificate(place) if certified else None,
    )


def _moment_certificate(place: Place) -> Certificate:
    D, epsilon, power = place
    return certified_at(
        place,
        0,
        says=f"With D = {D}, epsilon = {epsilon}, lambda = {power} the least delta exceeds the bound with the mean "
        f"under P_0.",
        given=[
            lemma("mu", "composed-mu", updates=1, norm_squared=D, sigma=1),
            lemma("least", "gaussian-delta", mu="mu", epsilon=epsilon),
        ],
        values={"mu": ref("mu"), "excess": ref("least")},
    )


@claim("dpdqn/thm5-moment-bound/repaired", broken={r"the mean under $\mathbb{P}_0$": {"log_moment": UNDER_ZERO}})
def hockey_stick_repaired(trial: Trial, *, log_moment: Formula = UNDER_ONE) -> Iterator[Evidence]:
    """Compare delta with the bound where it is attained, and for Gaussian updates."""
    for power in (1, 2, 5):
        ratio = Fraction(power + 1, power)  # e^{X - epsilon}, P_1 almost surely
        bound = value_of(trial.formal.right, {"lambda": power, "moment": ratio**power})
        yield decided(f"a point mass, $\\lambda = {power}$", (1 - 1 / ratio, "<=", bound), quantity=DELTA)
    for D in (Fraction(1, 100), Fraction(1), Fraction(4), Fraction(100)):
        for power in (Fraction(1, 100), HALF, Fraction(2), Fraction(10)):
            for epsilon in (D * (power + HALF), D):
                yield _bounded(trial, (D, epsilon, power), log_moment)


# ---- The middle displays ----


Lines = Mapping[str, Formula]  # the parts of the display by name
PRINTED, RIGHT = (definitions(formal_of(__file__, f"dpdqn/thm5-display-chain{end}")) for end in ("", "/repaired"))
BESIDE = arguments(formal_of(__file__, "dpdqn/thm5-display-chain").left, "*")[1]
LIMITS = (  # lambda = 1/1000 and 30000, at both ends of the inequality
    (Fraction(100), Fraction(501, 10)),
    (Fraction(1, 10**10), Fraction(60001, 2 * 10**10)),
)
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
        yield from _chain(D, epsilon, lines, certified=certified)
    for place in () if certified else (*PLACES, *LIMITS):
        values = {"log_moment": UNDER_ONE, **lines, **dict(zip(("D", "epsilon"), place, strict=True))}
        for line, claimed in enumerate(trial.formal.claims, 1):
            case = f"$D = {place[0]}$, $\\epsilon = {place[1]}$: all of line {line} to {line + 1}"
            yield compared(case, claimed, values, quantity="both lines")


def _chain(D: Fraction, epsilon: Fraction, lines: Lines, *, certified: bool) -> Iterator[Evidence]:
    values = {"log_moment": UNDER_ONE, **lines, "D": D, "epsilon": epsilon}
    name = f"$D = {D}$, $\\epsilon = {epsilon}$, $\\lambda = {rational('lambda', values)}$"

    def equality(first: int, what: str, left: str, right: str) -> Evidence:
        return exact(
            f"{name}: line {first} to {first + 1}",
            rational(left, values),
            "==",
            rational(right, values),
            quantity=what,
            certificate=_chain_certificate(D, epsilon, first) if certified else None,
        )

    yield equality(1, "exponents", "log_moment", "second")
    beside, third = (ball_of(x, values) for x in (BESIDE, "third"))
    yield ball(f"{name}: line 2 to 3", beside, "<=", third, quantity="the factors beside the equal exponentials")
    yield equality(3, "exponents", "second", "last")
    yield equality(3, "factors", "third", "factor")


def _chain_certificate(D: Fraction, epsilon: Fraction, line: int) -> Certificate:
    """Certify that a line of the display is not equal to the next one."""
    names = ("lambda", "second", "third", "last", "factor")
    values = {name: rational(name, {**PRINTED, "D": D, "epsilon": epsilon}) for name in names}
    place = (D, epsilon, values["lambda"])
    return certified_at(
        place,
        1,
        says=f"With D = {D} and epsilon = {epsilon} lines {line} and {line + 1} differ, and (the fact) lines 1 and 2 "
        "also with the mean under P_0.",
        facts=[_differs_under_zero(PRINTED["second"], at(*place))],
        values=values,
        part=line - 1,
    )
