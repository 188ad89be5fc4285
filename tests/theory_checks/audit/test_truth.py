"""What an audit cannot see it does not clear, and what merely keeps state it does not refute."""

import math
import os
import random
import struct
import sys

import numpy as np
import pytest

from theory_checks.audit import Mechanism, Plan, audit
from theory_checks.audit.document import certificate, document
from theory_checks.audit.memory import numbers_of, remembered
from theory_checks.audit.runs import Runs
from theory_checks.core.judge import Verdict
from theory_checks.core.signals import TerminatedError

PLAN = Plan(search=300, threshold=300, confirm=1500)


def run(function, epsilon=1.0, seed=0, **more):
    return audit(function, epsilon=epsilon, plan=Plan(**{**vars(PLAN), "seed": seed}), **more)


class Slots:
    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value


class Mute(Slots):
    def __repr__(self):
        return "mute"


def payload(bits):
    return struct.unpack("<d", struct.pack("<Q", 0x7FF8_0000_0000_0000 | bits))[0]


@pytest.mark.parametrize(
    "closed",
    [
        lambda world, rng: (x for x in range(world)),
        lambda world, rng: [rng.laplace(), lambda: world],
        lambda world, rng: Mute(iter(lambda: world, 2)),
        lambda world, rng: {"noise": rng.laplace(), "secret": memoryview},
    ],
)
def test_what_cannot_be_looked_into_is_never_cleared(closed):
    actual = run(closed)

    if "secret" in str(closed(0, np.random.default_rng())):
        assert actual.verdict is Verdict.CONSISTENT  # a class has a name, and nothing else
    else:
        assert actual.verdict is Verdict.INCONCLUSIVE
        assert any(doubt.startswith("outputs hold what cannot be looked into: ") for doubt in actual.doubts)
        assert document(actual)["doubts"] == list(actual.doubts)


@pytest.mark.parametrize(
    "leak",
    [
        lambda world, rng: Slots(world),
        lambda world, rng: Mute(world + rng.laplace() / 9),
        lambda world, rng: payload(world),
        lambda world, rng: [rng.laplace(), payload(1 + world)],
        lambda world, rng, n: np.full(n, payload(world)),
        lambda world, rng: {"x": math.copysign(math.nan, world - 0.5)},
        lambda world, rng: payload(int(rng.integers(1 << 20)) + (world << 21)),
    ],
)
def test_a_leak_that_hides_in_an_object_or_a_nan_is_found(leak):
    assert run(leak).verdict is Verdict.REFUTED


def test_a_closed_part_does_not_hide_the_leak_beside_it():
    assert run(lambda world, rng: [world, (x for x in ())]).verdict is Verdict.REFUTED


def counter(world_matters=0):
    """Return outputs that grow from run to run."""
    state = {"runs": 0}

    def mechanism(world, rng):
        state["runs"] += 1
        return state["runs"] / 100 + rng.laplace() + world_matters * world

    return mechanism


def parrot():
    """Return the world of the run before: it tells nothing of its own."""
    last = [0]

    def mechanism(world, rng):
        said, last[0] = last[0], world
        return float(said)

    return mechanism


def toggle():
    """Return 0 and 1 in turns: whoever draws the worlds in turns takes it for the world."""
    state = [0]

    def mechanism(world, rng):
        state[0] = 1 - state[0]
        return state[0]

    return mechanism


@pytest.mark.parametrize("make", [counter, parrot, toggle])
@pytest.mark.parametrize("seed", range(3))
def test_state_alone_is_named_and_not_refuted(make, seed):
    actual = run(make(), seed=seed)

    assert actual.verdict is Verdict.INCONCLUSIVE
    assert actual.coins
    assert any(doubt.startswith("the mechanism keeps state between runs: ") for doubt in actual.doubts)
    assert certificate(actual) is None


def test_state_in_calls_of_many_runs_is_not_refuted():
    state = [0.0]

    def drifts(world, rng, count):
        state[0] += 1.0
        return np.full(count, state[0]) + rng.laplace(size=count)

    assert run(drifts).verdict is Verdict.INCONCLUSIVE


def test_state_that_comes_late_is_noticed_at_the_end():
    state = [0]

    def late(world, rng):
        state[0] += 1
        return world * (state[0] > 1000) + rng.laplace() * (1 + (state[0] > 1000))

    actual = run(late, epsilon=0.0)

    assert actual.verdict is Verdict.INCONCLUSIVE
    assert actual.doubts == (
        "the mechanism keeps state between runs: the random numbers of the first runs give other outputs later",
    )


def test_a_leak_of_what_keeps_state_is_refuted_all_the_same():
    actual = run(counter(world_matters=30), epsilon=0.5)
    proof = certificate(actual)

    assert actual.verdict is Verdict.REFUTED
    assert proof is not None
    assert proof.check()["accepted"]
    assert any("keeps state" in doubt for doubt in actual.doubts)


def test_random_numbers_of_its_own_are_noted_and_judged():
    right, wrong = (run(lambda world, rng, s=s: world + random.expovariate(s) - random.expovariate(s)) for s in (1, 4))

    assert (right.verdict, wrong.verdict) == (Verdict.CONSISTENT, Verdict.REFUTED)
    assert right.doubts == ()
    assert right.notes[0].startswith("the same random numbers give other outputs: it has random numbers of its own")
    assert "another audit will draw others" in right.notes[0]
    proof = certificate(wrong)
    assert proof is not None
    assert proof.check()["accepted"]
    assert proof.to_json()["assumed"][0].startswith("runs, each in the world that a fair coin said")


def test_independent_runs_are_not_said_to_remember():
    rng = np.random.default_rng(1)
    coins = rng.integers(2, size=4000, dtype=np.int8)
    zero, one = rng.normal(size=int((coins == 0).sum())), rng.integers(3, size=int((coins == 1).sum()))

    assert remembered((zero, one), coins) == ""
    assert remembered((np.sort(zero), one), coins) == "drift with the number of runs"
    assert remembered((zero[:10], one), coins) == ""
    assert [len(x) for x in numbers_of(([[1, 2]], [[3], "none"]))[1]] == [1, 2]


def test_each_kind_of_memory_has_its_name():
    rng = np.random.default_rng(2)
    coins = rng.integers(2, size=4000, dtype=np.int8)
    walk = np.convolve(rng.normal(size=4000), [1, 1])[:4000]
    said = np.concatenate([[0], coins[:-1]]) + rng.normal(size=4000)

    def split(values):
        return values[coins == 0], values[coins == 1]

    assert remembered(split(walk), coins) == "depend on the run before"
    assert remembered(split(said), coins) == "depend on the world of the run before"


def fails(world, rng):
    """Divide by a count that is 0 in world 1 alone, in a tenth of the runs."""
    return 1 / (0 if world and rng.random() < 0.1 else 1)


@pytest.mark.parametrize("many", [False, True])
def test_a_failure_is_an_outcome_and_its_world_is_named(many):
    def calls(world, rng, count):
        return [fails(world, rng) for _ in range(count)]

    actual = run(calls if many else fails)

    assert actual.verdict is Verdict.REFUTED
    assert actual.hit_world == 1
    assert actual.notes[0].startswith("raises ZeroDivisionError in 0 of 2100 runs of world 0 and ")
    assert actual.notes[0].endswith(" of 2100 runs of world 1: counted as an outcome")


def test_failures_that_a_claim_allows_stand():
    def mostly(world, rng):
        if rng.random() < (0.1, 0.3)[world]:
            raise RuntimeError("no luck")
        return 0

    assert run(mostly, epsilon=math.log(3)).verdict is Verdict.CONSISTENT
    assert run(mostly, epsilon=0.4).verdict is Verdict.REFUTED


@pytest.mark.parametrize("end", [lambda: os._exit(3), lambda: sys.exit(3)])
def test_who_ends_the_process_has_given_an_outcome(end):
    leave = os._exit
    actual = run(lambda world, rng: end() if world else 0)

    assert actual.verdict is Verdict.REFUTED
    assert " in 0 of 2100 runs of world 0 and 2100 of 2100 runs of world 1" in actual.notes[0]
    assert os._exit is leave


def test_prints_are_heard_and_named(capsys):
    actual = run(lambda world, rng: (sys.stdout.write("secret" * world), rng.laplace())[1])

    assert actual.verdict is Verdict.CONSISTENT
    assert actual.notes == ("prints in world 1: not counted, as an adversary sees what is returned",)
    assert capsys.readouterr() == ("", "")


def test_ctrl_c_goes_through():
    def stop(world, rng):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(stop)


def test_worlds_take_turns_by_chance():
    seen = []
    runs = Runs(Mechanism("m", lambda world, rng, n: [seen.append(world) or 0] * n, by_one=True), 0)
    seen.clear()
    runs.sample("x", 200)
    pairs = list(zip(seen[::2], seen[1::2], strict=True))

    assert set(pairs) == {(0, 1), (1, 0)}
    assert 50 < pairs.count((0, 1)) < 150


def test_a_coin_says_each_world_where_runs_do_not_repeat():
    runs = Runs(Mechanism("m", lambda world, rng, n: [random.random()] * n), 0)
    sample = runs.sample("x", 500)

    assert not runs.repeats
    assert sample.coins is not None
    assert (len(sample.zero), len(sample.one)) == ((sample.coins == 0).sum(), (sample.coins == 1).sum())
    assert 400 < len(sample.zero) < 600


@pytest.mark.parametrize("count", [1, 5])
def test_a_signal_that_comes_in_a_run_is_no_outcome(count):
    def ended(world, rng, count):
        raise TerminatedError(143)

    with pytest.raises(TerminatedError):
        Mechanism("ended", ended).outputs(0, count, np.random.default_rng(0))
