"""The hunt for counterexamples.

    hunt(formula("log(x) <= x - 2", where="x > 0"))   a claim about real symbols
    hunt(contraction)                                  a function contraction(mdp, ...) -> (left, "<=", right)
    hunt(pinsker)                                      a function pinsker(law, law_other) -> (left, "<=", right)
    hunt("dpdqn/e3-v-value")                           a statement whose symbols are numbers

It ends with one of: refuted (the smallest counterexample, with a certificate that the checker accepts), survived (how
hard was tried, and how near the claim came to failing), proved (on which box), or broken (there is nothing to decide).
"""

from theory_checks.hunt.hunting import hunt
from theory_checks.hunt.laws import (
    composed,
    entropy,
    exp,
    hockey_stick,
    kl_divergence,
    log,
    renyi_divergence,
    smallest_delta,
    smallest_epsilon,
    sqrt,
    total_variation,
)
from theory_checks.hunt.outcome import Fate, Hunt
from theory_checks.hunt.quantities import greedy, occupancy, optimal_value, policy_value, q_values

__all__ = [
    "Fate",
    "Hunt",
    "composed",
    "entropy",
    "exp",
    "greedy",
    "hockey_stick",
    "hunt",
    "kl_divergence",
    "log",
    "occupancy",
    "optimal_value",
    "policy_value",
    "q_values",
    "renyi_divergence",
    "smallest_delta",
    "smallest_epsilon",
    "sqrt",
    "total_variation",
]
