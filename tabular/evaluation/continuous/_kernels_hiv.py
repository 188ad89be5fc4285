"""The HIV treatment model of Adams et al. (2004), compiled: six cell and virus counts under two drugs.

x = (T1, T2, T1*, T2*, V, E): healthy and infected cells of two kinds, free virus, immune response; with the drug
efficacies e1 (reverse transcriptase) and e2 (protease), time in days:

    T1'  = l1 - d1 T1 - (1 - e1) k1 V T1                T1*' = (1 - e1) k1 V T1 - delta T1* - m1 E T1*
    T2'  = l2 - d2 T2 - (1 - f e1) k2 V T2              T2*' = (1 - f e1) k2 V T2 - delta T2* - m2 E T2*
    V'   = (1 - e2) N delta (T1* + T2*) - c V - [(1 - e1) rho1 k1 T1 + (1 - f e1) rho2 k2 T2] V
    E'   = lE + bE I / (I + Kb) E - dE I / (I + Kd) E - deltaE E,   I = T1* + T2*

Integrated by the embedded pair of Dormand and Prince (orders 5 and 4) with steps that keep the estimated error of every
count below tol times the count, and every count from becoming negative.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.compiled import INNER, njit

SOURCE_1, DEATH_1, INFECTION_1 = 1e4, 0.01, 8e-7  # l1, d1, k1
SOURCE_2, DEATH_2, INFECTION_2 = 31.98, 0.01, 1e-4  # l2, d2, k2
WEAKER = 0.34  # f: how much of e1 acts on cells of the second kind
INFECTED_DEATH, IMMUNE_KILL = 0.7, 1e-5  # delta, m1 = m2
VIRIONS, CLEARANCE = 100.0, 13.0  # N, c; rho1 = rho2 = 1
IMMUNE_SOURCE, IMMUNE_BIRTH, BIRTH_HALF = 1.0, 0.3, 100.0  # lE, bE, Kb
IMMUNE_LOSS, LOSS_HALF, IMMUNE_DEATH = 0.25, 500.0, 0.1  # dE, Kd, deltaE

_FLOOR = 1e-3  # counts below this are integrated to an absolute accuracy
_FIRST_STEP, _MOST_STEPS = 0.01, 100_000
_NODES = np.array(
    [
        [1 / 5, 0.0, 0.0, 0.0, 0.0, 0.0],
        [3 / 40, 9 / 40, 0.0, 0.0, 0.0, 0.0],
        [44 / 45, -56 / 15, 32 / 9, 0.0, 0.0, 0.0],
        [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0.0, 0.0],
        [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0.0],
        [35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
    ]
)
_ERROR = np.array([71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40])


@njit(cache=True, nogil=True, error_model="numpy")
def derivative(x: Any, e1: float, e2: float, out: Any) -> None:
    """Set out to x' under the efficacies e1 and e2."""
    infected = x[2] + x[3]
    new_1 = (1.0 - e1) * INFECTION_1 * x[4] * x[0]
    new_2 = (1.0 - WEAKER * e1) * INFECTION_2 * x[4] * x[1]
    out[0] = SOURCE_1 - DEATH_1 * x[0] - new_1
    out[1] = SOURCE_2 - DEATH_2 * x[1] - new_2
    out[2] = new_1 - INFECTED_DEATH * x[2] - IMMUNE_KILL * x[5] * x[2]
    out[3] = new_2 - INFECTED_DEATH * x[3] - IMMUNE_KILL * x[5] * x[3]
    out[4] = (1.0 - e2) * VIRIONS * INFECTED_DEATH * infected - CLEARANCE * x[4] - new_1 - new_2
    birth = IMMUNE_BIRTH * infected / (infected + BIRTH_HALF)
    loss = IMMUNE_LOSS * infected / (infected + LOSS_HALF)
    out[5] = IMMUNE_SOURCE + (birth - loss - IMMUNE_DEATH) * x[5]


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def _attempt(x: Any, e1: float, e2: float, step: float, slopes: Any, end: Any) -> None:
    """Set end to x after one step, given slopes[0] = x'; slopes[6] becomes the derivative at the end."""
    for stage in range(6):
        for i in range(6):
            total = 0.0
            for j in range(stage + 1):
                total += _NODES[stage, j] * slopes[j, i]
            end[i] = x[i] + step * total
        derivative(end, e1, e2, slopes[stage + 1])


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def _error(x: Any, end: Any, step: float, slopes: Any, tol: float) -> float:
    """Return the largest estimated error of a count, in units of what is allowed; infinite if a count is negative."""
    worst = 0.0
    for i in range(6):
        if not end[i] >= 0.0:
            return np.inf
        total = 0.0
        for j in range(7):
            total += _ERROR[j] * slopes[j, i]
        worst = max(worst, abs(step * total) / (tol * max(x[i], end[i], _FLOOR)))
    return worst


@njit(cache=True, nogil=True, error_model="numpy")
def flow(x: Any, e1: float, e2: float, days: float, tol: float) -> None:
    """Move x by some days under constant efficacies; NaN if that takes more steps than any patient needs."""
    slopes, end = np.empty((7, 6)), np.empty(6)
    derivative(x, e1, e2, slopes[0])
    time, step = 0.0, _FIRST_STEP
    for _ in range(_MOST_STEPS):
        step = min(step, days - time)
        _attempt(x, e1, e2, step, slopes, end)
        error = _error(x, end, step, slopes, tol)
        if error <= 1.0:
            time += step
            for i in range(6):  # rows could be assigned as a whole, which takes seconds to compile
                x[i], slopes[0, i] = end[i], slopes[6, i]
            if time >= days:
                return
        step *= min(5.0, max(0.2, 0.9 * error**-0.2)) if error > 0.0 else 5.0
    x[:] = np.nan
