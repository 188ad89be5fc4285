"""The exact joint privacy of an agent towards one user, or one who returns: the view of all others under two users.

For t-neighbouring sequences U, U' let p and q be the laws of M_{-t}(U) and M_{-t}(U'). The pure epsilon of the pair is
the largest |log(p(x) / q(x))| over the views x, and delta(epsilon) the larger of sum_x (p(x) - e^epsilon q(x))_+ and
the same with p and q exchanged; the agent is (epsilon, delta)-jointly private iff this holds for all t and all pairs.

If the agent's laws leave out the probabilities m_p, m_q, with D = sum_x (p(x) - e^epsilon q(x))_+ over what is left

    D - e^epsilon m_q <= delta(epsilon) <= D + m_p,

and the largest ratio is only bounded from below, by p(x) / (q(x) + m_q).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Literal, cast

from flint import arb, ctx

from tabular.errors import must, show
from tabular.numbers.arguments import finite_nonnegative, nonnegative
from tabular.numbers.balls import ball, ends
from tabular.numbers.exact import Exact, exact_sum, nearest
from tabular.privacy.joint.agent_law import AgentLaw
from tabular.privacy.joint.views import BITS, Participant, View, ViewLaw, view_law
from tabular.privacy.joint.weights import is_zero, mass_ball, unit_hull

Audience = Literal["others", "later"]


@dataclass(frozen=True, eq=False)
class JointPrivacy:
    """What the view tells apart: the laws ``first`` and ``second`` of the view of the audience under U and U'."""

    first: ViewLaw
    second: ViewLaw
    bits: int = BITS

    @property
    def is_complete(self) -> bool:
        """Whether no probability is missing, so that the pure epsilon is known."""
        return all(is_zero(law.missing) for law in (self.first, self.second))

    @property
    def is_rational(self) -> bool:
        """Whether all probabilities are rational numbers."""
        laws = (self.first, self.second)
        return all(isinstance(mass, Fraction) for law in laws for mass in (*law.masses.values(), law.missing))

    @property
    def worst_view(self) -> View:
        """The view with the largest ratio of probabilities, either way."""
        return self._extreme[1]

    @property
    def ratio(self) -> Fraction | arb | float:
        """The largest ratio e^epsilon: rational if the laws are, infinite if a view is possible on one side only.

        A lower bound if the laws leave something out.
        """
        return self._extreme[0]

    @cached_property
    def _extreme(self) -> tuple[Fraction | arb | float, View]:
        views = list({**self.first.masses, **self.second.masses})
        ratios = [self._ratio(view) for view in views]
        place = max(range(len(views)), key=lambda i: _order(ratios[i]))
        return ratios[place], views[place]

    @property
    def epsilon(self) -> float:
        """The pure epsilon of this pair as a double, infinity if there is none or if it is not known."""
        return inf if not self.is_complete or _order(self.ratio) == inf else _upper(self.epsilon_ball())

    def epsilon_ball(self) -> arb:
        """Return a ball around log(ratio): the pure epsilon, or a lower bound of it if the laws leave something out."""
        if self.ratio == inf:
            return arb.pos_inf()
        with ctx.workprec(self.bits):
            return ball(cast("Fraction | arb", self.ratio)).log()

    def delta_of(self, epsilon: Exact) -> float:
        """Return delta(epsilon) as a double, its upper end where it is not known exactly."""
        return _upper(self.delta_ball(epsilon))

    def delta_ball(self, epsilon: Exact) -> arb:
        """Return a ball around delta(epsilon)."""
        if nonnegative("epsilon", epsilon) == inf:
            raise must("epsilon", "be finite", show(epsilon))
        with ctx.workprec(self.bits):
            growth = ball(Fraction(epsilon)).exp()
            pairs = ((self.first, self.second), (self.second, self.first))
            (low, high), (low2, high2) = (self._one_way(p, q, growth) for p, q in pairs)
            return unit_hull(low.max(low2), high.max(high2))

    def delta_at_ratio(self, ratio: Fraction | int) -> Fraction:
        """Return delta(log ratio) exactly, for rational laws that leave nothing out."""
        factor = finite_nonnegative("ratio", ratio)
        if not (self.is_rational and self.is_complete) or factor < 1:
            raise must("ratio", "be at least 1, and the laws rational and complete", show(factor))
        p, q = (cast("dict[View, Fraction]", law.masses) for law in (self.first, self.second))
        return max(
            exact_sum(max(mass - factor * b.get(view, Fraction(0)), Fraction(0)) for view, mass in a.items())
            for a, b in ((p, q), (q, p))
        )

    def _ratio(self, view: View) -> Fraction | arb | float:
        """Return the larger of both ratios of the probabilities of a view, or a lower bound of it."""
        sides = [(law.masses.get(view, Fraction(0)), law.missing) for law in (self.first, self.second)]
        if self.is_rational:
            (p, m_p), (q, m_q) = cast("list[tuple[Fraction, Fraction]]", sides)
            return inf if not (p + m_p and q + m_q) else max(p / (q + m_q), q / (p + m_p))
        if any(is_zero(mass) and is_zero(missing) for mass, missing in sides):
            return inf
        with ctx.workprec(self.bits):
            (p, m_p), (q, m_q) = ((mass_ball(x, self.bits), mass_ball(m, self.bits)) for x, m in sides)
            return (p / (q + m_q)).max(q / (p + m_p))

    def _one_way(self, p: ViewLaw, q: ViewLaw, growth: arb) -> tuple[arb, arb]:
        """Return a lower and an upper bound of sup_E p(E) - growth q(E)."""
        total = arb(0)
        for view, mass in p.masses.items():
            other = q.masses.get(view, Fraction(0))
            total += (mass_ball(mass, self.bits) - growth * mass_ball(other, self.bits)).max(arb(0))
        return total - growth * mass_ball(q.missing, self.bits), total + mass_ball(p.missing, self.bits)


def joint_privacy(
    agent: AgentLaw,
    users: Sequence[Participant],
    neighbour: Participant | Sequence[Participant],
    t: int | Sequence[int],
    audience: Audience = "others",
    bits: int = BITS,
) -> JointPrivacy:
    """Return the privacy of user t, counted from 0, against ``neighbour`` in its place.

    For one who returns, ``t`` holds several numbers and ``neighbour`` as many users. The audience is everyone else, as
    in the definition, or only the later ones ("later"), the weaker notion without past outputs.
    """
    targets, replacements = _targets(users, neighbour, t)
    others = list(users)
    for number, replacement in zip(targets, replacements, strict=True):
        others[number] = replacement
    seen_by = audience_of(len(users), targets, audience)
    laws = [view_law(agent, sequence, seen_by, bits) for sequence in (users, others)]
    return JointPrivacy(laws[0], laws[1], bits)


def audience_of(episodes: int, targets: Sequence[int], audience: Audience) -> list[int]:
    """Return the numbers of the users who look at the view."""
    if audience not in ("others", "later"):
        raise must("audience", 'be "others" or "later"', show(audience))
    first = 0 if audience == "others" else min(targets)
    return [k for k in range(first, episodes) if k not in targets]


def _targets(
    users: Sequence[Participant], neighbour: Participant | Sequence[Participant], t: int | Sequence[int]
) -> tuple[list[int], list[Participant]]:
    several = isinstance(t, Sequence)
    targets = list(t) if several else [t]
    replacements = list(neighbour) if several and isinstance(neighbour, Sequence) else [cast(Participant, neighbour)]
    is_integer = all(isinstance(k, int) and not isinstance(k, bool) for k in targets)
    if not targets or not is_integer or not all(0 <= k < len(users) for k in targets):
        raise must("t", f"be a number of a user from 0 to {len(users) - 1}, or several", show(t))
    if len(set(targets)) != len(targets) or len(targets) != len(replacements):
        raise must("t", "name different users, as many as neighbour has", f"{show(t)} and {len(replacements)}")
    return targets, replacements


def _order(ratio: Fraction | arb | float) -> Exact:
    """Return the upper end of a ratio, infinity if it is not known."""
    if isinstance(ratio, arb):
        return ends("ratio", ratio)[1] if ratio.is_finite() else inf
    return ratio


def _upper(value: arb) -> float:
    """Return the double next to the upper end of a ball."""
    return nearest(Fraction(ends("value", value)[1]))
