"""The checker of the browser, run by node, answers random certificates as the one in Python does."""

import json
import random
import shutil
import subprocess

import pytest
from raw import certificate, fact, lemma, mean_max, op, ref, relation, statement, total

from theory_checks.checker import checker, script

ASK = """
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map((text) => globalThis.checkCertificateText(text))));
"""
FUNCTIONS = ("neg", "floor", "abs", "sqrt", "exp", "log", "normal-cdf")
PAIRS = ("+", "-", "*", "/", "min", "max", "binomial")
SIGNS = list(checker.RELATIONS)


def number(rng):
    return f"{rng.randint(-6, 12)}/{rng.choice([1, 1, 1, 2, 3, 7])}"


def expression(rng, depth, index=0):
    """Return a random expression, in which k0, k1, ... below `index` run through integers."""
    if depth == 0:
        names = ["c", ref("v", 1), ref("v", op("floor", "c")), total("v"), {"op": "length", "of": ["v"]}, op("pi")]
        return rng.choice([number(rng), *names, *([f"k{rng.randrange(index)}"] if index else [])])

    def smaller(more=0):
        return expression(rng, depth - 1, index + more)

    kind = rng.choice(["function", "pair", "pair", "power", "series", "relation", "mean"])
    if kind == "function":
        return op(rng.choice(FUNCTIONS), smaller())
    if kind == "pair":
        return op(rng.choice(PAIRS), smaller(), smaller())
    if kind == "power":
        return op("pow", smaller(), rng.choice([-3, 0, 2, 17, 2001, 10**6]))
    if kind == "relation":
        return relation(smaller(), rng.choice(SIGNS), smaller())
    if kind == "mean":
        return mean_max([smaller(), number(rng)], [1, rng.randint(1, 3)], absolute=rng.random() < 0.5)
    span = {"from": str(rng.randint(-1, 2)), "to": str(rng.randint(0, 5)), "body": op("+", smaller(1), 0)}
    return {"op": rng.choice(["series", "+", "*", "max", "min"]), "index": f"k{index}", **span}


def random_certificate(seed):
    rng = random.Random(seed)
    sides = expression(rng, rng.randint(1, 4)), expression(rng, rng.randint(0, 2))
    parts = {"constants": {"c": "3/2", "unused": "1"}, "objects": {"v": ["1/2", "-2", "5"]}}
    facts = [{"fact": "iteration", "sequence": "s", "matrix": "A", "offset": "v"}] * (rng.random() < 0.5)
    parts["objects"] |= {"s": [["1", "1", "1"]], "A": [["1", "0", "0"]] * 3} if facts else {}
    used = op("+", sides[0], op("*", 0, "c"), op("*", 0, "unused"), op("*", 0, ref("v", 0)))
    return certificate(relation(used, rng.choice(SIGNS), sides[1]), facts=facts, **parts)


def in_node(texts, folder):
    """Return what the checker of the browser answers."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    (folder / "ask.js").write_text(script() + ASK, encoding="utf-8")
    done = subprocess.run([node, folder / "ask.js"], input=json.dumps(texts).encode(), capture_output=True, check=True)
    return json.loads(done.stdout)


def test_random_certificates(tmp_path):
    texts = [json.dumps(random_certificate(seed)) for seed in range(600)]

    python = [checker.check_bytes(text.encode()) for text in texts]

    assert in_node(texts, tmp_path) == python
    assert sum(answer["accepted"] for answer in python) > 50


@pytest.mark.parametrize("junk", [None, False, [], {}, "٣", "\U0001d7d9", "\x7f", "__proto__", "toString"])
def test_what_is_refused_is_shown_alike(junk, tmp_path):
    sound = relation(op("*", "c", ref("v", 0)), ">", 0)
    parts = {"constants": {"c": "3/2"}, "objects": {"v": ["1/2"]}}
    stated = {"fact": junk, "sequence": "v"}
    changed = [
        certificate(sound, **parts, facts=[stated]),
        certificate(sound, **parts, facts=[junk]),
        certificate(relation({"op": junk, "args": ["1"]}, ">", 0), **parts),
        certificate(relation({"op": "abs", "args": junk}, ">", 0), **parts),
        certificate(relation({"ref": junk}, ">", 0), **parts),
        certificate(sound, constants={"c": "1"}, objects={"v": [junk]} if isinstance(junk, str) else {"v": []}),
    ]
    texts = [json.dumps(data) for data in changed]

    python = [checker.check_bytes(text.encode()) for text in texts]

    assert not any(answer["accepted"] for answer in python)
    assert in_node(texts, tmp_path) == python


@pytest.mark.parametrize("junk", [None, True, False, 1, ["mdp"]])
def test_what_is_no_text_names_no_mdp(junk, tmp_path):
    mdp = {"transitions": [[["1"]]], "rewards": [["1"]], "discount": "1/2"}
    stated = {"fact": "optimal-value", "mdp": junk, "value": "v"}
    objects = {str(junk) if isinstance(junk, bool) or junk is None else "other": mdp, "mdp": mdp, "v": ["2"]}
    text = json.dumps(certificate(relation(ref("v", 0), ">", 1), facts=[stated], objects=objects))

    python = checker.check_bytes(text.encode())

    assert not python["accepted"]
    assert in_node([text], tmp_path) == [python]


@pytest.mark.parametrize("junk", [None, 5, [], {"ref": 5, "at": 7}, {"ref": 5, "at": [None]}, {"toString": 1}])
def test_junk_in_place_of_a_parameter(junk, tmp_path):
    """Also of one that no formula asks for, but the sentence of the lemma does."""
    unasked = {**lemma("x", "equal-steps-change", L=0, alpha=1, B=1, difference=1)}
    unasked["parameters"]["L"] = junk
    changed = [
        certificate(relation("x", ">", 0), given=[unasked]),
        certificate(relation(1, ">", 0), facts=[{"fact": "distribution", "weights": junk}]),
        certificate(relation(1, ">", 0), facts=[{"fact": "eigenvector", "matrix": "A", "vector": "v", "factor": junk}]),
    ]
    texts = [json.dumps(data) for data in changed]

    python = [checker.check_bytes(text.encode()) for text in texts]

    assert not any(answer["accepted"] for answer in python)
    assert in_node(texts, tmp_path) == python


@pytest.mark.parametrize("junk", [None, True, ["<"], {"toString": 1}, [{"toString": 1}]])
def test_what_is_no_relation_is_refused_alike(junk, tmp_path):
    text = json.dumps(certificate({**relation("c", ">", 0), "relation": junk}, constants={"c": "1"}))

    python = checker.check_bytes(text.encode())

    assert python["sentence"] == "refused: a relation must be one of < <= > >= = !="
    assert in_node([text], tmp_path) == [python]


def test_a_number_of_copies_captures_no_index(tmp_path):
    """For each x the sum is 0; a value that speaks of its index would be another one in each term."""
    around = {"op": "series", "index": "k", "from": "1", "to": "2"}
    zero = relation({**around, "body": op("*", op("-", "k", "3/2"), "x")}, "=", 0)
    inside = relation({**around, "body": op("*", "x", "x")}, ">=", 0)
    about = statement(formal=[zero], domain=[inside])
    mean = {"op": "mean-max-normal", "index": "z", "from": "1", "to": "1", "body": "1", "copies": [ref("k.")]}
    text = json.dumps(certificate(None, statement=about, values={"x": mean}))

    python = checker.check_bytes(text.encode())

    assert python["sentence"] == 'refused: a name must be declared, got "k."'
    assert in_node([text], tmp_path) == [python]


def test_the_digest_sorts_by_characters_and_not_by_their_halves(tmp_path):
    tied = {"x": {"is": "gaussian-delta", "\uffff": "", "\U00010000": "", "2": "", "10": "", "__proto__": ""}}
    text = json.dumps(certificate(relation("c", ">", 0), constants={"c": "1"}, statement=statement(quantities=tied)))

    python = checker.check_bytes(text.encode())

    assert python["accepted"]
    assert in_node([text], tmp_path) == [python]


def test_what_is_null_is_no_number_under_whatever_name_there_is_one(tmp_path):
    own = fact("eigenvector", matrix="A", vector="v", factor=None)
    parts = {"constants": {"factor": "1"}, "objects": {"v": ["1", "1"], "A": [["1/4", "3/4"], ["1", "0"]]}}
    text = json.dumps(certificate(relation(op("*", "factor", ref("v", 0)), ">", 0), facts=[own], **parts))

    python = checker.check_bytes(text.encode())

    assert not python["accepted"]
    assert in_node([text], tmp_path) == [python]


def test_an_entry_at_a_computed_place_is_told_alike(tmp_path):
    factor = {"ref": "v", "at": [op("-", 1, 1)]}
    own = fact("eigenvector", matrix="A", vector="v", factor=factor)
    parts = {"objects": {"v": ["1", "1"], "A": [["1/4", "3/4"], ["1", "0"]]}, "facts": [own]}
    text = json.dumps(certificate(relation(ref("v", 0), ">", 0), **parts))

    python = checker.check_bytes(text.encode())

    assert python["details"][1] == "v is an eigenvector of A for v[(...)]"
    assert in_node([text], tmp_path) == [python]


def test_a_number_that_json_may_not_hold_is_refused_alike(tmp_path):
    texts = ['{"part": 1000000000}', "[1.5]", "[1e3]"]

    assert in_node(texts, tmp_path) == [checker.check_bytes(text.encode()) for text in texts]
