"""`theory-checks audit` as people call it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from theory_checks.checker import checker
from theory_checks.commands.group import cli

SOURCE = """
import os
from tabular.errors import InputError
def safe(world, rng, count):
    return world + rng.laplace(0.0, 1.0, count)

def leaky(world, rng, count):
    return world + rng.laplace(0.0, 0.25, count)

def broken(world, rng):
    raise RuntimeError("no [such] luck")

def leaves(world, rng):
    raise SystemExit(0)

def quits(world, rng):
    os._exit(0)

def vanishes(world, rng, leave=os._exit):
    leave(0)

def stops(world, rng):
    raise GeneratorExit

def verbose(world, rng):
    raise ValueError("first\\n\\nsecond")

def refuses(world, rng):
    raise InputError("first\\nsecond")

def chatty(world, rng):
    print("noise")
    return round(world + rng.laplace(), 2)

def ragged(world, rng):
    return rng.normal(size=world + 1).tolist()

def orders(world, rng):
    return {"order": "".join(rng.permutation(list("bcdefghijklm")))}
"""


FEW = ["--runs", "8000"]


BESIDE = """
class Closed(type):
    def __getattribute__(cls, name):
        raise ValueError(name)

class thing(metaclass=Closed):
    pass

def mechanism(world, rng):
    return int(rng.integers(2))
"""


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "mechanisms.py"
    path.write_text(SOURCE)
    return path


def call(*arguments):
    return CliRunner().invoke(cli, ["audit", *map(str, arguments), *([] if "--runs" in arguments else FEW)])


def told(answer):
    """Return what was told, wherever the lines end."""
    return " ".join(answer.output.split())


def test_a_true_claim_stands_with_status_0(source):
    answer = call(f"{source}::safe", "--epsilon", 1, "--reals")

    assert answer.exit_code == 0, answer.output
    assert "CONSISTENT" in answer.output
    assert "with confidence 0.95" in answer.output


def test_other_claims_are_audited(source):
    answers = [call(f"{source}::leaky", *claim) for claim in (("--mu", 1), ("--rho", 0.2), ("--renyi", 2, 0.5))]

    assert [answer.exit_code for answer in answers] == [1, 1, 1]
    assert "leaky is 1-Gaussian private" in told(answers[0])
    assert "rho >= " in told(answers[1])
    assert "leaky is (2, 0.5)-Renyi private" in told(answers[2])


def test_neither_the_file_nor_another_answer_is_written_over(source, tmp_path):
    before, same = Path(source).read_bytes(), tmp_path / "same"
    answers = [
        call(f"{source}::leaky", "--epsilon", 1, "--page", source),
        call(f"{source}::leaky", "--epsilon", 1, "--page", same, "--junit", tmp_path / "." / "same"),
    ]
    answers.append(call(f"{source}::leaky", "--epsilon", 1, "--page", same, "--certificates", same))
    assert [x.exit_code for x in answers] == [2, 2, 2]
    assert all("must be different files" in x.output for x in answers)
    assert Path(source).read_bytes() == before
    assert not same.exists()


def test_a_page_and_a_test_are_written_where_they_are_asked_for(source, tmp_path):
    page, junit = tmp_path / "new" / "page.html", tmp_path / "junit.xml"
    answer = call(f"{source}::leaky", "--epsilon", 1, "--page", page, "--junit", junit)
    refused = call(f"{source}::leaky", "--epsilon", 1, "--page", tmp_path)

    assert answer.exit_code == 1
    assert "REFUTED" in page.read_text(encoding="utf-8")
    assert 'failures="1"' in junit.read_text(encoding="utf-8")
    assert refused.exit_code == 2
    assert "--page must name a file or nothing yet, got a folder" in refused.output


def test_low_bits_are_named_and_real_numbers_have_none(source):
    answer = call(f"{source}::safe", "--epsilon", 1)

    assert answer.exit_code == 1
    assert "what tells the worlds apart are low bits, which real numbers do not have" in told(answer)


def test_a_false_claim_falls_with_status_1_and_a_certificate(source, tmp_path):
    answer = call(f"{source}::leaky", "--epsilon", 1, "--certificates", tmp_path / "proofs", "--json")
    actual = json.loads(answer.output)

    assert answer.exit_code == 1
    assert actual["verdict"] == "REFUTED"
    assert actual["bounds"][0]["epsilon"] > 1
    with open(actual["certificate"], "rb") as file:
        assert checker.check_bytes(file.read())["accepted"]


def test_text_and_json_tell_the_same(source):
    text = call(f"{source}::leaky", "--epsilon", 1).output
    actual = json.loads(call(f"{source}::leaky", "--epsilon", 1, "--json").output)

    assert f"{actual['bounds'][0]['epsilon']:.4f}" in text
    assert actual["event"]["statistic"] in " ".join(text.split())


def test_two_processes_find_what_one_finds(source):
    alone, shared = (call(f"{source}::leaky", "--epsilon", 1, "--json", "--jobs", jobs).output for jobs in (1, 2))

    assert json.loads(alone)["schema"] == "theory-checks/audit/2"
    assert shared == alone


def test_outputs_of_any_kind_are_judged_and_the_ceiling_says_what_it_supposes(source):
    leak = call(f"{source}::ragged", "--epsilon", 1)
    blind = call(f"{source}::orders", "--epsilon", 1)

    assert leak.exit_code == 1
    assert "could be shown with so many runs, if the event that is found were perfect" in told(leak)
    assert blind.exit_code == 0
    assert "INCONCLUSIVE" in blind.output
    assert "none: no statistic varies in the search, although the outputs differ" in told(blind)


def test_what_a_mechanism_prints_does_not_reach_the_reader_and_is_named(source):
    answer = call(f"{source}::chatty", "--epsilon", 1, "--json")
    actual = json.loads(answer.output)

    assert actual["verdict"] == "CONSISTENT"
    assert actual["notes"] == ["prints in world 0 and world 1: not counted, as an adversary sees what is returned"]
    text = told(call(f"{source}::chatty", "--epsilon", 1))
    assert "noticed prints in world 0 and world 1: not counted, as an adversary sees what is returned" in text


def test_what_a_file_prints_is_no_part_of_the_answer(tmp_path):
    path = tmp_path / "loud.py"
    path.write_text("print('read')\ndef mechanism(world, rng):\n    return 0\n")
    command = [sys.executable, "-m", "theory_checks", "audit", str(path), "--epsilon", "1", "--runs", "100", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert json.loads(done.stdout)["mechanism"] == "mechanism"
    assert "read" in done.stderr


def test_a_file_that_ends_the_program_has_no_verdict(tmp_path):
    path = tmp_path / "ends.py"
    path.write_text("import sys\ndef mechanism(world, rng):\n    return 0\nsys.exit(0)\n")
    answer = call(path, "--epsilon", 1)

    assert answer.exit_code == 2
    assert "FILE must be importable, got SystemExit: 0 at" in answer.output


@pytest.mark.parametrize("command", [("audit", "--epsilon", "1"), ("hunt",)])
@pytest.mark.parametrize("kind", ["long", "kernel"])
def test_a_file_that_nobody_reads_to_the_end_is_not_begun(tmp_path, command, kind):
    path = tmp_path / f"{kind}.py"
    if kind == "kernel":
        path.symlink_to("/proc/self/pagemap")  # which the system calls a file of no bytes
    else:
        path.touch()
        os.truncate(path, 1 << 40)
    answer = CliRunner().invoke(cli, [command[0], str(path), *command[1:]])

    assert answer.exit_code == 2
    assert "FILE must be an ordinary file of at most 16777216 bytes" in told(answer)


def test_what_stands_beside_a_mechanism_is_not_asked_what_it_is(tmp_path):
    path = tmp_path / "beside.py"
    path.write_text(BESIDE)

    assert call(path, "--epsilon", 1, "--runs", 1000).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["::quits", "--epsilon", 1], "quits must not fail, got EndedError: status 0"),
        (["::vanishes", "--epsilon", 1], "::vanishes must not end the process, got status 0"),
        (["::broken", "--epsilon", 1], "broken must not fail, got RuntimeError: no [such] luck"),
        (["::leaves", "--epsilon", 1], "leaves must not fail, got SystemExit: 0"),
        (["::stops", "--epsilon", 1], "stops must not fail, got GeneratorExit"),
        (["::verbose", "--epsilon", 1], "verbose must not fail, got ValueError: first second"),
        (["::refuses", "--epsilon", 1], "Error: first second"),
        (["::none", "--epsilon", 1], "mechanism must be one of safe, leaky, broken"),
        (["", "--epsilon", 1], "FILE must hold one function, or be followed by ::name"),
        (["::safe", "--epsilon", -1], "epsilon must be in [0, 500)"),
        (["::safe", "--epsilon", 1, "--runs", 5], "runs must be an integer of at least 40"),
        (["::safe", "--epsilon", 1, "--seconds", 0], "seconds must be positive, or None, got 0.0"),
        (["::safe"], "audit must get one of --epsilon, --mu, --rho and --renyi, got 0 of them"),
        (["::safe", "--mu", 1, "--rho", 1], "audit must get one of --epsilon, --mu, --rho and --renyi, got 2 of them"),
    ],
)
def test_mistakes_get_one_sentence_and_status_2(source, arguments, message):
    answer = call(f"{source}{arguments[0]}", *arguments[1:])

    assert answer.exit_code == 2
    assert any(message in line for line in answer.output.splitlines())
    assert "Traceback" not in answer.output
