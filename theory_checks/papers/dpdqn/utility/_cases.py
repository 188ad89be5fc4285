"""Cases: MDPs whose error or loss is known, or bounded from below, and certificates that it exceeds a bound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from tabular.mdp import FiniteMDP
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.evidence import Evidence
from theory_checks.core.formula import Formula, Term, ref
from theory_checks.papers.dpdqn.utility._bounds import SIMPLE_BOUND, at
from theory_checks.papers.dpdqn.utility._sizes import Size, compare

ERROR = r"$\mathbb{E}\,\frac1n\|v'-v^*\|_1$ in units of $\sigma/(1-\gamma)$"


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


def exceeding(mdp: FiniteMDP, says: str, theorem: str, name: str, **others: Term) -> Certificate:
    """Return the certificate that a quantity of M, by a lemma of the checker, exceeds the bound of its statement."""
    return Certificate(
        says=says,
        objects={"M": mdp},
        given=[lemma(name, theorem, mdp="M", sigma=1)],
        values={name: ref(name), **OF_M, "n": "M.states", "sigma": 1, **others},
    )
