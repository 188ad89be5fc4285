"""The law of an agent: exact conditional probabilities of all it does, given what it remembers.

An agent holds a hidden value (its noise so far, its counts, anything hashable) and answers with *laws*: sequences of
pairs (weight, outcome). The weights of a law are

    rational       conditional probabilities that sum to 1, or to less: the rest is a tail that was cut off, and every
                   result accounts for it;
    balls          enclosures of conditional probabilities that sum to 1;
    events         disjoint cells of continuous Laplace noises (``when``) that cover all values of the noises; together
                   over the run, they are measured at the end, so that noises may be used again at any later time.

Agents whose noise is continuous and whose decisions are not comparisons of affine forms do not fit the last kind; they
fit the second if their conditional probabilities can be enclosed.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any, Protocol, cast

from flint import arb

from tabular.episodic.protocol import HasSizes, Path
from tabular.errors import must, show
from tabular.numbers.arrays import Scalar
from tabular.numbers.balls import ball
from tabular.numbers.exact import is_number, nearest
from tabular.privacy.joint.weights import Cells, Weight

Hidden = Any
Law = Sequence[tuple[Weight, Any]]
_ONE = Fraction(1)


class AgentLaw(HasSizes, Protocol):
    """What the audit asks of an agent; states, actions, steps and episodes count from 0, hidden values are hashable."""

    def start(self) -> Law:
        """Return the law of the hidden value before the first episode."""
        ...

    def act(self, hidden: Hidden, step: int, state: int) -> Law:
        """Return the law of (action, hidden value) for a state at a step of the current episode."""
        ...

    def end_episode(self, hidden: Hidden, states: Path, actions: Path, rewards: tuple[Scalar, ...]) -> Law:
        """Return the law of the hidden value after an episode with these messages."""
        ...

    def release(self, hidden: Hidden) -> Law:
        """Return the law of the released policy, any hashable value."""
        ...


def surely(outcome: Hashable) -> Law:
    """Return the law of something certain."""
    return ((_ONE, outcome),)


def uniform(outcomes: Sequence[Hashable]) -> Law:
    """Return the law that gives all outcomes the same probability."""
    if not outcomes:
        raise must("outcomes", "have at least one entry", "none")
    return tuple((Fraction(1, len(outcomes)), outcome) for outcome in outcomes)


def discrete_laplace(decay: Fraction | arb, low: int, high: int) -> Law:
    """Return the law of the discrete Laplace noise k, P(k) = (1-a)/(1+a) a^|k| for a = decay, clamped to low..high.

    Clamping is exact: low stands for all k <= low, high for all k >= high. A count of sensitivity 1 plus this noise,
    clamped, is log(1/decay)-differentially private. low <= 0 <= high.
    """
    a = _decay(decay)
    low, high = _integer("low", low), _integer("high", high)
    if not low <= 0 <= high or low == high:
        raise must("low and high", "be different integers around 0", f"{low} and {high}")
    inner = [((1 - a) / (1 + a) * a ** abs(k), k) for k in range(low + 1, high)]
    ends = [(_tail(a, -low), low), (_tail(a, high), high)]
    return (ends[0], *inner, ends[1])


def cut_discrete_laplace(decay: Fraction, bound: int) -> Law:
    """Return the same law for -bound..bound only: the rest, 2 a^(bound+1) / (1+a), is missing."""
    a = _decay(decay)
    if isinstance(a, arb):
        raise must("decay", "be a rational number if the noise is cut off", show(a))
    reach = _integer("bound", bound)
    return tuple(((1 - a) / (1 + a) * a ** abs(k), k) for k in range(-reach, reach + 1))


def checked(law: Any, who: str) -> tuple[Law, Weight | None]:
    """Return a law without impossible outcomes and the probability that it leaves out, None for none."""
    try:
        pairs = [(_weight(weight, who), outcome) for weight, outcome in law]
        for _, outcome in pairs:
            hash(outcome)
    except (TypeError, ValueError) as error:
        if type(error) not in (TypeError, ValueError):
            raise
        raise must(who, "return pairs (weight, hashable outcome)", show(law)) from None
    kept = [(weight, outcome) for weight, outcome in pairs if weight != 0]
    if not kept:
        raise must(who, "return at least one outcome with a positive weight", show(law))
    return kept, _missing([weight for weight, _ in kept], who)


def _missing(weights: list[Weight], who: str) -> Weight | None:
    if any(isinstance(weight, Cells) for weight in weights):
        return None  # whether events cover everything is seen at the end
    numbers = cast("list[Fraction | arb]", weights)
    if all(isinstance(number, Fraction) for number in numbers):
        rest = 1 - sum(cast("list[Fraction]", numbers), start=Fraction(0))
        if rest < 0:
            raise must(who, "return weights that sum to at most 1", show(1 - rest))
        return rest or None
    total = sum((arb(0) + ball(number) for number in numbers), start=arb(0))
    if not total.contains(arb(1)):
        raise must(who, "return balls whose sum holds 1", show(total))
    return None


def _weight(weight: Any, who: str) -> Weight:
    if isinstance(weight, Cells):
        return weight
    if isinstance(weight, arb):
        if not weight.is_finite() or weight.upper() < 0:
            raise must(who, "return weights of at least 0", show(weight))
        return weight
    if isinstance(weight, (int, Fraction)) and not isinstance(weight, bool) and weight >= 0:
        return Fraction(weight)
    raise must(who, "return weights that are rational numbers of at least 0, balls or events", show(weight))


def _tail(a: Any, k: int) -> Any:
    """Return P(noise >= k) for k >= 0, which is 1/2 + P(0)/2 at 0."""
    return a**k / (1 + a)


def _decay(decay: Any) -> Any:
    if isinstance(decay, arb):
        if not (decay > 0 and decay < 1):
            raise must("decay", "lie strictly between 0 and 1", show(decay))
        return decay
    if not is_number(decay) or isinstance(decay, float) or not 0 < decay < 1:
        got = show(decay) if not isinstance(decay, Fraction) else str(nearest(decay))
        raise must("decay", "be a rational number or a ball strictly between 0 and 1", got)
    return Fraction(decay)


def _integer(name: str, value: Any) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise must(name, "be an integer", show(value))
    return int(value.__index__())
