r"""The released program dpql.py beside Algorithm 1: what it computes, and what its constants are.

It keeps one noise path for the network that predicts and another one, g_t, for the network in the target. So a table is
updated towards r + gamma P max(Q + g_t) from Q + g_p, and its only fixed point is Q*_{r + g_t - g_p} - g_t. Algorithm 1
has one path: its fixed point is Q*_r - g, and Q + g, with which it acts, is Q*_r whatever the noise was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import numpy as np

from tabular.algorithms.private_value_iteration import NoisyRule, bracketed, fixed_point, separate, update
from tabular.dpdqn.environment import IntervalWalk
from tabular.dpdqn.options import BRACKETED, RELEASED_CODE, Algorithm1
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import one_state_loop
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import Term
from theory_checks.kit.cases import HALF, random_table

Rule = Callable[[Array, Array], NoisyRule]


def _one_path(prediction: Array, target: Array) -> NoisyRule:
    return bracketed(prediction)


@claim(
    "dpdqn/code-algorithm",
    sound={"one path for both networks, drawn anew in each batch": {"rule": _one_path, "program": BRACKETED}},
)
def released_program(trial: Trial, *, rule: Rule = separate, program: Algorithm1 = RELEASED_CODE) -> Iterator[Finding]:
    """Act at the fixed point on Q + g: Algorithm 1 sees Q* there, without noise."""
    for discount, difference in ((HALF, 1), (Fraction(9, 10), 1), (HALF, -3)):
        loop = one_state_loop(discount, Fraction(0))
        prediction, target = _table(0), _table(difference)
        fixed = fixed_point(loop, rule(prediction, target))
        yield exact(
            rf"one state, $r = 0$, $\gamma = {discount}$, $g_p = 0$, $g_t = {difference}$",
            (fixed + prediction)[0, 0],
            "==",
            Fraction(0),
            quantity="the value $Q + g_p$ on which the program acts, at its fixed point, against $Q^*$",
            certificate=_certificate(
                "At its fixed point the program acts on a value other than Q*; Algorithm 1 has Q + g = Q* there.",
                _fixed_point(discount, Fraction(difference)),
            ),
        )
    yield exact(
        "new noise paths",
        paths_of(program),
        "<=",
        BRACKETED.batches,
        quantity="paths in 5000 samples against the most that Algorithm 1 draws, $J = T/B$",
        detail="the program draws new paths in each of 100 episodes of 50 samples",
        certificate=_certificate(
            "5000 samples have 100 episodes of 50, and 78 whole batches of 64.", _fixed_point(HALF, Fraction(1)), part=1
        ),
    )
    yield _differences()


def paths_of(program: Algorithm1) -> int:
    """Return how many paths a run draws for each network and action."""
    if program.resets == "episode":
        return -(-program.steps // IntervalWalk().episode)
    return program.batches // program.batches_per_path


def _table(value: int) -> Array:
    return np.array([[Fraction(value)]], dtype=object)


SAMPLES = 5000
SIZES: Mapping[str, Term] = {"T": SAMPLES, "B": BRACKETED.batch_size, "batches": BRACKETED.batches}


def _certificate(says: str, one_state: Mapping[str, Term], part: int = 0) -> Certificate:
    episode = IntervalWalk().episode
    paths = Fraction(SAMPLES, episode)
    return Certificate(says, values={**SIZES, "episode": episode, "paths": paths, **one_state}, part=part)


def _fixed_point(discount: Fraction, difference: Fraction) -> Mapping[str, Term]:
    """Return the Q that solves the program's equation in one state with r = 0, beside Q* = 0."""
    q = discount * difference / (1 - discount)
    return {"gamma": discount, "r": 0, "g_p": 0, "g_t": difference, "Q": q, "q_star": 0}


def _differences() -> Table:
    rows = [
        ["noise paths", "one for prediction and target", "one for each of two networks"],
        ["new paths", "every $T/(JB)$ batches", "every episode"],
        ["kernel parameter", r"$\beta = (4\alpha(k+1)/B)^{-1}$", r"$\beta = 1$"],
        ["batch", str(BRACKETED.batch_size), f"{RELEASED_CODE.batch_size}, drawn from a replay memory"],
        ["step", r"stochastic gradient, $\alpha = 3 \cdot 10^{-4}$", "RMSprop with its default rate"],
        ["loss", "square", "Huber, gradients clipped"],
        ["target", "the same parameters", "a network that is copied now and then"],
        ["actions", "greedy in $Q + g$", "random with decreasing probability, otherwise greedy in $Q + g$"],
        ["discount", "not given", "0.999"],
    ]
    return Table(
        title="Algorithm 1 with Appendix E, and the released program",
        columns=["", "Algorithm 1", "dpql.py"],
        rows=rows,
        caption="Each line is an option of tabular.dpdqn.options.Algorithm1; PRESETS holds both columns.",
    )


def _less_in_target(prediction: Array, target: Array) -> NoisyRule:
    return separate(prediction, prediction * Fraction(9, 10))


NEAR: dict[str, dict[str, Rule]] = {
    "a path of its own for the target": {"rule": separate},
    "nine tenths of the noise in the target": {"rule": _less_in_target},
}


@claim("dpdqn/code-algorithm/repaired", broken=NEAR, near=list(NEAR))
def repaired(trial: Trial, *, rule: Rule = _one_path) -> Iterator[Finding]:
    """Compare one step and the fixed point with those of Algorithm 1 on exact random tables."""
    rng = trial.rng("tables")
    for n, m in ((1, 1), (2, 2), (3, 2)):
        mdp = _mdp(rng, n, m)
        g, h, q = (random_table(rng, m, n) for _ in range(3))
        step = update(mdp, rule(g, h), q, HALF)
        right = update(mdp, bracketed(g), q, HALF)
        ends = fixed_point(mdp, rule(g, h)) + g
        optimal = fixed_point(mdp, bracketed(g * 0))
        pairs = {
            f"{name}, action {a}, state {s}": (x[a, s], "==", y[a, s])
            for name, x, y in (("step", step, right), ("fixed point", ends, optimal))
            for a in range(m)
            for s in range(n)
        }
        yield exact_all(f"a random MDP with {n} states and {m} actions", pairs)


def _mdp(rng: np.random.Generator, n: int, m: int) -> FiniteMDP:
    weights = rng.integers(1, 8, (m, n, n))
    rows = [[[Fraction(int(x), int(sum(row))) for x in row] for row in action] for action in weights]
    return FiniteMDP(np.array(rows, dtype=object), random_table(rng, m, n), Fraction(3, 4))
