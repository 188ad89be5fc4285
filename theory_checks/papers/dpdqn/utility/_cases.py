"""Cases: MDPs whose error or loss is known, or bounded from below, and certificates that it exceeds a bound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tabular.mdp import FiniteMDP
from theory_checks.core.certificate import Certificate, fact, lemma
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence
from theory_checks.core.formula import Formula, ref
from theory_checks.core.interpret import substitute
from theory_checks.papers.dpdqn.utility._bounds import at
from theory_checks.papers.dpdqn.utility._sizes import Size, compare

ERROR = r"$\mathbb{E}\,\frac1n\|v'-v^*\|_1$ in units of $\sigma/(1-\gamma)$"
Maker = Callable[[Trial, Formula], Certificate]


@dataclass(frozen=True)
class Case:
    """A quantity of an MDP with n states, m actions and a discount: exact, a lower bound, or the largest there is."""

    name: str
    n: int
    m: int
    discount: Fraction
    size: Size
    detail: str = ""
    certificate: Maker | None = None


def judged(trial: Trial, case: Case, bound: Formula, quantity: str) -> Evidence:
    """Compare the quantity of a case, in units of sigma/(1 - gamma), with a bound."""
    make = case.certificate
    return compare(
        case.name,
        case.size,
        "<=",
        at(bound, case.n, case.m, case.discount),
        quantity=quantity,
        detail=case.detail,
        certificate=(lambda: make(trial, bound)) if make else None,
    )


def exceeding(mdp: FiniteMDP, says: str, theorem: str, name: str, *notes: str) -> Maker:
    """Return how to conclude that a quantity of M, by a lemma of the checker, exceeds a bound; one action is best."""
    best = int(mdp.rewards[:, 0].argmax())

    def certificate(trial: Trial, bound: Formula) -> Certificate:
        return Certificate(
            says=says,
            objects={"M": mdp, "v": mdp.rewards[best] / (1 - mdp.discount)},
            facts=[fact("optimal-value", value="v", mdp="M", policy=[best] * mdp.n_states)],
            given=[lemma(name, theorem, mdp="M", sigma=1)],
            assumed=notes,
            conclusion=ref(name) > of_mdp(bound),
        )

    return certificate


def of_mdp(bound: Formula, **other: Formula) -> Formula:
    """Return a bound for the MDP M of a certificate, sigma = 1 and other values."""
    parts = {"n": ref("M.states"), "m": ref("M.actions"), "gamma": ref("M.discount")}
    return substitute(bound, {**parts, "sigma": 1, **other})
