"""The repaired learner: which candidate a network ranks best, the exact law of the answer, and its releases."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from refusals import refusals
from scipy.stats import binomtest

from tabular.dpdqn import repaired
from tabular.dpdqn.environment import MIDDLE, IntervalWalk
from tabular.dpdqn.evaluation import expected_return
from tabular.dpdqn.networks import MLP
from tabular.dpdqn.options import BRACKETED, NON_PRIVATE
from tabular.dpdqn.release import Release
from tabular.dpdqn.repaired import (
    LINEAR,
    PUBLIC,
    TO_THE_ENDS,
    TO_THE_LEFT,
    TO_THE_MIDDLE,
    TO_THE_RIGHT,
    best_candidates,
    experiment_key,
    private_answers,
    private_release,
)
from tabular.dpdqn.saving import load, save
from tabular.dpdqn.training import Training, train
from tabular.privacy import calibrate, randomised_response

ALL = (*PUBLIC, TO_THE_RIGHT, TO_THE_LEFT)
STATES = np.linspace(0, 1, 21)


def untrained(*thetas) -> Training:
    """Return runs whose networks are these linear ones."""
    return Training(NON_PRIVATE, len(thetas), network=LINEAR, initial=np.array(thetas))


class UnwrittenError(Exception):
    """A draw beyond the script."""


class Script:
    """Coins that fall as written."""

    def __init__(self, *script: int) -> None:
        self.script = list(script)

    def below(self, n: int) -> int:
        if not self.script:
            raise UnwrittenError(n)
        return self.script.pop(0)


def exact_law(answer: Callable[[Script], int], *script: int) -> dict[int, Fraction]:
    """Return the law of an answer, by every way in which its coins can fall."""
    try:
        return {answer(Script(*script)): Fraction(1)}
    except UnwrittenError as unwritten:
        n, law = unwritten.args[0], dict[int, Fraction]()
    for coin in range(n):
        for value, weight in exact_law(answer, *script, coin).items():
            law[value] = law.get(value, Fraction(0)) + weight / n
    return law


def number(answer: Release, candidates=PUBLIC) -> int:
    return [tuple(theta) for theta in candidates].index(tuple(answer.theta))


@pytest.mark.parametrize(
    ("candidates", "delta", "truth"),
    [
        (PUBLIC, Fraction(1, 2), Fraction(3, 4)),
        (PUBLIC, Fraction(0), Fraction(1, 2)),
        (ALL[:3], Fraction(1, 4), Fraction(1, 2)),
        (ALL[:3], Fraction(0), Fraction(1, 3)),
        (ALL, Fraction(1, 6), Fraction(3, 8)),
    ],
)
def test_the_law_of_a_release_is_exactly_that_of_the_response(candidates, delta, truth, monkeypatch):
    """At epsilon 0 and these delta p is a fraction short enough to let the coins fall in every way."""
    training, k = untrained(*candidates), len(candidates)

    for best in range(k):

        def answer(coins: Script, best: int = best) -> int:
            monkeypatch.setattr(repaired, "RandomBits", lambda _: coins)
            given = private_release(training, best, epsilon=0, delta=delta, key=1, candidates=candidates)
            return number(given, candidates)

        law = exact_law(answer)
        assert law == {i: truth if i == best else (1 - truth) / (k - 1) for i in range(k)}


def test_the_coins_turn_exactly_at_p(monkeypatch):
    p = calibrate(0.9, 1e-4, randomised_response(3)).truth
    for coins, expected in (
        ((p.numerator - 1, 1), 0),
        ((p.numerator, 0), 1),
        ((p.numerator, 1), 2),
        ((p.denominator - 1, 1), 2),
    ):
        monkeypatch.setattr(repaired, "RandomBits", lambda _, coins=coins: Script(*coins))
        given = private_release(untrained(TO_THE_MIDDLE), epsilon=0.9, delta=1e-4, key=1, candidates=ALL[:3])
        assert number(given, ALL) == expected


def test_both_coins_are_drawn_whatever_the_first_one_says(monkeypatch):
    for first in (0, 2**53 - 1):
        coins = Script(first, 1)
        monkeypatch.setattr(repaired, "RandomBits", lambda _, coins=coins: coins)
        private_release(untrained(TO_THE_MIDDLE), epsilon=0.9, key=1, candidates=ALL[:3])
        assert coins.script == []


def test_the_answers_to_keys_have_the_law():
    training = untrained(TO_THE_ENDS)
    actual = [number(private_release(training, epsilon=0.9, delta=1e-4, key=key)) for key in range(1000)]
    p = float(calibrate(0.9, 1e-4, randomised_response(2)).truth)

    assert binomtest(sum(actual), len(actual), p).pvalue > 1e-9


@pytest.mark.parametrize("k", [2, 3, 4])
def test_the_answers_of_all_runs_have_the_law(k):
    """6,000 runs; every answer is counted, for each candidate that may be best."""
    best = np.arange(6000) % k
    training = untrained(*(ALL[i] for i in best))
    answers = private_answers(training, 7, epsilon=1.0, candidates=ALL[:k])
    actual = calibrate(1.0, 0, randomised_response(k))
    shift = (answers.indices - best) % k

    np.testing.assert_array_equal(answers.parameters, np.array(ALL)[answers.indices])
    for i in range(k):
        p = float(actual.other if i else actual.truth)
        assert binomtest(int((shift == i).sum()), len(best), p).pvalue > 1e-9


def test_the_answers_of_all_runs_are_releases():
    training = untrained(*ALL * 10)
    answers = private_answers(training, 3, epsilon=0.9, delta=1e-4, candidates=ALL)

    for run in range(training.runs):
        given = private_release(training, run, epsilon=0.9, delta=1e-4, key=experiment_key(3), candidates=ALL)
        assert number(given, ALL) == answers.indices[run]
    assert (private_answers(training, 4, epsilon=0.9, candidates=ALL).indices != answers.indices).any()


def test_a_network_ranks_its_own_policy_best():
    assert best_candidates(untrained(*ALL), ALL).tolist() == [0, 1, 2, 3]
    assert best_candidates(untrained(*ALL), ALL[::-1]).tolist() == [3, 2, 1, 0]


def test_what_a_wrong_action_costs_counts_and_ties_go_to_the_first():
    """Right is better everywhere, on the left by more: the middle; by less: the ends; by as much: a tie."""
    more, less, same = (0.0, -1.0, 0.0, 2.0), (0.0, 1.0, 0.0, 1.0), (0.0, 0.0, 0.0, 1.0)

    assert best_candidates(untrained(more, less, same)).tolist() == [0, 1, 0]


def test_whatever_a_network_has_become_there_is_an_answer_and_no_error():
    wild = untrained(*[[v] * 4 for v in (np.nan, np.inf, -np.inf, 1e308)])

    assert best_candidates(wild).tolist() == [0, 0, 0, 0]
    assert number(private_release(wild, 1, epsilon=1, key=5)) in (0, 1)


def test_the_same_question_has_the_same_answer_and_others_have_coins_of_their_own():
    """Of 64 coins that fall alike by chance two kinds agree everywhere with probability 2**-64."""
    training, later = (train(BRACKETED.but(horizon=h, noise_level=0.4), 2, 3, jobs=1) for h in (128, 192))

    def asked(*, of: Training = training, run: int = 0, **arguments) -> list[int]:
        given = {"epsilon": 0, "candidates": PUBLIC} | arguments
        return [number(private_release(of, run, key=key, **given), given["candidates"]) for key in range(64)]

    first = asked()
    assert first == asked()
    assert set(first) == {0, 1}
    for other in (asked(run=1), asked(of=later), asked(epsilon=1e-9), asked(candidates=PUBLIC[::-1])):
        assert other != first


SETTINGS = {
    "options": {"options": NON_PRIVATE.but(horizon=64, discount=0.5)},
    "seed": {"seed": 4},
    "bits": {"bits": "chacha20"},
    "network": {"network": MLP((1, 2, 2))},
    "environment": {"environment": IntervalWalk(episode=49)},
}


def toss(key: int, **changes) -> int:
    """Return the first coin of a release at epsilon 0: whether the answer is not the best candidate."""
    training = Training(**({"options": NON_PRIVATE.but(horizon=64), "runs": 1, "seed": 3} | changes))
    return number(private_release(training, epsilon=0, key=key)) ^ int(best_candidates(training)[0])


@pytest.mark.parametrize("setting", SETTINGS)
def test_trainings_of_other_settings_have_coins_of_their_own_under_one_key(setting):
    """400 keys: the coins of two settings agree as often as two fair coins."""
    agree = sum(toss(key) == toss(key, **SETTINGS[setting]) for key in range(400))

    assert binomtest(agree, 400, 0.5).pvalue > 1e-9


def test_other_rewards_or_initial_parameters_alone_meet_the_same_coins():
    """What cannot be part of a public question: so the documentation asks for another key."""
    for changes in ({"rewards": -MIDDLE}, {"initial": MLP().initial(9)}):
        assert [toss(key) for key in range(64)] == [toss(key, **changes) for key in range(64)]


def test_numbers_that_are_equal_make_equal_settings():
    written = [NON_PRIVATE.but(horizon=64, step_size=x) for x in (1, 1.0, np.float64(1.0))]

    assert len({tuple(toss(key, options=options) for key in range(64)) for options in written}) == 1


def test_a_saved_training_gives_the_same_answer(tmp_path):
    training = train(NON_PRIVATE.but(horizon=192), 3, 5, jobs=1)
    save(training, tmp_path / "runs.npz")
    again = load(tmp_path / "runs.npz")

    for key in range(20):
        before, after = (private_release(t, 2, epsilon=0.5, delta=1e-5, key=key) for t in (training, again))
        np.testing.assert_array_equal(before.theta, after.theta)


def test_a_release_is_one_as_any_other():
    given = private_release(untrained(TO_THE_MIDDLE), epsilon=100, key=bytes(range(32)))

    assert isinstance(given, Release)
    np.testing.assert_array_equal(given.table(21)[:, 1:], given.values(STATES))
    np.testing.assert_array_equal(given.values(STATES), LINEAR.population_values([TO_THE_MIDDLE], STATES[:, None])[0])
    assert expected_return(given.actions) == expected_return(lambda s: (s < 0.5).astype(int))


def test_the_names_of_the_candidates_are_what_they_do():
    actions = [Release(LINEAR, np.array(theta)).actions([0.2, 0.8]).tolist() for theta in ALL]

    assert actions == [[1, 0], [0, 1], [1, 1], [0, 0]]


def test_candidates_may_be_of_any_network():
    network = MLP((1, 3, 2))
    candidates = network.initial(0, 5)
    given = private_release(untrained(TO_THE_LEFT), epsilon=1, key=2, candidates=candidates, network=network)
    answers = private_answers(untrained(TO_THE_LEFT), epsilon=1, candidates=candidates, network=network)

    assert given.network == answers.network == network
    assert any(np.array_equal(given.theta, theta) for theta in candidates)


def ask(**arguments):
    return private_release(untrained(TO_THE_MIDDLE), **({"epsilon": 1, "key": 0} | arguments))


test_bad_input_gets_one_sentence = refusals(
    (lambda: ask(epsilon=-1), "epsilon must be a number of at least 0, got -1"),
    (lambda: ask(epsilon=float("nan")), "epsilon must be a number of at least 0, got nan"),
    (lambda: ask(delta=2), "delta must be a number between 0 and 1, got 2"),
    (lambda: ask(key=-1), "key must be 32 bytes"),
    (lambda: ask(key=b"short"), "key must have 32 bytes"),
    (lambda: ask(run=1), "run must be from 0 to 0, got 1"),
    (lambda: ask(run=-1), "run must be an integer of at least 0, got -1"),
    (lambda: ask(run=0.5), "run must be an integer of at least 0, got 0.5"),
    (lambda: ask(candidates=[TO_THE_LEFT]), "candidates must be at least two rows of finite numbers"),
    (lambda: ask(candidates=[TO_THE_LEFT, (0, 0, 0, np.nan)]), "candidates must be at least two rows of finite"),
    (lambda: ask(candidates=[(1.0, 0.0)] * 2), "candidates must be rows of 4 numbers"),
    (lambda: ask(candidates=[(1.0,), (1.0, 2.0)]), "candidates must be rows of 4 numbers"),
    (lambda: ask(candidates="middle"), "candidates must be rows of 4 numbers"),
    (lambda: ask(run=True), "run must be an integer of at least 0, got True"),
    (lambda: ask(run="a"), "run must be an integer of at least 0, got 'a'"),
    (lambda: ask(network=3), "network must be an MLP, got 3"),
    (lambda: ask(network=MLP((1, 3))), "network must lead from 1 number to 2 actions"),
    (lambda: ask(network=MLP((2, 2))), "network must lead from 1 number to 2 actions"),
    (lambda: private_answers(untrained(TO_THE_LEFT), -1, epsilon=1), "seed must be an integer of at least 0"),
    (lambda: best_candidates(untrained(TO_THE_LEFT), ()), "candidates must be"),
    says="part",
)
