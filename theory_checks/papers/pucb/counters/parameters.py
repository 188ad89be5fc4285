r"""Appendix A.3: PC(T, epsilon), the binary mechanism, is epsilon-private over all T rounds.

Node t of the mechanism carries the noisy sum of the items t - lowbit(t) + 1, ..., t. One item lies in at most
K = floor(log2 T) + 1 nodes, and item 1 in 1, 2, 4, ..., 2^(K-1): in K. With Laplace noise of scale s on each node, two
streams that differ by d in one item have a largest log density ratio of (number of its nodes) |d| / s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from tabular.noise.counters.designs import BinaryDesign
from tabular.noise.counters.loss import laplace_loss
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact, exact_all
from theory_checks.core.exhibits import Table

Scale = Callable[[int, Fraction], Fraction]


def needed_scale(T: int, epsilon: Fraction) -> Fraction:
    """Return K/epsilon, K = floor(log2 T) + 1."""
    return T.bit_length() / epsilon


def logarithm_scale(T: int, epsilon: Fraction) -> Fraction:
    """Return log2(T)/epsilon, for T rounded up to a power of 2, and 1/epsilon for T = 1."""
    return max((T - 1).bit_length(), 1) / epsilon


def nine_tenths(T: int, epsilon: Fraction) -> Fraction:
    """Return 9/10 of what is needed."""
    return 9 * needed_scale(T, epsilon) / 10


def worst_loss(T: int, scale: Fraction) -> Fraction:
    """Return the largest log density ratio over all pairs of streams in [0, 1]^T that differ in one item."""
    design = BinaryDesign(T)
    return max(laplace_loss(design, {(item, 0): 1}, scale) for item in range(1, T + 1))


@claim(
    "pucb/counter-parameters",
    broken={
        r"the scale $\log_2(T)/\varepsilon$": {"scale": logarithm_scale},
        "9/10 of the scale": {"scale": nine_tenths},
    },
    near=(r"the scale $\log_2(T)/\varepsilon$", "9/10 of the scale"),
)
def counter_parameters(trial: Trial, *, scale: Scale = needed_scale) -> Iterator[Finding]:
    """Compute the exact loss of all releases for every item."""
    one = Fraction(1)
    for epsilon in (Fraction(1, 10), one, Fraction(10)):
        for T in (1, 2, 3, 4, 7, 8, 100, 1000 if trial.full else 128):
            yield exact(
                f"$T = {T}$, $\\varepsilon = {epsilon}$",
                worst_loss(T, scale(T, epsilon)),
                "<=",
                epsilon,
                quantity="largest log density ratio of all releases over all changed items",
            )
    longest = 300 if trial.full else 64
    yield exact_all(
        f"all $T \\leq {longest}$: the loss is exactly $\\varepsilon$, so that no smaller scale will do",
        {f"T = {T}": (worst_loss(T, scale(T, one)), "==", one) for T in range(1, longest + 1)},
        quantity="largest log density ratio for epsilon = 1",
    )
    yield _table()


def _table() -> Table:
    one = Fraction(1)
    rows = [
        [T, T.bit_length(), str(worst_loss(T, needed_scale(T, one))), str(worst_loss(T, logarithm_scale(T, one)))]
        for T in (2, 4, 8, 16, 64, 128)
    ]
    return Table(
        title=r"Privacy lost by one counter, in units of $\varepsilon$",
        columns=["$T$", "$K$", r"scale $K/\varepsilon$", r"scale $\log_2(T)/\varepsilon$"],
        rows=rows,
        caption="Item 1 lies in K = log2(T) + 1 partial sums when T is a power of 2.",
    )
