r"""Appendix A.3: the binary mechanism "produces a monotonically increasing count".

M(t) = c(t) + s N(t) with N(t) = N(t - lowbit t) + xi_t: the nodes 1 and 2 are fresh noises, so that M(2) - M(1) is
sigma_2 + s (xi_2 - xi_1), which is negative with the tail of a difference of two Laplace variables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise, product

from flint import arb

from tabular.noise.counters.designs import BinaryDesign
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball, exact_all
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formula import Term
from theory_checks.core.interpret import enclose
from theory_checks.core.lemmas import of_lemma

Release = Callable[[Sequence[Fraction]], list[Fraction]]
ITEMS = (Fraction(0), Fraction(1, 2), Fraction(1))
TAIL = of_lemma("laplace-difference-tail")


def raw(releases: Sequence[Fraction]) -> list[Fraction]:
    """Return the releases of the binary mechanism as they are."""
    return list(releases)


def running_maximum(releases: Sequence[Fraction]) -> list[Fraction]:
    """Return max(0, M(1), ..., M(t)) for all t."""
    return list(accumulate(releases, max, initial=Fraction(0)))[1:]


def last_two(releases: Sequence[Fraction]) -> list[Fraction]:
    """Return the larger one of the last two releases, and 0."""
    zero = Fraction(0)
    return [max(zero, x, y) for x, y in pairwise([zero, *releases])]


def without_start(releases: Sequence[Fraction]) -> list[Fraction]:
    """Return max(M(1), ..., M(t)) for all t, which may be negative."""
    return list(accumulate(releases, max))


def decrease(distance: Fraction) -> arb:
    """Return the probability that the second noisy count is below the first."""
    return enclose(TAIL, {"shift": distance, "scale": 1})


def never(distance: Fraction) -> arb:
    """Return 0, the probability that a running maximum falls."""
    return arb(0)


@claim("pucb/counter-monotone", sound={"the running maximum of the releases": {"falls": never}})
def counter_monotone(trial: Trial, *, falls: Callable[[Fraction], arb] = decrease) -> Iterator[Finding]:
    """Compute the probability that the second release is below the first."""
    for T, epsilon, item in ((2, 1, 0), (2, 1, 1), (2, 10, 1), (1024, 1, 1)):
        distance = Fraction(item * epsilon, T.bit_length())
        yield ball(
            f"$T = {T}$, $\\varepsilon = {epsilon}$, $\\sigma_2 = {item}$",
            falls(distance),
            "<=",
            arb(0),
            quantity=r"$\Pr(\mathcal{M}(\sigma)(2) < \mathcal{M}(\sigma)(1))$",
            certificate=_certificate(trial, T, epsilon, item),
        )
    if falls is decrease:
        yield _figure()


def _certificate(trial: Trial, T: int, epsilon: int, item: int) -> Certificate:
    values: dict[str, Term] = {"T": T, "K": T.bit_length(), "epsilon": epsilon, "item": item}
    return instance(
        trial.formal,
        f"With $T = {T}$, $\\varepsilon = {epsilon}$ and second item {item} the count falls in round 2 with "
        "positive probability.",
        values,
    )


def _figure() -> Figure:
    epsilons = [Fraction(10) ** k * m for k in (-2, -1, 0, 1) for m in (1, 2, 5)]
    lines = [
        Series(
            label=f"T = {T}, ones",
            x=[float(e) for e in epsilons],
            y=[float(f"{float(decrease(e / T.bit_length())):.9g}") for e in epsilons],
        )
        for T in (2, 1024)
    ]
    zeros = Series(label="any T, zeros", x=[0.01, 50.0], y=[0.5, 0.5])
    return Figure(
        title="How often the second release is below the first",
        x_label=r"$\varepsilon$ of the counter",
        y_label=r"$\Pr(\mathcal{M}(2) < \mathcal{M}(1))$",
        x_scale="log",
        series=[zeros, *lines],
        caption="Exact. Larger horizons need more noise, and have more rounds in which the count can fall.",
    )


@claim(
    "pucb/counter-monotone/repaired",
    broken={
        "the releases as they are": {"release": raw},
        "the maximum of the last two releases": {"release": last_two},
        "the running maximum without the 0": {"release": without_start},
    },
    near=("the maximum of the last two releases", "the running maximum without the 0"),
)
def counter_monotone_repaired(trial: Trial, *, release: Release = running_maximum) -> Iterator[Finding]:
    """Try all streams and noises of a grid."""
    values = (Fraction(-2), Fraction(-1, 3), Fraction(1))
    for T in (1, 2, 3, 4) if trial.full else (1, 2, 3):
        rows = [BinaryDesign(T).combination(t) for t in range(1, T + 1)]
        for stream in product(ITEMS, repeat=T):
            counts = [sum(stream[: t + 1], Fraction(0)) for t in range(T)]
            pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
            for xi in product(values, repeat=T):
                noise = [sum((f * xi[node - 1] for node, f in row.items()), Fraction(0)) for row in rows]
                released = release([c + n for c, n in zip(counts, noise, strict=True)])
                pairs |= dict(_comparisons(f"noises {', '.join(map(str, xi))}", released, counts, noise))
            case = f"$\\sigma = ({', '.join(map(str, stream))})$, all noises of the grid"
            yield exact_all(case, pairs, quantity="the count does not fall, and its error is not above that of M")


def _comparisons(
    name: str, released: list[Fraction], counts: list[Fraction], noise: list[Fraction]
) -> Iterator[tuple[str, tuple[Fraction, str, Fraction]]]:
    before = Fraction(0)
    for t, (release, count) in enumerate(zip(released, counts, strict=True)):
        yield f"{name}: round {t + 1} against the round before", (release, ">=", before)
        yield f"{name}: error in round {t + 1}", (abs(release - count), "<=", max(map(abs, noise[: t + 1])))
        before = release
