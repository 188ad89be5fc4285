r"""The recovery chain: what an MSPBE says of the values, exactly.

With A = D (I - gamma P), b = D r, C = D the residual of theta is D (r - (I - gamma P) theta). For theta = V + d,

    MSPBE(theta) = sum_s D_s (d_s - gamma (P d)_s)^2,       d_s - gamma (P d)_s = (1 - gamma/2) d_s - (gamma/2) d_{s+1},

d_39 = 0. An error d_s = d in all states costs (1 - gamma)^2 d^2, but in the last one; an error of alternating signs
costs d^2. So an MSPBE forgives a wrong level and not a wrong difference of neighbours: constants look good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from tabular.mdp.instances import recovery_chain
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import ref
from theory_checks.papers.gpope.experiments._chain_values import (
    VALUES,
    WEIGHTS,
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
    estimates = sorted((constant(Fraction(1)), other(Fraction(1, 50))), key=lambda theta: measures(theta).largest)
    better, worse = (measures(theta) for theta in estimates)  # in the same order by squared errors, see the table
    yield exact(
        r"$\theta = 1$ and $\theta = V \pm 1/50$",
        better.mspbe,
        "<=",
        worse.mspbe,
        quantity="MSPBE of the estimate with the more accurate values, and of the other one",
        detail=f"largest errors of values: {float(better.largest):.3g} and {float(worse.largest):.3g}",
        certificate=_certificate(*estimates),
    )
    if other is waves:
        yield constants_table()


def _certificate(better: Sequence[Fraction], worse: Sequence[Fraction]) -> Certificate:
    """Certify the order of both measures on the chain with its end, a state that costs nothing and has no share."""
    end, estimates = [Fraction(0)], {"theta_1": better, "theta_2": worse}
    lists = {name: [*x, *end] for name, x in {**estimates, "V": VALUES, "w": WEIGHTS}.items()}
    where = {"mdp": "M", "weights": "w"}
    given = [
        lemma(f"{name}_{i}", theorem, value=f"theta_{i}", **where, **more)
        for i in (1, 2)
        for name, theorem, more in (
            ("mspbe", "tabular-bellman-error", {}),
            ("error", "squared-value-error", {"vector": "V"}),
        )
    ]
    return Certificate(
        says="Of two estimates on the chain the one with the more accurate values has the larger MSPBE.",
        objects={"M": recovery_chain(), **lists},
        given=given,
        values={name: ref(name) for name in (x["name"] for x in given)},
    )


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
