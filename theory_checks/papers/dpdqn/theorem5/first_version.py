r"""Theorem 4 of the first version, the privacy of its Algorithm 1: line 25 releases Q + g.

The runs are those of `guarantee.py` with gamma = 1/2, beta = 1, L = 1/1000 and alpha = 1/10. The rewards are near -1/2
for r and near 1/2 for r', at most r_0 = 1/2 + 3 L/4, which r'(1) attains. C is small with L, but the update does not
know L, the slope in s. If L is to bound the gradient in theta as well, L = 1 and a batch of 10^7 steps do: the printed
C divides by B, the update does not, since all rewards of the batch move.
"""

from __future__ import annotations

from collections.abc import Iterator

from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Table
from theory_checks.papers.dpdqn.theorem5._first_version_runs import runs, theorem
from theory_checks.papers.dpdqn.theorem5._private_runs import Statement, examine
from theory_checks.papers.dpdqn.theorem5._releases import SOUND


def construction() -> Table:
    """Return how the runs are made, for a reader who wants to make them again."""
    rows = [
        (r"$Q_\theta$", r"$\theta + Ls$ on $[0, 1]$, one update, $J = 1$, $\gamma = 1/2$"),
        ("start", r"$\theta_0 = 0$ is public, $s_0$ is uniform"),
        ("moves", r"$s_1 = s_0 + 1/2 \bmod 1$; one more run has $L = 1$, $s_1 = s_0$ and a batch of $10^7$ steps"),
        (
            "rewards",
            r"$r(s_0) = Ls_0 - \gamma Ls_1 - 1/2$, $r' = r + 1$; $r_0 = 1/2 + 3L/4$ is the largest absolute one",
        ),
        (
            "difference",
            r"$D = b/2 + g(s_0) - c\,g(s_1)$, $b = 1$ for $r$ and $-1$ for $r'$; $c = \gamma$ if line 18 is bracketed, "
            "1 as printed",
        ),
        ("update", r"$\theta_1 = \pm\alpha D$, whatever $s_0$ is"),
        (
            r"$g(s_0)$",
            "line 13 never inserts $s_0$, which lines 10 and 19 read: the runs use the value of the path there; 0 in "
            r"its place changes $\mu$ by less than a quarter",
        ),
        ("released", r"$Q + \hat g$ with a fresh path or that of the update; $\mu$ as for `dpdqn/thm5` with $h = 1$"),
    ]
    return Table(title="How the runs are made", columns=["part", "what it is"], rows=rows)


@claim("dpdqn-v1/thm4", reading="constant-under-root", setting={"place": "$C$ under the root"}, sound=SOUND)
@claim("dpdqn-v1/thm4", reading="constant-outside-root", setting={"place": "$C$ outside the root"}, sound=SOUND)
def theorem4(trial: Trial, *, place: str, stated: Statement | None = None) -> Iterator[Finding]:
    """Compare the promised delta with the one that the exact law of the release needs."""
    yield from examine(trial, *(stated() if stated else (theorem(place), runs(place))))
    yield construction()
