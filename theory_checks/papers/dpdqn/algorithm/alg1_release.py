r"""Lines 23-27 of Algorithm 1 of the first version: the answers to queries after training.

    25: release Q(s, a) + g_a(s)
    26: compute z_a and update the list g_a

Tabular, bracketed, minus sign in line 21, expected targets, all entries at once.

    list of training kept      with gamma = 0 and alpha = 1 every update gives Q = r - g, so after the last one, which
                               uses the kept table, the answer is Q + g = r, for every J and T; for gamma > 0 and J = 1
                               training ends at Q = Q*_r - g and the answer is Q*_r: no noise, so different rewards are
                               told apart with certainty
    list empty at the start    line 25 reads g_a(s) before line 26 has computed it: at the first query it has no value
    repaired                   compute first, then release Q*_r + h with a fresh table h, drawn once: a Gaussian
                               mechanism of known sensitivity
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import numpy as np

from tabular.algorithms.private_value_iteration import bracketed, fixed_point, optimal_action_values, update
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import one_state_loop
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate, fact
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, exact, undefined
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, ref
from theory_checks.kit.cases import HALF, Comparisons, compare_everywhere, constant, random_table
from theory_checks.papers.dpdqn.common.surds import surd

NoiseAtRelease = Callable[[Array, Array], Array]

MYOPIC, LOOP = one_state_loop(Fraction(0), Fraction(0)), one_state_loop(HALF, Fraction(0))
TABLES = tuple(constant(LOOP, value) for value in (Fraction(0), Fraction(1), Fraction(-5, 7)))


def kept(training_noise: Array, fresh_noise: Array) -> Array:
    """Answer from the list of training."""
    return training_noise


def fresh(training_noise: Array, fresh_noise: Array) -> Array:
    """Answer from a path that is independent of training."""
    return fresh_noise


@claim(
    "dpdqn-v1/alg1-release",
    reading="training-noise-kept",
    sound={"a fresh path at release": {"noise_at_release": fresh}},
)
def release_with_training_noise(trial: Trial, *, noise_at_release: NoiseAtRelease = kept) -> Iterator[Evidence]:
    """Release with several noise tables, for two neighbouring rewards, after one update and after long training."""
    yield from _noiseless_release(trial, MYOPIC, after_one_update, "after one update", noise_at_release)
    yield from _noiseless_release(trial, LOOP, after_training, "after long training", noise_at_release)


Trained = Callable[[FiniteMDP, Array], Array]


def after_one_update(mdp: FiniteMDP, g: Array) -> Array:
    """Return Q after one update with alpha = 1 from some Q, here 3: for gamma = 0 it is r - g."""
    return update(mdp, bracketed(g), constant(mdp, 3))


def after_training(mdp: FiniteMDP, g: Array) -> Array:
    """Return the limit Q*_r - g of training with J = 1."""
    return fixed_point(mdp, bracketed(g))


def _noiseless_release(
    trial: Trial, mdp: FiniteMDP, trained: Trained, when: str, noise_at_release: NoiseAtRelease
) -> Iterator[Evidence]:
    spreads = {r: _released(mdp.with_rewards([[r]]), trained, noise_at_release) for r in (0, 1)}
    certificate = _noiseless(mdp) if noise_at_release is kept else None
    for reward, values in spreads.items():
        yield exact(
            f"one state, one action, $r = {reward}$, $\\gamma = {mdp.discount}$, {when}, {len(TABLES)} different noise "
            "tables",
            len(values),
            ">",
            1,
            quantity="number of different released values",
            detail=f"released: {', '.join(map(str, sorted(values)))}",
            certificate=certificate,
        )
    told_apart = len(spreads[0]) == 1 and len(spreads[1]) == 1 and spreads[0] != spreads[1]
    yield exact(
        f"$r = 0$ against $r = 1$ on one state, $\\gamma = {mdp.discount}$, {when}",
        int(told_apart),
        "<",
        1,
        quantity=r"the rewards are told apart with certainty (1 = yes, then $\delta = 1$ for every $\epsilon$)",
        certificate=certificate,
    )


def _released(mdp: FiniteMDP, trained: Trained, noise_at_release: NoiseAtRelease) -> set[Fraction]:
    """Return the values that are released, over all noise tables g; the fresh table is 2 g + 1."""
    return {Fraction((trained(mdp, g) + noise_at_release(g, 2 * g + 1))[0, 0]) for g in TABLES}


def _noiseless(mdp: FiniteMDP) -> Certificate:
    other, (g, h) = mdp.with_rewards([[1]]), TABLES[1:]
    fixed = {
        name: after_training(model, noise)
        for name, model, noise in (("q", mdp, g), ("p", mdp, h), ("q_other", other, g))
    }
    released = {name: ref(name, 0, 0) + ref("h" if name == "p" else "g", 0, 0) for name in fixed}
    return Certificate(
        says=f"With $\\gamma = {mdp.discount}$ two noise tables g and h lead to the same released value for $r = 0$, "
        "and $r = 1$ leads to another one.",
        objects={"M": mdp, "M_other": other, "g": g, "h": h, **fixed},
        facts=[
            fact("bracketed-fixed-point", q="q", mdp="M", noise="g"),
            fact("bracketed-fixed-point", q="p", mdp="M", noise="h"),
            fact("bracketed-fixed-point", q="q_other", mdp="M_other", noise="g"),
        ],
        values={"released": released["q"], "again": released["p"], "other": released["q_other"]},
    )


PRINTED_ORDER, SWAPPED = ("release", "compute"), ("compute", "release")


@claim("dpdqn-v1/alg1-release", reading="fresh-noise-path", sound={"line 26 before line 25": {"order": SWAPPED}})
def release_with_fresh_noise(trial: Trial, *, order: Sequence[str] = PRINTED_ORDER) -> Iterator[Evidence]:
    """Answer a query in the printed order of the two lines."""
    stored: dict[int, Fraction] = {}
    answer: Fraction | None = None
    for step in order:
        if step == "compute":
            stored[0] = Fraction(1)
        elif 0 in stored:
            answer = 2 + stored[0]
    if answer is None:
        yield undefined(
            "the first query",
            quantity=r"$Q(s, a) + \hat g_a(s)$ in line 25",
            detail="the list is empty: line 26, which computes the noise at s, comes after line 25, which releases it",
        )
    else:
        yield exact("the first query", answer, "==", 3, quantity=r"$Q(s, a) + \hat g_a(s)$ with $Q = 2$, $\hat g = 1$")


MU = formal_of(__file__, "dpdqn-v1/alg1-release/repaired").right


def squared(bound: Formula, mdp: FiniteMDP) -> Fraction:
    """Return the square of the sensitivity that belongs to a parameter mu, which is sigma mu."""
    values = {"n": mdp.n_states, "m": mdp.n_actions, "gamma": mdp.discount, "sigma": 3}
    return surd(bound * "sigma", values).square


@claim(
    "dpdqn-v1/alg1-release/repaired",
    broken={r"the sensitivity without $1/(1-\gamma)$": {"bound": MU * (1 - ref("gamma"))}},
)
def release_repaired(trial: Trial, *, bound: Formula = MU) -> Iterator[Evidence]:
    """Compare the squared distance of the optimal action values of neighbouring rewards with its bound."""

    def distances(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
        q = optimal_action_values(mdp)
        neighbours = {
            "r' = r + 1": mdp.rewards + 1,
            "r' = r - 1": mdp.rewards - 1,
            "random r'": mdp.rewards + random_table(rng, *mdp.rewards.shape) / 2,
        }
        moved = {name: optimal_action_values(mdp.with_rewards(r)) - q for name, r in neighbours.items()}
        checks = {name: (_square(d), "<=", squared(bound, mdp)) for name, d in moved.items()}
        return {**checks, "r' = r + 1 attains the bound": (_square(moved["r' = r + 1"]), "==", squared(bound, mdp))}

    loop = one_state_loop(HALF)
    moved = optimal_action_values(loop.with_rewards(loop.rewards + 1)) - optimal_action_values(loop)
    quantity = r"$\|Q^*_r - Q^*_{r'}\|_2^2 \leq nm/(1-\gamma)^2$ for $\|r - r'\|_\infty \leq 1$"
    yield exact("one-state loop, $r' = r + 1$", _square(moved), "<=", squared(bound, loop), quantity=quantity)
    yield from compare_everywhere(trial, distances, quantity)


def _square(difference: Array) -> Fraction:
    return Fraction((difference * difference).sum())
