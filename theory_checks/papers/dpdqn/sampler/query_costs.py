r"""Proposition 9 and Corollary 11 of the first version: how many steps N queries of the noise take.

The draw itself takes a constant number of operations once the two neighbours are known. What remains is to find them
and to store the new value between them; it is counted, not timed. With phi = (1 + sqrt 5)/2, comparisons for N queries:

    linked list from its head      N (N - 1)/2 for ascending states, N (N - 1)/4 + N - H_N on average over all orders
    ... entered at both ends and where the last state was:  at least N (N - 7)/8 for the worst order
    balanced search tree           at most N log_phi N for every order

A cost exceeds C N ln N for given C at N = (kC)^2 with k large enough, because ln N < sqrt N.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate, permutations

import numpy as np
from flint import arb

from tabular.noise.stores import Steps, Store, balanced_tree, linked_list, sorted_array, tree_levels
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, ball, exact, exact_all
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula, Term, log, num, ref
from theory_checks.core.interpret import enclose, substitute, symbols
from theory_checks.core.interpret import exact as value_of
from theory_checks.core.lemmas import of_lemma
from theory_checks.papers.dpdqn.common.certified import certified
from theory_checks.papers.dpdqn.common.comparisons import compared
from theory_checks.papers.dpdqn.common.domains import bound_of
from theory_checks.papers.dpdqn.sampler._sparse_trees import LEVELS, sparse_order

FACTORS = (3, 1000, 10**6)  # constants C, any of which might be the one behind the O


GOLDEN = formal_of(__file__, "dpdqn/prop9/repaired").right  # log n to the base (1 + sqrt 5)/2


@dataclass(frozen=True)
class Cost:
    """A cost of N queries, which exceeds the bound at N = (scale C)^2 if it is too large, as a lemma tells."""

    name: str
    value: Formula
    scale: int = 4
    theorem: str = ""


def _cost(name: str, theorem: str, scale: int) -> Cost:
    return Cost(name, substitute(of_lemma(theorem), {"queries": "N"}), scale, theorem)


LIST = (
    _cost("worst order", "ascending-list-steps", 4),
    _cost("average over all orders, at least", "average-list-steps", 8),
    _cost("worst order, list entered at both ends and where the last state was, at least", "entered-list-steps", 16),
)
LAST = (_cost("comparisons of the last of ascending states", "last-list-steps", 2),)
ANSWERS = (_cost("values to be returned", "answer-steps", 1),)
TREE = (Cost("every order, at most", ref("N") * substitute(GOLDEN, {"n": "N"})),)
LAST_IN_TREE = (Cost("the last of any states, at most", substitute(GOLDEN, {"n": "N"})),)
ONE_ANSWER = (Cost("value to be returned in one round", num(1)),)


TRUE_RATE = {"$N_q$ in place of $\\ln N_q$": {"more": ref("N") / log("N")}}


@claim(
    "dpdqn-v1/cor11",
    reading="total",
    setting={"costs": ANSWERS},
    sound={"one round": {"costs": ONE_ANSWER}, **TRUE_RATE},
)
@claim(
    "dpdqn-v1/cor11",
    reading="per-round-list",
    setting={"costs": LAST},
    sound={"a balanced search tree": {"costs": LAST_IN_TREE}, **TRUE_RATE},
)
def too_many_steps(
    trial: Trial, *, costs: Sequence[Cost], more: Term = 1, rate: str = r"\ln N_q"
) -> Iterator[Evidence]:
    """Compare the cost with the bound at the N that refutes C."""
    for cost in costs:
        for C in FACTORS:
            queries = (cost.scale * C) ** 2
            evidence = ball(
                f"{cost.name}: $C = {C}$, $N_q = {queries}$",
                enclose(cost.value, {"N": queries}),
                "<=",
                enclose(trial.formal.right * more, {"C": C, "N": queries}),
                quantity=f"steps, and $C {rate}$",
            )
            yield certified(evidence, partial(_exceeded, cost, C, rate))


@claim("dpdqn/prop9", reading="linked-list", sound={"a balanced search tree": {"costs": TREE}, **TRUE_RATE})
def too_many_steps_in_a_list(trial: Trial, *, costs: Sequence[Cost] = LIST, more: Term = 1) -> Iterator[Finding]:
    """Compare the cost of N queries with the bound, and count it."""
    yield from too_many_steps(trial, costs=costs, more=more, rate=r"N_q \ln N_q")
    yield from _closed_forms()
    yield counts_against_queries(trial)
    yield _counts_table(trial)


def _closed_forms() -> Iterator[Evidence]:
    """Check the counts of the list by walking it: ascending states, all orders of few, and the worst order."""
    ascending = {f"{n} ascending states": (_comparisons(linked_list, range(n)), "==", n * (n - 1) // 2) for n in SIZES}
    yield exact_all("states in ascending order, counted", ascending, quantity="comparisons")
    means: dict[str, tuple[Rational, str, Rational]] = {}
    for n in range(1, 7):
        orders = list(permutations(range(n)))
        total = sum(_comparisons(linked_list, order) for order in orders)
        means[f"all orders of {n} states"] = (Fraction(total, len(orders)), "==", mean_comparisons(n))
    yield exact_all("average over all orders, counted", means, quantity="comparisons")
    walks = {f"{n} states": (Fraction(worst_walk(n)), ">=", Fraction(n * (n - 7), 8)) for n in SIZES}
    yield exact_all("list entered at both ends and where the last state was, counted", walks, quantity="links followed")


SIZES = (1, 2, 3, 10, 50, 200)


def _comparisons(store: Store, points: Sequence[int]) -> int:
    return sum(steps.comparisons for steps in store(points))


def mean_comparisons(n: int) -> Fraction:
    """Return N (N - 1)/4 + N - H_N, the mean over all orders of the comparisons from the head of a list."""
    return Fraction(n * (n - 1), 4) + n - sum((Fraction(1, k) for k in range(1, n + 1)), start=Fraction(0))


def worst_walk(n: int) -> int:
    """Return the links followed for n states, each put where it is farthest from both ends and from the last state."""
    total, last = 0, 0
    for stored in range(1, n):
        distances = [min(gap, stored - gap, last - gap if gap <= last else gap - last - 1) for gap in range(stored + 1)]
        steps = max(distances)
        last = distances.index(steps)  # the new state fills this gap and is entry number `gap` from now on
        total += steps
    return total


def _exceeded(cost: Cost, C: int, rate: str) -> Certificate:
    queries = (cost.scale * C) ** 2
    named = rate.replace("_q", "").replace("\\", "")
    return Certificate(
        says=f"N = {queries}, {cost.name}: more steps than C = {C} times {named}.",
        given=[lemma("steps", cost.theorem, queries=queries)],
        values={"steps": "steps", "C": C, "N": queries},
    )


def in_total(steps: Sequence[Steps]) -> int:
    """Return the steps of all queries."""
    return sum(map(sum, steps))


def of_the_last(steps: Sequence[Steps]) -> int:
    """Return the steps of the last query."""
    return sum(steps[-1])


def _claimed(claims: Formal, store: Store, counted: Callable[[Sequence[Steps]], int]) -> Iterator[Evidence]:
    """Compare what is claimed, with the least constant C, with the steps in trees of few nodes for their levels."""
    least = value_of(bound_of(claims, "C"))
    for claimed, text in zip(claims.claims, claims.latex, strict=True):
        for levels in LEVELS if symbols(claimed.left) else LEVELS[:1]:
            steps = list(store(sparse_order(levels)))
            values = {"n": len(steps), "N": len(steps), "C": least, "steps": counted(steps), **steps[-1]._asdict()}
            yield compared(f"{len(steps)} states, the last on a longest way", claimed, values, quantity=f"${text}$")


TOO_SLOW = {"a linked list": {"store": linked_list}, "a sorted array": {"store": sorted_array}}


@claim("dpdqn-v1/cor11", reading="per-round-tree", setting={"counted": of_the_last}, broken=TOO_SLOW)
@claim("dpdqn/prop9", reading="sorted-structure", broken=TOO_SLOW)
def few_steps(
    trial: Trial, *, store: Store = balanced_tree, counted: Callable[[Sequence[Steps]], int] = in_total
) -> Iterator[Finding]:
    """Count the steps of all orders of few states and of long orders, against the levels and the logarithm."""
    yield from _claimed(trial.formal, store, counted)
    for n in range(1, 7):
        excess = max((max(_excess(store, order)) for order in permutations(range(n))), default=0)
        yield exact(f"all orders of {n} states", excess, "<=", 0, quantity=EXCESS)
    long = 3000 if trial.full else 500
    for name, order in ORDERS.items():
        points = order(long, trial.rng(name))
        yield exact(f"{long} states, {name}", max(_excess(store, points)), "<=", 0, quantity=EXCESS)
        yield ball(
            f"{long} states, {name}",
            arb(_comparisons(store, points)),
            "<=",
            enclose(TREE[0].value, {"N": long}),
            quantity=r"comparisons, and $N\log_\varphi N$",
        )


@claim("dpdqn/prop9/repaired", broken=TOO_SLOW)
def few_steps_and_no_fewer(trial: Trial, *, store: Store = balanced_tree) -> Iterator[Finding]:
    """Count the steps, and compare their mean with what every store needs."""
    yield from few_steps(trial, store=store)
    yield from _no_fewer(store)


EXCESS = "steps of a query beyond what the levels of the tree allow, at most"


def _excess(store: Store, points: Sequence[int]) -> Iterator[int]:
    """Yield for each query how far its comparisons, or its changes, exceed the levels (and 4 changes)."""
    for n, steps in enumerate(store(points), start=1):
        yield max(steps.comparisons - tree_levels(n), steps.changes - tree_levels(n) - 4)


def _no_fewer(store: Store) -> Iterator[Evidence]:
    for n in (3, 6):
        orders = list(permutations(range(n)))
        mean = arb(sum(_comparisons(store, order) for order in orders)) / len(orders)
        yield ball(
            f"average over all orders of {n} states",
            mean,
            ">=",
            arb(len(orders)).log() / arb(2).log(),
            quantity=r"comparisons, and $\log_2 N!$",
        )


Order = Callable[[int, np.random.Generator], Sequence[int]]
ORDERS: Mapping[str, Order] = {
    "ascending": lambda n, _: range(n),
    "descending": lambda n, _: range(n, 0, -1),
    "from both ends inwards": lambda n, _: [k // 2 if k % 2 == 0 else n - k // 2 for k in range(n)],
    "in random order": lambda n, rng: rng.permutation(n).tolist(),
}


def counts_against_queries(trial: Trial) -> Figure:
    """Return comparisons and moves against the number of queries."""
    sizes = [2**k for k in range(2, 13)]
    tree = list(accumulate(s.comparisons for s in balanced_tree(range(sizes[-1]))))
    shuffled = trial.rng("figure").permutation(sizes[-1]).tolist()
    random_tree = list(accumulate(s.comparisons for s in balanced_tree(shuffled)))
    lines: dict[str, list[float]] = {
        "linked list, ascending states": [n * (n - 1) / 2 for n in sizes],
        "linked list, mean over all orders": [float(mean_comparisons(n)) for n in sizes],
        "sorted array, entries moved, mean over all orders": [n * (n - 1) / 4 for n in sizes],
        "balanced tree, ascending states": [float(tree[n - 1]) for n in sizes],
        "balanced tree, random order": [float(random_tree[n - 1]) for n in sizes],
    }
    reference = {"N ln N": [n * math.log(n) for n in sizes], "N^2": [float(n * n) for n in sizes]}
    xs = [float(n) for n in sizes]
    return Figure(
        title="Steps for N queries",
        x_label="number of queries N",
        y_label="comparisons, or entries moved",
        x_scale="log",
        y_scale="log",
        series=[
            *(Series(label=label, x=xs, y=y, kind="dots") for label, y in lines.items()),
            *(Series(label=label, x=xs, y=y) for label, y in reference.items()),
        ],
        caption="A linked list must be walked and a sorted array must be shifted: both are quadratic. The search tree "
        "stays with N ln N.",
    )


def _counts_table(trial: Trial) -> Table:
    n = 512
    rows: list[list[str | int]] = []
    for name, store in (("linked list", linked_list), ("sorted array", sorted_array), ("balanced tree", balanced_tree)):
        for order, points in ORDERS.items():
            steps = list(store(points(n, trial.rng("table", order))))
            rows.append([name, order, sum(s.comparisons for s in steps), sum(s.changes for s in steps)])
    return Table(
        title=f"Steps counted for {n} queries",
        columns=["store", "states", "comparisons", "entries moved or nodes changed"],
        rows=rows,
        caption=f"N ln N = {n * math.log(n):.0f}, N^2/2 = {n * n // 2}.",
    )
