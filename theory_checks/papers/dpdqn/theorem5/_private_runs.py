"""Runs whose released function is Gaussian, held against a promise of (epsilon, delta)-privacy.

Neighbouring inputs shift the mean of what is released and nothing else, so that a run has the exact curve
delta_G(., mu) with mu = gain/deviation, and a promise is kept exactly when delta_G(epsilon, mu) is at most the promised
delta. Constants, conditions, promise and gain are expressions: they are enclosed by balls here, and by the checker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import inf

from flint import arb, ctx

from tabular.privacy import delta_ball
from theory_checks.core.certificate import Certificate, lemma, used
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.formula import Formula, Relation, Term, num, ref, sqrt
from theory_checks.core.interpret import enclose
from theory_checks.papers.dpdqn.theorem5._certified import certified

_BITS = 160
_SYMBOLS = {name: f"\\{name}" for name in ("alpha", "beta", "gamma", "delta", "sigma", "tau")} | {"r0": "r_0"}


@dataclass(frozen=True)
class Theorem:
    """The conditions of a privacy theorem (each form of the bound on sigma under its name), and the delta it promises.

    The promise is made at the constant epsilon. ``setting`` says what the runs have in common. The constant q of a run,
    if it has one, is the squared norm of the function 1 for the kernel exp(-beta |x - y|), beta its constant.
    """

    setting: str
    conditions: Sequence[Relation]
    levels: Mapping[str, Formula]
    promise: Formula


@dataclass(frozen=True)
class Run:
    """One run: its constants, what it does in words, and gain and deviation of a statistic of what is released.

    Gain is the shift between neighbouring inputs in units of the noise, which has this deviation. ``most`` is an upper
    bound of the gain of the whole release where the statistic is not known to be the best one.
    """

    name: str
    constants: Mapping[str, Term]
    gain: Formula
    detail: str
    most: Formula | None = None
    deviation: Term = "sigma"

    @property
    def epsilon(self) -> Fraction:
        """The wanted epsilon."""
        epsilon = self.constants["epsilon"]
        if isinstance(epsilon, bool) or not isinstance(epsilon, int | Fraction):
            raise TypeError(f"epsilon must be a rational number, got {epsilon!r} at {self.name}")
        return Fraction(epsilon)

    @property
    def is_silent(self) -> bool:
        """Tell whether the run has no noise."""
        return self.constants["sigma"] == 0

    def enclose(self, formula: Term) -> arb:
        """Return a narrow ball around a formula of the constants: a noise level may leave no more than a last digit."""
        with ctx.workprec(_BITS):
            return enclose(formula, self.constants)

    def shown(self) -> str:
        """Write the constants that are numbers, epsilon apart."""
        values = [(name, x) for name, x in self.constants.items() if isinstance(x, int | Fraction)]
        return "$" + ", ".join(f"{_SYMBOLS.get(name, name)} = {x}" for name, x in values if name != "epsilon") + "$"

    def mu(self) -> arb | float:
        """Return mu, which is infinite without noise."""
        return inf if self.is_silent else self.enclose(num(self.gain) / self.deviation)

    def with_variance(self) -> Run:
        """Return the run with noise of variance sigma in the place of sigma^2."""
        detail = f"{self.detail}; the paths have the variance $\\sigma$"
        return replace(self, detail=detail, deviation=sqrt(ref("sigma")))


Statement = Callable[[], tuple[Theorem, Sequence[Run]]]


def examine(trial: Trial, theorem: Theorem, runs: Sequence[Run]) -> Iterator[Evidence]:
    """Compare for each run the delta that it needs at epsilon with the delta that is promised."""
    for run in runs:
        mu = run.mu()
        compared = ball(
            run.name,
            delta_ball(run.epsilon, mu),
            "<=",
            run.enclose(theorem.promise),
            quantity=f"smallest $\\delta$ at $\\epsilon = {run.epsilon}$, and the promised one",
            detail="; ".join([run.detail, run.shown(), *_bounds(theorem, run), _shown_mu(run, mu)]),
        )
        yield certified(compared, partial(refutation, trial, theorem, run))


def refutation(trial: Trial, theorem: Theorem, run: Run) -> Certificate:
    """Certify that the run satisfies the conditions and needs more than the promised delta."""
    facts = satisfied(theorem, run)
    given = [] if run.is_silent else [lemma("needed", "gaussian-delta", mu="mu", epsilon="epsilon")]
    conclusion = num(1 if run.is_silent else "needed") > theorem.promise
    constants = used({**run.constants, "mu": num(run.gain) / run.deviation}, [facts, given, conclusion])
    if constants.pop("q", None):  # the checker computes it from the kernel
        given.insert(0, lemma("q", "kernel-norm", points="points", values="ones", beta="beta"))
    return Certificate(
        says=f"All conditions are satisfied, but the released function needs a larger delta than promised: {run.name}.",
        constants=constants,
        objects={"points": [0, 1], "ones": [1, 1]} if len(given) > 1 else {},
        facts=facts,
        given=given,
        assumed=[
            f"{theorem.setting}.",
            f"{run.detail}.",
            "Without noise an event has probability 1 under one reward and 0 under the other."
            if run.is_silent
            else "Between the neighbouring rewards a statistic of the released function, which is normal, moves by mu "
            "times its standard deviation.",
        ],
        conclusion=conclusion,
    )


def forms(theorem: Theorem, run: Run) -> list[str]:
    """Return the names of the forms of the bound on sigma that the run satisfies; sigma may be one of them itself."""
    level, sigma = run.constants["sigma"], run.enclose("sigma")
    met = [name for name, x in theorem.levels.items() if x == level or bool(sigma >= run.enclose(x))]
    if theorem.levels and not met:
        raise ValueError(f"sigma must satisfy a form of the bound, got {sigma.str(6)} at {run.name}")
    return met


def satisfied(theorem: Theorem, run: Run) -> list[Relation]:
    """Return the conditions, with every form of the bound on sigma that the run satisfies and sigma itself is not."""
    levels = [theorem.levels[name] for name in forms(theorem, run)]
    return [*theorem.conditions, *(ref("sigma") >= x for x in levels if x != run.constants["sigma"])]


def _bounds(theorem: Theorem, run: Run) -> list[str]:
    """Say which forms of the bound on sigma the run satisfies and which it does not."""
    met = forms(theorem, run)
    missed = [name for name in theorem.levels if name not in met]
    said = [f"satisfies the bound on $\\sigma$ with {' and with '.join(met)}"] if met else []
    return [*said, *([f"not with {' nor with '.join(missed)}"] if missed else [])]


def _shown_mu(run: Run, mu: arb | float) -> str:
    if mu == inf:
        return r"$\mu = \infty$"
    most = "" if run.most is None else f" at least, {float(run.enclose(num(run.most) / run.deviation)):.6g} at most"
    return f"$\\mu = {float(mu):.6g}${most}"
