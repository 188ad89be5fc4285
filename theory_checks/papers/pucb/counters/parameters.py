r"""Appendix A.3: PC(T, epsilon), the binary mechanism, is epsilon-private over all T rounds.

Node t of the mechanism carries the noisy sum of the items t - lowbit(t) + 1, ..., t. One item lies in at most
K = floor(log2 T) + 1 nodes, and item 1 in 1, 2, 4, ..., 2^(K-1): in K. With Laplace noise of scale s on each node, two
streams that differ by d in one item have a largest log density ratio of (number of its nodes) |d| / s.

The text gives no scale and names two references: s is log2(T)/epsilon in one and (1 + log2 T)/epsilon in the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from flint import arb

from tabular.noise.counters.designs import BinaryDesign
from tabular.noise.counters.loss import laplace_loss
from tabular.numbers.balls import ball as ball_of
from theory_checks.core.certificate import instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.interpret import enclose
from theory_checks.core.interpret import exact as rational

Scale = Callable[[int], Fraction | arb]  # of the noise of a partial sum, times epsilon, as a function of T
ONE = Fraction(1)
LOSS = "largest log density ratio of all releases over all changed items"


def needed(T: int) -> Fraction:
    """Return K = floor(log2 T) + 1."""
    return Fraction(T.bit_length())


def logarithm(T: int) -> Fraction | arb:
    """Return log2 T, exactly for a power of 2."""
    power = T.bit_length() - 1
    return Fraction(power) if 2**power == T else arb(T).log() / arb(2).log()


def logarithm_and_one(T: int) -> Fraction | arb:
    """Return 1 + log2 T."""
    return 1 + logarithm(T)


def rounded_logarithm(T: int) -> Fraction:
    """Return log2 T, for T rounded up to a power of 2, and 1 for T = 1."""
    return Fraction(max((T - 1).bit_length(), 1))


def nine_tenths(T: int) -> Fraction:
    """Return 9/10 of what is needed."""
    return 9 * needed(T) / 10


def largest_change(T: int) -> Fraction:
    """Return the largest change of all partial sums over all pairs of streams in [0, 1]^T that differ in one item."""
    design = BinaryDesign(T)
    return max(laplace_loss(design, {(item, 0): 1}, ONE) for item in range(1, T + 1))


def worst_loss(T: int, scale: Fraction | arb) -> Fraction | arb:
    """Return the largest log density ratio over these pairs, in units of epsilon."""
    change = largest_change(T)
    return change / scale if isinstance(scale, Fraction) else ball_of(change) / scale


NEAR: dict[str, dict[str, object]] = {
    r"the scale $\log_2(T)/\varepsilon$, rounded up": {"scale": rounded_logarithm},
    "9/10 of the scale that is needed": {"scale": nine_tenths},
}


@claim(
    "pucb/counter-parameters",
    reading="noise-of-css11",
    setting={"scale": logarithm},
    sound={r"the scale $K/\varepsilon$": {"scale": needed}},
)
@claim(
    "pucb/counter-parameters",
    reading="noise-of-dnpr10",
    setting={"scale": logarithm_and_one},
    broken=NEAR,
    near=tuple(NEAR),
)
def counter_parameters(trial: Trial, *, scale: Scale) -> Iterator[Finding]:
    """Compute the exact loss of all releases for every item."""
    for epsilon in (Fraction(1, 10), ONE, Fraction(10)):
        for T in (2, 3, 4, 7, 8, 100, 1000 if trial.full else 128):
            yield _compared(trial, T, epsilon, worst_loss(T, scale(T)))


@claim("pucb/counter-parameters/repaired", broken=NEAR, near=tuple(NEAR))
def counter_parameters_repaired(trial: Trial, *, scale: Callable[[int], Fraction] = needed) -> Iterator[Finding]:
    """Compute it for the least scale, and show that it is used up for every T."""
    yield _compared(trial, 1, ONE, worst_loss(1, scale(1)))
    yield from counter_parameters(trial, scale=scale)
    longest = 300 if trial.full else 64
    yield exact_all(
        f"all $T \\leq {longest}$: the loss is exactly $\\varepsilon$, so that no smaller scale will do",
        {f"T = {T}": (largest_change(T), "==", scale(T)) for T in range(1, longest + 1)},
        quantity=r"largest change of all partial sums, and the scale times $\varepsilon$",
    )
    yield _table()


def _compared(trial: Trial, T: int, epsilon: Fraction, loss: Fraction | arb) -> Evidence:
    case = f"$T = {T}$, $\\varepsilon = {epsilon}$"
    values = {"T": T, "K": T.bit_length(), "epsilon": epsilon}
    says = f"With $T = {T}$ the first item is in {T.bit_length()} partial sums: together they lose more than epsilon."
    certificate = instance(trial.formal, says, values)
    if isinstance(loss, Fraction):
        most = rational(trial.formal.right, values)
        return exact(case, epsilon * loss, "<=", most, quantity=LOSS, certificate=certificate)
    most = enclose(trial.formal.right, values)
    return ball(case, ball_of(epsilon) * loss, "<=", most, quantity=LOSS, certificate=certificate)


def _table() -> Table:
    scales = (needed, logarithm, logarithm_and_one)
    rows = [
        [T, T.bit_length(), *(f"{float(worst_loss(T, scale(T))):.4g}" for scale in scales)]
        for T in (2, 3, 4, 7, 8, 16, 100, 128)
    ]
    return Table(
        title=r"Privacy lost by one counter, in units of $\varepsilon$",
        columns=[
            "$T$",
            "$K$",
            r"scale $K/\varepsilon$",
            r"scale $\log_2(T)/\varepsilon$",
            r"scale $(1 + \log_2 T)/\varepsilon$",
        ],
        rows=rows,
        caption="Item 1 lies in K partial sums, K = floor(log2 T) + 1, which is more than log2 T for every T.",
    )
