r"""The law of PUCB with one step, two actions and one or two episodes: what its decisions say about a user.

After the first episode the score of action a in the shown state is X_a = min(cap, R/N + b(N)), R and N the noisy sum of
rewards and number of visits, and b the bonus, which is ``cap`` for N below the threshold (there X_a = cap if the mode
forces it). The scores of different actions and states are independent, as are the releases after one and after two
episodes, which are different partial sums. So all laws are products of P(X_0 < X_1), and with G_a(c) = P(X_a < cap - c)

    P(X_0 < X_1) = G_0(0) (1 - G_1(0)) + int_{c > 0} G_0(c) d(-G_1(c)),

which sums over a grid of c enclose, with bounds of both functions. G_a(c) itself is the exact probability of two cells
for N below the threshold plus an integral over N above it, enclosed by interval arithmetic on slices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from math import inf
from typing import Any

from flint import arb

from tabular.algorithms.episodic.learner import check_failure_probability
from tabular.algorithms.episodic.pucb.constants import Constants, Sizes, check_epsilon
from tabular.algorithms.episodic.pucb.printed import Printed
from tabular.algorithms.episodic.pucb.repaired import Repaired
from tabular.episodic.protocol import Path
from tabular.errors import must, show
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Scalar, fraction
from tabular.numbers.balls import ball, hull
from tabular.privacy.joint.agent_law import Hidden, Law, surely, uniform
from tabular.privacy.joint.exponential_sums import ExponentialSum
from tabular.privacy.joint.laplace_cells import Affine, cell_probability

_GRID = 240  # of c
_SLICES = 48  # of N above the threshold
_MANY_SLICES = 240  # if the threshold is 0, as for T = 1, and half of the values are above it
_BITS = 64
_Data = tuple[int, Fraction]  # visits and sum of rewards


@dataclass(frozen=True)
class ShortPUCB:
    """A mode of PUCB with H = 1, A = 2, T = 1 or 2; ``releases_policy`` adds the plan after episode T to the view.

    If reward counters are fed on visits only, that plan may use the noise of episode 2 again and is not offered.
    """

    states: int
    epsilon: float
    mode: Printed | Repaired
    failure_probability: float = 0.1
    releases_policy: bool = True
    episodes: int = 2
    horizon: int = 1
    n_actions: int = 2

    def __post_init__(self) -> None:
        if not isinstance(self.mode, (Printed, Repaired)):
            raise must("mode", "be a Printed or a Repaired", show(self.mode))
        count("states", self.states)
        if self.episodes not in (1, 2):
            raise must("episodes", "be 1 or 2", show(self.episodes))
        check_failure_probability(self.failure_probability)
        if check_epsilon(self.epsilon) == inf:
            raise must("epsilon", "be finite, for noise", show(self.epsilon))
        constants = self._constants
        if constants.law != "laplace":
            raise must("mode", "use Laplace noise", show(self.mode))
        if constants.threshold[0] < 0:
            raise must("mode", "have a threshold of at least 0", show(constants.threshold[0]))
        if constants.own_clock and self.releases_policy:
            rule = "be False if reward counters are fed on visits only"
            raise must("releases_policy", rule, show(self.releases_policy))

    @property
    def n_states(self) -> int:
        """The number of states."""
        return self.states

    @cached_property
    def _constants(self) -> Constants:
        return self.mode.constants(Sizes(self.states, 2, 1, self.episodes), self.epsilon, self.failure_probability)

    def start(self) -> Law:
        """Return the empty data."""
        return surely(())

    def act(self, hidden: Hidden, step: int, state: int) -> Law:
        """Return the law of the greedy action; before any data all scores are equal."""
        return tuple((p, (action, hidden)) for p, action in self._greedy(hidden, state))

    def end_episode(self, hidden: Hidden, states: Path, actions: Path, rewards: tuple[Scalar, ...]) -> Law:
        """Add one visit."""
        return surely((*hidden, (states[0], actions[0], fraction(rewards[0]))))

    def release(self, hidden: Hidden) -> Law:
        """Return the law of the next plan, an action for each state, or nothing."""
        if not self.releases_policy:
            return surely(None)
        laws = [self._greedy(hidden, state) for state in range(self.states)]
        return tuple((_product([p for p, _ in parts]), tuple(a for _, a in parts)) for parts in product(*laws))

    def _greedy(self, hidden: Hidden, state: int) -> Law:
        if not hidden:
            return uniform((0, 1)) if self._constants.random_ties else surely(0)
        first, second = ([reward for s, a, reward in hidden if (s, a) == (state, action)] for action in (0, 1))
        data = [(len(rewards), sum(rewards, start=Fraction(0))) for rewards in (first, second)]
        p = second_is_better(self._constants, data[0], data[1])
        return ((1 - p, 0), (p, 1))


@lru_cache(maxsize=256)
def second_is_better(constants: Constants, first: _Data, second: _Data) -> arb:
    """Return an enclosure of P(X_0 < X_1), plus half of P(X_0 = X_1 = cap) if ties are random."""
    (low0, high0), (low1, high1) = (_monotone(_survival(constants, data)) for data in (first, second))
    low = _smaller(low0, high1, 1, constants.random_ties)
    high = _smaller(high0, low1, 0, constants.random_ties)
    return low.union(high).max(arb(0)).min(arb(1))


def _smaller(g0: Sequence[arb], g1: Sequence[arb], side: int, random_ties: bool) -> arb:
    """Return the sum with G_0 at the lower (0) or upper (1) end of each interval of c: P(X_0 < X_1) for step laws."""
    at_cap = g0[0] + (1 - g0[0]) / 2 if random_ties else g0[0]
    steps = ((g1[i] - g1[i + 1]) * g0[i + side] for i in range(_GRID))
    return sum(steps, start=at_cap * (1 - g1[0]))


def _monotone(values: Sequence[arb]) -> tuple[list[arb], list[arb]]:
    """Return decreasing bounds of a decreasing function from enclosures of its values.

    P(X_0 < X_1) rises with G_0 and falls with G_1, so that bounds of both bound it.
    """
    low, high = [x.lower() for x in values], [x.upper() for x in values]
    for i in range(1, len(values)):
        high[i] = high[i].min(high[i - 1])
        low[-1 - i] = low[-1 - i].max(low[-i])
    return low, high


@lru_cache(maxsize=256)
def _survival(constants: Constants, data: _Data) -> Sequence[arb]:
    """Return enclosures of P(X < cap - c) for c = i / (grid - i), i = 0, ..., grid; the last, infinite c gives 0."""
    levels = [Fraction(i, _GRID - i) for i in range(_GRID)]
    slices = _slices(constants, data)
    return (*(_below(constants, data, c) + _above(constants, data, c, slices) for c in levels), arb(0))


def _below(constants: Constants, data: _Data, c: Fraction) -> arb:
    """Return P(X < cap - c, N < threshold): R/N < -c, exactly."""
    if constants.forced:
        return arb(0)
    N, R = _noisy(constants, data)
    limit = Affine.of(Fraction(constants.threshold[0])) - N
    line = R + N * c
    negative, positive = [N * -1, limit, line], [N, limit, line * -1]
    total: ExponentialSum = cell_probability(negative) + cell_probability(positive)
    return total.ball(_BITS)


def _above(constants: Constants, data: _Data, c: Fraction, slices: Sequence[tuple[arb, arb, arb]]) -> arb:
    """Return P(X < cap - c, N >= threshold): R < N (cap - c - b(N)), by slices of N with N b(N) and probabilities."""
    _, total = _noisy(constants, data)
    level, mean = arb(constants.cap[0]) - ball(c), ball(total.constant)
    result = arb(0)
    for n, raised, weight in slices:
        centred = n * level - raised - mean
        result += weight * (_cdf(centred, constants.scales[1]) if total.parts else _step(centred))
    return result


def _slices(constants: Constants, data: _Data) -> Sequence[tuple[arb, arb, arb]]:
    """Return slices [n, n'] of N above the threshold, n b(n) and their probabilities; the last one reaches far out.

    What lies beyond it is added with the probability ball [0, tail].
    """
    start, scale = max(Fraction(constants.threshold[0]), Fraction(0)), Fraction(constants.scales[0])
    number = _SLICES if start else _MANY_SLICES
    ends = [start + (data[0] + 24 * scale) * i / number for i in range(number + 1)]
    tails = [1 - _cdf(ball(end - data[0]), constants.scales[0]) for end in ends]
    inner = [(hull(a, b), p - q) for a, b, p, q in zip(ends, ends[1:], tails, tails[1:], strict=False)]
    parts = [*inner, (ball(ends[-1]), tails[-1] * hull(0, 1))]
    return [(n, _times_bonus(constants, n), weight) for n, weight in parts]


def _times_bonus(constants: Constants, n: arb) -> arb:
    """Return n b(n) for n above the threshold."""
    spread, linear, quadratic, level = (
        arb(x[0]) for x in (constants.spread, constants.linear, constants.quadratic, constants.level)
    )
    last = quadratic / n if quadratic != 0 else arb(0)  # it is 0 if E is 0, and then n may be 0
    return spread * n / (n - level).max(arb(1)).sqrt() + linear + last


def _noisy(constants: Constants, data: _Data) -> tuple[Affine, Affine]:
    """Return N and R; a reward counter with a clock of its own that nobody visited is exactly 0."""
    visits, total = data
    N = Affine.noise("n", Fraction(constants.scales[0])) + visits
    silent = constants.own_clock and not visits
    return N, Affine.of(total) if silent else Affine.noise("r", Fraction(constants.scales[1])) + total


def _cdf(x: arb, scale: float) -> arb:
    """Return P(noise <= x) on a ball, from its ends, as it increases."""
    ends = [_cdf_at(end / arb(scale)) for end in (x.lower(), x.upper())]
    return ends[0].union(ends[1])


def _cdf_at(x: arb) -> arb:
    tail = (-abs(x)).exp() / 2
    return tail if x < 0 else 1 - tail


def _step(x: arb) -> arb:
    """Return whether 0 < x, as a ball around 1 or 0 or both."""
    return arb(1) if x > 0 else arb(0) if x <= 0 else hull(0, 1)


def _product(parts: Sequence[Any]) -> Any:
    result: Any = Fraction(1)
    for part in parts:
        result = part if isinstance(result, Fraction) else result * part
    return result
