r"""Convergence of tabular Algorithm 1 with one noise table g for the whole run (J = 1).

All entries are updated at once with the expected target, the minus sign in line 22 and a constant step size alpha in
(0, 1]; alpha = 1 is value iteration, which is what Appendix D appeals to.

    bracketed   X = Q + g follows X <- (1 - alpha) X + alpha T X with the optimality operator T of the rewards r, so
                ||X - Q*_r|| shrinks and Q -> Q*_r - g
    literal     the update jumps where the maximiser of Q changes. Its fixed points are found by trying all m^n
                maximisers; there may be none, and then no start, alpha and way with ties leads to convergence.
                If every choice misses its own maximum by more than 4 e/(1 - gamma), there is none for any table within
                e of g either: the table of a choice pi is q = r - g + P (gamma w + g_pi), w the value of pi for the
                rewards r - g + P g_pi, so a change of g by at most e changes w by at most 2 e/(1 - gamma), and the
                difference of two entries by at most 4 e + 4 gamma e/(1 - gamma)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product, repeat
from typing import Any

import numpy as np

from tabular.algorithms.private_value_iteration import (
    NoisyRule,
    bracketed,
    expected,
    fixed_point,
    iterate,
    literal,
    literal_candidates,
    literal_fixed_points,
    literal_target,
    optimal_action_values,
    update,
)
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import one_state_loop
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate, fact
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import maximum, minimum, ref
from theory_checks.core.interpret import exact as exactly
from theory_checks.core.texts import fill, texts_of
from theory_checks.kit.cases import (
    HALF,
    Comparisons,
    compare_everywhere,
    constant,
    deterministic_mdps,
    named_cases,
    random_table,
    stay_or_swap,
    sup_norm,
)

TEXTS = texts_of(__file__)

Rule = Callable[[object], NoisyRule]

REPAIRED = formal_of(__file__, "dpdqn/convergence/repaired")
RATES = (Fraction(1, 10), HALF, Fraction(1))
SHRINKS = r"$\|Q' - R'\|_\infty \leq (1 - \alpha(1-\gamma))\|Q - R\|_\infty$ for two tables and their updates"


def _with_discount(factor: Fraction | None) -> Rule:
    """Return the bracketed rule with a multiple of its discount, or without it: r + gamma' P max_a (q + g)."""

    def target(mdp: FiniteMDP, q: Array, noise: Array) -> Array:
        discount = 1 if factor is None else factor * mdp.discount
        return mdp.rewards + discount * expected(mdp, (q + noise).max(axis=0))

    return lambda noise: NoisyRule(target, noise, noise)


NEAR: dict[str, dict[str, Rule]] = {
    "without the discount": {"rule": _with_discount(None)},
    r"$11\gamma/10$ in place of $\gamma$": {"rule": _with_discount(Fraction(11, 10))},
}
CONTROLS: Any = {"broken": {"the literal rule": {"rule": literal}, **NEAR}, "near": list(NEAR)}


@claim("dpdqn/convergence", reading="bracketed", **CONTROLS)
def convergence_bracketed(trial: Trial, *, rule: Rule = bracketed) -> Iterator[Evidence]:
    """Compare the distance of two tables before and after an update."""
    loop = one_state_loop(HALF)
    for alpha in RATES:
        left, right = _distances(loop, rule(constant(loop, 1)), constant(loop, 3), constant(loop, 0), alpha)
        yield exact(f"one-state loop, $\\alpha = {alpha}$", left, "<=", right, quantity=SHRINKS)

    def shrinks(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
        g, q, other = (random_table(rng, *mdp.rewards.shape) for _ in range(3))
        distances = {f"alpha = {alpha}": _distances(mdp, rule(g), q, other, alpha) for alpha in RATES}
        return {name: (left, "<=", right) for name, (left, right) in distances.items()}

    yield from compare_everywhere(trial, shrinks, SHRINKS)


def _distances(mdp: FiniteMDP, rule: NoisyRule, q: Array, other: Array, alpha: Fraction) -> tuple[Fraction, Fraction]:
    """Return the distance of the updates of two tables, and its bound."""
    after = sup_norm(update(mdp, rule, q, alpha) - update(mdp, rule, other, alpha))
    return after, _shrunk(mdp, alpha, 1, sup_norm(q - other))


def _shrunk(mdp: FiniteMDP, alpha: Fraction, k: int, before: Fraction) -> Fraction:
    """Return the bound of a distance after k updates."""
    return exactly(REPAIRED.right, {"alpha": alpha, "gamma": mdp.discount, "k": k, "before": before})


@claim("dpdqn/convergence", reading="literal", sound={"the noise inside the maximum": {"rule": bracketed}})
def convergence_literal(trial: Trial, *, rule: Rule = literal) -> Iterator[Finding]:
    """Count the fixed points, in cases where there is one, in the smallest where there is none, and around it."""
    for name, mdp in named_cases():
        if mdp.n_states == 1 or mdp.n_actions == 1:
            g = random_table(trial.rng(name), *mdp.rewards.shape)
            yield _fixed_point_exists(f"{name}, random noise", mdp, rule, g, None)
    yield _smaller_noise(rule)
    mdp = stay_or_swap()
    name = r"stay or swap two states, $r = 0$, $\gamma = 1/2$, noise $(-1, 1)$ for stay and $(0, 1)$ for swap"
    certificate = _without_fixed_point(mdp)
    yield _fixed_point_exists(name, mdp, rule, NO_FIXED_POINT, certificate)
    yield exact(
        f"the same, and every noise table within {RADIUS} of this one",
        least_miss(mdp, rule(NO_FIXED_POINT)),
        "<=",
        allowed_change(mdp, RADIUS),
        quantity="by how much the best choice of maximisers misses its own maximum (0: there is a fixed point), and by "
        "how much that can change",
        certificate=certificate,
    )
    yield _cycling_iterates()
    yield _census(trial)


NO_FIXED_POINT = np.array([[-1, 1], [0, 1]], dtype=object)
RADIUS = Fraction(1, 20)


def fixed_points(mdp: FiniteMDP, rule: NoisyRule) -> Sequence[Array]:
    """Return all fixed points of a rule: the candidates that an update does not change."""
    if rule.target is not literal_target:
        return [q for q in [fixed_point(mdp, rule)] if is_fixed(mdp, rule, q)]
    candidates = literal_candidates(mdp, rule.target_noise)
    fixed = [q for policy, q in candidates if is_fixed(mdp, _preferring(policy, rule), q)]
    return [q for i, q in enumerate(fixed) if not any((q == other).all() for other in fixed[:i])]


def is_fixed(mdp: FiniteMDP, rule: NoisyRule, q: Array) -> bool:
    """Return whether an update leaves the table as it is."""
    return bool((update(mdp, rule, q) == q).all())


def _preferring(policy: Array, rule: NoisyRule) -> NoisyRule:
    """Return the literal rule that takes the action of a policy wherever that is a maximiser."""

    def ties(state: int, actions: Array) -> int:
        return int(policy[state] if policy[state] in actions else actions[0])

    return replace(rule, target=partial(literal_target, ties=ties))


def least_miss(mdp: FiniteMDP, rule: NoisyRule) -> Fraction:
    """Return 0 if there is a fixed point, otherwise the least sup norm of max q - q_pi over the choices pi."""
    if fixed_points(mdp, rule):
        return Fraction(0)
    states = np.arange(mdp.n_states)
    candidates = literal_candidates(mdp, rule.target_noise)
    return min(sup_norm(q.max(axis=0) - q[policy, states]) for policy, q in candidates)


def allowed_change(mdp: FiniteMDP, radius: Fraction) -> Fraction:
    """Return 4 e/(1 - gamma): how much a difference within a candidate changes if the noise changes by at most e."""
    return 4 * radius / (1 - mdp.discount)


def _fixed_point_exists(case: str, mdp: FiniteMDP, rule: Rule, g: Array, certificate: Certificate | None) -> Evidence:
    number = len(fixed_points(mdp, rule(g)))
    return exact(
        case,
        number,
        ">=",
        1,
        quantity="number of fixed points",
        detail="" if mdp.n_states > 1 else "with one state the maximiser of $r - g$ is always consistent",
        certificate=None if number else certificate,
    )


def _smaller_noise(rule: Rule) -> Evidence:
    """Show that no smaller integers do: with noise 0 and 1 a fixed point always exists for n = m = 2, gamma = 1/2."""
    tables = [np.array(values, dtype=object).reshape(2, 2) for values in product((0, 1), repeat=4)]
    pairs = {
        f"MDP {i}, noise {j}": (len(fixed_points(mdp, rule(g))), ">=", 1)
        for i, mdp in enumerate(deterministic_mdps(2, 2, (0,)))
        for j, g in enumerate(tables)
    }
    case = r"all deterministic moves, $n = m = 2$, $r = 0$, $\gamma = 1/2$, and all noise tables of 0 and 1"
    return exact_all(case, pairs, quantity="number of fixed points")


def _without_fixed_point(mdp: FiniteMDP) -> Certificate:
    candidates = list(literal_candidates(mdp, NO_FIXED_POINT))
    misses = [
        maximum(*(ref("tables", i, 1 - a, s) - ref("tables", i, a, s) for s, a in enumerate(policy.tolist())))
        for i, (policy, _) in enumerate(candidates)
    ]
    return Certificate(
        says=fill(TEXTS["without_fixed_point_says"], radius=RADIUS),
        objects={"M": mdp, "g": NO_FIXED_POINT, "tables": [q.tolist() for _, q in candidates]},
        facts=[fact("no-fixed-point", mdp="M", noise="g", tables="tables")],
        values={"miss": minimum(*misses), "radius": RADIUS, "gamma": "M.discount"},
        assumed=[TEXTS["without_fixed_point_notes"]],
    )


def _cycling_iterates() -> Figure:
    """Show the iterates from Q = 0: with alpha = 1 they soon repeat with period 2, with alpha = 1/20 they jitter."""
    mdp, rule, start = stay_or_swap().to_float(), literal(NO_FIXED_POINT * 1.0), np.zeros((2, 2))
    series: list[Series] = []
    for alpha, label in ((1.0, r"$\alpha = 1$"), (0.05, r"$\alpha = 1/20$")):
        tables = iterate(mdp, repeat(rule, 120), start, alpha)
        series.append(Series(label=label, x=list(range(121)), y=[float(q[0, 0]) for q in tables]))
    return Figure(
        title="The literal update never settles",
        x_label="update",
        y_label="$Q$(stay, first state)",
        series=series,
        caption=r"Stay or swap, $r = 0$, $\gamma = 1/2$, noise $(-1, 1)$ and $(0, 1)$, every entry updated each time.",
    )


def _census(trial: Trial) -> Table:
    moves = list(deterministic_mdps(2, 2, (0,))) if trial.full else [stay_or_swap()]
    tables = [np.array(values, dtype=object).reshape(2, 2) for values in product((-1, 0, 1), repeat=4)]
    counts = [len(literal_fixed_points(mdp, g)) for mdp in moves for g in tables]
    rows = [[k, counts.count(k)] for k in sorted(set(counts))]
    which = "all 16 deterministic moves" if trial.full else "stay or swap"
    return Table(
        title="How many fixed points the literal update has",
        columns=["fixed points", "noise tables"],
        rows=rows,
        caption=f"Two states, {which}, $r = 0$, $\\gamma = 1/2$, all noise tables with entries -1, 0 and 1.",
    )


@claim("dpdqn/convergence/repaired", **CONTROLS)
def convergence_repaired(trial: Trial, *, rule: Rule = bracketed) -> Iterator[Evidence]:
    """Follow the iterates and compare their distance from Q* - g with the bound."""
    bound = r"$\|Q_k + g - Q^*_r\|_\infty \leq (1 - \alpha(1-\gamma))^k \|Q_0 + g - Q^*_r\|_\infty$"
    loop = one_state_loop(HALF)
    for alpha in RATES:
        left, right = _after(loop, rule, constant(loop, 1), constant(loop, 5), alpha, 3)
        yield exact(f"one-state loop, $\\alpha = {alpha}$, $k = 3$", left, "<=", right, quantity=bound)

    def nears(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
        g, start = random_table(rng, *mdp.rewards.shape), random_table(rng, *mdp.rewards.shape)
        limit = optimal_action_values(mdp) - g
        still = {"Q* - g is fixed": (sup_norm(update(mdp, rule(g), limit) - limit), "==", Fraction(0))}
        distances = {f"alpha = {alpha}, k = 4": _after(mdp, rule, g, start, alpha, 4) for alpha in RATES}
        return {**still, **{name: (left, "<=", right) for name, (left, right) in distances.items()}}

    yield from compare_everywhere(trial, nears, bound, exhaustive=trial.full)


def _after(mdp: FiniteMDP, rule: Rule, g: Array, q: Array, alpha: Fraction, k: int) -> tuple[Fraction, Fraction]:
    """Return the distance from Q* - g after k updates, and its bound."""
    limit = optimal_action_values(mdp) - g
    tables = list(iterate(mdp, repeat(rule(g), k), q, alpha))
    return sup_norm(tables[-1] - limit), _shrunk(mdp, alpha, k, sup_norm(q - limit))
