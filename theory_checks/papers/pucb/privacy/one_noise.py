r"""Appendix A.2: a counter that draws its noise once, m~_t(u) = m_t(u) + xi, and what coalitions learn from it.

m_t(u) = u_1 + ... + u_t for bits u. If u and w differ in bit t only, m_t'(u) - m_t'(w) = 1 for every t' >= t, so with
Laplace noise of scale b one later view has the largest log density ratio 1/b, attained at every release beyond the
shift. All outputs of rounds after t together are one of them plus differences m~_(k+1) - m~_k = u_(k+1) without noise,
which do not depend on u_t. Outputs from both sides of t reveal u_t.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

from tabular.episodic.protocol import TreeUser
from tabular.noise.counters.designs import BinaryDesign
from tabular.noise.counters.loss import laplace_loss
from tabular.privacy.joint import JointPrivacy, Law, discrete_laplace, view_law
from tabular.privacy.joint.agent_law import Hidden
from tabular.privacy.joint.reference_agents import OneDrawCounting, colluders_recover
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, exact, exact_all
from theory_checks.core.interpret import exact as rational

Scale = Callable[[Fraction], Fraction]
Recover = Callable[[Fraction, Fraction, Fraction], Fraction]
HALF = Fraction(1, 2)


def literal_scale(epsilon: Fraction) -> Fraction:
    """Return epsilon, the scale of Lap(epsilon) if its argument is the scale."""
    return epsilon


def inverse_scale(epsilon: Fraction) -> Fraction:
    """Return 1/epsilon, the scale of the Laplace mechanism for sensitivity 1 and privacy parameter epsilon."""
    return 1 / epsilon


EPSILONS = (Fraction(1), Fraction(2), Fraction(10), Fraction(99, 100), HALF, Fraction(1, 10))
VIEW = r"the largest log density ratio of the view of one later user"


BROKEN = {r"scale $\varepsilon$": {"scale": literal_scale}}


@claim(
    "pucb/laplace-example",
    reading="scale",
    setting={"scale": literal_scale, "border": 1},
    sound={r"scale $1/\varepsilon$": {"scale": inverse_scale}},
)
@claim(
    "pucb/coalition-future",
    reading="scale",
    setting={"scale": literal_scale, "border": 1},
    sound={r"scale $1/\varepsilon$": {"scale": inverse_scale}},
)
@claim("pucb/laplace-example", reading="privacy-parameter", broken=BROKEN)
@claim("pucb/coalition-future", reading="privacy-parameter", broken=BROKEN)
@claim("pucb/laplace-example/repaired", broken=BROKEN)
def laplace_example(trial: Trial, *, scale: Scale = inverse_scale, border: int = 0) -> Iterator[Finding]:
    """Compare the exact loss of one view with epsilon, on both sides of the border."""
    inside = Region.INSIDE if border else Region.WHOLE
    for epsilon in EPSILONS:
        yield exact(
            f"$\\varepsilon = {epsilon}$",
            laplace_loss(BinaryDesign(1), {(1, 0): 1}, scale(epsilon)),
            "<=",
            rational(trial.formal.right, {"epsilon": epsilon}),
            quantity=VIEW,
            region=inside if epsilon >= border else Region.OUTSIDE,
            certificate=_far_release(trial, epsilon),
        )


def _far_release(trial: Trial, epsilon: Fraction) -> Certificate:
    return instance(
        trial.formal,
        r"At the release $y = 1$ the log density ratio of the sums 1 and 0 with noise of scale $\varepsilon$ "
        r"exceeds $\varepsilon$.",
        {"epsilon": epsilon},
    )


@dataclass(frozen=True)
class FreshDrawCounting(OneDrawCounting):
    """The same counter with new noise in every round: later users average it away."""

    def start(self) -> Law:
        """Return the count before the first round; there is no noise yet."""
        return ((Fraction(1), 0),)

    def act(self, hidden: Hidden, step: int, state: int) -> Law:
        """Tell the count with the present user in it, with new noise."""
        low, high = -self.reach - hidden - state, self.reach + self.episodes - hidden - state
        noises = discrete_laplace(self.decay, low, high)
        return tuple((weight, (hidden + state + noise + self.reach, hidden)) for weight, noise in noises)

    def end_episode(
        self, hidden: Hidden, states: tuple[int, ...], actions: tuple[int, ...], rewards: tuple[object, ...]
    ) -> Law:
        """Count the user."""
        return ((Fraction(1), hidden + states[0]),)


class SometimesRedrawn(OneDrawCounting):
    """The same counter that draws its noise again after every tenth round, in the mean."""

    def end_episode(
        self, hidden: Hidden, states: tuple[int, ...], actions: tuple[int, ...], rewards: tuple[object, ...]
    ) -> Law:
        """Count the user; keep the noise or draw it again."""
        noise, ones = hidden[0], hidden[1] + states[0]
        law = discrete_laplace(self.decay, -self.reach - self.episodes, self.reach + self.episodes)
        again = tuple((Fraction(str(weight)) / 10, (fresh, ones)) for weight, fresh in law)
        return ((Fraction(9, 10), (noise, ones)), *again)


Counter = Callable[[Fraction, int, int], OneDrawCounting]
Members = Callable[[int, int], list[int]]


def after(t: int, T: int) -> list[int]:
    """Return the users after user t."""
    return list(range(t + 1, T))


def with_one_before(t: int, T: int) -> list[int]:
    """Return them and the user before user t."""
    return [*range(max(t - 1, 0), t), *after(t, T)]


@claim(
    "pucb/coalition-future",
    broken={
        "new noise in every round": {"counter": FreshDrawCounting},
        "new noise after every tenth round, in the mean": {"counter": SometimesRedrawn},
        "the user before is a member": {"members": with_one_before},
    },
    near=("new noise after every tenth round, in the mean", "the user before is a member"),
)
def coalition_future(
    trial: Trial, *, counter: Counter = OneDrawCounting, members: Members = after
) -> Iterator[Evidence]:
    """Compare the loss of every coalition of later users with the largest loss of one member, by enumeration."""
    for T in (2, 3, 4) if trial.full else (2, 3):
        agent = counter(HALF, 1, T)
        for t in range(T - 1):
            users = members(t, T)
            groups = [group for size in range(1, len(users) + 1) for group in combinations(users, size)]
            pairs = {
                f"bits {bits}, coalition {tuple(k + 1 for k in group)}": _compared(agent, bits, t, group)
                for bits in product((0, 1), repeat=T)
                for group in groups
                if bits[t] == 1
            }
            yield exact_all(
                f"all streams of {T} bits, user {t + 1}, all coalitions of later users, discrete Laplace noise",
                {name: (joint, ">=", single) for name, (joint, single) in pairs.items()},
                quantity=r"the smallest ratio $e^{-\varepsilon}$ for the coalition, and for its best member",
            )


def _compared(
    agent: OneDrawCounting, bits: tuple[int, ...], t: int, group: tuple[int, ...]
) -> tuple[Fraction, Fraction]:
    return _ratio(agent, bits, t, group), min(_ratio(agent, bits, t, (k,)) for k in group)


def _ratio(agent: OneDrawCounting, bits: tuple[int, ...], t: int, group: tuple[int, ...]) -> Fraction:
    """Return the smallest ratio of probabilities of what a group sees when bit t is switched."""
    switched = (*bits[:t], 1 - bits[t], *bits[t + 1 :])
    laws = [view_law(agent, _streams(agent, stream), group) for stream in (bits, switched)]
    return Fraction(1 / JointPrivacy(*laws).ratio)  # type: ignore[arg-type]


def _streams(agent: OneDrawCounting, bits: tuple[int, ...]) -> list[TreeUser]:
    return [TreeUser.constant([bit], [0], agent.n_actions) for bit in bits]


def own_bit_kept(before: Fraction, after: Fraction, own: Fraction) -> Fraction:
    """Return after - before: the attack without subtracting the own bit of user t + 1."""
    return after - before


@claim("pucb/collusion-attack", broken={r"$u_{t+1}$ is not subtracted": {"recover": own_bit_kept}})
def collusion_attack(trial: Trial, *, recover: Recover = colluders_recover) -> Iterator[Evidence]:
    """Recover every bit of every stream, step by step as printed."""
    for T in range(3, 9 if trial.full else 7):
        checks: dict[str, tuple[Fraction, str, Fraction]] = {}
        for bits, noise in product(product((0, 1), repeat=T), (Fraction(0), Fraction(-22, 7))):
            sums = [Fraction(sum(bits[:t])) for t in range(T + 1)]
            for t in range(2, T):
                before, after, own = sums[t - 1], sums[t + 1], Fraction(bits[t])
                recovered = recover(before + noise, after + noise, own)
                combined = rational(trial.formal.left, {"before": before, "after": after, "u_after": own, "xi": noise})
                case = f"bits {bits}, noise {noise}, t = {t}"
                checks[f"{case}: what is recovered, and the sums"] = (recovered, "==", combined)
                bit = rational(trial.formal.right, {"u": bits[t - 1]})
                checks[f"{case}: what is recovered, and the bit"] = (recovered, "==", bit)
        yield exact_all(
            f"all streams of {T} bits, two noises, all $t$", checks, quantity="the bit of user $t$ is recovered"
        )
