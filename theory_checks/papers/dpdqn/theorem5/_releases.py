"""The ways to release of Theorem 5, and runs that satisfy its hypotheses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, Term, num, ref, sqrt
from theory_checks.core.interpret import exact, substitute
from theory_checks.core.texts import texts_of
from theory_checks.kit.cases import HALF
from theory_checks.papers.dpdqn.common.definitions import definitions
from theory_checks.papers.dpdqn.common.just_above import just_above
from theory_checks.papers.dpdqn.theorem5._private_runs import Run, Theorem
from theory_checks.papers.dpdqn.theorem5._transcripts import calibrated_transcripts

TEXTS = texts_of(__file__)

PRINTED = formal_of(__file__, "dpdqn/thm5")
TAIL, LEVEL, *_ = PRINTED.domain.relations
LEVELS: Mapping[str, Formula] = {
    "$C$ under the root": substitute(LEVEL.right, {"C": sqrt("C")}),
    "$C$ outside the root": LEVEL.right,
    r"$C$ and $\epsilon$ under the root": substitute(LEVEL.right, {"C": sqrt(ref("C") * ref("epsilon"))}),
}
THEOREM = Theorem(LEVELS, PRINTED.right)
# What is released: Q, Q plus a new path, Q plus the last one; and a path added to Q when no update reads any.
PLAIN: Mapping[str, Term] = {"path": 0}
FRESH: Mapping[str, Term] = {"path": 1}
KEPT: Mapping[str, Term] = {"path": 1, "kept": 1}
CARRIED: Mapping[str, Term] = {"path": 1, "inner": 0}


def numbers(**constants: Term) -> dict[str, Term]:
    """Return the constants of the theorem with v and C, by default for T = B = J = 1, epsilon = 9/10, delta = 1e-4."""
    usual: dict[str, Term] = {"T": 1, "B": 1, "J": 1, "epsilon": Fraction(9, 10), "delta": Fraction(1, 10**4)}
    return {**usual, **constants, **definitions(PRINTED)}


UNNOISED = numbers(alpha=Fraction(1, 10**6), k=24, L=1, sigma=Fraction(1, 20))
NOISED = numbers(alpha=Fraction(1, 768), k=3, L=Fraction(1, 10**6), sigma=Fraction(1, 10**6))
PAPER = numbers(T=5000, B=64, J=78, alpha=Fraction(3, 10**4), k=764, L=4, delta=Fraction(5, 10**5), sigma=Fraction(21))
DEGENERATE = numbers(alpha=Fraction(1, 2), k=3, L=0, sigma=0)


def released(constants: Mapping[str, Term], release: Mapping[str, Term], **update: Term) -> dict[str, Term]:
    """Return the parameters of the lemma about the release that are no constants of the theorem."""
    usual: dict[str, Term] = {"gamma": 0, "c": 0, "direction": -1, "inner": 1, "kept": 0, "move": 0, "difference": HALF}
    chosen = {**usual, "gradient": 1, "variance": ref("sigma") ** 2, **release, **update}
    L, gamma, move, difference = (exact(x, {**chosen, **constants}) for x in ("L", "gamma", "move", "difference"))
    ends = -gamma * L * move - difference, L - gamma * L * (move or 1) - difference  # r at the ends of [0, 1]
    return {**chosen, "r0": max(abs(r + shift) for r in ends for shift in (0, 1))}


# What those who see the states too can tell: for them the path of the update is no noise but a part of Q.
MOST = ref("moved") * sqrt((1 + ref("beta") / 2) / ref("variance")) / (1 + ref("step") * (1 - ref("c")))


@dataclass(frozen=True)
class Update:
    """One update: how line 19 is read, c, h, the discount, and whether the next state is another one."""

    name: str
    c: Term = 0
    h: Term = 1
    gamma: Fraction = Fraction(0)
    moves: bool = True

    def run(
        self, constants: Mapping[str, Term], release: Mapping[str, Term], says: str = "", sign: int = -1, **other: Term
    ) -> Run:
        """Return the run with these constants and this release; sign is that of line 22."""
        move = HALF if self.moves else 0
        way = released(constants, release, gamma=self.gamma, c=self.c, direction=sign * num(self.h), move=move, **other)
        name = self.name + (f"; {says}" if says else "")
        most = MOST if release == KEPT else None
        return Run(name, {**constants, "gamma": self.gamma}, self.detail(constants), way, most=most)

    def detail(self, constants: Mapping[str, Term]) -> str:
        """Write the update down."""
        batch = "" if constants["B"] == 1 else f", a batch of {constants['B']} such steps"
        follows = r"$s_1 = s_0 + 1/2 \bmod 1$" if self.moves else "$s_1 = s_0$"
        h = "1" if self.h == 1 else r"1 - \gamma"
        c = r"\gamma" if self.c == "gamma" else str(self.c)
        return (
            rf"{follows}{batch}, $r(s_0) = Ls_0 - \gamma Ls_1 - 1/2$ for every $s_0$, so that $D = b/2 + g(s_0) - "
            rf"c\,g(s_1)$ with $b = 1$ for $r$ and $-1$ for $r'$, and $\theta_1 = \pm\alpha hD$; $c = {c}$, $h = {h}$"
        )


BRACKETED = Update(r"bracketed line 19, $\gamma = 0$")
DISCOUNTED = Update(r"bracketed line 19, $\gamma = 9/10$", "gamma", 1, Fraction(9, 10))
THROUGH = Update(
    r"bracketed line 19, $\gamma = 9/10$, gradient through the target", "gamma", 1 - ref("gamma"), Fraction(9, 10)
)
AS_PRINTED = Update(r"line 19 as printed, $\gamma = 0$", 1)
UPDATES = (BRACKETED, DISCOUNTED, THROUGH, AS_PRINTED)


def training_noise_run(update: Update, constants: Mapping[str, Term], sign: int, says: str = "") -> Run:
    """Return the release of Q plus the path of the update."""
    words = ("ascent" if sign > 0 else "descent") + (f", {says}" if says else "")
    return update.run(constants, KEPT, words, sign)


def with_least(constants: Mapping[str, Term], release: Mapping[str, Term], words: str = "") -> list[Run]:
    """Return the bracketed update with the smallest noise level that each form of the condition allows."""
    least = {name: {**constants, "sigma": just_above(level, constants)} for name, level in LEVELS.items()}
    return [BRACKETED.run(x, release, f"{words}the smallest noise with {name}") for name, x in least.items()]


def released_without_noise() -> list[Run]:
    """Return the runs whose released function is Q itself."""
    both = "both signs of line 22"
    still = r"$r = -1/2$: without noise $\theta_1 = \mp\alpha/2$ tells $r$ from $r' = 1/2$ with certainty"
    degenerate = r"degenerate: $L = 0$, $Q_\theta(s) = \theta$, where $C = 0$ allows $\sigma = 0$"
    return [
        BRACKETED.run(UNNOISED, PLAIN, both),
        DISCOUNTED.run(UNNOISED, PLAIN, f"{both}, gradient through the target or not"),
        AS_PRINTED.run(UNNOISED, PLAIN, both),
        *with_least(UNNOISED, PLAIN),
        *paper_runs(),
        Run(degenerate, DEGENERATE, still, released(DEGENERATE, PLAIN)),
    ]


PAPER_VALUES = r"$T = 5000$, $B = 64$, $\alpha = 3 \cdot 10^{-4}$, $L = 4$"
PAPER_RUN = TEXTS["paper_run"]
ONE_STATE = PAPER_RUN.format("$s_1 = s_0$")
AND_PATH = r"; with a fresh path $1/\mu^2$ grows by $\sigma^2/(q(\alpha\sum_{j<78}a^j)^2)$"


def paper_runs() -> list[Run]:
    """Return runs with the values of Appendix E.3 and noise that the theorem allows for them, a path for each update.

    For gamma = 0 and gradient descent theta shrinks by a = 1 - alpha in each update, so the shifts and the variances of
    the 78 updates add up to S = sum a^j and V = tau^2 sum a^(2j).
    """
    spread = PAPER_RUN.format(r"$s_{t+1} = s_t + 1/64 \bmod 1$")
    moving, still = (released(PAPER, PLAIN, move=move) for move in (Fraction(1, 64), 0))
    return [
        Run(f"{PAPER_VALUES}; states at distances of 1/64", PAPER, spread, moving),
        Run(f"{PAPER_VALUES}; one state", PAPER, ONE_STATE, still),
    ]


def released_with_fresh_noise() -> list[Run]:
    """Return the runs whose released function is Q plus a path that no update has seen."""
    kept = f"{PAPER_VALUES}; one state: here the promise is kept"
    return [
        *(update.run(NOISED, FRESH, "both signs of line 22") for update in UPDATES),
        *with_least(NOISED, FRESH),
        Run(kept, PAPER, ONE_STATE + AND_PATH, released(PAPER, FRESH)),
    ]


def released_with_training_noise() -> list[Run]:
    """Return the runs whose released function is Q plus the path that the update has used."""
    return [training_noise_run(update, NOISED, sign) for update in UPDATES for sign in (-1, 1)]


def noise_carried_along() -> list[Run]:
    """Return one update that is followed by a path, as the proof of the theorem adds it."""
    quiet = "no noise in lines 19 and 20"
    return [
        BRACKETED.run(NOISED, CARRIED, f"{quiet}; both signs of line 22"),
        BRACKETED.run(NOISED, FRESH, "noise in line 20 as well; both signs of line 22"),
        *with_least(NOISED, CARRIED, f"{quiet}; "),
    ]


@dataclass(frozen=True)
class Release:
    """A way to release: runs of it, what is released, and the law of that."""

    runs: Callable[[], list[Run]]
    released: str
    law: str


def stated(runs: Callable[[], list[Run]]) -> tuple[Theorem, list[Run]]:
    """Return Theorem 5 and these runs."""
    return THEOREM, runs()


TAU = r"$\tau^2 = 1 + c^2 - 2c\rho$ with $\rho = e^{-\beta|s_0 - s_1|}$"
UNIT = r"$q = 1 + \beta/2$ is the squared norm of the function 1"
RELEASES: Mapping[str, Release] = {
    "released-without-noise": Release(
        released_without_noise,
        r"$Q_\theta$, as in line 24",
        rf"$\mu = 1/(\sigma\tau)$, {TAU}",
    ),
    "released-with-fresh-noise": Release(
        released_with_fresh_noise,
        r"$Q_\theta$ plus a path of $\mathcal{G}(0, \sigma^2K)$ that no update has used",
        rf"$\mu = \alpha h\sqrt{{q}}/(\sigma\sqrt{{1 + (\alpha h\tau)^2q}})$; {UNIT}, {TAU}",
    ),
    "released-with-training-noise": Release(
        released_with_training_noise,
        r"$X = Q_\theta + \hat g$ with the path of the update",
        r"$\frac12(X(0) + X(1)) + \frac{\beta}{2}\int_0^1X(s)\,ds$ is normal and has $\mu = \alpha h\sqrt{q}/(\sigma"
        r"\sqrt{1 \pm 2\alpha h(1 - c) + (\alpha h\tau)^2q})$, $\pm$ the sign of line 22; " + f"{UNIT}, {TAU}",
    ),
    "noise-carried-along": Release(
        noise_carried_along,
        "the sum of $Q$ after one update and a path",
        rf"$\mu = \alpha h\sqrt{{q}}/\sigma$ without noise in lines 19 and 20; {UNIT}",
    ),
}


def construction(*releases: Release) -> Table:
    """Return how the runs are made, for a reader who wants to make them again."""
    parts = [
        (
            r"$Q_\theta$",
            r"$\theta + Ls$ on $[0, 1]$: one frozen ReLU unit and a trained output bias, $L\max(s, 0) + \theta$",
        ),
        ("start", r"$\theta_0 = 0$ is public, $s_0$ is uniform"),
        ("moves", r"$s_1 = s_0 + 1/2 \bmod 1$, or $s_0 + 1/64$, or $s_0$, where a run says so"),
        ("rewards", r"$r(s_0) = Ls_0 - \gamma Ls_1 - 1/2$ and $r' = r + 1$"),
        (
            "line 20",
            r"$D = b/2 + g(s_0) - c\,g(s_1)$, $b = 1$ for $r$ and $-1$ for $r'$; $c = \gamma$ if line 19 is bracketed, "
            "1 as printed",
        ),
        (
            "line 22",
            r"$\theta_1 = \pm\alpha hD$, for every $s_0$; $h = 1$, or $1 - \gamma$ with the gradient of the target",
        ),
        (
            r"$g(s_0)$",
            TEXTS["construction_parts"],
        ),
    ]
    laws = [("released", f"{x.released}: {x.law}") for x in releases]
    return Table(title="How the runs are made", columns=["part", "what it is"], rows=[*parts, *laws])


SOUND = {"noise carried on with the table, calibrated as in the repaired theorem": {"stated": calibrated_transcripts}}
