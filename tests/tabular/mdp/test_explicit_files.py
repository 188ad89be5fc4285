"""Explicit files: round trips, the forms that PRISM and Storm print, and what is refused."""

import os
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from scipy import sparse

from tabular import FiniteMDP, InputError
from tabular.mdp import explicit_lines, explicit_reading
from tabular.mdp.explicit_files import write_explicit
from tabular.mdp.explicit_reading import read_explicit
from tabular.mdp.instances import dense_random, garnet, rational_random

HALF = Fraction(1, 2)
EXAMPLE = FiniteMDP([[[HALF, HALF], [0, 1]], [[1, 0], [Fraction(1, 3), Fraction(2, 3)]]], [[3, 0], [0, -7]], HALF)


def put(folder, **files):
    """Write the files NAME.ending and return the NAME."""
    for ending, text in files.items():
        (folder / f"model.{ending}").write_text(text, encoding="utf-8")
    return folder / "model"


@given(st.integers(1, 6), st.integers(1, 3), st.integers(1, 9), st.integers(0, 10**6))
def test_an_exact_mdp_comes_back_exactly(tmp_path_factory, n, m, denominator, seed):
    mdp, name = rational_random(n, m, HALF, denominator, seed), tmp_path_factory.mktemp("round") / "a.b"
    mdp.to_explicit(name)

    other = FiniteMDP.from_explicit(name, HALF)

    assert other.transitions.tolist() == mdp.transitions.tolist()
    assert other.rewards.tolist() == mdp.rewards.tolist()
    assert other.is_exact


@pytest.mark.parametrize("program", ["prism", "storm"])
@pytest.mark.parametrize("mdp", [dense_random(6, 3, 0.9, 1), garnet(70, 3, 2, 0.9, 1, sparse=True)])
def test_a_float_mdp_comes_back_bit_for_bit(mdp, program, tmp_path):
    mdp.to_explicit(tmp_path / "model", program)

    other = FiniteMDP.from_explicit(tmp_path / "model", 0.9)

    assert other.is_sparse == mdp.is_sparse
    assert np.array_equal(*(x.stacked.toarray() if x.is_sparse else x.stacked for x in (other, mdp)))
    assert other.rewards.tobytes() == mdp.rewards.tobytes()


def test_zeros_that_a_sparse_matrix_stores_are_not_written(tmp_path):
    P = sparse.csr_array(([1.0, 0.0, 1.0], [0, 1, 1], [0, 2, 3]), shape=(2, 2))

    FiniteMDP([P], [[0.0, 2.0]], 0.5).to_explicit(tmp_path / "model")

    assert (tmp_path / "model.tra").read_text() == "2 2 2\n0 0 0 1.0\n1 0 1 1.0\n"
    assert (tmp_path / "model.trew").read_text() == "2 2 1\n1 0 1 2.0\n"


def test_what_is_written_for_prism(tmp_path):
    write_explicit(EXAMPLE, tmp_path / "model", labels={"init": [0], "goal": [0, 1]})

    assert (tmp_path / "model.tra").read_text() == (
        "2 4 6\n0 0 0 1/2\n0 0 1 1/2\n0 1 0 1\n1 0 1 1\n1 1 0 1/3\n1 1 1 2/3\n"
    )
    assert (tmp_path / "model.trew").read_text() == "2 4 4\n0 0 0 3\n0 0 1 3\n1 1 0 -7\n1 1 1 -7\n"
    assert (tmp_path / "model.lab").read_text() == '0="init" 1="goal"\n0: 0 1\n1: 1\n'


def test_what_is_written_for_storm(tmp_path):
    write_explicit(EXAMPLE.to_float(), tmp_path / "model", labels={"init": [0], "goal": [0, 1]}, program="storm")

    assert (tmp_path / "model.tra").read_text().startswith("mdp\n0 0 0 0.5\n0 0 1 0.5\n0 1 0 1.0\n")
    assert (tmp_path / "model.trew").read_text() == "0 0 0 3.0\n0 0 1 3.0\n1 1 0 -7.0\n1 1 1 -7.0\n"
    assert (tmp_path / "model.lab").read_text() == "#DECLARATION\ninit goal\n#END\n0 init goal\n1 goal\n"


@pytest.mark.parametrize("program", ["prism", "storm"])
def test_labels_come_back(program, tmp_path):
    labels = {"init": (1,), "goal": (0, 1), "nowhere": ()}
    write_explicit(EXAMPLE.to_float(), tmp_path / "model", labels=labels, program=program)

    assert read_explicit(tmp_path / "model", 0.5).labels == labels


# Three rooms: "go" from 0 succeeds with 9/10; state 2 has one choice. With comments and names, as PRISM prints them.
ROOMS = {
    "tra": "3 5 6\n0 0 1 0.9 go\n0 0 0 0.1 go\n0 1 0 1 stay\n1 0 2 1 go\n1 1 0 1 back\n2 0 2 1\n",
    "srew": '# Reward structure "energy"\n# State rewards\n3 2\n0 2.3\n2 0.1\n',
    "trew": '# Reward structure "energy"\n# Transition rewards\n3 5 2\n0 0 1 7/2\n1 0 2 1\n',
    "lab": '# Labels\n0="init" 1="deadlock" 2="goal"\n0: 0\n2: 2 1\n',
}


def test_a_model_of_prism_is_read_exactly(tmp_path):
    name = put(tmp_path, **ROOMS)

    model = read_explicit(name, HALF, missing="repeat")

    tenth = Fraction(1, 10)
    assert model.mdp.transitions.tolist() == [
        [[tenth, 9 * tenth, 0], [0, 0, 1], [0, 0, 1]],
        [[1, 0, 0], [1, 0, 0], [0, 0, 1]],
    ]
    # 23/10 of the state, and 9/10 of 7/2 for the way to 1
    assert model.mdp.rewards.tolist() == [[23 * tenth + Fraction(63, 20), 1, tenth], [23 * tenth, 0, tenth]]
    assert model.labels == {"init": (0,), "deadlock": (2,), "goal": (2,)}


def test_floats_are_those_next_to_what_is_written(tmp_path):
    mdp = read_explicit(put(tmp_path, **ROOMS), 0.5, missing="repeat").mdp

    assert mdp.transitions[0, 0].tolist() == [0.1, 0.9, 0]
    assert mdp.rewards[0, 2] == 0.1


def test_a_model_of_storm_is_read(tmp_path):
    name = put(
        tmp_path, tra="mdp\n0 0 0 0.5\n0 0 1 .5\n1 0 1 1e0\n", srew="1 10\n", lab="#DECLARATION\na b\n#END\n1 b\n"
    )

    model = read_explicit(name, 0.5)

    assert model.mdp.transitions.tolist() == [[[0.5, 0.5], [0, 1]]]
    assert model.mdp.rewards.tolist() == [[0, 10]]
    assert model.labels == {"a": (), "b": (1,)}


def test_a_fraction_is_the_float_next_to_it_if_floats_are_asked_for(tmp_path):
    name = put(tmp_path, tra="mdp\n0 0 0 1/3\n0 0 1 2/3\n1 0 1 1\n")

    assert FiniteMDP.from_explicit(name, 0.5).transitions[0, 0].tolist() == [1 / 3, 2 / 3]


def reading(discount=HALF, missing="refuse", **files):
    def call(folder):
        return read_explicit(put(folder, **files), discount, missing=missing)

    return call


LOOP = {"tra": "1 1 1\n0 0 0 1\n"}
TOO_LONG = "x" * (explicit_lines.LONGEST_LINE + 1)
REFUSED = [
    (reading(tra=""), "model.tra must begin with mdp or with sizes, got an empty file"),
    (
        reading(tra="dtmc\n0 0 1\n"),
        "the first line must be mdp, or the numbers of states, choices and transitions",
    ),
    (reading(tra="1 1\n"), "the first line must be mdp, or the numbers of .*, got '1 1' in line 1 of model.tra"),
    (reading(tra="1 1 1\n0 0 1\n"), "a transition must be: state choice target probability .action., got '0 0 1' in "),
    (reading(tra="1 1 1\n0 0 0 1 go fast\n"), "a transition must be: state choice target probability"),
    (
        reading(tra="1 1 1\n0 -1 0 1\n"),
        "a number of states, choices or lines must be an integer .*, got '-1'",
    ),
    (reading(tra="1 1 1\n0 0 " + 30 * "9" + " 1\n"), "a number of states, choices or lines must be an integer"),
    (reading(tra="1 1 1\n0 0 ² 1\n"), "a number of states, choices or lines must be an integer"),
    (reading(tra="1 1 1\n0 0 0 nan\n"), "a probability or reward must be a number such as 0.5, 1e-3 or 1/3, got 'nan'"),
    (reading(tra="1 1 1\n0 0 0 1/0\n"), "a probability or reward must be a number such as 0.5, 1e-3 or 1/3, got '1/0'"),
    (reading(tra="1 1 1\n0 0 0 1e9999\n"), "a probability or reward must be a number such as"),
    (reading(tra="1 1 1\n0 0 0 " + 401 * "1" + "\n"), "a probability or reward must be a number such as"),
    (
        reading(0.5, tra="1 1 1\n0 0 0 " + 390 * "1" + "/1\n"),
        "a probability or reward must be within the range of float64, got '1{56}[.]{3} in line 2 of model.tra",
    ),
    (reading(tra="2 1 1\n0 0 0 1\n"), "the first line must have the number of states that have lines, 1, got 2 in "),
    (reading(tra="1 2 1\n0 0 0 1\n"), "the first line must have the number of choices that have lines, 1, got 2 in "),
    (reading(tra="1 1 2\n0 0 0 1\n"), "the first line must have the number of transitions that have lines, 1, got 2"),
    (reading(tra="mdp\n0 0 7 1\n"), "every state must have a choice, got none for state 1 in model.tra"),
    (reading(tra="mdp\n0 1 0 1\n"), "the choices of a state must be numbered 0 to 0, got 1 in state 0"),
    (reading(tra="mdp\n0 0 0 0.5\n"), r"P\[0\] must have rows that sum to 1, got 1/2 in row 0"),
    (reading(tra=ROOMS["tra"]), "every state must have edges for all 2 actions, got none for action 1 in state 2"),
    (reading(missing="?", **LOOP), r"missing must be 'refuse' or 'repeat', got '\?'"),
    (reading(discount="x", **LOOP), "discount must hold integers, Fractions or floats, got the str 'x'"),
    (reading(**LOOP, srew="1 1\n1 3\n"), "a reward must be for a known state or transition, once, got '1 3' in line 2"),
    (reading(**LOOP, srew="1 2\n0 3\n0 3\n"), "a reward must be for a known state or transition, once, got '0 3' in"),
    (reading(**LOOP, trew="1 1 1\n0 0 3\n"), "a reward must stand behind the 3 numbers of what it is for, got '0 0 3'"),
    (reading(**LOOP, srew="1 2\n0 3\n"), "the first line must end with the number of rewards, 1, got '1 2' in line 1"),
    (
        reading(**LOOP, lab="init\n"),
        "the first line of labels must be #DECLARATION or like 0=.init., got 'init'",
    ),
    (
        reading(**LOOP, lab="#DECLARATION\ninit\n"),
        "#DECLARATION must be followed by #END, got none in line 1",
    ),
    (
        reading(**LOOP, lab='0="init"\n1: 0\n'),
        "a label must be given to states 0 to 0, got '1:' in line 2",
    ),
    (reading(**LOOP, lab='0="init"\n0: 4\n'), "a label must be declared in the first lines, got '4' in line 2"),
    (reading(tra=TOO_LONG), f"a line must be at most {explicit_lines.LONGEST_LINE} bytes long, got more in line 1"),
]


@pytest.mark.parametrize(("call", "pattern"), REFUSED)
def test_what_is_no_model_is_refused_in_one_sentence(call, pattern, tmp_path):
    with pytest.raises(InputError, match=f"^{pattern}") as caught:
        call(tmp_path)

    assert "\n" not in str(caught.value)


def test_bytes_that_are_no_text_are_refused(tmp_path):
    (tmp_path / "model.tra").write_bytes(b"1 1 1\n0 0 0 \xff\n")

    with pytest.raises(InputError, match=r"a file must be text in UTF-8, got other bytes in line 2 of model.tra"):
        read_explicit(tmp_path / "model", HALF)


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "model.tra")

    with pytest.raises(InputError, match=r"a model must be in ordinary files, got another thing at model.tra"):
        read_explicit(tmp_path / "model", HALF)


def test_sizes_are_bounded(tmp_path, monkeypatch):
    name = put(tmp_path, **LOOP)
    monkeypatch.setattr(explicit_reading, "MOST_TRANSITIONS", 0)
    with pytest.raises(InputError, match=r"model.tra must have at most 0 transitions, got more"):
        read_explicit(name, HALF)
    monkeypatch.setattr(explicit_lines, "MOST_BYTES", 3)
    with pytest.raises(InputError, match=r"a file must be at most 3 bytes long, got 14 at model.tra"):
        read_explicit(name, HALF)


def test_many_states_are_too_large_to_be_exact_and_too_many_choices_to_be_repeated(tmp_path):
    chain = "mdp\n" + "".join(f"{s} 0 {s} 1\n" for s in range(5000))
    with pytest.raises(InputError, match=r"an exact MDP must have at most 10000000 transition entries, got 25000000"):
        FiniteMDP.from_explicit(put(tmp_path, tra=chain), HALF)
    wide = chain + "".join(f"0 {a} 0 1\n" for a in range(1, 5000))
    with pytest.raises(InputError, match=r"repeated choices must make at most 20000000 .*, got 25000000"):
        FiniteMDP.from_explicit(put(tmp_path, tra=wide), 0.5, missing="repeat")


def test_rewards_of_another_model_are_not_mixed_in(tmp_path):
    name = put(tmp_path, srew="2 1\n0 3\n")

    with pytest.raises(InputError, match=r"model.srew must not be there, as it would be read with what is written"):
        EXAMPLE.to_explicit(name)


test_what_cannot_be_written_is_refused = refusals(
    (EXAMPLE, {"program": "jani"}, "program must be 'prism' or 'storm', got 'jani'"),
    (EXAMPLE, {"program": "storm"}, "an MDP for Storm must hold floats .to_float.. rounds., got exact numbers"),
    (EXAMPLE, {"labels": {"a b": [0]}}, "label must be a word of letters, digits and _, got 'a b'"),
    (EXAMPLE, {"labels": {"goal": [2]}}, "label must be given to states 0 to 1, got 2 for 'goal'"),
    (EXAMPLE, {"labels": {"goal": [True]}}, "label must be given to states 0 to 1, got True for 'goal'"),
    calling=lambda mdp, options: write_explicit(mdp, "never", **options),
)
