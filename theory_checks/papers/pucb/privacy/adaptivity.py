r"""Appendix A.2: the other participants may choose what they send after what was released before.

T rounds, counters whose partial sums z_v (node v of the binary mechanism) are released with Laplace noise of scale s at
round v. User t feeds the vector x or x'; every other user i feeds f_i(releases before round i). At releases y the log
density ratio is

    sum over v and counters of (|y_v - S'_v| - |y_v - S_v|)/s,   S_v, S'_v the true partial sums given y,

and S_v - S'_v = x - x' for the nodes v that hold t, otherwise 0: the f_i(y) are the same on both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product

from tabular.noise.counters.designs import BinaryDesign
from tabular.noise.counters.loss import laplace_loss, user_change
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all

Vector = tuple[Fraction, ...]
Releases = Mapping[int, Vector]
# (round, releases so far, data of user t): what an adversary feeds; an honest one does not look at the data.
Adversary = Callable[[int, Releases, Vector], Vector]

ZERO, ONE = Fraction(0), Fraction(1)
FIRST, SECOND = (ONE, ZERO), (ZERO, ONE)
LEVELS = ((Fraction(-1), Fraction(3)), (Fraction(3), Fraction(-1)), (Fraction(1, 2), Fraction(1, 2)))


def fixed(round_: int, released: Releases, data: Vector) -> Vector:
    """Feed the first counter, whatever happens."""
    return FIRST


def following(round_: int, released: Releases, data: Vector) -> Vector:
    """Feed the counter with the largest release so far."""
    return FIRST if _lead(released) >= 0 else SECOND


def opposing(round_: int, released: Releases, data: Vector) -> Vector:
    """Feed the other one."""
    return SECOND if _lead(released) >= 0 else FIRST


def amplifying(round_: int, released: Releases, data: Vector) -> Vector:
    """Look into the data of user t and feed the same: no participant of the protocol can do that."""
    return data


def leaking(round_: int, released: Releases, data: Vector) -> Vector:
    """Feed the first counter, but for a tenth of the data of user t."""
    return (Fraction(9, 10) + data[0] / 10, data[1] / 10)


def _lead(released: Releases) -> Fraction:
    return sum((a - b for a, b in released.values()), start=ZERO)


HONEST = {"fixed inputs": fixed, "follow the larger release": following, "oppose it": opposing}


@claim(
    "pucb/adaptivity",
    reading="of-the-counters",
    broken={
        "a participant who sees the data of user $t$": {"adversaries": {"looks into the data": amplifying}},
        "a participant who sees a tenth of them": {"adversaries": {"looks into a tenth of the data": leaking}},
        "9/10 of the bound": {"share": Fraction(9, 10)},
    },
    near=("a participant who sees a tenth of them", "9/10 of the bound"),
)
def adaptivity(
    trial: Trial, *, adversaries: Mapping[str, Adversary] = HONEST, share: Fraction = ONE
) -> Iterator[Finding]:
    """Compute the log density ratio at many releases for every strategy, and compare it with that of fixed inputs."""
    for T in (2, 3, 4) if trial.full else (2, 3):
        design, t = BinaryDesign(T), 1
        bound = share * laplace_loss(design, user_change(t, FIRST, SECOND), ONE)
        for name, adversary in adversaries.items():
            ratios = {
                str(place): _log_ratio(design, t, adversary, dict(zip(range(1, T + 1), place, strict=True)))
                for place in product(LEVELS, repeat=T)
            }
            case = f"$T = {T}$, user 1 feeds one of two counters, the others: {name}"
            yield exact_all(
                case,
                {f"releases {place}": (abs(ratio), "<=", bound) for place, ratio in ratios.items()},
                quantity="log density ratio in units of $1/s$, and its bound for fixed inputs",
            )
            yield _attained(case, max(map(abs, ratios.values())), bound)


def _attained(case: str, largest: Fraction, bound: Fraction) -> Evidence:
    return exact(f"{case}; the worst release", largest, "<=", bound, quantity="log density ratio in units of $1/s$")


def _log_ratio(design: BinaryDesign, t: int, adversary: Adversary, releases: Releases) -> Fraction:
    """Return the log density ratio at these releases, node v being released after round v."""
    first, second = (_true_sums(design, t, adversary, releases, data) for data in (FIRST, SECOND))
    return sum(
        (
            abs(y - b) - abs(y - a)
            for v, release in releases.items()
            for y, a, b in zip(release, first[v], second[v], strict=True)
        ),
        start=ZERO,
    )


def _true_sums(
    design: BinaryDesign, t: int, adversary: Adversary, releases: Releases, data: Vector
) -> dict[int, Vector]:
    """Return the partial sums without noise if everyone saw these releases."""
    sums = dict.fromkeys(releases, (ZERO, ZERO))
    for i in releases:
        seen = {v: y for v, y in releases.items() if v < i}
        fed = data if i == t else adversary(i, seen, data)
        for v in design.nodes(i):
            sums[v] = (sums[v][0] + fed[0], sums[v][1] + fed[1])
    return sums
