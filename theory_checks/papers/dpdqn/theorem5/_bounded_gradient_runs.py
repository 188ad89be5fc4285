"""Runs whose gradient is bounded."""

from __future__ import annotations

from fractions import Fraction

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
