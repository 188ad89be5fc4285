"""The value of a policy as an optimal value, which a checker can prove: that of an MDP without choice."""

from __future__ import annotations

from fractions import Fraction

from tabular import FiniteMDP
from tabular.mdp.policies import policy_matrix

GAMMAS = (Fraction(1, 2), Fraction(9, 10))


def without_choice(mdp: FiniteMDP, policy: object) -> FiniteMDP:
    """Return the MDP in which the policy is all that can be done."""
    P, r = policy_matrix(mdp, policy)
    return FiniteMDP([P], [r], mdp.discount)
