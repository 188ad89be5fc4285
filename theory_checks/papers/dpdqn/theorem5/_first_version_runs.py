r"""Theorem 4 of the first version, the privacy of its Algorithm 1: line 25 releases Q + g.

The runs are those of `guarantee.py` with gamma = 1/2, beta = 1, L = 1/1000 and alpha = 1/10. The rewards are near -1/2
for r and near 1/2 for r', at most r_0 = 1/2 + 3 L/4, which r'(1) attains. C is small with L, but the update does not
know L, the slope in s. If L is to bound the gradient in theta as well, L = 1 and a batch of 10^7 steps do: the printed
C divides by B, the update does not, since all rewards of the batch move.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Term
from theory_checks.core.texts import texts_of
from theory_checks.kit.cases import HALF
from theory_checks.papers.dpdqn.common.definitions import definitions
from theory_checks.papers.dpdqn.common.just_above import just_above
from theory_checks.papers.dpdqn.theorem5._private_runs import Run, Theorem
from theory_checks.papers.dpdqn.theorem5._releases import FRESH, Update, training_noise_run

TEXTS = texts_of(__file__)

PLACES = {"$C$ under the root": "constant-under-root", "$C$ outside the root": "constant-outside-root"}
PRINTED = {place: formal_of(__file__, "dpdqn-v1/thm4", reading) for place, reading in PLACES.items()}
LEVELS = {place: x.domain.relations[2].right for place, x in PRINTED.items()}
OUTSIDE = PRINTED["$C$ outside the root"]
TAIL, *_ = OUTSIDE.domain.relations


def theorem(*places: str) -> Theorem:
    """Return the theorem with these places of C."""
    return Theorem({place: LEVELS[place] for place in places}, OUTSIDE.right)


def numbers(**constants: Term) -> dict[str, Term]:
    """Return the constants of the run, with some in the place of the usual ones."""
    chosen: dict[str, Term] = {"T": 1, "B": 1, "J": 1, "epsilon": Fraction(9, 10), "delta": Fraction(1, 10**4)}
    chosen |= {"alpha": Fraction(1, 10), "k": 116, "L": Fraction(1, 1000), "r0": Fraction(2003, 4000), "beta": 1}
    return {**chosen, **constants, **definitions(OUTSIDE)}


BRACKETED = Update("bracketed line 18", "gamma", 1, HALF)
AS_PRINTED = Update("line 18 as printed", 1, 1, HALF)
STILL = Update("bracketed line 18", "gamma", 1, HALF, moves=False)
WIDE = numbers(T=10**7, B=10**7, k=698, L=1, r0=Fraction(3, 4), beta=100, sigma=Fraction(34, 100))


def runs(place: str) -> list[Run]:
    """Return the runs with a noise level that satisfies both forms of the bound, and with the smallest of one form."""
    made: list[Run] = []
    least = just_above(LEVELS[place], numbers())
    for sigma, says in ((Fraction(1, 250), r"$\sigma = 1/250$"), (least, f"the smallest noise with {place}")):
        constants = numbers(sigma=sigma)
        fresh = f"a fresh path released, {says}"
        made += [update.run(constants, FRESH, fresh) for update in (BRACKETED, AS_PRINTED)]
        kept = f"the path of the training released, {says}"
        made += [training_noise_run(BRACKETED, constants, sign, kept) for sign in (-1, 1)]
    bounded = r"$L = 1$ bounds $|\partial Q/\partial\theta|$ as well, a fresh path"
    wide = STILL.run(WIDE, FRESH, bounded, difference=Fraction(3, 4))
    return [*made, replace(wide, detail=TEXTS["wide_detail"])]


def stated(place: str) -> tuple[Theorem, list[Run]]:
    """Return the theorem with this place of C, and its runs."""
    return theorem(place), runs(place)


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
