"""Planning from noisy counters (Algorithm 3 of the paper and its repairs), compiled.

All modes are one rule with different constants. With n~, r~, m~ the releases, at step h = 0..H-1,

    Q~_h(s, a)  = centre + (r~ + sum_s' m~(s') V~_(h+1)(s')) / n~,
    bonus       = spread_h / sqrt(max(n~ - level_h, 1)) + (linear_h + quadratic_h / n~) / n~    if n~ >= threshold_h,
    Q~+_h(s, a) = min(cap_h, Q~ + bonus),    V~_h(s) = max_a Q~+_h(s, a), at least 0 if ``floor``.

For n~ < threshold_h, Q~+ is cap_h if ``forced``, otherwise the bonus is cap_h. For n~ = 0, Q~+ = cap_h.

Lazy planning gives the same V~ and policy: with ties to the lowest action no Q~+ matters after one that equals cap_h,
of which none is larger, and what is not used in a value is not drawn.

What runs for every triple takes its arrays one by one, and functions that call others are inlined: counting references
costs more than planning.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from tabular.algorithms.episodic.pucb._kernels_counters import COUNTS, CURRENT, draw, draw_rows
from tabular.compiled import INNER, JOINED, UNCOUNTED, njit
from tabular.noise.counters._kernels_nodes import node_word
from tabular.numbers._kernels_lanes import LANES

SPREAD, LINEAR, QUADRATIC, LEVEL, THRESHOLD, CAP = 0, 1, 2, 3, 4, 5  # columns of the steps
_S11 = np.uint64(11)
_UNIT = 2.0**-53


class Flags(NamedTuple):
    """The choices in the rule, and how it is evaluated."""

    forced: bool
    floor: bool
    summed: bool  # n~ is the sum of m~, except at the last step
    own_clock: bool  # the time of r~ is the number of visits
    random_ties: bool
    eager: bool


class Rules(NamedTuple):
    """The rule in numbers."""

    steps: Any  # (H, 6)
    centre: float
    flags: Flags
    tie_key: Any


class Plan(NamedTuple):
    """Q~+ (H, A, S) as far as computed, V~ (H + 1, S) and the policy (H, S)."""

    q: Any
    v: Any
    policy: Any
    is_open: Any  # working space (H, S): whether lazy planning has to look at a state


@njit(inline="always")
def _first_rows(shape: Any, flags: Any) -> tuple[int, int, int, int, int, int]:
    """Return what is needed in any case: first, size, stride and number of rows, then first and size of one more."""
    horizon, m, n = shape
    pairs, row = horizon * m * n, m * n
    start = (horizon - 1) * row if flags.summed else 0
    moves, number = 2 * pairs, (horizon - 1) * row * n
    if flags.eager:
        if flags.own_clock:
            return start, pairs - start, 1, 1, moves, number
        return start, moves + number - start, 1, 1, 0, 0
    if flags.random_ties:
        return start, pairs - start, 1, 1, 0, 0
    if flags.summed:  # the first action everywhere: m~, and n~ at the last step
        return moves, n * n, row * n, horizon - 1, start, n
    if pairs <= LANES:  # all actions: side by side they take hardly longer than one
        return 0, pairs, 1, 1, 0, 0
    return 0, n, row, horizon, 0, 0


@njit(inline="always")
def draw_first(noise: Any, table: Any, seen: Any, shape: Any, flags: Any, t: int) -> None:
    """Draw together what is needed in any case; in a loop, as what draws is compiled wherever it stands."""
    first, size, stride, rows, other, other_size = _first_rows(shape, flags)
    for _ in range(2):
        draw_rows(noise, table, seen, first, size, stride, rows, t)
        first, size, stride, rows = other, other_size, 1, 1


@njit(inline="always")
def _total(table: Any, first: int, size: int) -> float:
    """Return the sum of some releases."""
    total = 0.0
    for c in range(first, first + size):
        total += table[COUNTS, c] + table[CURRENT, c]
    return total


@njit(inline="always")
def settle_forced(table: Any, steps: Any, is_summed: bool, planned: Any) -> int:
    """Settle the states in which Q~+ of the first action is the cap because it is not known; mark the others.

    Return 2 if some are left, plus 1 if the policy changed.
    """
    q, v, policy, is_open = planned
    horizon, m, n = q.shape
    open_states, moved = 0, 0
    for h in range(horizon):
        cap, threshold, summed = steps[h, CAP], steps[h, THRESHOLD], is_summed and h + 1 < horizon
        for s in range(n):
            index = h * m * n + s
            first = 2 * horizon * m * n + index * n if summed else index
            is_open[h, s] = _total(table, first, n if summed else 1) >= threshold
            if is_open[h, s]:
                open_states = 2
            else:
                moved |= policy[h, s] != 0
                policy[h, s], v[h, s] = 0, cap
    return open_states + moved


@njit(inline="always")
def _upper(
    noise: Any, table: Any, seen: Any, rule: Any, v: Any, centre: float, flags: Any, h: int, index: int, t: int
) -> float:
    """Return Q~+ of the triple with this index at step h; eagerly all is drawn."""
    spread, linear, quadratic, level, threshold, cap, pairs, is_last = rule
    n = v.shape[1]
    first, is_summed = 2 * pairs + index * n, flags.summed and not is_last
    base, size = (first, n) if is_summed else (index, 1)
    if not flags.eager:
        draw(noise, table, seen, base, size, t)
    visits = _total(table, base, size)
    is_known = visits >= threshold
    if visits == 0.0 or (flags.forced and not is_known):
        return cap
    if not flags.eager and not flags.own_clock:
        draw(noise, table, seen, pairs + index, 1, t)
    total = table[COUNTS, pairs + index] + table[CURRENT, pairs + index]
    if not is_last:
        if not flags.eager:
            draw(noise, table, seen, first, n, t)
        expected = 0.0
        for s in range(n):
            expected += v[h + 1, s] * (table[COUNTS, first + s] + table[CURRENT, first + s])
        total += expected
    bonus = cap
    if is_known:
        bonus = spread / math.sqrt(max(visits - level, 1.0)) + (linear + quadratic / visits) / visits
    return min(cap, centre + total / visits + bonus)


@njit(inline="always")
def _drawn_tie(q: Any, h: int, s: int, best: float, ties: int, key: Any, t: int) -> int:
    """Return one of the maximisers, each with the same probability up to 2**-53."""
    word = node_word(key[0], key[1], h * q.shape[2] + s, t)
    left = int(float(np.int64(word >> _S11)) * _UNIT * ties)
    chosen = 0
    for a in range(q.shape[1]):
        if q[h, a, s] == best:
            chosen = a if left == 0 else chosen
            left -= 1
    return chosen


@njit(inline="always")
def sweep(noise: Any, table: Any, seen: Any, rules: Any, planned: Any, t: int) -> bool:
    """Compute Q~+, V~ and the policy; lazily only what can matter, in open states if actions are forced."""
    steps, centre, flags, key = rules
    q, v, policy, is_open = planned
    stops = not flags.eager and not flags.random_ties
    skips = stops and flags.forced
    horizon, m, n = q.shape
    moved = False
    for h in range(horizon - 1, -1, -1):
        cap = steps[h, CAP]
        numbers = (steps[h, SPREAD], steps[h, LINEAR], steps[h, QUADRATIC], steps[h, LEVEL], steps[h, THRESHOLD], cap)
        rule = (*numbers, horizon * m * n, h == horizon - 1)
        for s in range(n):
            if skips and not is_open[h, s]:
                continue
            best, action, ties = -math.inf, 0, 0
            for a in range(m):
                x = _upper(noise, table, seen, rule, v, centre, flags, h, (h * m + a) * n + s, t)
                q[h, a, s] = x
                ties = 1 if x > best else ties + (x == best)
                if x > best:
                    best, action = x, a
                if stops and x >= cap:
                    break
            if flags.random_ties and ties > 1:
                action = _drawn_tie(q, h, s, best, ties, key, t)
            moved |= policy[h, s] != action
            policy[h, s], v[h, s] = action, max(best, 0.0) if flags.floor else best
    return moved


@njit(**UNCOUNTED, **INNER, **JOINED)
def plan(counters: Any, rules: Any, planned: Any, t: int) -> bool:
    """Plan from the releases at time t, after t episodes; return whether the policy changed."""
    noise, table, seen = counters
    steps, _, flags, _ = rules
    draw_first(noise, table, seen, planned.q.shape, flags, t)
    state = 2
    if flags.forced and not flags.random_ties and not flags.eager:
        state = settle_forced(table, steps, flags.summed, planned)
    moved = state % 2 == 1
    if state >= 2:
        moved |= sweep(noise, table, seen, rules, planned, t)
    return moved
