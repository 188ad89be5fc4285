r"""The off-policy set-up of Section 7: uniform target policy, behaviour policy "the policy learned by Q-learning".

If that is greedy, pi_b(s, a) = 0 for all actions but one, and rho = pi/pi_b is x/0 for the others. Along the data only
taken actions occur and rho = 1/k for k actions, a constant, which turns the mean of 1 into 1/k: A and b are 1/k times
those of the greedy policy itself, and with tabular features and one length the fixed point A theta = b is the value of
the *behaviour* policy. With pi_b > 0 where pi > 0, pi_b rho = pi, and means under pi_b are turned into means under pi.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np

from tabular.evaluation import Moments, Tabular, exact_moments, saddle_point
from tabular.mdp import FiniteMDP
from tabular.mdp.bellman import greedy
from tabular.mdp.instances import dyadic_random
from tabular.mdp.policies import policy_matrix, policy_value
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate, instance, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Outcome, exact_all, undefined
from theory_checks.core.formula import Formula, Term, ref
from theory_checks.core.interpret import exact as rational

HALF, HORIZON = Fraction(1, 2), 3
MakePolicy = Callable[[FiniteMDP], Array]


@cache
def instances() -> Mapping[str, FiniteMDP]:
    """Return small exact MDPs without absorbing states, all states visited from a uniform start."""
    return {
        "two states, stay or swap, staying in state 1 pays": FiniteMDP(
            [[[1, 0], [0, 1]], [[0, 1], [1, 0]]], [[0, 1], [0, 0]], HALF
        ),
        "random, three states, three actions": dyadic_random(3, 3, HALF, bits=4, seed=5, exact=True),
        "random, four states, two actions": dyadic_random(4, 2, Fraction(9, 10), bits=4, seed=8, exact=True),
    }


def uniform(mdp: FiniteMDP) -> Array:
    """Return the uniform policy, a row for each state."""
    return np.full((mdp.n_states, mdp.n_actions), Fraction(1, mdp.n_actions), dtype=object)


def learned(mdp: FiniteMDP) -> Array:
    """Return a greedy policy, for action values that only know the rewards, as rows of zeros and a one."""
    rows = np.full((mdp.n_states, mdp.n_actions), Fraction(0), dtype=object)
    rows[np.arange(mdp.n_states), learned_actions(mdp)] = Fraction(1)
    return rows


def learned_actions(mdp: FiniteMDP) -> list[int]:
    """Return the actions of the greedy policy."""
    zero = np.full(mdp.n_states, Fraction(0), dtype=object)
    return [int(a) for a in greedy(mdp, zero)]


def exploring(mdp: FiniteMDP, exploration: Fraction = Fraction(1, 4)) -> Array:
    """Return (1 - eta) greedy + eta uniform."""
    return (1 - exploration) * learned(mdp) + exploration * uniform(mdp)


@claim(
    "gpope/mountain-car-off-policy-setup",
    reading="greedy",
    sound={"an exploring behaviour policy": {"behaviour": exploring}},
)
def greedy_ratio(trial: Trial, *, behaviour: MakePolicy = learned) -> Iterator[Evidence]:
    """Form the ratios of all states and actions."""
    for name, mdp in instances().items():
        pi, pi_b = uniform(mdp), behaviour(mdp)
        missing = np.argwhere(pi_b == 0)
        if missing.size:
            s, a = missing[0].tolist()
            yield undefined(
                name,
                quantity=r"$\pi(s, a)/\pi_b(s, a)$",
                detail=f"state {s}, action {a}: ${pi[s, a]}/0$, at {len(missing)} of {pi.size} places",
            )
        else:
            yield exact_all(
                name,
                {f"state {s}": (sum(pi_b[s] * (pi[s] / pi_b[s])), "==", 1) for s in range(mdp.n_states)},
                quantity=r"$\mathbb{E}_{\pi_b}\rho$ in each state",
            )


Weights = Callable[[FiniteMDP], Array]


def of_taken_actions(mdp: FiniteMDP) -> Array:
    """Return pi_b rho of the actions that a greedy policy takes, and 0 for the others."""
    return learned(mdp) * uniform(mdp)


def of_exploring(mdp: FiniteMDP) -> Array:
    """Return pi_b rho of the exploring policy."""
    return exploring(mdp) * (uniform(mdp) / exploring(mdp))


def of_nearly_uniform(mdp: FiniteMDP) -> Array:
    """Return pi_b rho if the target of the ratios is greedy with probability 1/10."""
    return exploring(mdp) * (exploring(mdp, Fraction(9, 10)) / exploring(mdp))


def _means(name: str, mdp: FiniteMDP, weights: Array) -> Evidence:
    """Compare, in each state, the weighted means of 1, of the reward and of each next state with those under pi."""
    moves, rewards = policy_matrix(mdp, uniform(mdp).T)
    ones, gains = weights.sum(axis=1), (weights * mdp.rewards.T).sum(axis=1)
    entered = np.sum([weights[:, a, None] * mdp.transitions[a] for a in range(mdp.n_actions)], axis=0)
    pairs = {f"1 in state {s}": (ones[s], "==", 1) for s in range(mdp.n_states)}
    pairs |= {f"reward in state {s}": (gains[s], "==", rewards[s]) for s in range(mdp.n_states)}
    pairs |= {f"{s} to {after}": (entered[s, after], "==", moves[s, after]) for s, after in np.ndindex(moves.shape)}
    return exact_all(name, pairs, quantity=r"means of $\rho f$ under $\pi_b$, and of $f$ under $\pi$")


@claim(
    "gpope/mountain-car-off-policy-setup",
    reading="exploring",
    broken={
        "without ratios": {"weights": exploring},
        "ratios of a policy that is a tenth greedy": {"weights": of_nearly_uniform},
    },
    near=("ratios of a policy that is a tenth greedy",),
)
@claim(
    "gpope/mountain-car-off-policy-setup",
    reading="greedy-along-the-data",
    setting={"weights": of_taken_actions},
    sound={"an exploring behaviour policy": {"weights": of_exploring}},
)
def means(trial: Trial, *, weights: Weights = of_exploring) -> Iterator[Evidence]:
    """Compare means with the ratios under the behaviour policy with those under the uniform policy."""
    for name, mdp in instances().items():
        evidence = _means(name, mdp, weights(mdp))
        yield _with_constant_ratios(trial, evidence, name, mdp) if evidence.outcome is Outcome.FAILS else evidence


def _with_constant_ratios(trial: Trial, evidence: Evidence, name: str, mdp: FiniteMDP) -> Evidence:
    """Certify that the ratios of the actions that were taken do not have the mean 1."""
    k = mdp.n_actions
    says = f"{name}: of {k} actions one is taken, its ratio is 1/{k}, and so is the mean of the ratios."
    values: dict[str, Term] = {"k": k, "taken": 1, "wanted": Fraction(1, k)}
    return replace(evidence, certificate=instance(trial.formal, says, values))


def _fixed_point(mdp: FiniteMDP, target: Array, behaviour: Array, factor: Fraction = Fraction(1)) -> Array:
    """Return theta with A theta = b for tabular features; `factor` multiplies all ratios."""
    moments = exact_moments(mdp, target, behaviour, Tabular(mdp.n_states), HORIZON, weighting="1/horizon")
    theta, _ = saddle_point(Moments(factor * moments.A, factor * moments.b, moments.C))
    return theta


Estimate = Callable[[FiniteMDP], Array]


def ratios_of_taken_actions(mdp: FiniteMDP) -> Array:
    """Return the fixed point with rho = 1/k along data of the greedy policy."""
    return _fixed_point(mdp, learned(mdp), learned(mdp), Fraction(1, mdp.n_actions))


def ratios_of_exploring(mdp: FiniteMDP) -> Array:
    """Return the fixed point with data of the exploring policy."""
    return _fixed_point(mdp, uniform(mdp), exploring(mdp))


def _values(name: str, mdp: FiniteMDP, estimate: Estimate) -> Evidence:
    value, theta = policy_value(mdp, uniform(mdp).T), estimate(mdp)
    pairs = {f"state {s}": (theta[s], "==", value[s]) for s in range(mdp.n_states)}
    return exact_all(name, pairs, quantity=r"fixed point $\theta^*$ and $V^\pi$")


@claim(
    "gpope/mountain-car-off-policy-setup",
    reading="fixed-point",
    sound={"an exploring behaviour policy": {"estimate": ratios_of_exploring}},
)
def greedy_data(trial: Trial, *, estimate: Estimate = ratios_of_taken_actions) -> Iterator[Finding]:
    """Compare the fixed point with the value of the uniform policy."""
    for name, mdp in instances().items():
        evidence = _values(name, mdp, estimate)
        yield _refuted(evidence, name, mdp) if evidence.outcome is Outcome.FAILS else evidence


def _refuted(evidence: Evidence, name: str, mdp: FiniteMDP) -> Evidence:
    """Certify a state in which the values of the uniform and of the greedy policy differ."""
    values = policy_value(mdp, uniform(mdp).T), policy_value(mdp, learned(mdp).T)
    state = next(s for s in range(mdp.n_states) if values[0][s] != values[1][s])
    says = f"{name}: with constant ratios the fixed point is the value of the greedy policy, not of the uniform one."
    of_data = {"policy": "greedy", "value": "v_greedy"}
    given = [
        lemma("theta", "fixed-point-of-taken-actions", mdp="M", state=state, **of_data),
        lemma("wanted", "uniform-policy-value", mdp="M", state=state, value="v_uniform"),
    ]
    objects = {"M": mdp, "v_uniform": values[0], "v_greedy": values[1], "greedy": learned(mdp).T}
    own: dict[str, Term] = {"theta": "theta", "value": "wanted", "s": state}
    return replace(evidence, certificate=Certificate(says=says, values=own, given=given, objects=objects))


@claim("gpope/mountain-car-off-policy-setup/repaired", broken={"ratios at most $k$": {"bound": ref("k")}})
def repaired(trial: Trial, *, bound: Formula | None = None) -> Iterator[Evidence]:
    """Compare the largest ratio with its bound, and the fixed point with the value of the uniform policy."""
    for name, mdp in instances().items():
        for exploration in (Fraction(1), HALF, Fraction(1, 10)):
            pi, pi_b = uniform(mdp), exploring(mdp, exploration)
            largest = max((pi / pi_b).reshape(-1).tolist())
            theta, value = _fixed_point(mdp, pi, pi_b), policy_value(mdp, pi.T)
            pairs = {f"state {s}": (theta[s], "==", value[s]) for s in range(mdp.n_states)}
            most = rational(bound or trial.formal.right, {"eta": exploration, "k": mdp.n_actions})
            yield exact_all(
                f"{name}, $\\eta = {exploration}$",
                {"largest ratio": (largest, "<=", most), **pairs},
                quantity=r"largest $\rho$ against $1/\eta$, and $\theta^*$ against $V^\pi$",
            )
