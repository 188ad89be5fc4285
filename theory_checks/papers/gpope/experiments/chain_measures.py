r"""The recovery chain: what an MSPBE says of the values, exactly.

With A = D (I - gamma P), b = D r, C = D the residual of theta is D (r - (I - gamma P) theta). For theta = V + d,

    MSPBE(theta) = sum_s D_s (d_s - gamma (P d)_s)^2,       d_s - gamma (P d)_s = (1 - gamma/2) d_s - (gamma/2) d_{s+1},

d_39 = 0. An error d_s = d in all states costs (1 - gamma)^2 d^2, but in the last one; an error of alternating signs
costs d^2. So an MSPBE forgives a wrong level and not a wrong difference of neighbours: constants look good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import Formula, equals, num, ref
from theory_checks.papers.gpope.experiments._chain_values import (
    GAMMA,
    VALUES,
    WEIGHTS,
    N,
    best_constant,
    constant,
    mean_value,
    measures,
    trivial_error,
)


def waves(size: Fraction) -> list[Fraction]:
    """Return V with errors of this size and alternating signs."""
    return [v + (size if s % 2 == 0 else -size) for s, v in enumerate(VALUES)]


def level(size: Fraction) -> list[Fraction]:
    """Return V with the same error in all states."""
    return [v + size for v in VALUES]


Other = Callable[[Fraction], list[Fraction]]


@claim("gpope/fig1a-accuracy", reading="mspbe-as-accuracy", sound={r"$\theta = V + 1/50$ everywhere": {"other": level}})
def mspbe_as_accuracy(trial: Trial, *, other: Other = waves) -> Iterator[Finding]:
    """Compare the order of two estimates in both measures."""
    size = Fraction(1, 50)
    both = [measures(constant(Fraction(1))), measures(other(size))]
    better, worse = sorted(both, key=lambda m: m.largest)  # the same order as by squared errors, see the table
    yield exact(
        r"$\theta = 1$ and $\theta = V \pm 1/50$",
        better.mspbe,
        "<=",
        worse.mspbe,
        quantity="MSPBE of the estimate with the more accurate values, and of the other one",
        detail=f"largest errors of values: {float(better.largest):.3g} and {float(worse.largest):.3g}",
        certificate=_certificate(trial, size),
    )
    if other is waves:
        yield constants_table()


def _certificate(trial: Trial, size: Fraction) -> Certificate:
    """Certify both MSPBEs from their closed forms."""
    return Certificate(
        says=r"On the chain $\theta = V \pm 1/50$, signs alternating, has a larger MSPBE than $\theta = 1$, which is "
        "wrong by more than half in some state.",
        constants={
            "gamma": GAMMA,
            "d": size,
            "last": WEIGHTS[-1],
            "V0": VALUES[0],
            "one": (1 - ref("gamma")) ** 2 * (1 - Fraction(3, 4) * ref("last")),
            "waves": ref("d") ** 2 * (1 - ref("last") + ref("last") * (1 - ref("gamma") / 2) ** 2),
        },
        facts=[
            equals(ref("V0"), _first_value()),
            1 - ref("V0") > num(1) / 2,
            1 - ref("V0") > 25 * ref("d"),
        ],
        assumed=[
            "The residual of theta = 1 is gamma - 1 in all states but the last, and (gamma - 1)/2 in that one; "
            "one is the weighted sum of their squares.",
            "The residual of V + d (-1)^s is d (-1)^s in all states but the last, and d (2 - gamma)/2 in that one.",
            "last is the weight D_38 of the last state, (1 + 1/2 + ... + 1/39)/39; all weights sum to 1.",
        ],
        conclusion=ref("waves") > ref("one"),
    )


def _first_value() -> Formula:
    """Return q (gamma q)^38 with q = (1/2)/(1 - gamma/2)."""
    q = 1 / (2 - ref("gamma"))
    return q * (ref("gamma") * q) ** (N - 1)


def constants_table() -> Table:
    """Show estimates that see no data in all measures."""
    named = {
        r"$\theta = 0$": constant(Fraction(0)),
        r"$\theta = 1$": constant(Fraction(1)),
        f"best constant for the MSPBE, {float(best_constant()):.4g}": constant(best_constant()),
        f"best constant for the values, {float(mean_value()):.4g}": constant(mean_value()),
        r"$V \pm 1/50$, alternating": waves(Fraction(1, 50)),
        r"$V + 1/50$": level(Fraction(1, 50)),
    }
    best, nothing = measures(constant(best_constant())), trivial_error()
    return Table(
        title="What an MSPBE says of values",
        columns=[r"$\theta$", "MSPBE", "weighted root mean squared error", "largest error"],
        rows=[[name, *measures(theta).cells()] for name, theta in named.items()],
        caption=f"Exact. $V$ is between {float(VALUES[0]):.3g} and {float(VALUES[-1]):.3g}. A constant has an MSPBE "
        f"{float(nothing / best.mspbe):.3g} times smaller than $\\theta = 0$; its values are still off by up to "
        f"{float(best.largest):.2g}.",
    )
