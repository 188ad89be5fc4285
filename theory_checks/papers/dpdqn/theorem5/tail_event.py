r"""The event of high probability in the proof of Theorem 5: how far one update moves Q.

One update of Q_theta(s) = theta + L s with B = 1, one action and gamma = 0 moves it by alpha |D|, D = 2 + s Z, with the
temporal difference 2 before noise (the most that the proof allows) and the standard deviation s of its noise:

    bracketed line 19    D = 2 + g(s_0)              s = sigma
    line 19 as printed   D = 2 + g(s_0) - g(s_1)     s = sigma sqrt(2 (1 - exp(-beta/2))), |s_0 - s_1| = 1/2

    printed    P(alpha |D| > 2 alpha L (k+1)/B) <= exp(-(2k - 8.68 sqrt(beta) sigma)^2/2)
    repaired   P(alpha |D| > 2 alpha Gamma (k+1)) <= 2 m exp(-(k - (2/sqrt(pi)) sqrt(beta) sigma)^2/(2 sigma^2))

for 2k > 8.68 sqrt(beta) sigma, and for k at least (2/sqrt(pi)) sqrt(beta) sigma. Probabilities are compared by their
logarithms: some are below 1e-800.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from flint import arb

from theory_checks.core.certificate import Certificate, Expression, Term, op, relation, relation_fact, used
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Outcome, ball
from theory_checks.kit.cases import HALF
from theory_checks.kit.enclosures import enclose
from theory_checks.papers.dpdqn.theorem5._releases import GAP, REACH

PRINTED = op("neg", op("/", op("*", GAP, GAP), 2))
MEAN = op("*", op("/", 2, op("sqrt", op("pi"))), op("sqrt", "beta"), "sigma")
ROOM = op("max", 0, op("/", op("-", "k", MEAN), "sigma"))
REPAIRED = op("min", 0, op("-", op("log", 2), op("/", op("*", ROOM, ROOM), 2)))
SPREADS: Mapping[str, Expression] = {
    "bracketed line 19": op("*", "sigma", 1),
    "line 19 as printed": op("*", "sigma", op("sqrt", op("*", 2, op("-", 1, op("exp", op("/", "beta", -2)))))),
}


@dataclass(frozen=True)
class Event:
    """A level of |D| and the logarithm of a bound on the probability that |D| exceeds it."""

    level: Expression
    log_bound: Expression


AS_PRINTED = Event(op("*", 2, "L", op("+", "k", 1)), PRINTED)
BY_GRADIENT = Event(op("*", 2, op("+", "k", 1)), REPAIRED)
PRINTED_PROBABILITY = Event(op("*", 2, op("+", "k", 1)), PRINTED)


@dataclass(frozen=True)
class Situation:
    """One update: its constants and the way in which line 19 is read."""

    name: str
    constants: Mapping[str, Term]
    reading: str = "bracketed line 19"

    def log_probability(self, level: Expression) -> arb:
        """Return log P(|2 + s Z| > level)."""
        tails = op("+", self._beyond(op("-", level, 2)), self._beyond(op("+", level, 2)))
        return enclose(op("log", tails), self.all)

    def log_least(self, level: Expression) -> Expression:
        """Return log P(2 + s Z > level) for a level of at least 2, as an expression that does not underflow."""
        x = op("/", op("-", level, 2), "s")
        density = op("+", op("/", op("*", x, x), 2), op("/", op("log", op("*", 2, op("pi"))), 2))
        return op("-", op("log", op("mills-ratio", x)), density)

    @property
    def all(self) -> dict[str, Term]:
        """The constants with the standard deviation s."""
        return {**self.constants, "s": SPREADS[self.reading]}

    def _beyond(self, level: Expression) -> Expression:
        return op("normal-cdf", op("neg", op("/", level, "s")))


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
        found = _compared(x, event)
        fails = found.outcome is Outcome.FAILS
        yield replace(found, certificate=_certificate(trial, x)) if fails else found


def _compared(x: Situation, event: Event) -> Evidence:
    case, right = f"{x.name}; {x.reading}", enclose(event.log_bound, x.all)
    return ball(case, x.log_probability(event.level), "<=", right, quantity=QUANTITY)


def _certificate(trial: Trial, x: Situation) -> Certificate:
    certain = x.constants["L"] == 0
    left = "0" if certain else x.log_least(AS_PRINTED.level)
    tail = op("*", 2, "k"), ">", REACH
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=f"The update exceeds the printed level with a larger probability than the printed one: {x.name}.",
        constants=used(x.all, [left, PRINTED, REACH]),
        facts=[relation_fact(*tail)],
        notes=[
            "Without slope the level is 0, and Q moves with probability 1, the logarithm of which is 0."
            if certain
            else "The update moves Q by alpha |2 + s Z| with Z normal; the left side is the logarithm of the "
            "probability that 2 + s Z exceeds 2 (k + 1), the right side that of the printed bound."
        ],
        conclusion=relation(left, ">", PRINTED),
    )


@claim("dpdqn/thm5-tail-event/repaired", broken={"the printed probability": {"event": PRINTED_PROBABILITY}})
def tail_event_repaired(trial: Trial, *, event: Event = BY_GRADIENT) -> Iterator[Evidence]:
    """Compare the exact probability that the level is exceeded with its bound."""
    for sigma, beta, k in product((HALF, Fraction(2)), (Fraction(1, 24), Fraction(4)), (5, 40)):
        for reading in SPREADS:
            constants: dict[str, Term] = {"L": 1, "k": k, "sigma": sigma, "beta": beta}
            name = f"$\\sigma = {sigma}$, $\\beta = {beta}$, $k = {k}$"
            yield _compared(Situation(name, constants, reading), event)
