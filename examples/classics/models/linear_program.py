"""What the optimal solutions of the linear program say about values."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

import theory_checks as tc
from tabular import FiniteMDP, solve

from ..common.values import GAMMAS
from ._values import door

Weights = Sequence[int]
BEST = tc.fact("optimal-value", mdp="M", value="best")
FEASIBLE = tc.fact("primal-feasible", mdp="M", value="v")


def reached(mdp: FiniteMDP, weights: Weights) -> set[int]:
    """Return the states to which some actions lead from one with a weight."""
    found = {s for s, weight in enumerate(weights) if weight}
    while True:
        more = {t for s in found for t in range(mdp.n_states) if any(P[s, t] for P in mdp.transitions)}
        if more <= found:
            return found
        found |= more


def largest_solution(mdp: FiniteMDP, weights: Weights) -> list[Fraction]:
    """Return an optimal solution that is raised by 1 where no state with a weight can tell."""
    best, known = solve(mdp).value, reached(mdp, weights)
    return [v if s in known else v + 1 for s, v in enumerate(best)]


def raised_everywhere(mdp: FiniteMDP, weights: Weights) -> list[Fraction]:
    """Return a feasible solution that is not optimal."""
    return [v + 1 for v in solve(mdp).value]


def smallest_solution(mdp: FiniteMDP, weights: Weights) -> list[Fraction]:
    """Return the optimal solution below all others, which is the optimal value."""
    return list(solve(mdp).value)


CONTROLS = {
    "broken": {"what is feasible and not optimal": {"solution": raised_everywhere}},
    "sound": {"the smallest solution": {"solution": smallest_solution}},
}


@tc.claim("classics/linear-program", broken=CONTROLS["broken"])
@tc.claim("classics/linear-program/misquoted", **CONTROLS)
def linear_program(
    trial: tc.Trial, *, solution: Callable[[FiniteMDP, Weights], list[Fraction]] = largest_solution
) -> Iterator[tc.Finding]:
    """Compare an optimal solution with the optimal value, in the states of which the statement speaks."""
    doors = [door(gamma, pay) for gamma in GAMMAS for pay in (1, -3)]
    for mdp, weights in product(doors, ((1, 0), (0, 1), (2, 3))):
        v, best = solution(mdp, weights), solve(mdp).value
        costs = [sum((c * x for c, x in zip(weights, values, strict=True)), Fraction(0)) for values in (v, best)]
        yield tc.exact(f"{mdp}, weights {weights}", costs[0], "==", costs[1], quantity="cost of an optimal solution")
        about = {"objects": {"M": mdp, "v": v, "best": best}, "facts": [BEST, FEASIBLE]}
        for s, weight in enumerate(weights):
            if trial.formal.domain.contains({"weight": weight}):
                values = {"value": tc.ref("v", s), "optimal": tc.ref("best", s), "weight": weight}
                yield tc.decide(trial.formal, values, **about)
