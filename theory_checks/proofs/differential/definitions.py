"""Definitions of the library, beside the functions of `tabular` that checks use for the same thing.

What is asked of each: whether it holds of the function's result for random small MDPs, and whether it holds of a
result with one entry changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from tabular import solve
from tabular.mdp import FiniteMDP
from tabular.mdp.bellman import backup, q_values
from tabular.mdp.instances import rational_random
from tabular.mdp.policies import occupancy, policy_value
from tabular.privacy.gaussian_balls import delta_ball
from theory_checks.proofs.differential.questions import Answers, Question, ask
from theory_checks.proofs.library import compile_library_of

CHANGE = Fraction(1, 7)
SECONDS = 60  # for an enclosure of integrals
HEAD = """From Coq Require Import Reals Lra Lia List.
From TheoryChecks Require Import Decide Sums Mdp Optimal Maximum ActionValues Policies Vectors Gaussian.
Import ListNotations.
Open Scope R_scope.

(* Every index that is bounded takes each of its values, of which there are at most three. *)
Ltac entrywise := hnf; intros; repeat match goal with i : nat |- _ => destruct i as [|[|[|i]]]; try (exfalso; lia) end.

Ltac worked_out := cbv -[Rplus Rmult Rminus Ropp Rinv Rdiv IZR Rle Rlt Rge Rgt Rabs Rmax].
Ltac computed :=
  worked_out; unfold Rmax, Rabs; repeat (destruct Rle_dec || destruct Rcase_abs); lra.
Ltac refuted H := revert H; worked_out; intros H; unfold Rmax, Rabs in H;
  repeat (destruct Rle_dec || destruct Rcase_abs); lra.

Ltac attained := first [exists 0%nat; split; [lia|computed] | exists 1%nat; split; [lia|computed]].

"""


def compare(folder: Path, instances: int, jobs: int) -> Answers:
    """Put the questions for so many random instances."""
    compile_library_of(folder, [HEAD], jobs)
    asked = [question for seed in range(instances) for question in questions(seed)]
    return ask(folder, "Definitions", HEAD, asked)


def questions(seed: int) -> Iterator[Question]:
    """Yield what is asked of one random instance."""
    random = Random(seed)
    mdp = rational_random(random.choice((2, 3)), 2, Fraction(random.randint(1, 9), 10), 4, seed)
    yield from _of_tables(mdp, random)
    yield from _of_policies(mdp, random)
    yield from _of_optima(mdp, random)
    yield from _of_curves(random)


def _of_tables(mdp: FiniteMDP, random: Random) -> Iterator[Question]:
    """Yield questions about single numbers, which are exact."""
    v, a, s = _vector(random, mdp.n_states), random.randrange(mdp.n_actions), random.randrange(mdp.n_states)
    q = q_values(mdp, v)
    yield from _equal("backup", f"backup {_parts(mdp)} {_table(v)} {a}%nat {s}%nat", q[a, s])
    best = q_values(mdp, q.max(axis=0))[a, s]
    yield from _equal("target", f"target {mdp.n_states} {_parts(mdp, actions=True)} {_table(q)} {a}%nat {s}%nat", best)
    yield from _equal("best", f"best {mdp.n_actions} (fun a => {_table(q)} a {s}%nat)", backup(mdp, v)[s])
    yield from _equal("norm1", f"norm1 {mdp.n_states} {_table(v)}", np.abs(v).sum())
    yield from _equal("dot", f"dot {mdp.n_states} {_table(v)} {_table(q[a])}", v @ q[a])
    moved = (mdp.transitions[a] @ v)[s]
    yield from _equal("image", f"image {mdp.n_states} {_table(mdp.transitions[a])} {_table(v)} {s}%nat", moved)


def _of_policies(mdp: FiniteMDP, random: Random) -> Iterator[Question]:
    """Yield questions about laws, and about the value and the occupancies of a policy."""
    n, m, s = mdp.n_states, mdp.n_actions, random.randrange(mdp.n_states)
    share = np.array([Fraction(random.randint(0, 4), 4) for _ in range(n)])
    policy = np.array([share, 1 - share])
    here = f"pose proof (point {s}%nat ltac:(lia)) as row; refuted row"
    law = f"destruct (point 0%nat {s}%nat ltac:(lia) ltac:(lia)) as [_ total]; refuted total"
    flow = f"destruct point as [flow _]; pose proof (flow {s}%nat ltac:(lia)) as row; refuted row"
    shown = "entrywise; split; entrywise; computed"
    yield from _pair("stochastic", f"stochastic {n} {m} {{}}", mdp.transitions, (0, s, s), shown, law)
    value = policy_value(mdp, policy)
    says = f"policy_value {_sizes(mdp)} {_table(mdp.rewards)} {_table(policy)} {{}}"
    yield from _pair("policy_value", says, value, (s,), "entrywise; computed", here)
    visits = occupancy(mdp, policy)
    says = f"dual_feasible {_sizes(mdp)} {{}}"
    yield from _pair("dual_feasible", says, visits, (0, s), "split; entrywise; computed", flow)
    says = f"dual_objective {n} {m} {_table(mdp.rewards)} {_table(visits)}"
    yield from _equal("dual_objective", says, value.sum())


def _of_optima(mdp: FiniteMDP, random: Random) -> Iterator[Question]:
    """Yield questions about optimal values, of states and of actions."""
    v, s = solve(mdp).value, random.randrange(mdp.n_states)
    shown = "intros s small; split; [entrywise; computed | entrywise; attained]"
    fails = f"destruct (point {s}%nat ltac:(lia)) as [_ [a [small equal_]]]; entrywise; refuted equal_"
    says = f"optimal_value {_sizes(mdp)} {_table(mdp.rewards)} {{}}"
    yield from _pair("optimal_value", says, v, (s,), shown, fails)
    table = f"pose proof (point 0%nat {s}%nat ltac:(lia) ltac:(lia)) as row; refuted row"
    says = f"optimal_table {_sizes(mdp)} {_table(mdp.rewards)} {{}}"
    yield from _pair("optimal_table", says, q_values(mdp, v), (0, s), "entrywise; computed", table)


def _of_curves(random: Random) -> Iterator[Question]:
    """Yield questions about the least delta of a normal shift, which lies in a ball."""
    epsilon, mu = Fraction(random.randint(0, 6), 4), Fraction(random.randint(3, 8), 4)
    middle, radius, exponent = map(int, delta_ball(epsilon, mu).mid_rad_10exp(6))
    low, high = ((middle + sign * radius) * Fraction(10) ** exponent for sign in (-1, 1))
    curve = f"curve {_number(epsilon)} {_number(mu)}"
    unfolded = "unfold curve, excess, threshold"
    near, beside = f"{_number(low)} <= {curve} /\\ {curve} <= {_number(high)}", f"{curve} <= {_number(low - CHANGE)}"
    for says, expected in ((near, True), (beside, False)):
        yield Question("curve", says, expected, f"{unfolded}; decided", f"{unfolded} in point; denied point", SECONDS)


def _equal(key: str, term: str, value: Fraction) -> Iterator[Question]:
    """Yield whether a term is a number, and whether it is another one."""
    for number, expected in ((value, True), (value + CHANGE, False)):
        yield Question(key, f"{term} = {_number(number)}", expected, "computed", "refuted point")


def _pair(key: str, says: str, array: Any, place: tuple[int, ...], proved: str, denied: str) -> Iterator[Question]:
    """Yield whether something is so of an array, and of the array with one entry changed."""
    changed = array.copy()
    changed[place] += CHANGE
    yield Question(key, says.format(_table(array)), True, proved, denied)
    yield Question(key, says.format(_table(changed)), False, proved, denied)


def _vector(random: Random, length: int) -> Any:
    return np.array([Fraction(random.randint(-6, 6), random.randint(1, 4)) for _ in range(length)])


def _sizes(mdp: FiniteMDP) -> str:
    return f"{mdp.n_states} {mdp.n_actions} {_number(mdp.discount)} {_table(mdp.transitions)}"


def _parts(mdp: FiniteMDP, *, actions: bool = False) -> str:
    sizes = f"{mdp.n_actions}" if actions else f"{mdp.n_states}"
    return f"{sizes} {_number(mdp.discount)} {_table(mdp.transitions)} {_table(mdp.rewards)}"


def _table(array: Any) -> str:
    """Return a function of indices that has the numbers of an array, and 0 beyond."""
    indices = "abc"[: array.ndim]
    found = _listed(array)
    for i, name in enumerate(indices):
        found = f"(nth {name} {found} {'0' if i == array.ndim - 1 else 'nil'})"
    return f"(fun {' '.join(indices)} => {found})"


def _listed(array: Any) -> str:
    return f"[{'; '.join(_listed(x) if np.ndim(x) else _number(x) for x in array)}]"


def _number(value: Any) -> str:
    exact = Fraction(value)
    return f"({exact.numerator} / {exact.denominator})"
