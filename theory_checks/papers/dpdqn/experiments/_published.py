"""The parameters of the published comparison, and ours."""

from __future__ import annotations

from tabular.dpdqn.options import Algorithm1
from theory_checks.papers.dpdqn.experiments._release_audits import kernel_rate

PUBLISHED = {0.9: 0.32, 0.45: 0.74}  # epsilon: sigma
K = 2.3


def ours(base: Algorithm1, epsilon: float) -> Algorithm1:
    """Return Algorithm 1 with the published noise for a target."""
    return base.but(noise_level=PUBLISHED[epsilon], kernel_rate=kernel_rate(K))
