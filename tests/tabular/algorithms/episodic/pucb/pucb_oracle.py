"""PUCB written out slowly from the text: dictionaries, rationals for counters and quotients, no kernels of ours."""

import math
from fractions import Fraction
from itertools import product


class Counter:
    """The textbook binary mechanism: the release at time t adds the noisy partial sums of the bits of t."""

    def __init__(self, draw, scale):
        self.draw, self.scale, self.items = draw, scale, []

    def feed(self, item):
        self.items.append(Fraction(item))

    def noise(self):
        """Add the partial sums of [.., t], from the largest to the smallest, in doubles as released."""
        total, node = 0.0, 0
        for bit in reversed(range(len(self.items).bit_length())):
            if len(self.items) >> bit & 1:
                node += 1 << bit
                total += self.scale * self.draw(node)
        return total

    def release(self):
        return Fraction(float(sum(self.items)) + self.noise())


class SlowPUCB:
    """Algorithms 2 and 3 with states, actions and steps in dictionaries; ``rule`` says what the mode changes."""

    def __init__(self, S, A, H, rule, noise):
        self.S, self.A, self.H, self.rule = range(S), range(A), range(1, H + 1), rule
        N = S * A * H
        self.n, self.r, self.m = {}, {}, {}
        for h, a, s in product(self.H, self.A, self.S):
            i = ((h - 1) * A + a) * S + s
            self.n[s, a, h] = Counter(lambda node, c=i: noise.at(c, node), rule["scales"][0])
            self.r[s, a, h] = Counter(lambda node, c=N + i: noise.at(c, node), rule["scales"][1])
            for z in self.S:
                self.m[s, a, z, h] = Counter(lambda node, c=2 * N + i * S + z: noise.at(c, node), rule["scales"][2])

    def visits(self, s, a, h):
        if self.rule.get("summed") and h < len(self.H):
            return sum(self.m[s, a, z, h].release() for z in self.S)
        return self.n[s, a, h].release()

    def plan(self):
        """Return Q~+ and V~ as dictionaries."""
        V = {(s, len(self.H) + 1): Fraction(0) for s in self.S}
        Q = {}
        for h in reversed(self.H):
            for s in self.S:
                for a in self.A:
                    Q[s, a, h] = self.upper(s, a, h, V)
                V[s, h] = max(Q[s, a, h] for a in self.A)
                if self.rule.get("floor"):
                    V[s, h] = max(V[s, h], Fraction(0))
        return Q, V

    def upper(self, s, a, h, V):
        H, n = len(self.H), self.visits(s, a, h)
        cap = self.rule["cap"](h)
        if n == 0 or (self.rule.get("forced") and not self.rule["known"](n, h)):
            return Fraction(cap)
        after = sum(V[z, h + 1] * self.m[s, a, z, h].release() for z in self.S) if h < H else 0
        Q = Fraction(self.rule.get("centre", 0)) + (self.r[s, a, h].release() + after) / n
        conf = self.rule["conf"](float(n), h) if self.rule["known"](n, h) else H
        return min(Fraction(cap), Q + Fraction(conf))

    def feed(self, states, actions, rewards):
        """Feed one episode: 1 or the reward to what was visited, 0 to all others."""
        for h in self.H:
            s, a, r = states[h - 1], actions[h - 1], rewards[h - 1]
            z = states[h] if h < len(self.H) else None
            for b, x in product(self.A, self.S):
                here = (x, b) == (s, a)
                self.n[x, b, h].feed(int(here))
                if here:
                    self.r[x, b, h].feed(Fraction(float(r)) - Fraction(self.rule.get("centre", 0)))
                elif self.rule.get("feed") != "visited":
                    self.r[x, b, h].feed(0)
                for y in self.S:
                    self.m[x, b, y, h].feed(int(here and y == z))


def printed_rule(S, A, H, T, epsilon, beta, base="e", level="algorithm", feed="visited"):
    """The numbers of Algorithms 2 and 3."""
    log = math.log if base == "e" else math.log2
    C = 2 * S * A * H + S**2 * A * H
    E = 3 / epsilon * H * log(C / beta if level == "algorithm" else C * beta) * log(T) ** (5 / 2)
    K = math.floor(math.log2(T)) + 1

    def conf(n, _):
        phi = math.sqrt(2 * math.log(T / beta) / max(n - E, 1))
        return (H + 1) * phi + (1 + S * H) * (3 * E / n + 2 * E**2 / n**2)

    return {
        "scales": (K / (epsilon / (3 * H)),) * 3,
        "cap": lambda h: H,
        "known": lambda n, h: n >= 2 * E,
        "conf": conf,
        "feed": feed,
    }


def repaired_rule(S, A, H, T, epsilon, beta, E, cap="steps"):
    """The numbers of the repaired mode for a given error level E."""
    log_term = max(2 * math.log(T / (beta / 4)), math.log(4 * S * A * H * T / beta) / 2)

    def conf(n, _):
        return (H + 1) * math.sqrt(log_term / max(n - E, 1)) + (1 + S * H) * (3 * E / n + 2 * E**2 / n**2)

    return {
        "scales": ((math.floor(math.log2(T)) + 1) * 6 * H / epsilon,) * 3,
        "cap": (lambda h: H - h + 1) if cap == "steps" else (lambda h: H),
        "known": lambda n, h: n >= 2 * E,
        "conf": conf,
        "forced": True,
        "floor": True,
    }


def practical_rule(S, A, H, T, beta, scales, levels):
    """The numbers of the practical mode for given scales and levels E_n, E_c, W."""
    E_n, E_c, W = levels
    log_term = math.log(2 * S * A * H * T / beta) / 2

    def conf(n, h):
        left = H - h
        width = W if left else E_n
        noise = E_c + (left + 0.5) * W if left else E_c + 0.5 * E_n
        return (left + 1) * math.sqrt(log_term / max(n - width, 1)) + noise / n

    return {
        "scales": scales,
        "cap": lambda h: H - h + 1,
        "known": lambda n, h: n > (W if h < H else E_n),
        "conf": conf,
        "forced": True,
        "floor": True,
        "summed": True,
        "centre": Fraction(1, 2),
    }
