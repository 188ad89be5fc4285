"""The readings of Algorithm 1: every choice that its text leaves open, or prints in a way that cannot be meant.

One run repeats, for t = 0, 1, ..., horizon - 1:

    act        a_t maximises Q(s_t, .) + g(s_t, .)                                         ``acts_on_noise``
    target     y_t = r_t + gamma max_a (Q(s_{t+1}, a) + g(s_{t+1}, a))                     ``target``
    loss       l_t = (Q(s_t, a_t) + g(s_t, a_t) - y_t)**2 / 2                              ``prediction_noise``
    update     theta <- theta - alpha / B sum of the gradients, once in B steps            ``ascends``, ``gradient``

and draws new paths g(., a), with covariance sigma**2 exp(-beta |x - y|), J times in all                ``resets``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from tabular.errors import must, show
from tabular.numbers.arguments import count

TARGETS = ("none", "bracketed", "literal", "outside")
Target = Literal["none", "bracketed", "literal", "outside"]
_MOST_STEPS = 10**9
_MOST_REPLAY = 10**7
_MOST_BITS = 1000  # of an integer in the place of a number: larger ones are no doubles


@dataclass(frozen=True, kw_only=True)
class Algorithm1:
    """One reading of the algorithm, with its parameters.

    ``target`` says how noise enters y_t: "bracketed" gamma max_a (Q + g); "literal" gamma max_a Q, plus g at its
    maximiser; "outside" max_a (gamma Q + g); "none". ``gradient`` is "semi" (y_t held fixed) or "full". ``ascends``
    takes the sign as printed. ``resets`` is J: new paths are drawn every floor(T/(J B)) batches, J times in a run and
    more often where J does not divide T/B; None for one per batch (J = T/B), or "episode". ``separate_paths`` gives
    prediction and target paths of their own. ``reward_at`` reads the reward where the step began ("state") or ended
    ("next").

    Beyond the text: ``exploration`` (first and last probability of a random action, and the number of steps in which
    their difference decays by e), ``replay`` (how many past transitions are kept; each update then draws its batch from
    them, every ``update_every`` steps), ``target_network`` (updates between two copies; 0 for none), ``huber`` (errors
    are clipped to +-1), ``rmsprop`` (decay of the mean square; 0 for plain steps). Baselines: ``reward_noise``
    (deviation of normal noise on each reward), ``clip`` and ``gradient_noise`` (norm to which the gradient of each
    sample is clipped, and the deviation, in units of clip, of the noise on their sum).
    """

    horizon: int = 5000
    batch_size: int = 64
    step_size: float = 3e-4
    discount: float = 0.999
    noise_level: float = 0.0
    kernel_rate: float = 1.0
    resets: int | Literal["episode"] | None = None
    acts_on_noise: bool = True
    prediction_noise: bool = True
    target: Target = "bracketed"
    separate_paths: bool = False
    gradient: Literal["semi", "full"] = "semi"
    ascends: bool = False
    reward_at: Literal["state", "next"] = "next"
    exploration: tuple[float, float, float] = (0.0, 0.0, 1.0)
    replay: int = 0
    update_every: int | None = None
    target_network: int = 0
    huber: bool = False
    rmsprop: float = 0.0
    reward_noise: float = 0.0
    clip: float = math.inf
    gradient_noise: float = 0.0

    def __post_init__(self) -> None:
        self._check_numbers()
        self._check_words()
        self._check_together()

    def _check_numbers(self) -> None:
        for name in ("horizon", "batch_size"):
            bounded(name, getattr(self, name), 1, _MOST_STEPS)
        for name, most in (("replay", _MOST_REPLAY), ("target_network", _MOST_STEPS)):
            bounded(name, getattr(self, name), 0, most)
        if not _is_number(self.clip) or not self.clip > 0:
            raise must("clip", "be positive", show(self.clip))
        for name in ("step_size", "kernel_rate"):
            value = getattr(self, name)
            if not _is_number(value) or not 0 < value < math.inf:
                raise must(name, "be finite and positive", show(value))
        for name in ("noise_level", "reward_noise", "gradient_noise"):
            value = getattr(self, name)
            if not _is_number(value) or not 0 <= value < math.inf:
                raise must(name, "be finite and at least 0", show(value))
        for name in ("discount", "rmsprop"):
            value = getattr(self, name)
            if not _is_number(value) or not 0 <= value < 1:
                raise must(name, "be in [0, 1)", show(value))

    def _check_words(self) -> None:
        for name, words in (("target", TARGETS), ("gradient", ("semi", "full")), ("reward_at", ("state", "next"))):
            if getattr(self, name) not in words:
                raise must(name, f"be one of {', '.join(words)}", show(getattr(self, name)))
        for name in ("acts_on_noise", "prediction_noise", "separate_paths", "ascends", "huber"):
            if not isinstance(getattr(self, name), bool):
                raise must(name, "be true or false", show(getattr(self, name)))
        given: Any = self.exploration
        if not isinstance(given, tuple) or len(given) != 3 or not all(map(_is_number, given)):  # pyright: ignore[reportUnknownArgumentType]
            raise must("exploration", "be two probabilities and a positive number of steps", show(given))
        first, last, decay = self.exploration
        if not (0 <= first <= 1 and 0 <= last <= 1 and 0 < decay < math.inf):
            raise must("exploration", "be two probabilities and a positive number of steps", show(self.exploration))

    def _check_together(self) -> None:
        if self.horizon < self.batch_size:
            raise must("horizon", f"be at least batch_size, {self.batch_size}", show(self.horizon))
        every = self.update_every
        if every is not None and (bounded("update_every", every, 1, _MOST_STEPS) and not self.replay):
            raise must("update_every", "be None without replay", show(every))
        if self.target_network and self.gradient == "full":
            raise must("gradient", "be semi with a target network, whose parameters are held fixed", "full")
        if self.gradient_noise > 0 and self.clip == math.inf:
            raise must("clip", "be finite where gradients get noise", "inf")
        if self.resets not in (None, "episode") and not 1 <= count("resets", self.resets) <= self.batches:
            raise must("resets", f"be from 1 to the number of batches, {self.batches}", show(self.resets))

    @property
    def batches(self) -> int:
        """Return T/B, rounded down: what remains of the horizon is not used."""
        return self.horizon // self.batch_size

    @property
    def steps(self) -> int:
        """Return the number of steps that are taken."""
        return self.batches * self.batch_size

    @property
    def batches_per_path(self) -> int:
        """Return after how many batches new paths are drawn; 0 for once per episode."""
        if self.resets == "episode":
            return 0
        return 1 if self.resets is None else self.batches // self.resets

    def but(self, **changes: Any) -> Algorithm1:
        """Return the same reading with other values of some fields."""
        known = {f.name for f in fields(self)}
        for name in changes:
            if name not in known:
                raise must("option", f"be one of {', '.join(sorted(known))}", show(name))
        return replace(self, **changes)


def bounded(name: str, value: Any, least: int, most: int) -> int:
    """Return an integer argument from ``least`` to ``most``."""
    number = count(name, value, least)
    if number > most:
        raise must(name, f"be at most {most}", show(number))
    return number


def _is_number(value: Any) -> bool:
    if isinstance(value, int):
        return not isinstance(value, bool) and value.bit_length() <= _MOST_BITS
    return isinstance(value, float)


BRACKETED = Algorithm1()
PRINTED = Algorithm1(target="literal", ascends=True, gradient="full", reward_at="state")
NON_PRIVATE = Algorithm1(target="none", prediction_noise=False, acts_on_noise=False)
# What is known of the released program: noise of its own in each of two networks, new paths in each episode, rmsprop.
RELEASED_CODE = Algorithm1(
    batch_size=128,
    step_size=1e-2,
    resets="episode",
    separate_paths=True,
    exploration=(0.9, 0.05, 200.0),
    replay=10_000,
    update_every=1,
    target_network=10,
    huber=True,
    rmsprop=0.99,
)
PRESETS = {"bracketed": BRACKETED, "printed": PRINTED, "non-private": NON_PRIVATE, "released-code": RELEASED_CODE}
