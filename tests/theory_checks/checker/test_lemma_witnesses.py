"""Parameters at which a lemma once said something false, and values that once refuted a true statement: all refused."""

import json
from fractions import Fraction

import pytest
from raw import certificate, lemma, op, ref, relation

from theory_checks.checker import checker
from theory_checks.engine.papers import load

F = Fraction
COUNT = "binomial must have integers 0 <= k <= n"  # the rule that all counts are positive integers
STEP = {"L": 0, "alpha": 1, "B": F(1, 2)}
RELEASE = {
    "epsilon": 1,
    "path": 0,
    "gradient": 1,
    "L": 0,
    "J": 1,
    "T": F(1, 2),
    "B": F(1, 2),
    "variance": 1,
    "beta": 1,
    "direction": -1,
    "alpha": 1,
    "gamma": 0,
    "inner": 1,
    "c": 0,
    "move": 0,
    "difference": 0,
    "r0": 1,
    "kept": 0,
}
JUMP = {"points": ["0", "1/2", "1/2", "1"], "values": ["0", "0", "1", "1"]}
PLAYS = {
    "count": 1,
    "episodes": 2,
    "doublings": 1,
    "alpha": F(1, 2),
    "states": 1,
    "actions": 2,
    "horizon": 1,
    "level": 7,
    "scale": 1,
}
GIVEN_UP = {name: x for name, x in PLAYS.items() if name != "episodes"} | {"level": 11}
LOST = {name: x for name, x in GIVEN_UP.items() if name != "alpha"}
UPDATES = {"step": 1, "gamma": F(1, 2), "sigma": 1}

COMMITTED = {"states": 1, "actions": 4, "horizon": 1, "episodes": 500, "epsilon": F(1, 4), "trials": 100}
MISTAKEN = {name: x for name, x in COMMITTED.items() if name != "episodes"} | {"alpha": 100, "failure": F(1, 4)}
WITNESSES = [
    ("half a number", "mean-absolute-sum", {"count": F(1, 2), "sigma": 1}, COUNT),
    ("half a layer", "chain-slope", {"layers": F(1, 2), "product": 2}, COUNT),
    ("the energy of half a layer", "chain-energy", {"layers": F(1, 2), "product": 2}, COUNT),
    ("1/2 is no multiple of 2^(-3/2)", "finer-grid-mean", {"level": F(3, 2), "beta": 4, "sigma": 1}, "level must be"),
    (
        "half a path",
        "tracked-reward-mu",
        {"updates": 1, "step": 1, "paths": F(1, 2), "sigma": 1, "beta": 1},
        "paths must be",
    ),
    ("half a step", "equal-steps-change", STEP | {"difference": 3}, COUNT),
    ("the distance after half a step", "equal-steps-distance", STEP | {"shift": 1}, COUNT),
    (
        "fewer than no steps",
        "update-tail",
        STEP | {"B": -1, "level": 3, "c": 0, "sigma": 1, "beta": 1},
        COUNT,
    ),
    ("half a batch", "trained-bias-release", RELEASE, COUNT),
    ("fewer than no batches", "trained-bias-release", RELEASE | {"B": -1, "T": -1}, COUNT),
    ("fewer than no pairs", "noised-norm-excess", {"level": 1, "pairs": -2}, COUNT),
    ("fewer than no cells", "relu-diagonal-share", {"cells": -2, "beta": 1}, COUNT),
    ("fewer than no queries", "triangular-draw-steps", {"queries": -2}, COUNT),
    ("a negative square form", "gaussian-log-ratio", {"form": -1, "other": -5, "sigma": 1}, "form must not"),
    (
        "a negative sum of squares",
        "midpoint-log-moment",
        {"power": 2, "decay": F(1, 2), "squares": -3, "sigma": 1},
        "squares must not",
    ),
    (
        "a negative distance",
        "subsampled-log-moment",
        {"order": 2, "steps": 1, "m": 3, "batch": 1, "sigma": 1, "distance": -1},
        "distance must not",
    ),
    (
        "a negative order",
        "subsampled-log-moment",
        {"order": -1, "steps": 1, "m": 3, "batch": 1, "sigma": 1, "distance": 1},
        "order must not",
    ),
    (
        "a negative variance",
        "noiseless-difference",
        {"epsilon": 0, "k11": -1, "k12": -1, "k22": -1, "xi1": 0, "xi2": 1},
        "k11 must not",
    ),
    (
        "a covariance above the deviations",
        "noiseless-difference",
        {"epsilon": 0, "k11": 1, "k12": 2, "k22": 3, "xi1": 0, "xi2": 1},
        "the covariance must be",
    ),
    (
        "differences of what is 0",
        "even-grid-norm",
        {"beta": 1, "level": 1, "squares": 0, "ends": 0, "differences": 5},
        "differences must be at most",
    ),
    (
        "points beyond [0, 1]",
        "even-grid-norm",
        {"beta": 1, "level": -1, "squares": 1, "ends": 1, "differences": 1},
        "level must not",
    ),
    ("half an item", "unfed-counter", {"items": F(1, 2)}, "items must be"),
    ("half a state", "chain-visits", {"state": F(1, 2), "states": 4}, "state must be"),
    ("half a state more", "chain-visits", {"state": 1, "states": F(7, 2)}, "states must be"),
    (
        "half a sum",
        "episodic-counters-loss",
        {"horizon": 1, "states": 2, "moves": 0, "sums": F(1, 2), "scale": 1},
        COUNT,
    ),
    (
        "half a level more",
        "binary-counter-chernoff",
        {"sums": F(3, 2), "level": 3, "scale": 1, "rate": F(1, 2)},
        "sums must be",
    ),
    ("half an episode", "largest-regret", {"episodes": F(1, 2), "actions": 2, "horizon": 1}, COUNT),
    ("a third of a step", "most-mistakes", {"alpha": 0, "episodes": 1, "actions": 2, "horizon": F(1, 3)}, COUNT),
    ("a vote that weighs too much", "committing-regret", {**COMMITTED, "epsilon": F(1, 3)}, "epsilon must be at most"),
    ("half a trial", "committing-regret", {**COMMITTED, "trials": F(1, 2)}, COUNT),
    ("trials beyond the end", "committing-regret", {**COMMITTED, "episodes": 99}, "there must not be more trials"),
    ("too few trials", "committing-mistakes", {**MISTAKEN, "alpha": 1, "failure": F(1, 4)}, "there must be enough"),
    ("half a user tells", "committing-mistakes", {**MISTAKEN, "epsilon": F(1, 3)}, "epsilon must be at most"),
    ("a gap that is no mistake", "more-mistakes", PLAYS | {"alpha": 1}, "alpha must be"),
    ("half a doubling", "more-mistakes", PLAYS | {"doublings": F(1, 2)}, COUNT),
    ("more plays than the level", "more-mistakes", PLAYS | {"count": 8}, "count must be at most"),
    ("no mistake but in the first episode", "log-more-mistakes", GIVEN_UP | {"count": 1}, "count must be below"),
    ("a gap that is no mistake here", "log-more-mistakes", GIVEN_UP | {"count": 0, "alpha": 1}, "alpha must be"),
    ("noise that does not matter", "log-more-mistakes", GIVEN_UP | {"count": 0, "scale": F(1, 2)}, "the noise must be"),
    ("half of a doubling", "log-more-mistakes", GIVEN_UP | {"count": 0, "doublings": F(1, 2)}, COUNT),
    ("no loss in the first episode", "log-more-regret", LOST | {"count": 1}, "count must be below"),
    ("a count that is known", "log-more-mistakes", GIVEN_UP | {"count": 0, "scale": 2}, "the level must be above"),
    ("half an entry", "noise-mean-square", {"entries": F(1, 2), "h": 1, "variance": 1}, COUNT),
    ("half a trajectory", "second-error-mean", {"m": F(1, 2), "theta": 1, "beta": 1, "p": F(1, 2)}, COUNT),
    ("two states in place of one", "same-noise-bracketed", {"states": 2, **UPDATES}, "there must be one state"),
    ("one state in place of two", "fresh-noise-two-states", {"states": 1, **UPDATES}, "there must be two states"),
]


def refusal(objects=None, **parts):
    told = checker.check_bytes(json.dumps(certificate(objects=objects or {}, **parts)).encode())
    assert not told["accepted"], told
    return told["sentence"]


@pytest.mark.parametrize(("theorem", "parameters", "rule"), [x[1:] for x in WITNESSES], ids=[x[0] for x in WITNESSES])
def test_a_lemma_says_nothing_where_its_sentence_is_false(theorem, parameters, rule):
    assert rule in refusal(conclusion=relation("x", ">=", -1000), given=[lemma("x", theorem, **parameters)])


def test_a_jump_is_no_chord():
    given = [lemma("x", "chord-integral", points="points", values="values")]
    assert "points must increase strictly" in refusal(JUMP, conclusion=relation("x", ">", 0), given=given)


def test_a_walk_between_states_counts_nothing():
    given = [lemma("x", "transitions-out", walk="w", state=0, states=2)]
    assert "a walk must go through states" in refusal(
        {"w": ["1/2", "1"]}, conclusion=relation("x", ">", 0), given=given
    )


def test_one_entry_has_no_two_ends():
    given = [lemma("x", "squares-of-ends", values="g")]
    assert "values must have two ends" in refusal({"g": ["3"]}, conclusion=relation("x", ">", 9), given=given)


def test_the_squares_are_those_of_the_level():
    given = [lemma("x", "squares-sum", values="g", level=3)]
    assert "values must be given at" in refusal({"g": ["0", "1", "0"]}, conclusion=relation("x", ">", 0), given=given)


SEEN = [["0", "1", "0"], ["0", "0", "1"], ["0", "0", "1"]]  # one state after the other, until the end
UNSEEN = [["0", "0", "1"], ["0", "1", "0"], ["0", "0", "1"]]
ENDLESS = [["0", "1/2", "0", "1/2"], ["0", "0", "1", "0"], ["0", "0", "0", "1"], ["0", "0", "1", "0"]]


@pytest.mark.parametrize(
    ("rows", "rewards", "solution", "rule"),
    [
        (UNSEEN, ["0", "0", "0"], ["0", "7", "0"], "each other state must be seen"),
        (ENDLESS, ["0", "1", "0", "0"], ["1/5", "1", "0", "0"], "the last state must be the end"),
        (SEEN, ["0", "0", "1"], ["0", "0", "0"], "the last state must be the end"),
    ],
    ids=["a state that no data speak of", "an end that goes on", "an end that pays"],
)
def test_trajectories_see_all_states_and_end(rows, rewards, solution, rule):
    chain = {"transitions": [rows], "rewards": [rewards], "discount": "1/2"}
    objects = {"M": chain, "start": ["1", *["0"] * (len(rows) - 1)], "theta": solution}
    given = [lemma("x", "trajectory-solution", mdp="M", initial="start", solution="theta", state=0, cut=0)]

    assert rule in refusal(objects, conclusion=relation("x", ">=", 0), given=given)


# ---- Statements that are true, at values that once made a certificate of the contrary ----

ANY = lemma("anchor", "mean-absolute-sum", count=1, sigma=1)  # something to rest on, of another kind
ABOVE = op("+", 1000, op("*", 0, ref("anchor")))
NOISE = {"epsilon": "1/2", "delta": "1/10", "Delta": 1, "sigma": 100, "mu": "1/100", "exact": ABOVE}
MOMENT = {"lambda": 1, "n": 1, "m": 2, "sigma": 1000, "alpha": ABOVE}
FORGED = [
    ("dpdqn/prop3", "printed", NOISE),
    ("dpdqn/prop4", "printed", NOISE | {"norm": 1}),
    ("dpdqn-v1/lemma3", "printed", NOISE),
    ("dpdqn-v1/lemma6/repaired", "printed", NOISE | {"norm": 1}),
    ("dpdqn/claim13/repaired", "printed", {x: NOISE[x] for x in ("epsilon", "Delta", "sigma", "mu", "exact")}),
    (
        "dpdqn/thm5/repaired",
        "printed",
        {"mu": 1, "T": 1, "Delta": 1, "sigma": 1, "a": 1, "n": 1, "m": 1, "epsilon": 1, "spent": ABOVE},
    ),
    ("dpdqn-v1/thm4/repaired", "printed", {"mu": 1, "Delta": 1, "sigma": 1, "epsilon": 1, "spent": ABOVE}),
    ("dpdqn/thm5/actor-critic", "printed", {"C": 1, "sigma": 1, "T": 1, "mu": ABOVE}),
    ("dpdqn/thm5-norm-bound/repaired", "printed", {"beta": 1, "L": 1, "M": 1, "v": 1, "norm": ABOVE}),
    ("dpdqn/lemma6-embedding/repaired", "printed", {"value": ABOVE, "norm": op("*", 0, ref("anchor"))}),
    ("dpdqn/lemma8-variance-max/repaired", "printed", {"sigma_z": 1, "variance": ABOVE}),
    ("dpdqn/eq2-variance/repaired", "printed", {"beta": 1, "s_minus": 0, "s": 1, "s_plus": 2, "variance": ABOVE}),
    ("gpope/lemma1/repaired", "printed", MOMENT),
    ("gpope/multi-trajectory/repaired", "printed", MOMENT | {"B": 1}),
    ("gpope/lemma1-base", "printed", {"alpha": 1, "sigma": 1, "divergence": ABOVE}),
    (
        "gpope/lemma3",
        "covariance-sigma-squared",
        {"alpha": 1, "square": 1, "sigma": op("+", 1, op("*", 0, ref("anchor"))), "divergence": ABOVE},
    ),
    ("gpope/lemma3/repaired", "printed", {"alpha": 1, "square": 1, "divergence": ABOVE}),
    ("gpope/b2-minimum/repaired", "printed", {"m": 1, "N": 1, "sigma": 1, "epsilon": 1, "exponent": ABOVE}),
    (
        "dpdqn/thm5-composition/repaired",
        "printed",
        {"epsilon": 1, "mu": 10, "Delta": 10, "sigma": 1, "updates": 1, "least": ABOVE},
    ),
    ("dpdqn/e2-dpsgd-constant/repaired", "printed", {"epsilon": 1, "mu": 10, "sigma": "1/10", "least": ABOVE}),
    ("dpdqn/e3-k-tail/repaired", "printed", {"needed": ABOVE, "J": 1, "delta_g": "1/3"}),
    ("dpdqn/e3-v-value/repaired", "printed", {"alpha": "3/10000", "B": 64, "k": 23, "v": 1}),
    (
        "dpdqn/e3-sigma/repaired",
        "printed",
        {
            "epsilon": "9/10",
            "delta": "1/20000",
            "least": ABOVE,
            "sigma": 1,
            "T": 1,
            "L": 4,
            "alpha": 1,
            "k": 0,
            "B": 1,
            "v": 4,
            "C": 320,
        },
    ),
]


@pytest.fixture(scope="module")
def ledger():
    return load().statements


@pytest.mark.parametrize(("id_", "reading", "values"), FORGED, ids=[x[0] for x in FORGED])
def test_a_true_statement_is_not_refuted(id_, reading, values, ledger):
    about = ledger[id_].binding(reading).to_json()
    given = [ANY] if "anchor" in json.dumps(values, default=str) else []
    for part in range(len(about["formal"])):
        sentence = refusal(conclusion=None, statement=about, given=given, values=values, part=part)
        rules = ("must be what a lemma gives of", "must be tied to what a lemma gives", "must satisfy the domain")
        assert any(rule in sentence for rule in rules)


def test_a_network_of_relu_layers_says_nothing_of_flatter_ones(ledger):
    about = ledger["dpdqn-v1/lemma8-gradient"].binding("printed").to_json()
    given = [
        lemma("slope", "chain-slope", layers=1, product=1),
        lemma("energy", "chain-energy", layers=1, product=1),
    ]
    values = {"p": 0, "c": 0, "N_c": 1, "weights": 1, "slope": "slope", "energy": "energy"}
    sentence = refusal(conclusion=None, statement=about, given=given, values=values)
    assert "the values must satisfy the domain" in sentence


def test_the_errors_of_two_mdps_are_not_compared(ledger):
    about = ledger["dpdqn/j1-worst-utility"].binding("bracketed").to_json()
    numbers = {"step": 1, "gamma": "1/2", "sigma": 1}
    given = [
        lemma("fresh", "fresh-noise-bracketed", states=1, **numbers),
        lemma("same", "same-noise-two-states", states=2, **numbers),
    ]
    for states in (1, 2):
        values = {"states": states, **numbers, "fresh": "fresh", "same": "same"}
        sentence = refusal(conclusion=None, statement=about, given=given, values=values)
        assert "states of" in sentence


def test_the_data_of_two_laws_are_not_compared(ledger):
    """Divided by tau or by tau + 1, an estimate changes with the law of the first state as well."""
    about = ledger["gpope/tau-normalisation"].binding("solution").to_json()
    rows = [["0", "1/2", "1/2", "0"], ["0", "0", "1", "0"], ["0", "0", "0", "1"], ["0", "0", "0", "1"]]
    chain = {"transitions": [rows], "rewards": [["0", "1", "0", "0"]], "discount": "1/2"}
    lists = {"start": ["1", "0", "0", "0"], "other": ["1/2", "1/2", "0", "0"]}
    given = [
        lemma(name, "trajectory-solution", mdp="M", state=0, cut=cut, initial=law, solution=f"{name}_theta")
        for name, cut, law in (("printed", 1, "other"), ("average", 0, "start"))
    ]
    solutions = {"printed_theta": ["1/6", "1", "0", "0"], "average_theta": ["1/5", "1", "0", "0"]}
    values = {"s": 0, "printed": "printed", "average": "average"}
    sentence = refusal({"M": chain, **lists, **solutions}, statement=about, given=given, values=values, conclusion=None)
    assert "initial of printed must be that of the statement" in sentence


@pytest.mark.parametrize("reading", ["noise-carried-along", "gradient-bounded"])
def test_the_lemma_about_these_readings_is_that_of_one_batch(reading, ledger):
    """A sum that is carried along, and a temporal difference of at most 2, are not what it speaks of in two batches."""
    about = ledger["dpdqn/thm5"].binding(reading).to_json()
    assert about["quantities"]["spent"]["J"] == "1"
