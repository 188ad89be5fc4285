"""Hostile certificates: each is refused in one sentence, within the operation budget, without a traceback."""

import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from certificate_corpus import certificate, corpus, mdp
from hypothesis import given
from hypothesis import strategies as st
from raw import fact, lemma, mean_max, op, ref, relation

from theory_checks.checker import checker

ROOT = Path(__file__).resolve().parents[3]
CORPUS = corpus()
GOOD = json.dumps(CORPUS["optimal value"])
LARGE = json.dumps(CORPUS["identity-value-error"])


def refused(raw):
    answer = checker.check_bytes(raw if isinstance(raw, bytes) else raw.encode())
    assert answer["accepted"] is False
    assert answer["sentence"].startswith("refused: ")
    assert len(answer["sentence"]) < 500
    return answer["sentence"]


@pytest.mark.parametrize("length", range(0, len(GOOD), 7))
def test_truncated(length):
    assert "must be JSON" in refused(GOOD[:length])


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "must be JSON"),
        ("null", "exactly the fields"),
        ("[]", "exactly the fields"),
        ('"text"', "exactly the fields"),
        ("{}", "exactly the fields"),
        ("[" * 100_000, "must be JSON"),
        ('{"a":' * 100_000, "must be JSON"),
        ("1" * 10_000_000, "bytes"),
        ("1" * 1_000_000, "at most 9 digits"),
        ("1e999999999", "at most 9 digits"),
        ("0.5", "at most 9 digits"),
        ("NaN", "at most 9 digits"),
        ("-Infinity", "at most 9 digits"),
        ('{"a": 1, "a": 2}', "distinct keys"),
        (GOOD + GOOD, "must be JSON"),
        (GOOD[:-1] + ', "extra": 1}', "exactly the fields"),
    ],
    ids=lambda text: str(text)[:20],
)
def test_what_is_no_certificate(text, rule):
    assert rule in refused(text)


def test_what_is_no_text():
    assert "must be JSON" in refused(b"\xff\xfe" + GOOD.encode())
    assert "must be JSON" in refused(GOOD.encode("utf-16"))


def test_junk_in_place_of_a_section():
    """Each part of a sound certificate, replaced by any kind of JSON, is refused or makes no difference."""
    for junk in (None, True, 7, "x", [], {}, [[]], {"op": "+"}, {"ref": "M"}, [None], "9" * 5000):
        for section in json.loads(GOOD):
            data = json.loads(GOOD) | {section: junk}
            accepted = checker.check_bytes(json.dumps(data).encode())["accepted"]
            harmless = (isinstance(junk, str) and section == "says") or (section, junk) in (
                ("given", []),
                ("constants", {}),
            )
            assert accepted == harmless, (section, junk)


def leaves(node, path=()):
    for step, child in node.items() if isinstance(node, dict) else enumerate(node):
        yield (*path, step)
        if isinstance(child, dict | list):
            yield from leaves(child, (*path, step))


@pytest.mark.parametrize(
    "name", ["optimal value", "value-error-lower-bound", "no fixed point", "three stays and a cycle"]
)
def test_junk_anywhere_inside(name):
    for path in leaves(CORPUS[name]):
        if path[0] in ("says", "assumed"):
            continue
        for junk in (None, True, -1, 10**8, "", "1/0", "x" * 1000, [], {}, [["1"]], {"ref": ["M"]}, {"op": {}}):
            data = json.loads(json.dumps(CORPUS[name]))
            node = data
            for step in path[:-1]:
                node = node[step]
            node[path[-1]] = junk
            answer = checker.check_bytes(json.dumps(data).encode())
            assert not answer["accepted"] or data == CORPUS[name], (path, junk)


@given(st.binary(max_size=60), st.integers(0, len(LARGE) - 1), st.integers(0, 30))
def test_bytes_overwritten(junk, place, length):
    """Whatever bytes are put in place of others, the answer is one of the two."""
    raw = LARGE.encode()
    answer = checker.check_bytes(raw[:place] + junk + raw[place + length :])
    assert answer["accepted"] in (True, False)


@pytest.mark.parametrize(
    "number",
    [
        "1" * 4001,
        "1/" + "1" * 4001,
        "1/0",
        "+1",
        " 1",
        "1 ",
        "1\n",
        "1_000",
        "0x1",
        "1e3",
        "1.5",
        "",
        "-",
        "1/-2",
        "\u0661",
        "½",
    ],
)
def test_what_is_no_number(number):
    assert "a number must be a string" in refused(
        json.dumps(certificate(relation(1, "<", 2)) | {"constants": {"a": number}})
    )


def tower(height):
    node = {"op": "pow", "args": ["9", "1000"]}
    for _ in range(height):
        node = {"op": "pow", "args": [node, "1000"]}
    return node


def deep(levels):
    node = "1"
    for _ in range(levels):
        node = {"op": "neg", "args": [node]}
    return node


def ladder(rungs):
    """Constants that double: each is twice the one before, so the last is 2^(2^rungs) when multiplied."""
    return {"x0": "3"} | {f"x{i + 1}": op("*", f"x{i}", f"x{i}") for i in range(rungs)}


def series(to, body, start="0"):
    return {"op": "series", "index": "k", "from": start, "to": str(to), "body": body}


def nested(levels):
    """A series in a series in a series ..."""
    node = "1"
    for i in range(levels):
        node = {**series(9999, node), "index": f"k{i}"}
    return node


K = ref("k")
BOMBS = {
    "a binomial": {"conclusion": relation(op("binomial", 10**6, 5 * 10**5), ">", 1)},
    "a binomial of huge numbers": {"conclusion": relation(op("binomial", "9" * 3000, 10**6), ">", 1)},
    "a binomial of a root": {"conclusion": relation(op("binomial", 5, op("sqrt", 2)), ">", 1)},
    "a binomial out of range": {"conclusion": relation(op("binomial", 5, 6), ">", 1)},
    "many binomials": {"conclusion": relation(series(99_999, op("binomial", 2400, 1200)), "<", 1)},
    "a large power": {"conclusion": relation(op("pow", 10**100, 10**6), ">", 1)},
    "a large power of a root": {"conclusion": relation(op("pow", op("sqrt", 2), 10**6), ">", 1)},
    "a large exponent": {"conclusion": relation(op("pow", op("sqrt", 2), 10**6 + 1), ">", 1)},
    "many powers of roots": {"conclusion": relation(series(99_999, op("pow", op("sqrt", 2), 15_000)), "<", 1)},
    "many large powers": {"conclusion": relation(series(99_999, op("pow", "999/1000", 13_000)), "<", 1)},
    "a power of a negative root": {"conclusion": relation(op("pow", op("neg", op("sqrt", 2)), 9001), ">", 1)},
    "an undecided reciprocal": {
        "conclusion": relation(op("pow", op("-", op("*", op("sqrt", 2), op("sqrt", 2)), 2), -9), ">", 0)
    },
    "series in series": {"conclusion": relation(nested(3), ">", 1)},
    "a deep nest of series": {"conclusion": relation(nested(200), ">", 1)},
    "a series with its own index": {"conclusion": relation(series(9, series(9, K)), ">", 1)},
    "an index outside of its series": {"conclusion": relation(op("+", series(9, K), K), ">", 1)},
    "an endless series": {"conclusion": relation(series("9" * 3000, K, "-1"), ">", 1)},
    "a constant that speaks of an index": {
        "constants": {"c": op("+", K, 1)},
        "conclusion": relation(series(9, "c"), ">", 1),
    },
    "an index that is no integer": {"objects": {"v": [1, 2]}, "conclusion": relation(ref("v", "1/2"), ">", 0)},
    "a negative index": {"objects": {"v": [1, 2]}, "conclusion": relation(ref("v", op("-", 0, 1)), ">", 0)},
    "an index out of range": {"objects": {"v": [1, 2]}, "conclusion": relation(series(2, ref("v", K)), ">", 0)},
    "a huge index": {"objects": {"v": [1, 2]}, "conclusion": relation(ref("v", op("pow", 10, 9000)), ">", 0)},
    "an irrational index": {"objects": {"v": [1, 2]}, "conclusion": relation(ref("v", op("pi")), ">", 0)},
    "the length of a number": {"constants": {"c": 1}, "conclusion": relation({"op": "length", "of": ["c"]}, ">", 0)},
    "the length of nothing": {"conclusion": relation({"op": "length", "of": []}, ">", 0)},
    "a tower of powers": {"conclusion": relation(tower(5), ">", 1)},
    "a power of a root": {"conclusion": relation(op("pow", tower(0), 1000), ">", 1)},
    "an exponent": {"conclusion": relation(op("pow", 2, 10**6), ">", 1)},
    "an exponential of an exponential": {"conclusion": relation(op("exp", op("exp", 20)), ">", 1)},
    "a tiny exponential": {"conclusion": relation(op("exp", -(10**30)), ">", 0)},
    "constants that square": {"constants": ladder(30), "conclusion": relation("x30", ">", 1)},
    "depth": {"conclusion": relation(deep(400), ">", 1)},
    "copies": {"conclusion": relation(mean_max([1], [10**6]), ">", 1)},
    "many scales": {"conclusion": relation(mean_max(range(1, 20_000)), ">", 10**12)},
    "a large scale": {"conclusion": relation(mean_max([10**3000, 1]), ">", 1)},
    "a small scale": {"conclusion": relation(mean_max(["1/" + "9" * 3000, 1]), ">", 1)},
    "many means": {"conclusion": relation(op("+", *(mean_max([i]) for i in range(1, 3000))), ">", 10**12)},
    "undecided sums": {
        "conclusion": relation(op("+", op("sqrt", 2), *["1"] * 20_000), ">=", op("+", op("sqrt", 2), 20_000))
    },
    "coprime denominators": {"conclusion": relation(op("+", *(f"1/{10**900 + i}" for i in range(4000))), ">", 1)},
    "coprime weights": {
        "conclusion": relation(1, ">", 0),
        "objects": {"w": [f"1/{10**900 + i}" for i in range(1000)]},
        "facts": [fact("distribution", weights="w")],
    },
    "a fact many times": {
        "conclusion": relation("M.states", ">", 0),
        "objects": {"M": mdp([[[1] + [0] * 299] * 300] * 2, [[0] * 300] * 2, 0), "v": [0] * 300},
        "facts": [fact("primal-feasible", mdp="M", value="v")] * 5000,
    },
    "many actions many times": {
        "conclusion": relation("M.states", ">", 0),
        "objects": {"M": mdp([[[1]]] * 20_000, [[0]] * 20_000, 0), "v": [0]},
        "facts": [fact("optimal-value", mdp="M", value="v")] * 2000,
    },
    "m^n tables": {
        "conclusion": relation("M.states", ">", 0),
        "objects": {"M": mdp([[[1]]] * 200, [[0]] * 200, 0), "g": [["0"]] * 200, "t": [[["0"]] * 200] * 200},
        "facts": [fact("no-fixed-point", mdp="M", noise="g", tables="t")],
    },
    "chords many times": {
        "conclusion": relation(1, ">", 0),
        "objects": {"x": [f"{i}/1999" for i in range(2000)], "f": [0] * 2000},
        "given": [lemma(f"n{i}", "chord-integral", points="x", values="f") for i in range(2000)],
    },
    "chords with coprime steps": {
        "conclusion": relation("n", ">", 0),
        "objects": {"x": [*(f"{i}/{10**900 + i}" for i in range(1000)), 1], "f": list(range(1001))},
        "given": [lemma("n", "chord-integral", points="x", values="f")],
    },
    "many tails": {
        "conclusion": relation(
            op("*", *(op("normal-cdf", Fraction(i, 50)) for i in range(1, 2000)), 0),
            "<",
            op("-", op("sqrt", 2), op("sqrt", 2)),
        )
    },
    "a deep tail": {
        "conclusion": relation("x", ">", 0),
        "given": [lemma("x", "gaussian-delta", mu=Fraction(1, 10**3000), epsilon=10**3000)],
    },
    "levels of lists": {"conclusion": relation(1, ">", 0), "objects": {"a": [[[["1"]]]]}},
    "ragged lists": {"conclusion": relation(ref("a", 0), ">", 0), "objects": {"a": [["1"], ["1", "2"]]}},
    "keys of classes": {"conclusion": relation({"op": "__class__", "args": ["1"]}, ">", 0)},
    "formats": {"conclusion": relation(1, ">", 0), "facts": [{"fact": "{0.__class__}"}]},
}


def bomb(name):
    """Return the text of a certificate that holds the bomb."""
    data = certificate(relation(1, ">", 0)) | json.loads(json.dumps(BOMBS[name]))
    data["constants"] = {k: x if isinstance(x, str | dict) else str(x) for k, x in data["constants"].items()}
    data["objects"] = {k: texts(x) for k, x in data["objects"].items()}
    return json.dumps(data)


@pytest.mark.parametrize("name", BOMBS)
def test_bombs(name):
    assert re.search(r" must |could not decide", refused(bomb(name)))


def texts(node):
    if isinstance(node, dict):
        return {k: texts(x) for k, x in node.items()}
    return [texts(x) for x in node] if isinstance(node, list) else str(node)


def test_the_budget_counts_operations_and_not_seconds():
    """A certificate at the edge of the budget spends the same number of units on every run and machine."""
    spent = []
    for _ in range(2):
        run = checker.Checker()
        run.run(CORPUS["largest of twelve"])
        spent.append(checker.MAX_WORK - run.left)
    assert spent[0] == spent[1] > 10_000


class TestFiles:
    def test_unreadable_paths(self, tmp_path):
        for path in (tmp_path, tmp_path / "missing.json", tmp_path / ("x" * 5000), "nul\0byte", ""):
            answer = checker.check_file(str(path))
            assert not answer["accepted"]
            assert "file" in answer["sentence"]

    def test_a_pipe_is_not_waited_for(self, tmp_path):
        os.mkfifo(tmp_path / "pipe")
        assert "must be a file" in checker.check_file(str(tmp_path / "pipe"))["sentence"]
        (tmp_path / "kernel").symlink_to("/proc/kmsg")  # which the system calls a file
        assert "must be a file" in checker.check_file(str(tmp_path / "kernel"))["sentence"]

    def test_only_the_first_megabytes_are_read(self, tmp_path):
        with open(tmp_path / "huge.json", "wb") as file:
            file.truncate(1 << 40)  # a sparse file of a terabyte
        assert "at most" in checker.check_file(str(tmp_path / "huge.json"))["sentence"]

    def test_the_command_never_shows_a_traceback(self, tmp_path):
        (tmp_path / "deep.json").write_text("[" * 100_000)
        (tmp_path / "surrogate.json").write_text(GOOD.replace('"M"', '"\\ud800"'))
        digits = json.dumps(certificate(relation("1" * 3999, ">", "2")))
        (tmp_path / "digits.json").write_text(digits)
        names = ["deep.json", "surrogate.json", "digits.json", "missing\udcff.json", "."]
        command = [sys.executable, str(ROOT / "theory_checks/checker/checker.py"), *names]
        environment = os.environ | {"PYTHONINTMAXSTRDIGITS": "640", "PYTHONIOENCODING": "ascii"}
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment, check=False)
        assert done.returncode == 2
        assert done.stderr == ""
        assert [": accepted: " in line for line in done.stdout.splitlines()] == [False, False, True, False, False]
