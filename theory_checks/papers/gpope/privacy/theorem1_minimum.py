r"""The minimisation in the proof of Theorem 1.

For A > 0 and e > 0 it is A l^2 - e l = A (l - e/(2 A))^2 - e^2/(4 A): the least value over l > 0 is -e^2/(4 A). The
printed exponent has A = N/(m^2 sigma^2), the bound on the log moment that precedes it has four times this A. For
opposite gradients twice this A bounds the log moment from below, so that the least exponent is at least half of the
printed one. With lambda (lambda + 1) for lambda^2 the least value is -(epsilon - A)^2/(4 A) for epsilon > A, and
nothing is proved otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Term
from theory_checks.core.interpret import exact as rational
from theory_checks.papers.gpope.privacy._certified import certified


@dataclass(frozen=True)
class Sizes:
    """m, N, sigma and epsilon."""

    m: int
    steps: int
    sigma: Fraction
    epsilon: Fraction

    @property
    def name(self) -> str:
        """What evidence calls the case."""
        return f"$m = {self.m}$, $N = {self.steps}$, $\\sigma = {self.sigma}$, $\\epsilon = {self.epsilon}$"

    @property
    def constants(self) -> dict[str, Term]:
        """The numbers of the formulas."""
        return {"m": self.m, "N": self.steps, "sigma": self.sigma, "epsilon": self.epsilon}

    @property
    def unit(self) -> Fraction:
        """Return N/(m^2 sigma^2)."""
        return Fraction(self.steps) / (self.m * self.sigma) ** 2


Least = Callable[[Sizes], Fraction]


PRINTED = formal_of(__file__, "gpope/b2-minimum", "display").right
REPAIRED = formal_of(__file__, "gpope/b2-minimum/repaired").right


def over_four(z: Sizes) -> Fraction:
    """Return the printed exponent."""
    return rational(PRINTED, z.constants)


def over_sixteen(z: Sizes) -> Fraction:
    """Return the repaired exponent."""
    return rational(REPAIRED, z.constants)


def over_eight(z: Sizes) -> Fraction:
    """Return half of the printed exponent."""
    return over_four(z) / 2


def exponent(A: Fraction, order: Fraction, epsilon: Fraction, shift: int = 0) -> Fraction:
    """Return A lambda (lambda + shift) - lambda epsilon."""
    return A * order * (order + shift) - order * epsilon


CASES = tuple(
    Sizes(m, N, Fraction(s), Fraction(e))
    for m, N, s, e in ((1, 1, "1", "1"), (1000, 10**6, "20", "1/2"), (100, 100, "7/2", "1/10"), (7, 3, "6/5", "3"))
)
SHARES = tuple(Fraction(x) for x in ("0", "1/10", "1/2", "9/10", "99/100", "101/100", "3/2", "2", "10"))


def _least_of_square(z: Sizes, A: Fraction, least: Fraction, what: str) -> Evidence:
    """Check that A l^2 - e l attains the least value at e/(2 A) and is above it elsewhere."""
    best = z.epsilon / (2 * A)
    pairs: dict[str, tuple[Rational, str, Rational]] = {"at the minimiser": (exponent(A, best, z.epsilon), "==", least)}
    for share in SHARES:
        order = share * best
        gap = A * (order - best) ** 2
        pairs[f"{share} of the minimiser"] = (exponent(A, order, z.epsilon), "==", least + gap)
    return exact_all(z.name, pairs, quantity=what)


@claim(
    "gpope/b2-minimum",
    reading="display",
    broken={"16 in place of 4": {"least": over_sixteen}, "8 in place of 4": {"least": over_eight}},
)
def display(trial: Trial, *, least: Least = over_four) -> Iterator[Evidence]:
    """Minimise the printed exponent exactly."""
    for z in CASES:
        yield _least_of_square(z, z.unit, least(z), r"$\frac{N\lambda^2}{m^2\sigma^2} - \lambda\epsilon$")


@claim(
    "gpope/b2-minimum",
    reading="consequence",
    sound={"16 in place of 4 (`gpope/b2-minimum/repaired`)": {"least": over_sixteen}},
)
def consequence(trial: Trial, *, least: Least = over_four) -> Iterator[Finding]:
    """Compare what no exponent of opposite gradients is below with the printed minimum."""
    for z in CASES:
        evidence = exact(
            z.name, over_eight(z), "<=", least(z), quantity="least exponent, at least, and the printed one"
        )
        says = f"{z.name}: for opposite gradients the exponent is nowhere as small as the printed minimum."
        yield certified(trial, evidence, says, z.constants, by={"exponent": "opposite-gradients-exponent"})
    if least is over_four:
        yield _table()


def _table() -> Table:
    rows: list[list[str | int | float]] = []
    for z in CASES:
        values = [over_four(z), over_sixteen(z)]
        rows.append([z.m, z.steps, str(z.sigma), str(z.epsilon), *(f"e^{{{float(x):.6g}}}" for x in values)])
    return Table(
        title="What the minimisation gives",
        columns=["$m$", "$N$", r"$\sigma$", r"$\epsilon$", r"printed $\delta$", r"$\delta$ with the factor 4"],
        rows=[[*row[:4], *(f"${text}$" for text in row[4:])] for row in rows],
        caption=r"To reach the same $\delta$ the constant $c_2$ must be 4, not 2.",
    )


@claim("gpope/b2-minimum/repaired", broken={"4, as printed": {"least": over_four}})
def minimum_repaired(trial: Trial, *, least: Least = over_sixteen) -> Iterator[Evidence]:
    """Minimise both exponents exactly."""
    for z in CASES:
        yield _least_of_square(z, 4 * z.unit, least(z), r"$\frac{4N\lambda^2}{m^2\sigma^2} - \lambda\epsilon$")
        yield _least_with_next(z)


def _least_with_next(z: Sizes) -> Evidence:
    A = 4 * z.unit
    best = max(Fraction(0), (z.epsilon - A) / (2 * A))
    least = -A * best**2
    pairs: dict[str, tuple[Rational, str, Rational]] = {
        f"$\\lambda = {order}$": (exponent(A, order, z.epsilon, 1), ">=", least)
        for order in (*(share * best for share in SHARES), Fraction(1, 10), Fraction(1), Fraction(5))
    }
    pairs["at the minimiser"] = (exponent(A, best, z.epsilon, 1), "==", least)
    return exact_all(z.name, pairs, quantity=r"$\frac{4N\lambda(\lambda+1)}{m^2\sigma^2} - \lambda\epsilon$")
