"""Cases: MDPs whose error or loss is known, or bounded from below, and certificates that it exceeds a bound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from tabular.mdp import FiniteMDP
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence
from theory_checks.core.formula import Formula, Term, ref
from theory_checks.papers.dpdqn.common.claims import held
from theory_checks.papers.dpdqn.utility._bounds import SIMPLE_BOUND, at, means_in
from theory_checks.papers.dpdqn.utility._sizes import Size, compare

ERROR = r"$\mathbb{E}\,\frac1n\|v'-v^*\|_1$ in units of $\sigma/(1-\gamma)$"
SIGMA = 3  # a noise level that is no unit
SCALED = ref("size") * "sigma" / (1 - ref("gamma"))  # a size that is known in units of sigma/(1 - gamma)

OF_M: Mapping[str, Term] = {"m": "M.actions", "gamma": "M.discount"}


@dataclass(frozen=True)
class Case:
    """A quantity of an MDP with n states, m actions and a discount: exact, a lower bound, or the largest there is."""

    name: str
    n: int
    m: int
    discount: Fraction
    size: Size
    detail: str = ""
    certificate: Certificate | None = None


def judged(case: Case, bound: Formula, quantity: str) -> Evidence:
    """Compare the quantity of a case, in units of sigma/(1 - gamma), with a bound."""
    allowed = at(bound, case.n, case.m, case.discount)
    return compare(
        case.name, case.size, "<=", allowed, quantity=quantity, detail=case.detail, certificate=case.certificate
    )


def closed_forms(bound: Formula, sizes: Iterable[tuple[int, int]]) -> Iterator[Evidence]:
    """Compare a bound by H with the one by its closed form."""
    for (n, m), discount in product(sizes, (Fraction(0), Fraction(9, 10), Fraction(999, 1000))):
        name, most = f"closed form, n = {n}, m = {m}, discount {discount}", at(SIMPLE_BOUND, n, m, discount)
        yield compare(name, at(bound, n, m, discount), "<=", most, quantity="$H$ and its closed form")


def claimed(
    trial: Trial,
    known: Iterable[tuple[str, int, int, Fraction, Size]],
    names: Mapping[str, Formula],
    quantity: str,
    parts: slice = slice(None),
) -> Iterator[Evidence]:
    """Compare what a statement claims, at sigma = 3, where a size is known; `names` are formulas of it."""
    claims = trial.formal.claims[parts]
    sides = [side for claim in claims for side in (claim.left, claim.right)]
    for name, n, m, discount, size in known:
        values = {"n": n, "m": m, "gamma": discount, "sigma": SIGMA, "size": size.exact, **names}
        values |= means_in(sides, n, m, discount)
        for part, claim in enumerate(claims, 1):
            yield held(rf"{name}, $\sigma = {SIGMA}$, claim {part}", claim, values, quantity=quantity)


def exceeding(mdp: FiniteMDP, says: str, theorem: str, name: str, **others: Term) -> Certificate:
    """Return the certificate that a quantity of M, by a lemma of the checker, exceeds the bound of its statement."""
    return Certificate(
        says=says,
        objects={"M": mdp},
        given=[lemma(name, theorem, mdp="M", sigma=1)],
        values={name: ref(name), **OF_M, "n": "M.states", "sigma": 1, **others},
    )
