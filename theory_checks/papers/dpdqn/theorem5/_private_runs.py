"""Runs whose released function is Gaussian, held against a promise of (epsilon, delta)-privacy.

Neighbouring inputs shift the mean of what is released and nothing else, so that a run has the exact curve
delta_G(., mu) with a shift mu, and a promise is kept exactly when delta_G(epsilon, mu) is at most the promised delta.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from math import inf

from flint import arb, ctx

from tabular.privacy import delta_ball
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.formula import Formula, Term, ref
from theory_checks.core.interpret import enclose, exact
from theory_checks.core.lemmas import steps_of
from theory_checks.papers.dpdqn.theorem5._certified import certificate_by, certified

_BITS = 160
_LONG = 10**30
_SYMBOLS = {name: f"\\{name}" for name in ("alpha", "beta", "gamma", "delta", "sigma", "tau")} | {"r0": "r_0"}
RELEASE = "trained-bias-release"
LAW = steps_of(RELEASE)


@dataclass(frozen=True)
class Theorem:
    """What a privacy theorem promises at the constant epsilon, and its forms of the bound on sigma by their names."""

    levels: Mapping[str, Formula]
    promise: Formula


@dataclass(frozen=True)
class Run:
    """One run: the constants of its theorem, what it does in words, and the shift of a statistic of its release.

    ``release`` holds the other parameters of the lemma about the release, by default the statistic is the lemma's.
    ``most`` is an upper bound of the shift of the whole release where the statistic is not known to be the best one.
    """

    name: str
    constants: Mapping[str, Term]
    detail: str
    release: Mapping[str, Term] = field(default_factory=dict[str, Term])
    shift: Formula = ref("mu")  # noqa: RUF009 - a symbol, which nothing changes
    most: Formula | None = None

    @property
    def values(self) -> dict[str, Term]:
        """The constants, the parameters of the lemma, and what the lemma makes of them."""
        return {**LAW, **self.release, **self.constants}

    @property
    def epsilon(self) -> Fraction:
        """The wanted epsilon."""
        return self.exact("epsilon")

    @property
    def is_silent(self) -> bool:
        """Tell whether the run has no noise."""
        return self.constants["sigma"] == 0

    def exact(self, formula: Term) -> Fraction:
        """Return a formula of the constants that is rational."""
        return exact(formula, self.values)

    def enclose(self, formula: Term) -> arb:
        """Return a narrow ball around a formula of the constants: a noise level may leave no more than a last digit."""
        with ctx.workprec(_BITS):
            return enclose(formula, self.values)

    def shown(self) -> str:
        """Write the constants that are short numbers, epsilon apart."""
        numbers = {name: x for name, x in self.constants.items() if isinstance(x, int | Fraction) and name != "epsilon"}
        short = [f"{_SYMBOLS.get(name, name)} = {x}" for name, x in numbers.items() if x.denominator < _LONG]
        return f"${', '.join(short)}$"

    def mu(self) -> arb | float:
        """Return mu, which is infinite without noise."""
        return inf if self.is_silent else self.enclose(self.shift)

    def with_variance(self) -> Run:
        """Return the run with noise of variance sigma in the place of sigma^2."""
        detail = f"{self.detail}; the paths have the variance $\\sigma$"
        return replace(self, detail=detail, release={**self.release, "variance": "sigma"})


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
        yield certified(compared, partial(refutation, trial, run)) if run.release else compared


def refutation(trial: Trial, run: Run) -> Certificate:
    """Certify that the run satisfies the conditions and needs more than the promised delta."""
    says = f"All conditions are satisfied, but the released function needs a larger delta than promised: {run.name}."
    values = {name: run.exact(x) for name, x in run.values.items() if name not in LAW}
    return certificate_by(RELEASE, says, trial.formal, values)


def forms(theorem: Theorem, run: Run) -> list[str]:
    """Return the names of the forms of the bound on sigma that the run satisfies."""
    sigma = run.enclose("sigma")
    met = [name for name, x in theorem.levels.items() if bool(sigma >= run.enclose(x))]
    if theorem.levels and not met:
        raise ValueError(f"sigma must satisfy a form of the bound, got {sigma.str(6)} at {run.name}")
    return met


def _bounds(theorem: Theorem, run: Run) -> list[str]:
    """Say which forms of the bound on sigma the run satisfies and which it does not."""
    met = forms(theorem, run)
    missed = [name for name in theorem.levels if name not in met]
    said = [f"satisfies the bound on $\\sigma$ with {' and with '.join(met)}"] if met else []
    return [*said, *([f"not with {' nor with '.join(missed)}"] if missed else [])]


def _shown_mu(run: Run, mu: arb | float) -> str:
    if mu == inf:
        return r"$\mu = \infty$"
    most = "" if run.most is None else f" at least, {float(run.enclose(run.most)):.6g} at most"
    return f"$\\mu = {float(mu):.6g}${most}"
