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

from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula, Phi, Term, log, minimum, num, ref
from theory_checks.core.interpret import enclose, exact
from theory_checks.core.lemmas import steps_of
from theory_checks.kit.cases import HALF
from theory_checks.papers.dpdqn.common.definitions import definitions
from theory_checks.papers.dpdqn.theorem5._certified import certificate_by, certified

READINGS = {"bracketed line 19": 0, "line 19 as printed": 1}  # c, the factor of g(s_1)
TAIL = "update-tail"


@dataclass(frozen=True)
class Event:
    """A level of the change of Q and the logarithm of a bound on the probability that it is exceeded."""

    level: Formula
    log_bound: Formula


def event(printed: Formal) -> Event:
    """Return the event of a statement."""
    return Event(definitions(printed)["level"], printed.right)


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
        """Return log P(|2 + spread Z| > level/alpha)."""
        beyond = num(exact(level / ref("alpha"), self.all))
        tails = self._beyond(beyond - 2) + self._beyond(beyond + 2)
        return enclose(log(tails), self.all)

    @property
    def all(self) -> dict[str, Term]:
        """The constants with those that are 1, and the deviation of the noise."""
        units: dict[str, Term] = dict.fromkeys(("alpha", "B", "Gamma", "m"), 1)
        return {**units, **steps_of(TAIL), **self.constants, "c": READINGS[self.reading]}

    def _beyond(self, level: Formula) -> Formula:
        return Phi(-(level / ref("spread")))


def situations() -> list[Situation]:
    """Return updates with 2k > 8.68 sqrt(beta) sigma, of which the last one keeps to the printed bound."""
    flat = {"L": 0, "k": 3, "sigma": Fraction(1, 100), "beta": 48, "alpha": Fraction(1, 768)}
    wide = {"L": 1, "k": 5, "sigma": 2, "beta": Fraction(1, 24)}
    unit = {"L": 1, "k": 40, "sigma": 1, "beta": 4, "alpha": Fraction(1, 656)}
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
    says = f"The update exceeds the printed level with a larger probability than the printed one: {x.name}."
    return certificate_by(TAIL, says, trial.formal, {**x.all, "level": exact(AS_PRINTED.level, x.all)})


LONG, TINY = Fraction(1, 24), Fraction(1, 100)
EXTREME = (  # sigma, beta, k: little and much noise, k next to the mean of the maximum, a rough path
    (TINY, LONG, Fraction(1, 400)),
    (TINY, LONG, Fraction(1, 80)),
    (TINY, LONG, Fraction(1, 10)),
    (Fraction(10), LONG, 40),
    (Fraction(1), Fraction(100), 12),
)


@claim("dpdqn/thm5-tail-event/repaired", broken={"the printed probability": {"event": PRINTED_PROBABILITY}})
def tail_event_repaired(trial: Trial, *, event: Event = BY_GRADIENT) -> Iterator[Evidence]:
    """Compare the exact probability that the level is exceeded with its bound."""
    for sigma, beta, k in (*product((HALF, Fraction(2)), (LONG, Fraction(4)), (5, 40)), *EXTREME):
        for reading in READINGS:
            constants: dict[str, Term] = {"L": 1, "k": k, "sigma": sigma, "beta": beta}
            name = f"$\\sigma = {sigma}$, $\\beta = {beta}$, $k = {k}$"
            yield _compared(Situation(name, constants, reading), event)
