"""Tests for tabular/mdp/serialize.py: nothing is lost on the way out, nothing bad comes in."""

import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabular import FiniteMDP, InputError
from tabular.mdp.instances import dense_random, dyadic_random, garnet, rational_random
from tabular.mdp.serialize import mdp_from_data, mdp_to_data

HALF = Fraction(1, 2)


@given(st.integers(1, 5), st.integers(1, 3), st.integers(1, 1000), st.integers(0, 10**6))
def test_exact_numbers_come_back(n, m, denominator, seed):
    mdp = rational_random(n, m, Fraction(7, 9), denominator, seed)

    other = FiniteMDP.from_json(mdp.to_json())

    assert other.is_exact
    assert other.transitions.tolist() == mdp.transitions.tolist()
    assert other.rewards.tolist() == mdp.rewards.tolist()
    assert other.discount == mdp.discount


@given(st.integers(1, 5), st.integers(1, 3), st.integers(0, 10**6))
def test_floats_come_back_bit_for_bit(n, m, seed):
    mdp = dense_random(n, m, 0.1 + 0.2, seed)

    other = FiniteMDP.from_json(mdp.to_json())

    assert other.transitions.tobytes() == mdp.transitions.tobytes()
    assert other.rewards.tobytes() == mdp.rewards.tobytes()
    assert other.discount == mdp.discount


def test_extreme_floats_come_back():
    rewards = np.array([[5e-324, -0.0, 1.7976931348623157e308, -2.5]]).T.reshape(4, 1)

    other = FiniteMDP.from_json(FiniteMDP(np.ones((4, 1, 1)), rewards, 0.5).to_json())

    assert other.rewards.tobytes() == rewards.tobytes()


def test_sparse_transitions_come_back_sparse():
    mdp = garnet(90, 2, 3, 0.9, 7)

    other = FiniteMDP.from_json(mdp.to_json())

    assert other.is_sparse
    for name in ("data", "indices", "indptr"):
        assert getattr(other.stacked, name).tobytes() == getattr(mdp.stacked, name).tobytes()


def test_integer_valued_exact_mdps_stay_exact():
    mdp = FiniteMDP([[[1]]], [[3]], Fraction(0))

    assert mdp.to_json() == '{"transitions":[[["1"]]],"rewards":[["3"]],"discount":"0"}'
    assert FiniteMDP.from_json(mdp.to_json()).is_exact


def test_the_data_fit_into_a_larger_document():
    mdp = dyadic_random(2, 2, HALF, 3, 1)

    document = json.loads(json.dumps({"objects": {"M": mdp_to_data(mdp)}}))

    assert mdp_from_data(document["objects"]["M"]).transitions.tolist() == mdp.transitions.tolist()


def test_numbers_too_long_to_be_read_back_are_not_written():
    mdp = FiniteMDP([[[1]]], [[Fraction(1, 3**9000)]], HALF)

    with pytest.raises(InputError, match="an exact MDP must have numbers of at most 4000 digits"):
        mdp.to_json()


def document(**changes):
    return json.dumps({"transitions": [[["1"]]], "rewards": [["0"]], "discount": "1/2", **changes})


def sparse_document(**changes):
    parts = {"shape": [1, 2, 2], "data": [1.0, 1.0], "indices": [0, 1], "indptr": [0, 1, 2], **changes}
    return json.dumps({"transitions": parts, "rewards": [[0, 0]], "discount": 0.5})


def test_the_valid_documents_of_these_tests_are_valid():
    assert FiniteMDP.from_json(document()).is_exact
    assert FiniteMDP.from_json(sparse_document()).is_sparse


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "JSON must be well-formed, got Expecting value"),
        ("{", "JSON must be well-formed"),
        (b"{}", "JSON must be a text, got a bytes"),
        (None, "JSON must be a text, got a NoneType"),
        ("[" * 100_000, "JSON must be well-formed"),
        ('{"a":' * 100_000, "JSON must be well-formed"),
        ("9" * 5000, "JSON must be well-formed"),
        ("[]", "an MDP must be a JSON object, got a list"),
        ("{}", r"an MDP must have the keys \['discount', 'rewards', 'transitions'\], got \[\]"),
        (document(extra=1), r"an MDP must have the keys"),
        ('{"discount":"0","discount":"1/2"}', r"JSON must have every key once, got \['discount', 'discount'\]"),
        (document(discount="0.5"), "discount must hold numbers or rationals like '-7/5', got '0.5'"),
        (document(discount="1/0"), "discount must have denominators other than 0, got '1/0'"),
        (document(discount=" 1/2"), "rationals like"),
        (document(discount="1/2\n"), "rationals like"),
        (document(discount="1/-2"), "rationals like"),
        (document(discount="1_0/20"), "rationals like"),
        (document(discount="１/２"), "rationals like"),
        (document(discount="1/" + "2" * 5000), "rationals like"),
        (document(discount=0.5), "must be all exact or all floats"),
        (document(discount=None), "discount must hold integers, Fractions or floats, got the NoneType None"),
        (document(discount=["1/2"]), "discount must hold integers, Fractions or floats, got the list"),
        (document(discount="1"), "discount must be at least 0 and less than 1, got 1"),
        (document(transitions=[[["2"]]]), r"P\[0\] must have rows that sum to 1, got 2 in row 0"),
        (document(transitions=[[["1"], ["1"]]]), "P must have square matrices"),
        (document(transitions="1"), "P must be an array or nested lists with 3 axes, got a Fraction"),
        (document(transitions=[[[["1"]]]]), r"P must hold integers, Fractions or floats, got the list"),
        (document(transitions=[[[True]]]), "got the bool True"),
        (document(rewards=[[{}]]), "r must hold integers, Fractions or floats, got the dict"),
        (document(rewards=[["0"], ["0"]]), r"r must have shape \(1, 1\) to match P, got \(2, 1\)"),
        ('{"transitions":[[[NaN]]],"rewards":[[0]],"discount":0}', "JSON must hold finite numbers, got NaN"),
        (
            '{"transitions":[[[1.0]]],"rewards":[[-Infinity]],"discount":0}',
            "JSON must hold finite numbers, got -Infinity",
        ),
        ('{"transitions":[[[1.0]]],"rewards":[[1e999]],"discount":0}', r"r\[0\] must be finite, got inf in state 0"),
        (sparse_document(shape=[1, 2]), r"shape must be \[m, n, n\] with m and n of at least 1, got \[1, 2\]"),
        (sparse_document(shape=[1, 2, 3]), r"shape must be \[m, n, n\]"),
        (sparse_document(shape=[0, 2, 2]), r"shape must be \[m, n, n\]"),
        (
            sparse_document(shape=[2**30, 2**30, 2**30]),
            "indptr must have m . n . 1 = 1152921504606846977 entries, got 3",
        ),
        (sparse_document(shape="x"), "shape must be an array or nested lists with 1 axes, got a str"),
        (sparse_document(shape=[1.0, 2, 2]), "shape must hold integers from 0 to"),
        (sparse_document(indptr=[0, 2]), "indptr must have m . n . 1 = 3 entries, got 2"),
        (sparse_document(indptr=[0, 2, 1]), "P must have row pointers that rise"),
        (sparse_document(indptr=[0, 1, 9]), "P must have row pointers that rise"),
        (sparse_document(indptr=None), "indptr must be an array or nested lists"),
        (sparse_document(indices=[0, 2]), "P must have column indices from 0 to 1, got 0 to 2"),
        (sparse_document(indices=[0, -1]), r"indices must hold integers from 0 to 2\*\*31 - 1, got -1"),
        (sparse_document(indices=[0, 2**31]), r"indices must hold integers from 0 to 2\*\*31 - 1, got 2147483648"),
        (sparse_document(indices=[0]), "data must hold one float for each of 1 indices"),
        (sparse_document(data=["1/2", 1.0]), "data must hold integers, Fractions or floats, got the str '1/2'"),
        (sparse_document(data=[0.5, 1.0]), r"P\[0\] must have rows that sum to 1, got 0.5 in row 0"),
        (sparse_document(other=[]), "sparse transitions must have the keys"),
    ],
)
def test_a_damaged_or_hostile_text_is_refused_in_one_sentence(text, message):
    with pytest.raises(InputError, match=message) as caught:
        FiniteMDP.from_json(text)

    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@given(st.data())
def test_any_truncation_is_refused(data):
    text = data.draw(st.sampled_from([document(), sparse_document()]))
    end = data.draw(st.integers(0, len(text) - 1))

    with pytest.raises(InputError):
        FiniteMDP.from_json(text[:end])


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda x: st.lists(x) | st.dictionaries(st.text(), x),
    )
)
def test_arbitrary_data_never_crash(data):
    for part in (
        data,
        {"transitions": data, "rewards": [["0"]], "discount": "0"},
        {"transitions": [[["1"]]], "rewards": data, "discount": 0},
    ):
        try:
            mdp = mdp_from_data(part)
        except InputError:
            continue
        assert mdp.n_states >= 1
