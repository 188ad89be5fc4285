"""Certificates that use every operation, fact and lemma, their single alterations, and an independent judge of truth.

The judge shares no code with the checker: python-flint balls and rational matrices, brute force over policies.
"""

import copy
import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from flint import fmpq, fmpq_mat
from raw import certificate, fact, lemma, mean_max, op, ref, relation, relation_fact, total

from theory_checks.checker import checker

F = Fraction
Json = Any
STAY = [[F(1), F(0)], [F(0), F(1)]]
GO = [[F(1, 4), F(3, 4)], [F(1), F(0)]]
SWAP = [[F(0), F(1)], [F(1), F(0)]]
REWARDS = [[F(0), F(1)], [F(1, 2), F(0)]]
NOISE = [[F(-2), F(0)], [F(-1), F(0)]]
ZERO = [[F(0), F(0)], [F(0), F(0)]]


def solve(A: list[list[Fraction]], b: list[Fraction]) -> list[Fraction]:
    """Return A^-1 b."""
    n = len(b)
    entries = [fmpq(x.numerator, x.denominator) for row in A for x in row]
    right = fmpq_mat(n, 1, [fmpq(x.numerator, x.denominator) for x in b])
    x = fmpq_mat(n, n, entries).solve(right)
    return [F(int(x[i, 0].p), int(x[i, 0].q)) for i in range(n)]


def evaluate(P: Json, r: Json, gamma: Fraction, pi: Json) -> list[Fraction]:
    """Return the value of the policy pi[a][s]."""
    n, m = len(P[0]), len(P)
    mean = [[sum((pi[a][s] * P[a][s][t] for a in range(m)), F(0)) for t in range(n)] for s in range(n)]
    A = [[F(s == t) - gamma * mean[s][t] for t in range(n)] for s in range(n)]
    return solve(A, [sum((pi[a][s] * r[a][s] for a in range(m)), F(0)) for s in range(n)])


def deterministic(policy: Json, m: int) -> Json:
    """Return pi[a][s] of a list of actions."""
    return [[F(a == b) for b in policy] for a in range(m)]


def optimal(P: Json, r: Json, gamma: Fraction) -> list[Fraction]:
    """Return the largest value of any deterministic policy, state by state."""
    n, m = len(P[0]), len(P)
    values = [evaluate(P, r, gamma, deterministic(policy, m)) for policy in product(range(m), repeat=n)]
    return [max(v[s] for v in values) for s in range(n)]


def mdp(transitions: Json, rewards: Json, discount: Fraction) -> Json:
    def text(x: Json) -> Json:
        return [text(y) for y in x] if isinstance(x, list) else str(x)

    return {"transitions": text(transitions), "rewards": text(rewards), "discount": str(discount)}


def q_table(P: Json, r: Json, gamma: Fraction) -> Json:
    """Return the optimal action values."""
    v = optimal(P, r, gamma)
    return [
        [r[a][s] + gamma * sum((P[a][s][t] * v[t] for t in range(len(v))), F(0)) for s in range(len(v))]
        for a in range(len(P))
    ]


def combined(x: Json, y: Json, factor: Fraction) -> Json:
    """Return x + factor y, entry by entry."""
    return [[a + factor * b for a, b in zip(*rows, strict=True)] for rows in zip(x, y, strict=True)]


def check(data: Json) -> Json:
    """Return what the checker answers to the bytes of a certificate."""
    return checker.check_bytes(json.dumps(data).encode())


def arithmetic() -> Iterator[tuple[str, Json]]:
    constants = {
        "a": op("+", "1/2", op("neg", "1/3"), op("*", "2", "3", "-1/6")),
        "b": op("max", op("min", "5", op("abs", "-7/2")), op("-", "1", "4"), op("/", "a", "9")),
        "c": op("pow", "b", -3),
    }
    yield "rational arithmetic", certificate(relation("c", "=", "8/343"), constants=constants)
    yield (
        "exact roots",
        certificate(relation(op("sqrt", "9/4"), ">=", "3/2"), facts=[relation_fact("1/3", "!=", "0.3"[:1])]),
    )
    facts = [
        relation_fact(op("exp", "1"), ">", "2718281/1000000"),
        relation_fact(op("log", "2"), "<", "693148/1000000"),
        relation_fact(op("normal-cdf", "-1"), ">", "1586/10000"),
        relation_fact(op("sqrt", "2"), "!=", "1414/1000"),
    ]
    yield "functions", certificate(relation(op("pi"), "<", "355/113"), facts=facts)
    yield (
        "nested functions",
        certificate(relation(op("exp", op("*", op("pi"), op("sqrt", "163"))), "<", 640320**3 + 744)),
    )
    twelve = relation(mean_max([1], [12]), ">", op("*", 2, op("sqrt", op("/", 2, op("pi")))))
    yield "largest of twelve", certificate(twelve)
    mixed = relation(mean_max(["1", op("sqrt", "1/3")], [3, 1], absolute=True), ">", "9652/10000")
    yield "three stays and a cycle", certificate(mixed)


def planning() -> Iterator[tuple[str, Json]]:
    P, gamma = [STAY, GO], F(1, 2)
    M, v = mdp(P, REWARDS, gamma), optimal(P, REWARDS, gamma)
    best = fact("optimal-value", mdp="M", value="v")
    yield "optimal value", certificate(relation(ref("v", 0), ">", 1), objects={"M": M, "v": v}, facts=[best])
    pi = [[F(1, 3), F(1)], [F(2, 3), F(0)]]
    values = {
        "u": evaluate(P, REWARDS, gamma, pi),
        "pi": pi,
    }
    given = [lemma("first", "policy-value-entry", mdp="M", value="u", policy="pi", state=0)]
    end = relation("first", "=", ref("u", 0))
    yield "policy value", certificate(end, objects={"M": M, **values}, given=given)
    high = [x + 1 for x in v]
    facts = [fact("primal-feasible", mdp="M", value="v")]
    end = relation(ref("v", 1), ">", op("/", ref("M.rewards", 0, 1), op("-", 1, "M.discount")))
    yield "feasible", certificate(end, objects={"M": M, "v": high}, facts=facts)
    weighted = relation(op("+", total("pi", "M.rewards"), op("*", 0, "first")), "=", F(4, 3))
    yield "an inner product", certificate(weighted, objects={"M": M, **values}, given=given)


def learning() -> Iterator[tuple[str, Json]]:
    P, gamma = [STAY, SWAP], F(1, 2)
    M, g = mdp(P, REWARDS, gamma), [[F(1), F(-1, 2)], [F(1, 3), F(2)]]
    star = q_table(P, REWARDS, gamma)
    facts = [
        fact("bracketed-fixed-point", mdp="M", q="q", noise="g"),
        fact("bracketed-fixed-point", mdp="M", q="star", noise="none"),
    ]
    objects = {"M": M, "q": combined(star, g, F(-1)), "g": g, "star": star, "none": ZERO}
    differ = relation(ref("q", 0, 0), "!=", ref("star", 0, 0))
    yield "noisy-bracketed", certificate(differ, objects=objects, facts=facts)
    lone = mdp([[[F(1)]], [[F(1)]]], [[F(1)], [F(0)]], gamma)
    literal = fact("literal-fixed-point", mdp="L", q="q", noise="g")
    objects = {"L": lone, "q": [[F(2)], [F(0)]], "g": [[F(5)], [F(6)]]}
    yield "noisy-literal", certificate(relation(ref("q", 0, 0), "=", 2), objects=objects, facts=[literal])
    tables = [selected(P, ZERO, gamma, NOISE, choice) for choice in product(range(2), repeat=2)]
    none = fact("no-fixed-point", mdp="M", noise="g", tables="t")
    objects = {"M": mdp(P, ZERO, gamma), "g": NOISE, "t": tables}
    yield "no fixed point", certificate(relation(ref("g", 0, 0), "<", ref("g", 1, 0)), objects=objects, facts=[none])


def selected(P: Json, r: Json, gamma: Fraction, g: Json, choice: Json) -> Json:
    """Return q with q + g = r + P (gamma q + g at the chosen actions)."""
    n, m = len(P[0]), len(P)
    places = [(a, s) for a in range(m) for s in range(n)]
    A = [[F((a, s) == (b, t)) - gamma * P[a][s][t] * (choice[t] == b) for b, t in places] for a, s in places]
    b = [r[a][s] - g[a][s] + sum((P[a][s][t] * g[choice[t]][t] for t in range(n)), F(0)) for a, s in places]
    q = solve(A, b)
    return [q[a * n : a * n + n] for a in range(m)]


def matrices() -> Iterator[tuple[str, Json]]:
    A, b, x = [[F(1, 2), F(1, 4)], [F(0), F(1, 3)]], [F(1), F(2)], [[F(3), F(-1)]]
    for _ in range(3):
        x.append([sum((c * y for c, y in zip(row, x[-1], strict=True)), d) for row, d in zip(A, b, strict=True)])
    steps = fact("iteration", matrix="A", offset="b", sequence="x")
    yield (
        "iteration",
        certificate(relation(ref("x", 3, 0), ">", ref("x", 0, 1)), objects={"A": A, "b": b, "x": x}, facts=[steps]),
    )
    one = fact("eigenvector", matrix="P", vector="e", factor="1")
    size = relation(ref("e", 0), ">", 0)
    yield "eigenvector", certificate(size, objects={"P": GO, "e": [F(1), F(1)]}, facts=[one])
    dice = [fact("distribution", weights="p"), fact("distribution", weights="x")]
    mean = relation(total("p", "x"), "<", op("/", total("x"), 2))
    objects = {"p": [F(2, 3), F(1, 3)], "x": [F(1, 5), F(4, 5)]}
    yield "distribution", certificate(mean, objects=objects, facts=dice)


def lemmas() -> Iterator[tuple[str, Json]]:
    printed = op(
        "/",
        op("*", 2, op("sqrt", 2), "sigma"),
        op("*", op("sqrt", op("*", "M.states", op("pi"))), op("-", 1, "M.discount")),
    )
    alike = mdp([[[F(1)]]] * 12, [[F(1)]] * 12, F(1, 2))
    error = lemma("error", "identity-value-error", mdp="M", sigma="sigma")
    parts = {"constants": {"sigma": F(3)}, "objects": {"M": alike}, "given": [error]}
    yield "identity-value-error", certificate(relation("error", ">", printed), assumed=["Any text."], **parts)
    bias = lemma("bias", "identity-value-bias", mdp="M", sigma=1)
    three = mdp([STAY, STAY, STAY], [[F(0), F(2)]] * 3, F(9, 10))
    yield "identity-value-bias", certificate(relation("bias", ">", 8), objects={"M": three}, given=[bias])
    floor = lemma("floor", "value-error-lower-bound", mdp="M", sigma="1/2")
    two = mdp([STAY, GO], REWARDS, F(1, 2))
    yield "value-error-lower-bound", certificate(relation("floor", ">=", "28/100"), objects={"M": two}, given=[floor])
    walk = lemma("walk", "walk-and-stay-value-error", mdp="M", sigma="sigma")
    n = 4
    stay = [[F(s == t) for t in range(n)] for s in range(n)]
    onward = [[F((s + 1) % n == t) for t in range(n)] for s in range(n)]
    parts = {
        "constants": {"sigma": 1},
        "given": [walk],
        "objects": {"M": mdp([stay, onward], [[F(0)] * n] * 2, F(99, 100))},
    }
    yield "walk-and-stay-value-error", certificate(relation("walk", ">", printed), **parts)
    error = lemma("error", "slow-cycle-value-error", mdp="M", sigma=1)
    slow = [[F(9, 10), F(1, 10)], [F(1), F(0)]]
    M = mdp([STAY, STAY, slow], [[F(0)] * 2] * 3, F(9999, 10000))
    yield "slow-cycle-value-error", certificate(relation("error", ">", 11500), objects={"M": M}, given=[error])
    loss = lemma("loss", "bandit-policy-loss", mdp="M", sigma=2)
    arms = mdp([[[F(1)]]] * 4, [[F(0)], [F(3)], [F(0)], [F(0)]], F(1, 3))
    yield "bandit-policy-loss", certificate(relation("loss", ">", F(134, 100)), objects={"M": arms}, given=[loss])
    everywhere = mdp([STAY, STAY], [[F(0), F(1)], [F(1), F(0)]], F(1, 3))
    parts = {"objects": {"M": everywhere}, "given": [loss]}
    yield "bandit-policy-loss, two states", certificate(relation("loss", ">", F(542, 1000)), **parts)
    gain = lemma("gain", "walk-and-stay-value-bias", mdp="M", sigma=1)
    M = mdp([STAY, SWAP, STAY], [[F(0)] * 2] * 3, F(9, 10))
    yield "walk-and-stay-value-bias", certificate(relation("gain", ">=", F(979, 100)), objects={"M": M}, given=[gain])
    lost = lemma("lost", "paying-cycle-policy-loss", mdp="M", sigma=F(1, 2))
    M = mdp([STAY, SWAP], [[F(0)] * 2, [F(1, 2)] * 2], F(3, 4))
    yield "paying-cycle-policy-loss", certificate(relation("lost", ">", F(589, 1000)), objects={"M": M}, given=[lost])


def laws() -> Iterator[tuple[str, Json]]:
    """Yield certificates with the lemmas that are about no MDP."""
    delta = lemma("delta", "gaussian-delta", mu="mu", epsilon=1)
    parts = {"constants": {"mu": op("sqrt", F(1, 2))}, "given": [delta]}
    yield "gaussian-delta", certificate(relation("delta", ">", F(396, 10**4)), **parts)
    tiny = lemma("delta", "gaussian-delta", mu=20, epsilon=430)
    yield "gaussian-delta, far out", certificate(relation("delta", "<", F(418, 10**33)), given=[tiny])
    chords = {"points": "x", "values": "f", "others": "g"}
    product = lemma("product", "chord-product", beta=op("sqrt", 2), **chords)
    objects = {"x": [F(0), F(1, 3), F(1)], "f": [F(1), F(-1, 2), F(3)], "g": [F(1), F(0), F(2)]}
    end = relation("product", "<", op("+", F(9394, 1000), ref("x", 1)))
    yield "chord-product", certificate(end, objects=objects, given=[product])
    point = {"beta": "beta", "point": F(1, 3)}
    two = [
        lemma("v", "conditional-variance", left=0, right=1, **point),
        lemma("w", "conditional-weight", one=0, other=1, **point),
    ]
    end = relation(op("+", "v", op("*", "w", "w")), "<", F(838, 1000))
    yield "conditional laws", certificate(end, constants={"beta": F(1, 2)}, given=two)
    level = lemma("high", "path-level", sigma=2, level=3)
    yield "path-level", certificate(relation("high", ">=", F(668, 10**4)), given=[level])


def corpus() -> dict[str, Json]:
    """Return all sound certificates by name."""
    return {name: data for part in (arithmetic, planning, learning, matrices, lemmas, laws) for name, data in part()}


NUMBERS = {"0": ["1", "-1/2"], "1": ["0", "2", "-1"], "2": ["1", "3"]}
KEYS = {"fact", "theorem", "relation", "op"}


def alterations(data: Json) -> Iterator[tuple[str, Json]]:
    """Yield every certificate that differs in one number, name, operation, relation, fact, lemma or entry."""
    for path, value in places(data):
        for other in alternatives(path[-1], value):
            altered = copy.deepcopy(data)
            node = altered
            for step in path[:-1]:
                node = node[step]
            node[path[-1]] = other
            yield f"{'/'.join(map(str, path))}: {value!r} -> {other!r}", altered


def places(node: Json, path: tuple[Json, ...] = ()) -> Iterator[tuple[tuple[Json, ...], Json]]:
    """Yield the places of all leaves that carry meaning."""
    if isinstance(node, dict | list):
        for step, child in node.items() if isinstance(node, dict) else enumerate(node):
            if step not in ("statement", "says", "assumed", "because", "format", "name"):
                yield from places(child, (*path, step))
    elif path:
        yield path, node


def alternatives(key: Json, value: Json) -> list[Json]:
    """Return other values for a leaf."""
    tables = {
        "fact": checker.FACTS,
        "theorem": checker.LEMMAS,
        "relation": checker.RELATIONS,
    }
    if key in tables:
        return [x for x in tables[key] if x != value]
    if key == "op":
        return [
            x
            for x in ("+", "-", "*", "/", "max", "sqrt", "exp", "mean-max-normal", "mean-abs-max-normal")
            if x != value
        ]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if value[:1].isdigit() or value[:1] == "-":
        x = F(value)
        return NUMBERS.get(value, [str(-x), str(x + F(1, 1000)), str(x - F(1, 1000))])
    return [x for x in ("M", "v", "q", "g", "M.discount", "sigma") if x != value][:3]
