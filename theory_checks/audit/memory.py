"""Whether runs remember the runs before them: they drift, follow the last one, or follow its world.

Only runs whose worlds a coin has said are asked. Under independence each of the correlations, of ranks within a world,
is about normal with deviation 1/sqrt(n); five of them are passed by chance with probability 6e-7.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from theory_checks.audit.contents import numbers_in

_DEVIATIONS = 5.0
_FEWEST = 50
_NUMBERS = 8  # of an output, beside the chosen statistic


def remembered(scores: tuple[NDArray[Any], NDArray[Any]], coins: NDArray[np.int8]) -> str:
    """Return in which way the values of a statistic depend on the runs before; nothing if they do not."""
    ranks = np.zeros(len(coins))
    for world, values in enumerate(scores):
        if len(values) < _FEWEST:
            return ""
        rank = stats.rankdata(values)
        spread = rank.std()
        ranks[coins == world] = (rank - rank.mean()) / spread if spread > 0 else 0.0
    worlds = coins - coins.mean()
    correlations = {
        "drift with the number of runs": _correlation(ranks, np.arange(len(ranks), dtype=float)),
        "depend on the run before": _correlation(ranks[1:], ranks[:-1]),
        "depend on the world of the run before": _correlation(ranks[1:], worlds[:-1]),
    }
    return next((how for how, z in correlations.items() if abs(z) > _DEVIATIONS), "")


def numbers_of(outputs: tuple[list[Any], list[Any]]) -> list[tuple[NDArray[Any], NDArray[Any]]]:
    """Return the first numbers in the outputs of either world, each as a statistic; what has fewer gives 0."""
    found = tuple([numbers_in(output)[:_NUMBERS] for output in world] for world in outputs)
    width = max((len(row) for world in found for row in world), default=0)
    columns = [
        tuple(np.array([row[i] if i < len(row) else 0.0 for row in world]) for world in found) for i in range(width)
    ]
    return [(np.nan_to_num(zero), np.nan_to_num(one)) for zero, one in columns]


def _correlation(first: NDArray[Any], second: NDArray[Any]) -> float:
    """Return sqrt(n) times the correlation."""
    a, b = first - first.mean(), second - second.mean()
    size = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float((a * b).sum()) / size * len(a) ** 0.5 if size > 0 else 0.0
