r"""Eigenvalues in the proof of Lemma 14: why I - gamma P*^T can be inverted.

The rows of a Markov matrix P sum to one, so P e = e: the number 1 is an eigenvalue of every one of them. What the proof
needs is about gamma P: ||gamma P||_inf = gamma bounds the modulus of its eigenvalues, so I - gamma P^T is invertible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.instances import one_state_loop
from tabular.mdp.policies import policy_matrix
from tabular.numbers.arrays import Array
from tabular.numbers.rational import matmul_exact, solve_exact
from theory_checks.core.certificate import Certificate, fact
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, exact
from theory_checks.core.formula import Formula, ref, total
from theory_checks.core.interpret import exact as exactly
from theory_checks.kit.cases import HALF, Case, Comparisons, compare_everywhere, sup_norm, swap

MatrixOf = Callable[[FiniteMDP], Array]


def markov(mdp: FiniteMDP) -> Array:
    """Return P, the transition matrix of the policy that always takes the first action."""
    return policy_matrix(mdp, [0] * mdp.n_states)[0]


def discounted(mdp: FiniteMDP) -> Array:
    """Return gamma P."""
    return mdp.discount * markov(mdp)


@claim("dpdqn/lemma14-eigenvalues", sound={r"$\gamma P^*$ in place of $P^*$": {"matrix_of": discounted}})
def eigenvalues_below_one(_trial: Trial, *, matrix_of: MatrixOf = markov) -> Iterator[Evidence]:
    """Apply the matrix to the all-one vector and read off the eigenvalue."""
    for name, mdp in (Case("one-state loop", one_state_loop(HALF)), Case("two states, swapped", swap())):
        matrix = matrix_of(mdp)
        eigenvalue = Fraction(matrix[0].sum())
        yield exact(
            name,
            eigenvalue,
            "<",
            1,
            quantity="the eigenvalue of the all-one vector",
            certificate=_eigenvalue_one(matrix) if eigenvalue == 1 else None,
        )


def _eigenvalue_one(matrix: Array) -> Certificate:
    image = total(ref("P", 0, s) * ref("e", s) for s in range(len(matrix)))
    return Certificate(
        says="The all-one vector is an eigenvector of the Markov matrix P with eigenvalue 1, which is not below one.",
        objects={"P": matrix, "e": [1] * len(matrix)},
        facts=[fact("eigenvector", vector="e", matrix="P", factor=Fraction(1))],
        values={"eigenvalue": image / ref("e", 0)},
    )


@claim("dpdqn/lemma14-eigenvalues/repaired", broken={r"$P^*$ in place of $\gamma P^*$": {"matrix_of": markov}})
def eigenvalues_of_discounted(trial: Trial, *, matrix_of: MatrixOf = discounted) -> Iterator[Evidence]:
    """Bound the powers of the matrix, then invert I - gamma P^T exactly."""

    def bounds(mdp: FiniteMDP, _: np.random.Generator) -> Comparisons:
        matrix, gamma = matrix_of(mdp), mdp.discount
        powers = {1: matrix, 2: matmul_exact(matrix, matrix)}
        norms = {f"norm of power {t}": (Fraction(M.sum(axis=1).max()), "<=", gamma**t) for t, M in powers.items()}
        return {**norms, **all_one(matrix, gamma), **_inverse(matrix, gamma, trial.formal.claims[1].right)}

    def all_one(matrix: Array, gamma: Fraction) -> Comparisons:
        claimed, values = trial.formal.claims[0], {"eigenvalue": Fraction(matrix[0].sum()), "gamma": gamma}
        left, right = (exactly(side, values) for side in (claimed.left, claimed.right))
        return {"the eigenvalue of the all-one vector": (left, claimed.sign, right)}

    yield from compare_everywhere(trial, bounds, r"$\|(\gamma P)^t\|_\infty \leq \gamma^t$ and the inverse")


def _inverse(matrix: Array, gamma: Fraction, column_sum: Formula) -> Comparisons:
    """Check that I - matrix^T has a non-negative inverse whose columns sum to 1 / (1 - gamma)."""
    identity = np.eye(len(matrix), dtype=np.int64).astype(object)
    if (matrix.sum(axis=1) == 1).all():
        return {"I - matrix is singular: 1 is an eigenvalue": (1, "<", 1)}
    inverse = solve_exact(identity - matrix.T, identity)
    column = exactly(column_sum, {"gamma": gamma})
    defect = matmul_exact(identity - matrix.T, inverse) - identity
    return {
        "product with the inverse": (sup_norm(defect), "==", 0),
        "entries of the inverse": (Fraction(inverse.min()), ">=", 0),
        "column sums of the inverse": (sup_norm(inverse.sum(axis=0) - column), "==", 0),
    }
