"""Transcripts whose noise is calibrated."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.instances import chain, identity_mdp
from tabular.numbers.arrays import Array
from tabular.numbers.rational import matmul_exact
from tabular.privacy import (
    calibrate,
    private_value_updates,
    shift_mu_squared,
)
from theory_checks.core.formula import Term, ref, sqrt
from theory_checks.kit.cases import HALF, swap
from theory_checks.papers.dpdqn.theorem5._cycles import NINE
from theory_checks.papers.dpdqn.theorem5._private_runs import Run, Theorem


def one_action_mdps() -> list[tuple[str, FiniteMDP]]:
    """Return chains with one action, whose transcripts are Gaussian."""
    slippery = chain(3, NINE, Fraction(1, 4))
    one = FiniteMDP(slippery.transitions[:1], slippery.rewards[:1], slippery.discount)
    still = identity_mdp(2, 1, NINE)
    return [
        ("two states never left", still),
        ("two states that follow each other", swap(NINE)),
        ("slippery chain", one),
    ]


def transcript_mu_squared(mdp: FiniteMDP, d: Array, a: Fraction, T: int, *, last_only: bool = False) -> Fraction:
    """Return sigma^2 mu^2 of (Y_1 .. Y_T), or of Y_T alone, for one action and r - r' = d, from means and covariances.

    Stacked, the noises are M g with the blocks M_{ji} = A^{j-1-i}, i < j, and the mean shifts are M (a d, .., a d).
    """
    n = mdp.n_states
    identity = np.array([[Fraction(int(i == j)) for j in range(n)] for i in range(n)], dtype=object)
    powers = [identity]
    step = (1 - a) * identity + a * mdp.discount * mdp.transitions[0]
    for _ in range(T - 1):
        powers.append(matmul_exact(powers[-1], step))
    zero = identity * 0
    blocks = np.block([[powers[j - i] if i <= j else zero for i in range(T)] for j in range(T)])
    M = blocks[-n:] if last_only else blocks
    return shift_mu_squared(matmul_exact(M, a * np.concatenate([d] * T)), matmul_exact(M, M.T))


def calibrated_transcripts() -> tuple[Theorem, list[Run]]:
    """Return the repaired theorem with r' = r + 1 and the calibrated noise, gains from the laws of the transcripts."""
    runs: list[Run] = []
    for name, mdp in one_action_mdps():
        n, a, T = mdp.n_states, HALF, 3
        sigma = Fraction(calibrate(NINE, Fraction(1, 10**4), private_value_updates(n, 1, a, T)).sigma)
        gain = sqrt(transcript_mu_squared(mdp, np.full(n, Fraction(1), dtype=object), a, T))
        constants: dict[str, Term] = {"epsilon": NINE, "delta": Fraction(1, 10**4), "a": a, "T": T, "sigma": sigma}
        detail = "a table of noise is added in each update and carried on"
        runs.append(Run(name, constants, detail, shift=gain / ref("sigma")))
    return Theorem({}, ref("delta")), runs
