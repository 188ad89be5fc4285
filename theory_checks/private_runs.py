"""Runs whose released function is Gaussian, held against a promise of (epsilon, delta)-privacy.

Neighbouring inputs shift the mean of what is released and nothing else, so that a run has the exact curve
delta_G(., mu) with mu = gain/sigma, and a promise is kept exactly when delta_G(epsilon, mu) is at most the promised
delta. Constants, conditions, promise and gain are expressions: they are enclosed by balls here, and by the checker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf
from typing import Any

from flint import arb, ctx

from tabular.privacy import calibrate, delta_ball, function_release
from tabular.privacy.arguments import ends
from theory_checks.certificate import Certificate, Expression, Term, lemma, op, ref, relation, relation_fact
from theory_checks.claim import Trial
from theory_checks.enclosures import enclose
from theory_checks.evidence import Evidence, Outcome, ball

_BITS = 160
_SYMBOLS = {name: f"\\{name}" for name in ("alpha", "beta", "gamma", "delta", "sigma", "tau")} | {"r0": "r_0"}
Condition = tuple[Expression, str, Expression]


@dataclass(frozen=True)
class Theorem:
    """The conditions of a privacy theorem (each form of the bound on sigma under its name), and the delta it promises.

    The promise is made at the constant epsilon; the target of the calibration is the constant delta. The constant q of
    a run, if it has one, is the squared norm of the function 1 for the kernel exp(-beta |x - y|), beta its constant.
    """

    conditions: Mapping[str, Condition]
    levels: Mapping[str, Expression]
    promise: Expression


@dataclass(frozen=True)
class Run:
    """One run: constants, gain = sigma mu of a statistic of what is released, and an upper bound of it for the whole.

    ``most`` is given where the statistic is not known to be the best one: it holds if the states are seen as well.
    """

    name: str
    constants: Mapping[str, Term]
    gain: Expression
    detail: str
    extra: Mapping[str, Term] = field(default_factory=dict[str, Term])
    most: Expression | None = None

    @property
    def all_constants(self) -> dict[str, Term]:
        """The constants of the theorem and those of the run."""
        return {**self.constants, **self.extra}

    @property
    def epsilon(self) -> Fraction:
        """The wanted epsilon."""
        return _rational(self.constants["epsilon"])

    def enclose(self, formula: Term) -> arb:
        """Return a narrow ball around a formula of the constants: calibrated noise leaves no more than a last digit."""
        with ctx.workprec(_BITS):
            return enclose(formula, self.all_constants)

    def shown(self) -> str:
        """Write the constants that are numbers, epsilon apart."""
        values = [(name, x) for name, x in self.all_constants.items() if isinstance(x, int | Fraction)]
        return "$" + ", ".join(f"{_SYMBOLS.get(name, name)} = {x}" for name, x in values if name != "epsilon") + "$"

    def mu(self) -> arb | float:
        """Return mu, which is infinite without noise."""
        return inf if self.constants["sigma"] == 0 else self.enclose(op("/", self.gain, "sigma"))


@dataclass(frozen=True)
class Noise:
    """A noise level by its mu, and the delta that is promised for it."""

    mu: arb | float
    delta: arb


NoiseRule = Callable[[Theorem, Run], Noise]


def as_stated(theorem: Theorem, run: Run) -> Noise:
    """Return the noise of the run, which the theorem allows, with the promise of the theorem."""
    return Noise(run.mu(), run.enclose(theorem.promise))


def calibrated(theorem: Theorem, run: Run) -> Noise:
    """Return the noise that the exact law of the release needs, with the promise of delta alone."""
    del theorem  # this noise needs none
    gain = run.enclose(run.most or run.gain)
    found = calibrate(run.epsilon, _rational(run.constants["delta"]), function_release([ends("gain", gain)[1] ** 2]))
    return Noise(found.mu, run.enclose("delta"))


def examine(trial: Trial, theorem: Theorem, runs: Sequence[Run], noise: NoiseRule) -> Iterator[Evidence]:
    """Compare for each run the delta that it needs at epsilon with the delta that is promised."""
    for run in runs:
        level = noise(theorem, run)
        found = ball(
            run.name,
            delta_ball(run.epsilon, level.mu),
            "<=",
            level.delta,
            quantity=f"smallest $\\delta$ at $\\epsilon = {run.epsilon}$, and the promised one",
            detail=f"{run.detail}; {run.shown()}; $\\mu = {_digits(level.mu)}$",
        )
        certified = found.outcome is Outcome.FAILS and noise is as_stated
        yield replace(found, certificate=refutation(trial, theorem, run)) if certified else found


def refutation(trial: Trial, theorem: Theorem, run: Run) -> Certificate:
    """Certify that the run satisfies the conditions and needs more than the promised delta."""
    noiseless = run.constants["sigma"] == 0
    facts = [relation_fact(*condition) for condition in satisfied(theorem, run)]
    given = [] if noiseless else [lemma("needed", "gaussian-delta", mu="mu", epsilon="epsilon")]
    conclusion = relation(1 if noiseless else "needed", ">", theorem.promise)
    constants = used({**run.all_constants, "mu": op("/", run.gain, "sigma")}, [facts, given, conclusion])
    if constants.pop("q", None):  # the checker computes it from the kernel
        given.insert(0, lemma("q", "kernel-norm", points="points", values="ones", beta="beta"))
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=f"All conditions are satisfied, but the released function needs a larger delta than promised: {run.name}.",
        constants=constants,
        objects={"points": [0, 1], "ones": [1, 1]} if len(given) > 1 else {},
        facts=facts,
        given=given,
        notes=[
            f"{run.detail}. Between the neighbouring rewards a statistic of the released function, which is normal, "
            "moves by mu times its standard deviation."
            if not noiseless
            else f"{run.detail}. Without noise an event has probability 1 under one reward and 0 under the other."
        ],
        conclusion=conclusion,
    )


def used(constants: Mapping[str, Term], where: object) -> dict[str, Term]:
    """Return the constants that the parts of a certificate speak of, directly or through others."""
    names, found = set[str](), set(_names(where))
    while found != names:
        names, found = found, found.union(*(_names(constants[name]) for name in found & constants.keys()))
    return {name: x for name, x in constants.items() if name in names}


def _names(node: Any) -> Iterator[str]:
    """Yield the names to which a nest of expressions refers."""
    if isinstance(node, Mapping):
        yield from [str(node["ref"])] if "ref" in node else []
        node = list(node.values())
    for item in node if isinstance(node, list) else []:
        yield from _names(item)


def satisfied(theorem: Theorem, run: Run) -> list[Condition]:
    """Return the conditions, with every form of the bound on sigma that the run satisfies; sigma may be one itself."""
    sigma = run.enclose("sigma")
    levels = [x for x in theorem.levels.values() if x != run.constants["sigma"] and bool(sigma >= run.enclose(x))]
    if not levels and run.constants["sigma"] not in theorem.levels.values():
        raise ValueError(f"sigma must satisfy a form of the bound, got {sigma.str(6)} at {run.name}")
    forms: list[Condition] = [(ref("sigma"), ">=", x) for x in levels]
    return [*theorem.conditions.values(), *forms]


def _digits(mu: arb | float) -> str:
    return r"\infty" if mu == inf else f"{float(mu):.6g}"


def _rational(x: Term) -> Fraction:
    if isinstance(x, bool) or not isinstance(x, int | Fraction):
        raise TypeError(f"a wanted privacy parameter must be a rational number, got {x!r}")
    return Fraction(x)
