r"""Theorem 5, the privacy of Algorithm 1: what it promises, and instances that satisfy all it assumes.

The instances: one action, Q_theta(s) = theta + L s on S = [0, 1] (theta is trained), theta_0 = 0 is public, s_0 is
uniform, s_1 = s_0 + 1/2 mod 1 (or s_1 = s_0), r(s) = L s - gamma L s_1 - 1/2 and r' = r + 1. One update, T = B = 1:

    y       = r(s_0) + gamma Q(s_1) + c g(s_1)                      line 19; c = gamma if bracketed, 1 as printed
    D       = Q(s_0) + g(s_0) - y = b/2 + g(s_0) - c g(s_1)         line 20; b = 1 for r, b = -1 for r', for every s_0
    theta_1 = +-alpha h D                                           line 22; + as printed, - is descent; h = 1, or
                                                                    1 - gamma with the gradient through the target
    Q = theta_1 + L s,  or Q + fresh path,  or Q + g                is released

g(s_0) - c g(s_1) has the deviation sigma tau, tau^2 = 1 + c^2 - 2 c rho, rho = exp(-beta |s_0 - s_1|). So the release
is Gaussian; `_releases.py` has the law of each.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import e, exp

from tabular.privacy import delta_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formula import ref
from theory_checks.papers.dpdqn.theorem5._private_runs import Statement, examine
from theory_checks.papers.dpdqn.theorem5._releases import PRINTED, RELEASES, SOUND, Release, construction, paper_runs

SILENT = RELEASES["released-without-noise"]
FRESH = RELEASES["released-with-fresh-noise"]
KEPT = RELEASES["released-with-training-noise"]
CARRIED = RELEASES["noise-carried-along"]


@claim("dpdqn/thm5", reading="released-without-noise", setting={"release": SILENT}, sound=SOUND)
@claim("dpdqn/thm5", reading="released-with-fresh-noise", setting={"release": FRESH}, sound=SOUND)
@claim("dpdqn/thm5", reading="released-with-training-noise", setting={"release": KEPT}, sound=SOUND)
@claim("dpdqn/thm5", reading="noise-carried-along", setting={"release": CARRIED}, sound=SOUND)
def theorem5(trial: Trial, *, release: Release, stated: Statement | None = None) -> Iterator[Finding]:
    """Compare the promised delta with the one that the exact law of the release needs."""
    yield from examine(trial, *(stated or release.stated)())
    yield construction(release)
    if release is SILENT:
        yield claimed_and_true()


def claimed_and_true() -> Figure:
    """Return the promised and the true curve of the run with the values of Appendix E.3 and spread states."""
    spread, _ = paper_runs()
    tail = float(spread.enclose(PRINTED.right - ref("delta")))
    scale = float(spread.enclose(ref("sigma") * ref("sigma") / (2 * (ref("T") / ref("B")) * ref("C"))))
    xs = [k / 10 for k in range(2, 121)]
    promised = [x / (exp(min(x * x * scale, 700)) - e) + tail if x * x * scale > 1.5 else 1.0 for x in xs]
    kept_to = [min(1.0, y) for y in promised]
    return Figure(
        title="Theorem 5 with the values of Appendix E.3",
        x_label=r"$\epsilon$",
        y_label=r"$\delta$",
        y_scale="log",
        series=[
            Series(label=r"promised for $\sigma = 21$, $k = 764$, $C$ under the root", x=xs, y=kept_to),
            Series(label="true, states at distances of 1/64", x=xs, y=[delta_of(x, float(spread.mu())) for x in xs]),
        ],
        caption="What the release of Q (line 24) loses after 78 updates, against what the theorem promises for the "
        "same noise. The promise levels off at the probability of the tail.",
    )
