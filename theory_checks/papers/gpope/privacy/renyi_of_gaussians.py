r"""Lemma 3 and Equation (B.1): the Renyi divergence of two normal laws with the same covariance S.

Completing the square, with Lambda = S^-1 and c = alpha mu + (1 - alpha) nu,

    P^alpha Q^(1 - alpha) = N(c, S) e^K,    K = (c' Lambda c - alpha mu' Lambda mu - (1 - alpha) nu' Lambda nu)/2,

so D_alpha = K/(alpha - 1) = alpha (mu - nu)' Lambda (mu - nu)/2; for alpha = 1 the limit is the Kullback-Leibler
divergence E_P log(P/Q). With S = sigma^2 I this is the printed formula, with S = sigma I it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from tabular.numbers.arrays import Array, fraction
from tabular.numbers.rational import solve_exact
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact, undefined
from theory_checks.core.formula import Term, num, total
from theory_checks.core.interpret import exact as rational
from theory_checks.papers.gpope.privacy._certified import certified

HALF = Fraction(1, 2)


def exact_array(values: object) -> Array:
    """Return nested numbers as an array of Fractions."""
    raw = np.array(values, dtype=object)
    return np.array([Fraction(x) for x in raw.reshape(-1)], dtype=object).reshape(raw.shape)


def scalar(S: Array, variance: Fraction) -> Array:
    """Return variance times the identity of the size of a vector S."""
    return variance * exact_array(np.eye(len(S), dtype=int).tolist())


def divergence(mu: Array, nu: Array, S: Array, alpha: Fraction) -> Fraction:
    """Return D_alpha(N(mu, S) || N(nu, S)) by completing the square; for alpha = 1 E_P log(P/Q)."""
    if alpha == 1:
        square = inverse_form(nu, S) - inverse_form(mu, S) - 2 * fraction((nu - mu) @ solve_exact(S, mu))
        return square / 2
    c = alpha * mu + (1 - alpha) * nu
    return (inverse_form(c, S) - alpha * inverse_form(mu, S) - (1 - alpha) * inverse_form(nu, S)) / (2 * (alpha - 1))


def inverse_form(x: Array, S: Array) -> Fraction:
    """Return x' S^-1 x."""
    return fraction(x @ solve_exact(S, x))


@dataclass(frozen=True)
class Laws:
    """Two means, a scale sigma and an order."""

    mu: tuple[Fraction | int, ...]
    nu: tuple[Fraction | int, ...]
    sigma: Fraction | int
    alpha: Fraction | int

    @property
    def name(self) -> str:
        """What evidence calls the laws."""
        means = (", ".join(map(str, vector)) for vector in (self.mu, self.nu))
        mu, nu = (text if len(self.mu) == 1 else f"({text})" for text in means)
        return f"$\\mu = {mu}$, $\\nu = {nu}$, $\\sigma = {self.sigma}$, $\\alpha = {self.alpha}$"

    @property
    def constants(self) -> dict[str, Term]:
        """The numbers of the printed formula."""
        squares = [(num(Fraction(a)) - Fraction(b)) ** 2 for a, b in zip(self.mu, self.nu, strict=True)]
        return {"alpha": self.alpha, "sigma": self.sigma, "square": total(squares)}


LAWS = (
    Laws((0,), (1,), 2, 2),
    Laws((0,), (1,), HALF, Fraction(3, 2)),
    Laws((1, -1), (0, 3), 3, 7),
    Laws((2,), (-1,), Fraction(1, 3), 1),
    Laws((1, 2, 3), (3, 2, 0), Fraction(7, 5), Fraction(101, 100)),
)
Variance = Callable[[Fraction], Fraction]


def sigma_as_variance(sigma: Fraction) -> Fraction:
    """Return sigma: the covariance is sigma I, as printed."""
    return sigma


def sigma_squared(sigma: Fraction) -> Fraction:
    """Return sigma^2: the covariance is sigma^2 I."""
    return sigma**2


@claim(
    "gpope/lemma3",
    reading="covariance-sigma",
    setting={"variance": sigma_as_variance},
    sound={r"covariance $\sigma^2I_d$": {"variance": sigma_squared}},
)
@claim(
    "gpope/lemma3",
    reading="covariance-sigma-squared",
    setting={"variance": sigma_squared},
    broken={r"covariance $\sigma I_d$": {"variance": sigma_as_variance}},
)
def lemma3(trial: Trial, *, variance: Variance) -> Iterator[Finding]:
    """Compare the divergence with the formula."""
    for laws in LAWS:
        mu, nu = exact_array(laws.mu), exact_array(laws.nu)
        value = divergence(mu, nu, scalar(mu, variance(Fraction(laws.sigma))), Fraction(laws.alpha))
        evidence = exact(
            laws.name, value, "==", rational(trial.formal.right, laws.constants), quantity=r"$D_\alpha$ and the formula"
        )
        says = f"{laws.name}: with covariance $\\sigma I$ the divergence is not the printed number."
        yield certified(trial, evidence, says, laws.constants)


def printed_range() -> list[tuple[Fraction, Fraction]]:
    """Return pairs (sigma, alpha) of the printed range, R and [1, infinity), at its ends."""
    return [(Fraction(0), Fraction(2)), (Fraction(-1), Fraction(2)), (Fraction(1), Fraction(1))]


def inner_range() -> list[tuple[Fraction, Fraction]]:
    """Return pairs (sigma, alpha) with sigma > 0 and alpha > 1."""
    return [(Fraction(1), Fraction(2)), (Fraction(1), Fraction(3, 2))]


WHY = {
    (0, 2): r"the covariance is 0: there are no densities, and the formula divides by 0",
    (-1, 2): r"$\sigma I$ is not a covariance, although the formula has a value",
    (1, 1): r"Definition 5 has $\alpha \in (1, \infty)$ and divides by $\alpha - 1$; only a limit gives $D_1$",
}
Range = Callable[[], list[tuple[Fraction, Fraction]]]


@claim("gpope/lemma3", reading="whole-range", sound={r"$\sigma > 0$, $\alpha > 1$": {"pairs": inner_range}})
def whole_range(trial: Trial, *, pairs: Range = printed_range) -> Iterator[Evidence]:
    """Evaluate both sides at the ends of the printed range, for mu = 0 and nu = 1."""
    for sigma, alpha in pairs():
        case = f"$\\mu = 0$, $\\nu = 1$, $\\sigma = {sigma}$, $\\alpha = {alpha}$"
        if sigma <= 0 or alpha == 1:
            yield undefined(case, quantity=r"$D_\alpha$ and the formula", detail=WHY[int(sigma), int(alpha)])
        else:
            mu, nu = exact_array([0]), exact_array([1])
            value = divergence(mu, nu, scalar(mu, sigma), alpha)
            formula = rational(trial.formal.right, {"alpha": alpha, "sigma": sigma, "square": 1})
            yield exact(case, value, "==", formula, quantity=r"$D_\alpha$ and the formula")


COVARIANCES = ([[2]], [[2, 1], [1, 3]], [[5, 0], [0, HALF]], [[2, -1, 0], [-1, 2, -1], [0, -1, 2]])
Square = Callable[[Array, Array], Fraction]


def not_inverted(gap: Array, S: Array) -> Fraction:
    """Return (mu - nu)' S (mu - nu)."""
    return fraction(gap @ S @ gap)


@claim("gpope/lemma3/repaired", broken={r"$\Sigma$ in place of its inverse": {"square": not_inverted}})
def repaired(trial: Trial, *, square: Square = inverse_form) -> Iterator[Evidence]:
    """Compare the divergence for several covariances with the formula."""
    for rows in COVARIANCES:
        S = exact_array(rows)
        mu, nu = exact_array([1, -2, 4][: len(rows)]), exact_array([0, 3, 1][: len(rows)])
        for alpha in (Fraction(1), Fraction(3, 2), Fraction(10)):
            case = f"$d = {len(rows)}$, $\\Sigma = {rows}$, $\\alpha = {alpha}$".replace("Fraction(1, 2)", "1/2")
            value = divergence(mu, nu, S, alpha)
            formula = rational(trial.formal.right, {"alpha": alpha, "square": square(mu - nu, S)})
            yield exact(case, value, "==", formula, quantity=r"$D_\alpha$ and the formula")


@claim("gpope/lemma1-base", broken={"means at the distance 2": {"distance": 2}})
def lemma1_base(trial: Trial, *, distance: int = 1) -> Iterator[Evidence]:
    """Compare the divergence of the two laws with the formula."""
    zero, other = exact_array([0]), exact_array([distance])
    for sigma in (Fraction(1, 3), Fraction(1), Fraction(5, 2)):
        for alpha in (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(100)):
            for order, mu, nu in ((r"$(\mu_0, \mu_1)$", zero, other), (r"$(\mu_1, \mu_0)$", other, zero)):
                value = divergence(mu, nu, scalar(mu, sigma**2), alpha)
                case = f"{order}, $\\sigma = {sigma}$, $\\alpha = {alpha}$"
                formula = rational(trial.formal.right, {"alpha": alpha, "sigma": sigma})
                yield exact(case, value, "==", formula, quantity=r"$\epsilon_0(\alpha)$")
