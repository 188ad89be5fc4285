"""The ways to release of Theorem 5, and runs that satisfy its hypotheses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, Term, exp, num, product, ref, sqrt
from theory_checks.core.interpret import substitute
from theory_checks.core.texts import texts_of
from theory_checks.papers.dpdqn.common.definitions import definitions
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
SETTING = (
    r"One action, states $[0, 1]$, $Q_\theta(s) = \theta + Ls$ (one frozen ReLU unit and a trained output bias: "
    r"$L\max(s, 0) + \theta$), public $\theta_0 = 0$, uniform $s_0$, $r' = r + 1$"
)
THEOREM = Theorem(SETTING, (TAIL,), LEVELS, PRINTED.right)
NORM: Mapping[str, Term] = {"q": 1 + ref("beta") / 2}


def numbers(**constants: Term) -> dict[str, Term]:
    """Return the constants of the theorem with v and C, by default for T = B = J = 1, epsilon = 9/10, delta = 1e-4."""
    usual: dict[str, Term] = {"T": 1, "B": 1, "J": 1, "epsilon": Fraction(9, 10), "delta": Fraction(1, 10**4)}
    return {**usual, **constants, **definitions(PRINTED), **NORM}


UNNOISED = numbers(alpha=Fraction(1, 10**6), k=24, L=1, sigma=Fraction(1, 20))
NOISED = numbers(alpha=Fraction(1, 768), k=3, L=Fraction(1, 10**6), sigma=Fraction(1, 10**6))
PAPER = numbers(T=5000, B=64, J=78, alpha=Fraction(3, 10**4), k=764, L=4, delta=Fraction(5, 10**5), sigma=Fraction(21))
DEGENERATE = numbers(alpha=Fraction(1, 2), k=3, L=0, sigma=0)


@dataclass(frozen=True)
class Update:
    """One update: how line 19 is read, c, h, the discount, and whether the next state is another one."""

    name: str
    c: Term = 0
    h: Term = 1
    gamma: Fraction = Fraction(0)
    moves: bool = True

    @property
    def step(self) -> Formula:
        """Return alpha h."""
        return product([ref("alpha"), *([] if self.h == 1 else [self.h])])

    @property
    def tau(self) -> Term:
        """Return the deviation of g(s_0) - c g(s_1) at sigma = 1."""
        if self.c == 0:
            return 1
        if not self.moves:
            return num(1) - self.c
        return sqrt(1 + num(self.c) * self.c - num(2) * self.c * ref("rho"))

    def run(self, constants: Mapping[str, Term], gain: Formula, says: str = "", most: Formula | None = None) -> Run:
        """Return the run with these constants that reveals the gain."""
        rho = {"rho": exp(-(ref("beta") / 2))} if self.moves else {}
        name = self.name + (f"; {says}" if says else "")
        return Run(name, {**constants, "gamma": self.gamma, **rho}, gain, self.detail(constants), most)

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


def gain_without_noise(update: Update) -> Formula:
    """Return sigma mu of the release of Q."""
    return num(1) / update.tau


def gain_with_fresh_noise(update: Update) -> Formula:
    """Return sigma mu of the release of Q plus a path that the update has not used."""
    inner = num(update.step) * update.tau
    return gain_carried_along(update) / sqrt(1 + inner * inner * ref("q"))


def gain_with_training_noise(update: Update, sign: int) -> Formula:
    """Return sigma mu of the statistic <X, 1> of X = Q + g, normal whatever s_0 was; sign is that of line 22."""
    step, rest = num(sign) * update.step, num(1) - update.c
    squares = 2 * step * rest + step * step * update.tau * update.tau * ref("q")
    return gain_carried_along(update) / sqrt(1 + squares)


def most_with_training_noise(update: Update, sign: int) -> Formula:
    """Return sigma mu of Q + g for those who see the states as well."""
    return gain_carried_along(update) / (1 + num(sign) * update.step * (num(1) - update.c))


def gain_carried_along(update: Update) -> Formula:
    """Return sigma mu of one update without noise in lines 19 and 20, followed by a path."""
    return update.step * sqrt(ref("q"))


def training_noise_run(update: Update, constants: Mapping[str, Term], sign: int, says: str = "") -> Run:
    """Return the release of Q plus the path of the update."""
    words = ("ascent" if sign > 0 else "descent") + (f", {says}" if says else "")
    gains = gain_with_training_noise(update, sign), most_with_training_noise(update, sign)
    return update.run(constants, gains[0], words, gains[1])


def least(constants: Mapping[str, Term], level: str) -> dict[str, Term]:
    """Return the constants with the smallest noise level that one form of the condition allows."""
    return {**constants, "sigma": LEVELS[level]}


def released_without_noise() -> list[Run]:
    """Return the runs whose released function is Q itself."""
    both = "both signs of line 22"
    through = f"{both}, gradient through the target or not"
    gain = gain_without_noise(BRACKETED)
    still = r"$r = -1/2$: without noise $\theta_1 = \mp\alpha/2$ tells $r$ from $r' = 1/2$ with certainty"
    return [
        BRACKETED.run(UNNOISED, gain, both),
        DISCOUNTED.run(UNNOISED, gain_without_noise(DISCOUNTED), through),
        AS_PRINTED.run(UNNOISED, gain_without_noise(AS_PRINTED), both),
        *(BRACKETED.run(least(UNNOISED, x), gain, f"the smallest noise with {x}") for x in LEVELS),
        *paper_runs(),
        Run(r"degenerate: $L = 0$, $Q_\theta(s) = \theta$, where $C = 0$ allows $\sigma = 0$", DEGENERATE, gain, still),
    ]


REST = 1 - ref("alpha")
LASTING = (1 - REST**78) / ref("alpha")
SQUARES = (1 - REST**156) / (1 - REST * REST)
PAPER_VALUES = r"$T = 5000$, $B = 64$, $\alpha = 3 \cdot 10^{-4}$, $L = 4$"
PAPER_RUN = TEXTS["paper_run"]
ONE_STATE = PAPER_RUN.format("$s_1 = s_0$")
AND_PATH = r"; with a fresh path $1/\mu^2$ grows by $\sigma^2/(q(\alpha\sum_{j<78}a^j)^2)$"


def paper_runs() -> list[Run]:
    """Return runs with the values of Appendix E.3 and noise that the theorem allows for them, a path for each update.

    For gamma = 0 and gradient descent theta shrinks by a = 1 - alpha in each update, so the shifts and the variances of
    the 78 updates add up to S = sum a^j and V = tau^2 sum a^(2j).
    """
    gain = LASTING / sqrt(SQUARES)
    x = exp(ref("beta") / -64)
    total = ref("B") * (1 + x) / (1 - x) - 2 * x * (1 - x**64) / ((1 - x) * (1 - x))
    mean = sqrt(total) / ref("B")
    spread = PAPER_RUN.format(r"$s_{t+1} = s_t + 1/64 \bmod 1$")
    return [
        Run(f"{PAPER_VALUES}; states at distances of 1/64", PAPER, gain / mean, spread),
        Run(f"{PAPER_VALUES}; one state", PAPER, gain, ONE_STATE),
    ]


def released_with_fresh_noise() -> list[Run]:
    """Return the runs whose released function is Q plus a path that no update has seen."""
    updates = (BRACKETED, DISCOUNTED, THROUGH, AS_PRINTED)
    gain = gain_with_fresh_noise(BRACKETED)
    return [
        *(update.run(NOISED, gain_with_fresh_noise(update), "both signs of line 22") for update in updates),
        *(BRACKETED.run(least(NOISED, x), gain, f"the smallest noise with {x}") for x in LEVELS),
        Run(f"{PAPER_VALUES}; one state: here the promise is kept", PAPER, paper_fresh(), ONE_STATE + AND_PATH),
    ]


def paper_fresh() -> Formula:
    """Return sigma mu of Q plus a fresh path, after updates with the values of Appendix E.3 in one state."""
    inner = ref("alpha") * ref("alpha") * SQUARES * ref("q")
    return LASTING * gain_carried_along(BRACKETED) / sqrt(1 + inner)


def released_with_training_noise() -> list[Run]:
    """Return the runs whose released function is Q plus the path that the update has used."""
    updates = (BRACKETED, DISCOUNTED, THROUGH, AS_PRINTED)
    return [training_noise_run(update, NOISED, sign) for update in updates for sign in (-1, 1)]


def noise_carried_along() -> list[Run]:
    """Return one update that is followed by a path, as the proof of the theorem adds it."""
    gain, quiet = gain_carried_along(BRACKETED), "no noise in lines 19 and 20"
    return [
        BRACKETED.run(NOISED, gain, f"{quiet}; both signs of line 22"),
        BRACKETED.run(NOISED, gain_with_fresh_noise(BRACKETED), "noise in line 20 as well; both signs of line 22"),
        *(BRACKETED.run(least(NOISED, x), gain, f"{quiet}; the smallest noise with {x}") for x in LEVELS),
    ]


@dataclass(frozen=True)
class Release:
    """A way to release: runs of it, what is released, and the law of that."""

    runs: Callable[[], list[Run]]
    released: str
    law: str

    def stated(self) -> tuple[Theorem, list[Run]]:
        """Return Theorem 5 and the runs."""
        return THEOREM, self.runs()


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
