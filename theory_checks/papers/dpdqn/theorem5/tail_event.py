r"""The event of high probability in the proof of Theorem 5: how far one update moves Q.

One update of Q_theta(s) = theta + L s with B = 1, one action and gamma = 0 moves it by alpha |D|, D = 2 + s Z, with the
temporal difference 2 before noise (the most that the proof allows) and the standard deviation s of its noise:

    bracketed line 19    D = 2 + g(s_0)              s = sigma
    line 19 as printed   D = 2 + g(s_0) - g(s_1)     s = sigma sqrt(2 (1 - exp(-beta/2))), |s_0 - s_1| = 1/2

Probabilities are compared by their logarithms: some are below 1e-800.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product

from flint import arb

from theory_checks.core.certificate import Certificate, used
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import (
    Formula,
    Operation,
    Phi,
    Term,
    exp,
    log,
    mills,
    minimum,
    num,
    pi,
    ref,
    sqrt,
    total,
)
from theory_checks.core.interpret import enclose, substitute
from theory_checks.kit.cases import HALF
from theory_checks.papers.dpdqn.common.definitions import definitions
from theory_checks.papers.dpdqn.theorem5._certified import certified

SPREADS: Mapping[str, Formula] = {
    "bracketed line 19": ref("sigma") * 1,
    "line 19 as printed": ref("sigma") * sqrt(2 * (1 - exp(ref("beta") / -2))),
}


@dataclass(frozen=True)
class Event:
    """A level of |D| and the logarithm of a bound on the probability that |D| exceeds it."""

    level: Formula
    log_bound: Formula


def event(printed: Formal) -> Event:
    """Return the event of a statement for alpha = B = Gamma = m = 1: the level is one of |D|."""
    units: Mapping[str, Term] = dict.fromkeys(("alpha", "B", "Gamma", "m"), 1)
    return Event(*(substitute(x, units) for x in (definitions(printed)["level"], logarithm(printed.right))))


def logarithm(x: Formula) -> Formula:
    """Return the logarithm of a formula, without the exponential functions of its factors."""
    if isinstance(x, Operation) and x.name == "*":
        return total(logarithm(factor) for factor in x.args)
    return x.args[0] if isinstance(x, Operation) and x.name == "exp" else log(x)


PRINTED = formal_of(__file__, "dpdqn/thm5-tail-event")
AS_PRINTED = event(PRINTED)
BY_GRADIENT = event(formal_of(__file__, "dpdqn/thm5-tail-event/repaired"))
PRINTED_PROBABILITY = replace(BY_GRADIENT, log_bound=AS_PRINTED.log_bound)


@dataclass(frozen=True)
class Situation:
    """One update: its constants and the way in which line 19 is read."""

    name: str
    constants: Mapping[str, Term]
    reading: str = "bracketed line 19"

    def log_probability(self, level: Formula) -> arb:
        """Return log P(|2 + s Z| > level)."""
        tails = self._beyond(level - 2) + self._beyond(level + 2)
        return enclose(log(tails), self.all)

    def log_least(self, level: Formula) -> Formula:
        """Return log P(2 + s Z > level) for a level of at least 2, as an expression that does not underflow."""
        x = (level - 2) / ref("s")
        density = x * x / 2 + log(2 * pi) / 2
        return log(mills(x)) - density

    @property
    def all(self) -> dict[str, Term]:
        """The constants with the standard deviation s."""
        return {**self.constants, "s": SPREADS[self.reading]}

    def _beyond(self, level: Formula) -> Formula:
        return Phi(-(level / ref("s")))


def situations() -> list[Situation]:
    """Return updates with 2k > 8.68 sqrt(beta) sigma, of which the last one keeps to the printed bound."""
    flat = {"L": 0, "k": 3, "sigma": Fraction(1, 100), "beta": 48}
    wide = {"L": 1, "k": 5, "sigma": 2, "beta": Fraction(1, 24)}
    unit = {"L": 1, "k": 40, "sigma": 1, "beta": 4}
    calm = {"L": 1, "k": 5, "sigma": 1, "beta": Fraction(1, 24)}
    return [
        Situation(r"$L = 0$: $Q_\theta(s) = \theta$, $k = 3$, $\sigma = 1/100$, $\beta = 48$", flat),
        Situation(r"$L = 1$, $\sigma = 2$, $k = 5$, $\beta = 1/24$ ($\alpha = 1$)", wide),
        Situation(r"$L = 1$, $\sigma = 1$, $k = 40$, $\beta = 4$ ($\alpha = 1/656$)", unit, "line 19 as printed"),
        Situation(r"$L = 1$, $\sigma = 1$, $k = 5$, $\beta = 1/24$", calm),
    ]


QUANTITY = r"logarithm of $\mathbb{P}(\|Q - Q_0\|_\infty > \text{level})$, and of its bound"


@claim(
    "dpdqn/thm5-tail-event",
    sound={"gradients in place of $L$, both tails, the corrected tail bound": {"event": BY_GRADIENT}},
)
def tail_event(trial: Trial, *, event: Event = AS_PRINTED) -> Iterator[Finding]:
    """Compare the exact probability that the level is exceeded with its bound."""
    for x in situations():
        yield certified(_compared(x, event), partial(_certificate, trial, x))


def _compared(x: Situation, event: Event) -> Evidence:
    case, right = f"{x.name}; {x.reading}", enclose(minimum(0, event.log_bound), x.all)
    return ball(case, x.log_probability(event.level), "<=", right, quantity=QUANTITY)


def _certificate(trial: Trial, x: Situation) -> Certificate:
    certain = x.constants["L"] == 0
    conclusion = num("0" if certain else x.log_least(AS_PRINTED.level)) > AS_PRINTED.log_bound
    _, tail, *_ = PRINTED.domain.relations
    return Certificate(
        says=f"The update exceeds the printed level with a larger probability than the printed one: {x.name}.",
        constants=used(x.all, [conclusion, tail]),
        facts=[tail],
        assumed=[
            "Without slope the level is 0, and Q moves with probability 1, the logarithm of which is 0."
            if certain
            else "The update moves Q by alpha |2 + s Z| with Z normal; the left side is the logarithm of the "
            "probability that 2 + s Z exceeds 2 (k + 1), the right side that of the printed bound."
        ],
        conclusion=conclusion,
    )


@claim("dpdqn/thm5-tail-event/repaired", broken={"the printed probability": {"event": PRINTED_PROBABILITY}})
def tail_event_repaired(trial: Trial, *, event: Event = BY_GRADIENT) -> Iterator[Evidence]:
    """Compare the exact probability that the level is exceeded with its bound."""
    for sigma, beta, k in product((HALF, Fraction(2)), (Fraction(1, 24), Fraction(4)), (5, 40)):
        for reading in SPREADS:
            constants: dict[str, Term] = {"L": 1, "k": k, "sigma": sigma, "beta": beta}
            name = f"$\\sigma = {sigma}$, $\\beta = {beta}$, $k = {k}$"
            yield _compared(Situation(name, constants, reading), event)
