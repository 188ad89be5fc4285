r"""Appendix E.1, the interval walk: from s to min(s + U, 1) by action 1, to max(s - U, 0) by 0, with U in [0, 1/4]."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from tabular.dpdqn.environment import MIDDLE, IntervalWalk, reward, reward_knots
from tabular.dpdqn.evaluation import best_return, expected_return
from tabular.dpdqn.options import BRACKETED
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact, exact_all
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.interpret import exact as value

Moves = Callable[[Any, Any, Any], Any]
SIXTEENTHS = [Fraction(k, 16) for k in range(17)]
EPISODES, SAMPLES = 100, 5000
WALK = IntervalWalk()
_TENT = (Fraction(0), Fraction(1, 2), Fraction(0))


def _next(state: Fraction, action: int, u: Fraction) -> Fraction:
    """Return the next state as Appendix E.1 describes it."""
    move = u / 4
    return min(state + move, Fraction(1)) if action == 1 else max(state - move, Fraction(0))


def _reflecting(states: Any, actions: Any, uniforms: Any) -> Any:
    move = 0.25 * uniforms
    raw = np.where(actions == 1, states + move, states - move)
    return 1 - np.abs(1 - np.abs(raw))


def _further(states: Any, actions: Any, uniforms: Any) -> Any:
    return IntervalWalk(reach=0.5).step(states, actions, uniforms)


@claim(
    "dpdqn/e1-environment",
    broken={"reflecting ends": {"moves": _reflecting}, "moves of up to one half": {"moves": _further}},
)
def environment(trial: Trial, *, moves: Moves = WALK.step) -> Iterator[Finding]:
    """Compare every move from and by multiples of 1/16, and the reward, exactly: all numbers are dyadic."""
    grid = [(s, a, u) for s in SIXTEENTHS for a in (0, 1) for u in SIXTEENTHS]
    moved = moves(*(np.array([kind(x[i]) for x in grid]) for i, kind in enumerate((float, int, float))))
    yield exact_all(
        r"moves $U/4$ from $s$, for $s$ and $U$ in $\{0, 1/16, \ldots, 1\}$",
        {
            f"$s = {s}$, action {a}, move ${u}/4$": (Fraction(float(x)), "==", _next(s, a, u))
            for (s, a, u), x in zip(grid, moved, strict=True)
        },
        quantity="next state",
    )
    pays = reward(np.array([float(s) for s in SIXTEENTHS]))
    yield exact_all(
        r"$s$ in $\{0, 1/16, \ldots, 1\}$",
        {
            f"$s = {s}$": (Fraction(float(x)), "==", value(trial.formal.right, {"s": s}))
            for s, x in zip(SIXTEENTHS, pays, strict=True)
        },
        quantity="reward",
    )
    yield exact_all(
        "the reward as the compiled loop holds it: linear between its values at 0, 1/2, 1",
        {f"at {i}/2": (Fraction(float(reward_knots(MIDDLE)[1, i])), "==", y) for i, y in enumerate(_TENT)},
    )
    yield exact(
        "100 episodes of 50 steps",
        EPISODES * WALK.episode,
        "==",
        SAMPLES,
        quantity="samples",
        detail=f"with batches of {BRACKETED.batch_size} the algorithm uses {BRACKETED.steps} of them",
    )
    yield _returns()
    yield _thresholds()


def _greedy(threshold: float) -> Callable[[Any], Any]:
    return lambda states: (states < threshold).astype(int)


def _away(states: Any) -> Any:
    return 1 - _greedy(0.5)(states)


def _returns() -> Table:
    policies = {"to the middle": _greedy(0.5), "always to the right": _greedy(2.0), "to the ends": _away}
    rows = [
        [name, *(float(f"{expected_return(policy, reward_at=at):.6g}") for at in ("state", "next"))]
        for name, policy in policies.items()
    ]
    return Table(
        title="Expected return of an episode of 50 steps",
        columns=["policy", "reward before the move", "reward after the move"],
        rows=rows,
        caption=f"By backward induction on 2001 states. The best policy with the reward after the move is worth "
        f"{best_return():.6g}: walking to the middle is optimal.",
    )


def _thresholds() -> Figure:
    x = [k / 40 for k in range(41)]
    return Figure(
        title="Walking to a place other than the middle",
        x_label="place $c$: action 1 below $c$, action 0 above",
        y_label="expected return of an episode",
        series=[Series(label="", x=x, y=[float(f"{expected_return(_greedy(c), cells=400):.6g}") for c in x])],
        caption="Learning means to find one number, and every return from the worst to the best is near some place.",
    )
