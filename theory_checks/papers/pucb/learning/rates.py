"""The printed rates as monomials in S, A, H, 1/alpha, T and 1/epsilon, compared exactly.

The private part of the upper bounds, as a share of the other part, is S alpha/epsilon for the sample complexity, and
for the regret H (1 + S) sqrt(S A)/(epsilon sqrt T), which is eta at T = S A (H (1 + S)/(epsilon eta))^2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact, exact_all
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formula import ref, sqrt
from theory_checks.core.interpret import exact as rational
from theory_checks.papers.pucb.learning._rates import LOWER, UPPER, Bounds, power

Share = Callable[[int, int, int, Fraction, Fraction], Fraction]

WITH_MORE_STATES: Bounds = {**UPPER, "regret": (UPPER["regret"][0] * sqrt("S"), UPPER["regret"][1])}
LESS_ACCURATE: Bounds = {
    **UPPER,
    "sample complexity": (UPPER["sample complexity"][0] * ref("alpha"), UPPER["sample complexity"][1]),
}
NAMES = ("S", "A", "H", "1/alpha", "T", "1/epsilon")


@claim(
    "pucb/lower-match",
    broken={
        r"a factor $\sqrt S$ more in the upper bound of the regret": {"upper": WITH_MORE_STATES},
        r"$1/\alpha$ in place of $1/\alpha^2$ in that of the sample complexity": {"upper": LESS_ACCURATE},
    },
    near=(
        r"a factor $\sqrt S$ more in the upper bound of the regret",
        r"$1/\alpha$ in place of $1/\alpha^2$ in that of the sample complexity",
    ),
)
def lower_match(trial: Trial, *, upper: Bounds = UPPER) -> Iterator[Finding]:
    """Compare the exponents of the dominant terms."""
    for quantity in UPPER:
        above, below = upper[quantity][0], LOWER[quantity][0]
        same = {name: (power(above, name), "==", power(below, name)) for name in NAMES if name != "H"}
        yield exact_all(f"{quantity}, dominant terms", same, quantity="exponents in the upper and lower bound")
        yield exact(
            f"{quantity}, dominant terms",
            power(below, "H"),
            "<=",
            power(above, "H"),
            quantity="exponents of $H$ in the lower and upper bound",
        )
    yield _exponents()


def _exponents() -> Table:
    rows = [
        [f"{quantity}, {part}", side, *(str(power(term, name)) for name in NAMES)]
        for quantity in UPPER
        for part, index in (("dominant", 0), ("private", 1))
        for side, term in (("upper", UPPER[quantity][index]), ("lower", LOWER[quantity][index]))
    ]
    return Table(
        title="Exponents of the printed rates",
        columns=["term", "bound", "$S$", "$A$", "$H$", r"$1/\alpha$", "$T$", r"$1/\varepsilon$"],
        rows=rows,
        caption="The dominant terms differ in $H$ only; the private ones in $H$ and in $S$.",
    )


def private_share(S: int, A: int, H: int, T: Fraction, epsilon: Fraction) -> Fraction:
    """Return the squared ratio of (S A H^3 + S^2 A H^3)/epsilon to H^2 sqrt(S A T)."""
    return (S * A * H**3 * (1 + S) / epsilon) ** 2 / (H**4 * S * A * T)


def private_share_of_mistakes(S: int, A: int, H: int, alpha: Fraction, epsilon: Fraction) -> Fraction:
    """Return the private over the dominant term of the upper bound of the sample complexity."""
    dominant, private = UPPER["sample complexity"]
    return rational(private / dominant, {"S": S, "A": A, "H": H, "alpha": alpha, "epsilon": epsilon})


def growing_share(S: int, A: int, H: int, T: Fraction, epsilon: Fraction) -> Fraction:
    """Return what it would be with a private term that grows like sqrt(T) as well."""
    return private_share(S, A, H, T, epsilon) * T


def larger_share(S: int, A: int, H: int, T: Fraction, epsilon: Fraction) -> Fraction:
    """Return what it would be with 21/20 of the private term."""
    return private_share(S, A, H, T, epsilon) * Fraction(21, 20) ** 2


def share_without_transitions(S: int, A: int, H: int, T: Fraction, epsilon: Fraction) -> Fraction:
    """Return what it would be without S^2 A H^3."""
    return private_share(S, A, H, T, epsilon) / (1 + S) ** 2


def enough_episodes(S: int, A: int, H: int, epsilon: Fraction, share: Fraction) -> Fraction:
    """Return the T at which the private term is this share of the other one."""
    return S * A * (H * (1 + S) / (epsilon * share)) ** 2


SHARES = (Fraction(1), Fraction(1, 10), Fraction(1, 100))


@claim(
    "pucb/privacy-lower-order",
    reading="bounds",
    broken={
        r"a private term that grows like $\sqrt T$": {"share": growing_share},
        "21/20 of the private term": {"share": larger_share},
        r"a private term without $S^2AH^3$": {"share": share_without_transitions},
    },
    near=("21/20 of the private term", r"a private term without $S^2AH^3$"),
)
def privacy_lower_order(trial: Trial, *, share: Share = private_share) -> Iterator[Finding]:
    """Compare the share of the private term with eta where it should be eta, and beyond."""
    for S, A, H in ((1, 2, 1), (2, 2, 2), (10, 4, 10)):
        for epsilon, eta in product((Fraction(1, 10), Fraction(1), Fraction(10)), SHARES):
            T = enough_episodes(S, A, H, epsilon, eta)
            if T < 2:  # no number of episodes
                continue
            pairs = {"there": (share(S, A, H, T, epsilon), "==", eta**2)}
            pairs["at twice as many"] = (share(S, A, H, 2 * T, epsilon), "<", eta**2)
            alpha = eta * epsilon / S
            pairs["sample complexity"] = (private_share_of_mistakes(S, A, H, alpha, epsilon), "==", eta)
            pairs["sample complexity, half of it"] = (
                private_share_of_mistakes(S, A, H, alpha / 2, epsilon),
                "<",
                eta,
            )
            yield exact_all(
                f"$S = {S}$, $A = {A}$, $H = {H}$, $\\varepsilon = {epsilon}$, share $\\eta = {eta}$: $T = "
                f"{float(T):.6g}$",
                pairs,
                quantity=r"squared share of the private term in the bound, and $\eta^2$",
            )
    yield _needed()


def _needed() -> Figure:
    budgets = [Fraction(10) ** k for k in range(-2, 4)]
    series = [
        Series(
            label=f"$S = {S}$, $A = {A}$, $H = {H}$",
            x=[float(x) for x in budgets],
            y=[float(enough_episodes(S, A, H, x, Fraction(1, 10))) for x in budgets],
        )
        for S, A, H in ((1, 2, 1), (2, 2, 2), (10, 4, 10))
    ]
    return Figure(
        title="Episodes until privacy is a tenth of the regret bound",
        x_label=r"$\varepsilon$",
        y_label="$T$",
        x_scale="log",
        y_scale="log",
        series=series,
        caption="Without constants and logarithms, which move the curves up: 'sufficiently large' is large.",
    )
