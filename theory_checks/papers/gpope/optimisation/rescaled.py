r"""The matrix whose eigenvalues Du et al. (2017) bound, and what is true of Q (Lemma 2, Appendix C.1).

With H = A' C^-1 A, rho >= 0 and the k of the statement,

    G = [[rho I, -sqrt(k) A'], [sqrt(k) A, k C]],   similar to [[rho I, -A'], [k A, k C]],

has real eigenvalues within the two cited bounds. With rho = 0 these are the dynamics
of steps that are k times as long for w as for theta; Q is the case k = 1, rho = 0. Proof: an eigenvector (x, y) of G
for z has y != 0, and with c = y^* C y/|y|^2, a = |A'y|^2/|y|^2, h = lmax(H) (so that lmin(H) c <= a <= h c)

    (z - rho)(z - k c) + k a = 0, of discriminant (k c - rho)^2 - 4 k a > 0 since k c >= 8 (rho + h).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce

import numpy as np
from flint import acb, arb

from tabular.evaluation.saddle import eigenvalues, identity_like, saddle_matrix
from tabular.numbers.arrays import Array, each_fraction
from tabular.numbers.quadratic_forms import Bracket, largest_eigenvalue, smallest_eigenvalue
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Relation, ref
from theory_checks.core.interpret import enclose, substitute
from theory_checks.core.interpret import exact as value
from theory_checks.core.points import spoken
from theory_checks.papers.gpope.common.linear_evaluation import Problem, hessian, one_state, random_moments, swapping
from theory_checks.papers.gpope.optimisation._spectra import enclosure, spectrum_certificate

RATIO = formal_of(__file__, "gpope/lemma2-du-citation/repaired").right_of("k")
Ratio = Callable[["Moments"], Fraction]
ProblemRatio = Callable[[Problem], Fraction]


@dataclass(frozen=True)
class Moments:
    """Matrices A and C with a shift rho, and enclosures of the eigenvalues that enter the bounds."""

    name: str
    A: Array
    C: Array
    rho: Fraction = Fraction(0)

    @cached_property
    def shifted(self) -> tuple[Bracket, Bracket]:
        """Return the smallest and the largest eigenvalue of rho I + H."""
        H = hessian(self.A, self.C)
        shifted = H + self.rho * identity_like(H)
        return smallest_eigenvalue(shifted), largest_eigenvalue(shifted)

    @cached_property
    def curvature(self) -> tuple[Bracket, Bracket]:
        """Return the smallest and the largest eigenvalue of C."""
        return smallest_eigenvalue(self.C), largest_eigenvalue(self.C)

    def spectrum(self, k: Fraction) -> list[acb]:
        """Return the eigenvalues of [[rho I, -A'], [k A, k C]], which are those of G."""
        G, n = saddle_matrix(self.A, self.C, k), self.A.shape[1]
        G[:n, :n] = G[:n, :n] + self.rho * identity_like(self.C)
        return eigenvalues(G)


def rescaled(moments: Moments) -> Fraction:
    """Return the k of the repair, rounded up in the twelfth digit."""
    return value(RATIO, {"lmax_H": moments.shifted[1].high, "lmin_C": moments.curvature[0].low})


def unscaled(moments: Moments) -> Fraction:
    """Return k = 1, the steps of the algorithm."""
    del moments
    return Fraction(1)


def needed_ratio(problem: Problem) -> Fraction:
    """Return the ratio of steps for which the cited bounds are proved, with rho = 0."""
    ends = {"lmax_H": max(mode.h for mode in problem.modes), "lmin_C": min(mode.c for mode in problem.modes)}
    return value(RATIO, ends)


def ratio_of_algorithm(problem: Problem) -> Fraction:
    """Return 1, the ratio of the steps of w and theta in Algorithm 1."""
    del problem
    return Fraction(1)


def ratio_by_elimination(problem: Problem) -> Fraction:
    """Return the k of the matrices A and C, without the modes of the chain."""
    return rescaled(Moments(problem.name, problem.A, problem.C))


@claim(
    "gpope/lemma2-du-citation",
    sound={"steps of $w$ that are $k$ times as long, $k$ by elimination": {"ratio": ratio_by_elimination}},
)
def cited_matrix(trial: Trial, *, ratio: ProblemRatio = ratio_of_algorithm) -> Iterator[Finding]:
    """Compare the ratio of steps in Q with the k of the cited matrix."""
    for problem in (one_state(Fraction(0)), one_state(Fraction(7, 10)), swapping(Fraction(3, 10))):
        left, right = needed_ratio(problem), ratio(problem)
        yield exact(
            problem.name,
            left,
            "==",
            right,
            quantity=r"the $k$ of the cited matrix, against the ratio 1 of the steps of Algorithm 1",
            certificate=None if left == right else _other_matrix(problem),
        )


def _other_matrix(problem: Problem) -> Certificate:
    k = substitute(RATIO, {name: ref(name) for name in NUMBERS})
    says = "the $k$ of the cited matrix is not 1, so that it has other blocks than $Q$"
    return spectrum_certificate(problem, says, NUMBERS, {"k": k})


NUMBERS = {"lmax_H": 5, "lmin_C": 6}  # in the lemma


@claim("gpope/lemma2-du-citation/repaired", broken={"$k = 1$, the steps of the algorithm": {"ratio": unscaled}})
def rescaled_spectrum(trial: Trial, *, ratio: Ratio = rescaled) -> Iterator[Finding]:
    """Compute all eigenvalues of G and compare them with the two bounds."""
    rows: list[list[str]] = []
    for moments in _cases(trial):
        k = ratio(moments)
        spectrum = moments.spectrum(k)
        yield from _within(moments, spectrum, trial.formal.claims)
        least, largest = _ends(spectrum)
        rows.append([moments.name, f"{float(k):.6g}", f"{float(least):.6g}", f"{float(largest):.6g}"])
    yield Table(title="Ends of the spectrum of G", columns=["case", "$k$", "smallest", "largest"], rows=rows[:8])


def _cases(trial: Trial) -> Iterator[Moments]:
    for problem in (one_state(Fraction(0)), one_state(Fraction(7, 10)), swapping(Fraction(3, 10))):
        yield Moments(problem.name, problem.A, problem.C)
    spread = each_fraction(np.diag([100, 1])), each_fraction(np.diag([7, 1]))
    yield Moments("diagonal, far apart", *spread)
    tiny = each_fraction(np.eye(2, dtype=np.int64)) / 1000
    yield Moments(r"$H$ far below $\rho = 1$", tiny, tiny * 1000, Fraction(1))
    for i in range(60 if trial.full else 9):
        rng = trial.rng("A and C", str(i))
        rho = Fraction(int(rng.integers(0, 9)), 4) if i % 2 else Fraction(0)
        name = f"random $A$, $C$ number {i}, $n = {1 + i % 3}$, $\\rho = {rho}$"
        yield Moments(name, *random_moments(rng, 1 + i % 3), rho)


def _within(moments: Moments, spectrum: list[acb], claims: Sequence[Relation]) -> Iterator[Evidence]:
    real = sum(1 for z in spectrum if z.imag == 0)
    yield exact(moments.name, real, "==", len(spectrum), quantity="number of real eigenvalues")
    if real < len(spectrum):
        return
    least, largest = _ends(spectrum)
    low, high = (enclosure(bracket) for bracket in moments.shifted)
    kappa = enclosure(moments.curvature[1]) / enclosure(moments.curvature[0])
    values = {"lmin_H": low, "lmax_H": high, "kappa": kappa}
    for end, claim_ in zip((least, largest), claims, strict=True):
        what = "$\\lambda_{\\min}(G)$" if end is least else "$\\lambda_{\\max}(G)$"
        yield ball(moments.name, end, claim_.sign, enclose(claim_.right, values), quantity=f"{what} and its bound")


def _ends(spectrum: list[acb]) -> tuple[arb, arb]:
    real = [z.real for z in spectrum]
    return reduce(arb.min, real), reduce(arb.max, real)


def known_ends(moments: Moments) -> dict[str, arb]:
    """Return what the ends of the three ranges consist of."""
    gram = moments.A @ moments.A.T
    return {
        "lmin_H": enclosure(moments.shifted[0]),
        "lmin_C": enclosure(moments.curvature[0]),
        "lmax_C": enclosure(moments.curvature[1]),
        "smin_A": enclosure(smallest_eigenvalue(gram)).sqrt(),
        "smax_A": enclosure(largest_eigenvalue(gram)).sqrt(),
    }


def sizes(z: acb) -> dict[str, arb]:
    """Return a real eigenvalue, or the real part and the modulus of another."""
    return {"real": z.real} if z.imag == 0 else {"real_part": z.real, "modulus": abs(z)}


def as_if_real(z: acb) -> dict[str, arb]:
    """Return the real part, as if it were a real eigenvalue, which Lemma 2 nearly claims."""
    return {"real": z.real}


SAID = {
    "real": "a real eigenvalue",
    "real_part": "the real part of a complex eigenvalue",
    "modulus": "the modulus of a complex eigenvalue",
}


@claim(
    "gpope/lemma2-lmin/repaired",
    broken={r"$[\lambda_{\min}(H), \lambda_{\max}(C)]$ for all eigenvalues": {"measured": as_if_real}},
)
def spectrum_of_q(trial: Trial, *, measured: Callable[[acb], dict[str, arb]] = sizes) -> Iterator[Evidence]:
    """Compute all eigenvalues of Q and compare each with its bounds."""
    name = "$A = ((3, 0), (0, 2))$, $C = ((1, 1/2), (1/2, 1))$"
    complex_ones = Moments(name, each_fraction(np.diag([3, 2])), COUPLED)
    seeded = (_without_common_eigenvector(trial, i) for i in range(60 if trial.full else 12))
    for moments in (complex_ones, *_nearly_attained(), *seeded):
        ends = known_ends(moments)
        for j, z in enumerate(moments.spectrum(Fraction(1))):
            if z.imag >= 0:
                for what, size in measured(z).items():
                    values = {**ends, what: size}
                    yield from _obeys(f"{moments.name}, eigenvalue {j}", trial.formal.claims, what, values)


def _obeys(name: str, claims: Sequence[Relation], what: str, values: Mapping[str, arb]) -> Iterator[Evidence]:
    for claim_ in claims:
        if what in spoken(claim_):
            left, right = enclose(claim_.left, values), enclose(claim_.right, values)
            yield ball(name, left, claim_.sign, right, quantity=SAID[what])


def _nearly_attained() -> tuple[Moments, Moments]:
    """Return a pair with real eigenvalues near both ends, and one with complex ones for which the ends are close."""
    one = each_fraction(np.eye(1, dtype=np.int64))
    A, C = each_fraction(np.diag([30, 29])) / 10, each_fraction(np.array([[100, 1], [1, 100]])) / 100
    return (
        Moments("$A = 1$, $C = 10$", one, 10 * one),
        Moments("$A = ((3, 0), (0, 29/10))$, $C = ((1, 1/100), (1/100, 1))$", A, C),
    )


COUPLED = each_fraction(np.array([[2, 1], [1, 2]])) / 2


def _without_common_eigenvector(trial: Trial, i: int) -> Moments:
    """Return a pair with n = 2 in which A A' and C do not commute, so that no bound is attained and balls decide."""
    rng = trial.rng("A and C", str(i))
    while True:
        A, C = random_moments(rng, 2)
        if ((A @ A.T) @ C != C @ (A @ A.T)).any():
            return Moments(f"random $A$, $C$ number {i}, $n = 2$", A, C)
