r"""Theorem 5 when L bounds the gradient in theta too: in the runs of `guarantee.py` with L = 1 both are 1.

Released without noise, or with C outside the root, as the theorem is printed, small batches refute it. A release that
carries noise and C under the root need a large batch T = B: the printed noise divides by B, the update does not, since
all rewards of the batch move. With sigma at its bound, F = 2 ln(e + epsilon/delta), 2k = 8.68 sqrt(beta) sigma + u and
alpha = v B/(4 (k+1)), an update with a fresh path has

    mu = epsilon B/(4 (k+1) sqrt(F)) sqrt((v + 1/2)/(v + 1))/sqrt(1 + alpha^2 q),
    k  = 4.34 sqrt(F (1+v))/epsilon + u/2.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import e, exp, log, sqrt

from tabular.privacy import mu_of
from theory_checks.core.exhibits import Table
from theory_checks.papers.dpdqn.theorem5._private_runs import Run
from theory_checks.papers.dpdqn.theorem5._releases import (
    BRACKETED,
    CARRIED,
    FRESH,
    PLAIN,
    UNNOISED,
    Update,
    numbers,
    training_noise_run,
)

WIDE = numbers(T=960, B=960, alpha=Fraction(1, 5), k=24, L=1, sigma=Fraction(7, 10))
OUTSIDE = numbers(T=64, B=64, alpha=Fraction(1, 10**6), k=4, L=1, sigma=Fraction(3, 2 * 10**6))
STILL = Update(r"$\gamma = 0$", moves=False)


def runs() -> list[Run]:
    """Return runs in which L = 1 bounds the gradient in theta as well, and the temporal difference is at most 2."""
    wide, outside = "$T = B = 960$", "$T = B = 64$, $C$ outside the root"
    made = [BRACKETED.run(UNNOISED, PLAIN, "release without noise")]
    for constants, says in ((WIDE, wide), (OUTSIDE, outside)):
        made += [
            STILL.run(constants, FRESH, f"release with a fresh path, {says}"),
            training_noise_run(STILL, constants, -1, f"release with the path of the training, {says}"),
            training_noise_run(STILL, constants, 1, f"release with the path of the training, {says}"),
            STILL.run(constants, CARRIED, f"noise added to $Q$ after the update, {says}"),
        ]
    return made


EPSILON, DELTA = 0.9, 1e-4
FACTOR = 2 * log(e + EPSILON / DELTA)
RATES = (0.0, *(10 ** (k / 4) for k in range(-16, 5)))  # v; 0 is the limit of small alpha
SPARE = [4 + k / 25 for k in range(51)]  # u: above, the tail does not matter; below, it dwarfs delta


def mu_of_update(batch: int, u: float, v: float) -> float:
    """Return mu of one update with a fresh path, sigma at its bound and the k that leaves u."""
    k = 4.34 * sqrt(FACTOR * (1 + v)) / EPSILON + u / 2
    alpha = v * batch / (4 * (k + 1))
    inner = alpha**2 * (1 + 1 / (2 * v)) if v > 0 else 0.0
    return EPSILON * batch / (4 * (k + 1) * sqrt(FACTOR)) * sqrt((v + 0.5) / (v + 1) / (1 + inner))


def by_batch() -> Table:
    """Return the largest mu of one update with a fresh path for C under the root, against what the promise allows."""
    allowed = {u: mu_of(EPSILON, DELTA + exp(-u * u / 2)) for u in SPARE}
    rows: list[list[str]] = []
    for batch in (1, 64, 128, 185, 186, 200, 960):
        u, v = max(product(SPARE, RATES), key=lambda x: mu_of_update(batch, *x) / allowed[x[0]])
        mu = mu_of_update(batch, u, v)
        rows.append([f"{batch}", f"{mu:.4f}", f"{allowed[u]:.4f}", "broken" if mu > allowed[u] else "kept"])
    return Table(
        title="One update with a fresh path, $C$ under the root, $L = 1$",
        columns=["$T = B$", r"largest $\mu$", r"$\mu$ that is allowed", "promise"],
        rows=rows,
        caption=r"$\epsilon = 0.9$, $\delta = 10^{-4}$, the least noise that the theorem allows; the largest $\mu$, in "
        r"units of the allowed one, over a grid of $\alpha$ (down to 0) and $k$.",
    )
