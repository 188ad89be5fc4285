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

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import e, exp

from tabular.privacy import delta_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Exhibit, Figure, Series
from theory_checks.core.formula import ref
from theory_checks.papers.dpdqn.theorem5 import _bounded_gradient_runs as bounded
from theory_checks.papers.dpdqn.theorem5 import _first_version_runs as first_version
from theory_checks.papers.dpdqn.theorem5 import _noise_variance as variance
from theory_checks.papers.dpdqn.theorem5._private_runs import Statement, examine
from theory_checks.papers.dpdqn.theorem5._releases import (
    PRINTED,
    RELEASES,
    SOUND,
    construction,
    paper_runs,
    stated,
)

Setting = dict[str, object]


def of_release(name: str, *shown: Callable[[], Exhibit]) -> Setting:
    """Return the runs of Theorem 5 with this way of release, and what else is shown."""
    return {"stated": partial(stated, RELEASES[name].runs), "shown": (partial(construction, RELEASES[name]), *shown)}


def of_first_version(place: str) -> Setting:
    """Return the runs of the first version with this place of C."""
    return {"stated": partial(first_version.stated, place), "shown": (first_version.construction,)}


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


BOUNDED: Setting = {
    "stated": partial(stated, bounded.runs),
    "shown": (partial(construction, *RELEASES.values()), bounded.by_batch),
}
VARIANCE: Setting = {"stated": variance.with_variance, "shown": (variance.all_readings,)}
WITHOUT_NOISE, FRESH, KEPT, CARRIED = RELEASES


@claim("dpdqn/thm5", reading=WITHOUT_NOISE, setting=of_release(WITHOUT_NOISE, claimed_and_true), sound=SOUND)
@claim("dpdqn/thm5", reading=FRESH, setting=of_release(FRESH), sound=SOUND)
@claim("dpdqn/thm5", reading=KEPT, setting=of_release(KEPT), sound=SOUND)
@claim("dpdqn/thm5", reading=CARRIED, setting=of_release(CARRIED), sound=SOUND)
@claim("dpdqn/thm5", reading="gradient-bounded", setting=BOUNDED, sound=SOUND)
@claim("dpdqn/thm5", reading="line-16-variance", setting=VARIANCE, sound=SOUND)
@claim("dpdqn-v1/thm4", reading="constant-under-root", setting=of_first_version("$C$ under the root"), sound=SOUND)
@claim("dpdqn-v1/thm4", reading="constant-outside-root", setting=of_first_version("$C$ outside the root"), sound=SOUND)
@claim("dpdqn-v1/thm4", reading="line-16-variance", setting={"stated": variance.first_with_variance}, sound=SOUND)
def promised_and_needed(
    trial: Trial, *, stated: Statement, shown: Sequence[Callable[[], Exhibit]] = ()
) -> Iterator[Finding]:
    """Compare the promised delta with the one that the exact law of the release needs."""
    yield from examine(trial, *stated())
    yield from (exhibit() for exhibit in shown)
