"""What a certificate says, judged without the checker: python-flint balls, rational matrices, brute force."""

from fractions import Fraction
from functools import reduce
from itertools import pairwise, product
from typing import Any

from certificate_corpus import evaluate, optimal, selected, solve
from flint import arb, arb_mat, ctx, fmpq

from tabular import gaussian
from tabular.mdp.noised_rewards.bounds import cycle_policy_loss

F = Fraction
Json = Any
ctx.prec = 600


def ball(x: Json) -> arb:
    return arb(fmpq(x.numerator, x.denominator)) if isinstance(x, Fraction) else x


def mean(scales: list[Json], copies: list[int], absolute: bool) -> arb:
    return (gaussian.mean_abs_max if absolute else gaussian.mean_max)(scales, copies)


EXACT = {
    "+": lambda xs: sum(xs, F(0)),
    "-": lambda xs: xs[0] - xs[1],
    "*": lambda xs: reduce(lambda x, y: x * y, xs),
    "/": lambda xs: xs[0] / xs[1],
    "neg": lambda xs: -xs[0],
    "abs": lambda xs: abs(xs[0]),
    "min": min,
    "max": max,
    "pow": lambda xs: xs[0] ** int(xs[1]),
}
BALLS = {
    "+": lambda xs: sum(xs, arb(0)),
    "-": EXACT["-"],
    "*": EXACT["*"],
    "/": EXACT["/"],
    "neg": EXACT["neg"],
    "abs": EXACT["abs"],
    "pow": lambda xs: xs[0] ** xs[1],
    "sqrt": lambda xs: xs[0].sqrt(),
    "exp": lambda xs: xs[0].exp(),
    "log": lambda xs: xs[0].log(),
    "normal-cdf": lambda xs: (1 + (xs[0] / arb(2).sqrt()).erf()) / 2,
}


def extreme(xs: list[Json], sign: int) -> Json:
    """Return the largest (or smallest) number, exact if it is; the balls must tell which it is."""
    return next(x for x in xs if all(sign * (ball(x) - ball(y)) >= 0 for y in xs if y is not x))


class Judge:
    """The names of a certificate that the checker accepted, and what they stand for."""

    def __init__(self, data: Json) -> None:
        self.data = data
        self.lists: dict[str, Json] = {}
        self.mdps: dict[str, Json] = {}
        for name, node in data["objects"].items():
            if isinstance(node, dict):
                parts = {k: numbers(x) for k, x in node.items()}
                self.mdps[name] = parts["transitions"], parts["rewards"], parts["discount"]
                self.lists |= {f"{name}.{k}": x for k, x in parts.items()}
            else:
                self.lists[name] = numbers(node)

    def true(self) -> bool:
        processes = all(self.is_process(*parts) for parts in self.mdps.values())
        conclusion = self.data["conclusion"]
        return processes and all(map(self.fact, self.data["facts"])) and self.directed() and self.relation(conclusion)

    def is_process(self, P: Json, r: Json, gamma: Fraction) -> bool:
        return all(sum(row) == 1 and min(row) >= 0 for matrix in P for row in matrix) and 0 <= gamma < 1

    def directed(self) -> bool:
        """Lower bounds prove only that something exceeds a number."""
        end = self.data["conclusion"]
        bounds = [
            g["name"]
            for g in self.data["given"]
            if g["theorem"].endswith("-lower-bound") or g["theorem"].partition("-")[0] in LOWER
        ]
        return all(end["left"] == {"ref": name} and end["relation"] in (">", ">=") for name in bounds)

    def relation(self, node: Json) -> bool:
        a, b = self.value(node["left"]), self.value(node["right"])
        if not (isinstance(a, Fraction) and isinstance(b, Fraction)):
            a, b = ball(a), ball(b)
        tests = {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "=": a == b, "!=": a != b}
        return bool(tests[node["relation"]])

    def value(self, node: Json) -> Json:
        if isinstance(node, str):
            return F(node)
        if "ref" in node:
            return self.named(node["ref"], node.get("at", []))
        if node["op"] == "pi":
            return arb.pi()
        if "of" in node:
            columns = [flat(self.lists[name]) for name in node["of"]]
            return sum(
                (x * y for x, y in zip(columns[0], columns[1] if node["op"] == "dot" else [1] * 99, strict=False)), F(0)
            )
        args = [self.value(x) for x in node["args"]]
        if node["op"].startswith("mean"):
            return mean(args, [int(k) for k in node.get("copies", [1] * len(args))], "abs" in node["op"])
        if node["op"] in EXACT and all(isinstance(x, Fraction) for x in args):
            return EXACT[node["op"]](args)
        if node["op"] in ("min", "max"):
            return extreme(args, 1 if node["op"] == "max" else -1)
        return BALLS[node["op"]]([ball(x) for x in args])

    def named(self, name: str, at: list[int]) -> Json:
        if name in self.data["constants"]:
            return self.value(self.data["constants"][name])
        if name in self.lists:
            return reduce(lambda x, i: x[int(i)], at, self.lists[name])
        base, _, part = name.partition(".")
        if base in self.mdps:
            return F(len(self.mdps[base][1][0] if part == "states" else self.mdps[base][1]))
        return self.lemma(next(g for g in self.data["given"] if g["name"] == name))

    def lemma(self, g: Json) -> Json:
        """Return what the lemma is about; the hypotheses are looked at again."""
        if "mdp" not in g["parameters"]:
            actual = {
                k: self.lists[x] if isinstance(x, str) and x in self.lists else self.value(x)
                for k, x in g["parameters"].items()
            }
            return ball(LAWS[g["theorem"]](**actual))
        P, r, gamma = self.mdps[g["parameters"]["mdp"]]
        if g["theorem"] == "policy-value-entry":
            value, pi = (self.lists[g["parameters"][part]] for part in ("value", "policy"))
            sound = is_policy(pi) and value == evaluate(P, r, gamma, pi)
            return value[int(self.value(g["parameters"]["state"]))] if sound else arb("nan")
        n, m, sigma = len(P[0]), len(P), self.value(g["parameters"]["sigma"])
        eye = [[F(s == t) for t in range(n)] for s in range(n)]
        shift = [[F(t == (s + 1) % n) for t in range(n)] for s in range(n)]
        scale = ball(sigma) / ball(1 - gamma)
        if g["theorem"] == "value-error-lower-bound":
            return ball(sigma) * (2 / (arb.pi() * m)).sqrt()
        if g["theorem"] == "bandit-policy-loss":
            columns = [sorted(column) for column in zip(*r, strict=True)]
            gaps = {column[-1] - column[0] for column in columns}
            fits = all(x == eye for x in P) and len(gaps) == 1 and all(len({*column[:-1]}) == 1 for column in columns)
            return scale * gaussian.bandit_regret(m, gaps.pop() / sigma) if fits else arb("nan")
        if g["theorem"] == "paying-cycle-policy-loss":
            return ball(sigma) * paying_cycle(P, [[x / sigma for x in row] for row in r], gamma, (eye, shift))
        if g["theorem"] == "slow-cycle-value-error":
            return scale * slow_cycle(P, r, gamma)
        if g["theorem"].startswith("walk-and-stay-value-"):
            fits = (
                n > 1
                and {x == eye for x in P} == {True, False}
                and all(x in (eye, shift) for x in P)
                and not any(flat(r))
            )
            return scale * mean([gamma**d for d in range(n)], [P.count(eye)] * n, False) if fits else arb("nan")
        fits = all(x == eye for x in P) and all(x == r[0] for x in r)
        return scale * mean([F(1)], [m], g["theorem"] == "identity-value-error") if fits else arb("nan")

    def fact(self, f: Json) -> bool:
        if f["fact"] == "relation":
            return self.relation(f)
        x = {k: self.lists[v] for k, v in f.items() if isinstance(v, str) and v in self.lists}
        if "mdp" in f:
            P, r, gamma = self.mdps[f["mdp"]]
            return bool(PLANNING[f["fact"]](P, r, gamma, x))
        return bool(MATRICES[f["fact"]](x, f))


def gaussian_delta(mu: Json, epsilon: Json) -> arb:
    """Return 1 - beta - e^epsilon alpha at the threshold of the likelihood ratio, by the complement of erf."""
    mu, epsilon = ball(mu), ball(epsilon)
    threshold, root = epsilon / mu + mu / 2, arb(2).sqrt()
    with ctx.workprec(4000):
        return ((threshold - mu) / root).erfc() / 2 - epsilon.exp() * (threshold / root).erfc() / 2


def chord_product(points: Json, values: Json, others: Json, beta: Json) -> arb:
    """Return f(0) g(0) + (1/(2 beta)) int (f' + beta f)(g' + beta g), by the noises that drive the two paths."""
    if points[0] != 0 or points[-1] != 1 or any(x >= y for x, y in pairwise(points)):
        return arb("nan")
    energy, rate = arb(0), ball(beta)
    for (x, *starts), (y, *ends) in pairwise(zip(points, values, others, strict=True)):
        slopes = [ball((v - u) / (y - x)) for u, v in zip(starts, ends, strict=True)]
        sides = [[s + rate * ball(u) for s, u in zip(slopes, at, strict=True)] for at in (starts, ends)]
        middle = [(u + v) / 2 for u, v in zip(*sides, strict=True)]
        simpson = sides[0][0] * sides[0][1] + 4 * middle[0] * middle[1] + sides[1][0] * sides[1][1]  # exact here
        energy += ball(y - x) * simpson / 6
    return ball(values[0] * others[0]) + energy / (2 * rate)


def conditional(beta: Json, one: Json, point: Json, other: Json) -> tuple[Json, Json]:
    """Return (weight of the first value, variance) by the linear system of the normal law."""
    distances = abs(point - one), abs(other - point), abs(other - one)
    if not 0 < distances[0] + distances[1] == distances[2]:
        return arb("nan"), arb("nan")
    near, far, across = ((-ball(beta) * ball(d)).exp() for d in distances)
    weight, other = arb_mat([[1, across], [across, 1]]).solve(arb_mat([[near], [far]])).entries()
    return weight, 1 - weight * near - other * far


LOWER = ("walk", "slow", "paying", "path")
LAWS = {
    "gaussian-delta": gaussian_delta,
    "chord-product": chord_product,
    "conditional-weight": lambda **x: conditional(**x)[0] if x["point"] not in (x["one"], x["other"]) else arb("nan"),
    "conditional-variance": lambda beta, left, point, right: (
        conditional(beta, left, point, right)[1] if left < right else arb("nan")
    ),
    "path-level": lambda sigma, level: (ball(level) / ball(sigma) / arb(2).sqrt()).erfc() / 2,
}


def paying_cycle(P: Json, r: Json, gamma: Fraction, moves: tuple[Json, Json]) -> arb:
    """Return the integral that bounds the loss (sigma = 1) from below, where the others only stay and earn nothing."""
    n, m, (eye, shift) = len(P[0]), len(P), moves
    gap = max(flat(r))
    if n < 2 or not all(
        (x == eye and not any(y)) or (x == shift and y == [gap] * n) for x, y in zip(P, r, strict=True)
    ):
        return arb("nan")
    fits = P.count(eye) == m - 1 > 0
    return cycle_policy_loss(n, m - 1, gap, gamma) / ball(1 - gamma) if fits else arb("nan")


def slow_cycle(P: Json, r: Json, gamma: Fraction) -> arb:
    """Return E |M| - kappa E max |z|, kappa the Hausdorff distance of all policies' occupancies from the limits."""
    n, m = len(P[0]), len(P)
    eye = [[F(s == t) for t in range(n)] for s in range(n)]
    [*stays], [*others] = [a for a in range(m) if P[a] == eye], [a for a in range(m) if P[a] != eye]
    if not stays or len(others) != 1 or any(flat(r)) or n < 2:
        return arb("nan")
    go = P[others[0]]
    if any(go[s][s] == 1 or go[s][s] + go[s][(s + 1) % n] != 1 for s in range(n)):
        return arb("nan")
    singular = [[F(s == t) - go[t][s] for t in range(n)] for s in range(n - 1)]
    shares = solve([*singular, [F(1)] * n], [F(0)] * (n - 1) + [F(1)])
    limits = [{(a, s): F(1)} for a in stays for s in range(n)] + [{(others[0], s): x for s, x in enumerate(shares)}]
    kappa = F(0)
    for start in range(n):
        reached = [occupancy(P, gamma, policy, start) for policy in product(range(m), repeat=n)]
        for some, all_others in ((reached, limits), (limits, reached)):
            kappa = max(kappa, *(min(distance(x, y) for y in all_others) for x in some))
    spread = ball(sum(x * x for x in shares)).sqrt()
    largest = mean([1], [n * m], True) + mean([1], [n * m], False)
    return mean([1, spread], [n * len(stays), 1], True) - ball(kappa) * largest


def occupancy(P: Json, gamma: Fraction, policy: Json, start: int) -> dict[tuple[int, int], Fraction]:
    """Return the discounted shares of time that the policy spends in each state with its action."""
    n = len(P[0])
    A = [[F(s == t) - gamma * P[policy[s]][s][t] for s in range(n)] for t in range(n)]
    visits = solve(A, [F(s == start) for s in range(n)])
    return {(policy[s], s): (1 - gamma) * x for s, x in enumerate(visits)}


def distance(x: dict[tuple[int, int], Fraction], y: dict[tuple[int, int], Fraction]) -> Fraction:
    return sum((abs(x.get(place, F(0)) - y.get(place, F(0))) for place in {*x, *y}), F(0))


def numbers(node: Json) -> Json:
    return [numbers(x) for x in node] if isinstance(node, list) else F(node)


def flat(node: Json) -> Json:
    return [y for x in node for y in flat(x)] if isinstance(node, list) else [node]


def is_policy(pi: Json) -> bool:
    return all(sum(row) == 1 and min(row) >= 0 for row in zip(*pi, strict=True))


def feasible(P: Json, r: Json, gamma: Fraction, v: Json) -> bool:
    n = len(v)
    return all(
        v[s] >= r[a][s] + gamma * sum(P[a][s][t] * v[t] for t in range(n)) for a in range(len(P)) for s in range(n)
    )


def fixed(P: Json, r: Json, gamma: Fraction, x: Json, update: str) -> bool:
    """Follow the printed update entry by entry."""
    q, g, n, m = x["q"], x["noise"], len(P[0]), len(P)
    ahead = []
    for t in range(n):
        a = max(range(m), key=lambda a: q[a][t])
        noised = max(gamma * (q[a][t] + g[a][t]) for a in range(m))
        ahead.append(noised if update == "bracketed" else gamma * q[a][t] + g[a][t])
    return all(
        q[a][s] + g[a][s] == r[a][s] + sum(P[a][s][t] * ahead[t] for t in range(n))
        for a, s in product(range(m), range(n))
    )


def none_fixed(P: Json, r: Json, gamma: Fraction, noise: Json) -> bool:
    n, m = len(P[0]), len(P)
    for choice in product(range(m), repeat=n):
        q = selected(P, r, gamma, noise, choice)
        if all(q[choice[s]][s] >= q[a][s] for s in range(n) for a in range(m)):
            return False
    return True


PLANNING = {
    "optimal-value": lambda P, r, gamma, x: x["value"] == optimal(P, r, gamma),
    "primal-feasible": lambda P, r, gamma, x: feasible(P, r, gamma, x["value"]),
    "bracketed-fixed-point": lambda P, r, gamma, x: fixed(P, r, gamma, x, "bracketed"),
    "literal-fixed-point": lambda P, r, gamma, x: fixed(P, r, gamma, x, "literal"),
    "no-fixed-point": lambda P, r, gamma, x: none_fixed(P, r, gamma, x["noise"]),
}
MATRICES = {
    "iteration": lambda x, f: all(
        y[i] == sum(x["matrix"][i][j] * z[j] for j in range(len(z))) + x["offset"][i]
        for z, y in zip(x["sequence"], x["sequence"][1:], strict=False)
        for i in range(len(y))
    ),
    "eigenvector": lambda x, f: (
        any(x["vector"])
        and all(
            sum(a * b for a, b in zip(row, x["vector"], strict=True)) == F(f["factor"]) * y
            for row, y in zip(x["matrix"], x["vector"], strict=True)
        )
    ),
    "distribution": lambda x, f: sum(x["weights"]) == 1 and min(x["weights"]) >= 0,
}
