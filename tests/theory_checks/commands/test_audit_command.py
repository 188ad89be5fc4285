"""`theory-checks audit` as people call it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from theory_checks import checker
from theory_checks.__main__ import cli

SOURCE = """
def safe(world, rng, count):
    return world + rng.laplace(0.0, 1.0, count)

def leaky(world, rng, count):
    return world + rng.laplace(0.0, 0.25, count)

def broken(world, rng):
    raise RuntimeError("no [such] luck")
"""


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "mechanisms.py"
    path.write_text(SOURCE)
    return path


def call(*arguments):
    return CliRunner().invoke(cli, ["audit", *map(str, arguments)])


def test_a_true_claim_stands_with_status_0(source):
    answer = call(f"{source}::safe", "--epsilon", 1)

    assert answer.exit_code == 0, answer.output
    assert "CONSISTENT" in answer.output
    assert "with confidence 0.95" in answer.output


def test_a_false_claim_falls_with_status_1_and_a_certificate(source, tmp_path):
    answer = call(f"{source}::leaky", "--epsilon", 1, "--certificates", tmp_path / "proofs", "--json")
    found = json.loads(answer.output)

    assert answer.exit_code == 1
    assert found["verdict"] == "REFUTED"
    assert found["bounds"][0]["epsilon"] > 1
    with open(found["certificate"], "rb") as file:
        assert checker.check_bytes(file.read())["accepted"]


def test_text_and_json_tell_the_same(source):
    text = call(f"{source}::leaky", "--epsilon", 1).output
    found = json.loads(call(f"{source}::leaky", "--epsilon", 1, "--json").output)

    assert f"{found['bounds'][0]['epsilon']:.4f}" in text
    assert found["event"]["statistic"] in " ".join(text.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["::broken", "--epsilon", 1], "broken must not fail, got RuntimeError: no [such] luck"),
        (["::none", "--epsilon", 1], "mechanism must be one of safe, leaky, broken"),
        (["", "--epsilon", 1], "FILE must hold one function, or be followed by ::name"),
        (["::safe", "--epsilon", -1], "epsilon must be in [0, 500)"),
        (["::safe", "--epsilon", 1, "--runs", 5], "confirm must be an integer of at least 20"),
        (["::safe"], "Missing option '--epsilon'"),
    ],
)
def test_mistakes_get_one_sentence_and_status_2(source, arguments, message):
    answer = call(f"{source}{arguments[0]}", *arguments[1:])

    assert answer.exit_code == 2
    assert message in " ".join(answer.output.split())
    assert "Traceback" not in answer.output
