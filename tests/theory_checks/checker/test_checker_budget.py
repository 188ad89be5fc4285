"""Any file, however hostile, costs little: its work is charged before it is done, and alike in both languages."""

import json
import random
import re
import resource
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from certificate_corpus import corpus
from raw import certificate, fact, lemma, mean_max, op, ref, relation, relation_fact, statement, total

from theory_checks.checker import checker, script

ROOT = Path(__file__).resolve().parents[3]
MEMORY = 200  # megabytes
PYTHON = """
import json, sys
from theory_checks.checker import checker
checker.MAX_WORK //= int(sys.argv[1])
answer = checker.check_bytes(sys.stdin.buffer.read())
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(json.dumps([answer, int(peak.split()[1]) // 1024]))
"""
NODE = """
const fs = require("fs");
const answer = globalThis.checkCertificateText(fs.readFileSync(0, "utf8"));
const peak = /VmHWM:\\s*(\\d+)/.exec(fs.readFileSync("/proc/self/status", "utf8"));
process.stdout.write(JSON.stringify([answer, Math.floor(Number(peak[1]) / 1024)]));
"""
K = ref("k")
LONG = f"{'7' * 3999}/{'7' * 3998}3"


def each(body, name="+", to=99_999):
    """An operation on what the body is at each k."""
    return {"op": name, "index": "k", "from": "0", "to": str(to), "body": body}


def above(left, **parts):
    return certificate(relation(left, ">", 10**9), **parts)


def fold(name, digits):
    """Fractions of coprime denominators, one after the other."""
    return above(each(op("/", op("+", K, 1), op("+", op("pow", 10, digits), K)), name))


def functions():
    """Each function of one number, at numbers of every kind."""
    for name in ("exp", "log", "sqrt", "normal-cdf", "floor", "abs", "neg"):
        yield f"{name} of small numbers", above(each(op(name, op("/", op("+", K, 1), 7))))
        yield f"{name} of long numbers", above(each(op(name, op("+", K, LONG))))
        yield f"{name} of huge numbers", above(each(op(name, op("pow", op("+", K, 10**30), 300))))
        yield f"{name} of roots", above(each(op(name, op("sqrt", op("+", K, 2)))))
    yield "exp at its end", above(each(op("exp", op("-", 16_383, op("/", 1, op("+", K, 1))))))
    yield "normal-cdf far out", above(each(op("normal-cdf", op("+", 9, op("/", K, 10**6)))))


def pairs():
    """Each operation on two numbers."""
    for name in ("+", "-", "*", "/", "min", "max"):
        for digits in (3, 300, 3900):
            x, y = (op("+", K, f"{'7' * digits}{i}/{'3' * digits}{i}") for i in (1, 7))
            yield f"{name} of {digits} digits", above(each(op(name, x, y)))
    for name in ("+", "*", "max"):
        yield f"{name} of many numbers", fold(name, 10)
        yield f"{name} of many long numbers", fold(name, 1000)
    for base, k in ((2, 60_000), (10**3000, 6), ("999/1000", 10**6), ("1001/1000", 10**6)):
        yield f"{str(base)[:9]} to the power {k}", above(each(op("pow", op("+", base, op("*", K, 0)), k)))
    for k in (17, 14_000, -(10**6)):
        yield f"a root to the power {k}", above(each(op("pow", op("sqrt", op("+", 1, op("/", 1, op("+", K, 2)))), k)))
    for k in (0, -1):
        yield f"one root to the power {k}", above(each(op("pow", ref("c"), k)), constants={"c": op("sqrt", 2)})
    for name in ("*", "/", "+"):
        long = {"c": op("sqrt", 2), "x": f"-{3**315}/{7**178}"}
        yield f"{name} of a root and a long number", above(each(op(name, ref("c"), ref("x")), "min"), constants=long)
    for n, k in ((40, 20), (20_000, 1000), (10**3000, 1)):
        yield f"binomial {str(n)[:9]}", above(each(op("binomial", op("+", n, K), k)))


def nests():
    """An operation on itself again and again, on numbers so short that what costs is the operation."""
    for name, more in (("neg", ()), ("abs", ()), ("floor", ()), ("-", (1,)), ("*", (1,)), ("/", (1,)), ("max", (1,))):
        node = "1/2"
        for _ in range(90):
            node = op(name, node, *more)
        yield f"{name} in a nest", above(each({**each(node, to=9999), "index": "j"}))


def lists_and_means():
    zeros, ones = ["0"] * 100_000, ["1"] * 100_000
    rows = {"v": [f"{10**60 + i}/{10**60 + i + 7}" for i in range(3000)]}
    for name, v in (("zeros", zeros), ("ones", ones)):
        yield f"dot of {name}", above(each(total("v", "v")), objects={"v": v})
        yield f"sum of {name}", above(each(total("v")), objects={"v": v})
    yield "dot of coprime numbers", above(each(total("v", "v")), objects=rows)
    yield "length", above(each({"op": "length", "of": ["v"]}), objects={"v": ones})
    yield "pi", above(op("+", *[op("pi")] * 60_000))
    for copies in (1, 1000, 10**6):
        yield f"mean-max-normal of {copies}", above(each(mean_max([op("+", K, 1)], [copies])))
    yield "mean-max-normal of many scales", above(mean_max(range(1, 3000)))
    mixed = mean_max([op("sqrt", op("+", K, 1)), 1, "1/7"], [3, 4, 9], absolute=True)
    yield "mean-abs-max-normal", above(each(mixed))


def undecided():
    """Differences that are 0, which no precision decides."""
    for name, x in {
        "exp": op("exp", 1),
        "log": op("log", "7" * 4000),
        "normal-cdf": op("normal-cdf", op("sqrt", 700)),
        "pow": op("pow", op("sqrt", 2), 15_000),
        "mean-max-normal": mean_max([1], [7]),
        "pi": op("pi"),
    }.items():
        many = each(op("+", x, op("*", 0, K)), to=3000)
        yield f"undecided {name}", certificate(relation(op("-", many, many), ">", 0))


def structures():
    """Files whose parts are many, long, or repeated."""
    M = {"transitions": [[["1", "0"], ["0", "1"]]] * 2, "rewards": [["0", "0"]] * 2, "discount": "1/2"}
    best = fact("optimal-value", mdp="M", value="v")
    yield "a fact many times", above("M.states", objects={"M": M, "v": ["0", "0"]}, facts=[best] * 4000)
    wide = M | {"transitions": [[["1"] + ["0"] * 59] * 60] * 20, "rewards": [["0"] * 60] * 20}
    yield "a long fact many times", above("M.states", objects={"M": wide, "v": ["0"] * 60}, facts=[best] * 3000)
    yield "a relation many times", above(1, facts=[relation_fact(2, ">", 1)] * 13_000)
    levels = [lemma(f"n{i}", "path-level", sigma=1, level=1) for i in range(3500)]
    yield "a lemma many times", above("n0", given=levels)
    names = [f"n{i}" for i in range(3500)]
    own = {name: {"is": "path-level", "sigma": "1"} for name in names}
    about = statement(formal=[relation(op("+", *names), ">", 0)], quantities=own)
    yield "many quantities", certificate(None, given=levels, values={x: ref(x) for x in names}, statement=about)
    numbers = {f"x{i}": op("pow", 2 + i % 7, 1000) for i in range(9000)}
    yield "many long constants", above(op("+", *numbers), constants=numbers)
    yield "many actions", above(1, objects={"M": M | {"transitions": [[["1"]]] * 60_000, "rewards": [["0"]] * 60_000}})
    deep = op("+", *(f"n{i}" for i in range(20_000)))
    for i in range(100):
        deep = {"op": "+", "index": f"i{i}", "from": "0", "to": "1", "body": deep}
    yield "names in a deep nest", certificate(None, values={"n": deep}, statement=about)


ATTACKS = {
    name: json.dumps(data)
    for kind in (functions, pairs, nests, lists_and_means, undecided, structures)
    for name, data in kind()
}
SLOWEST = (
    "+ of many numbers",
    "sqrt of small numbers",
    "dot of ones",
    "abs of roots",
    "abs in a nest",
    "/ in a nest",
    "/ of a root and a long number",
    "one root to the power 0",
    "one root to the power -1",
    "many actions",
    "many quantities",
)
TEXTS = {
    "empty lists": f"[{'[],' * 349_000}[]]",
    "empty objects": f"[{'{},' * 349_000}[]]",
    "objects": "[" + '{"a":0},' * 130_000 + "0]",
    "keys": "{" + ",".join(f'"a{i}":0' for i in range(90_000)) + "}",
    "quotes": '"' + '\\"' * 500_000,
    "nests": "[" * 500_000 + "]" * 500_000,
}


def answered(command, text, seconds):
    """Return the answer of a checker within so many seconds of a processor, and the megabytes that it took."""

    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    done = subprocess.run(command, input=text.encode(), capture_output=True, cwd=ROOT, preexec_fn=limited, check=True)
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def checkers(tmp_path_factory):
    """Return a function that asks both checkers for an answer with a share of the budget."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    folder = tmp_path_factory.mktemp("checkers")

    def ask(text, share=1, seconds=10):
        file = folder / f"checker{share}.js"
        budget = f"MAX_WORK = {checker.MAX_WORK // share}"
        file.write_text(script().replace(f"MAX_WORK = {checker.MAX_WORK}", budget) + NODE, encoding="utf-8")
        commands = [sys.executable, "-c", PYTHON, str(share)], [node, str(file)]
        (python, used), (browser, more) = (answered(command, text, seconds) for command in commands)
        assert max(used, more) <= MEMORY
        return python, browser

    return ask


@pytest.mark.parametrize("name", ATTACKS)
def test_every_operation_has_its_price(checkers, name):
    """A tenth of the budget is used up in far less than a second; the limit is there for what is not charged at all."""
    python, browser = checkers(ATTACKS[name], share=10, seconds=3)
    assert python == browser
    assert not python["accepted"]
    assert re.search(r"budget of 1000000 units of work$| must |could not decide", python["sentence"])


def test_every_operation_is_attacked():
    named = set(re.findall(r'"op": "([^"]+)"', " ".join(ATTACKS.values())))
    assert named == {*checker.OPERATIONS, *checker.SPECIAL}


@pytest.mark.parametrize("name", SLOWEST)
def test_the_whole_budget(checkers, name):
    python, browser = checkers(ATTACKS[name], seconds=5)
    assert python == browser
    assert python["work"] > checker.MAX_WORK / 5


def unread(body, number=2):
    """The root of a number, with a part that nothing evaluates."""
    return op("+", op("sqrt", number), {"op": "+", "index": "k", "from": "1", "to": "0", "body": body})


def measured(names, stated, given):
    """A certificate of symbols that are the same divergence of a variance."""
    own = {name: {"is": "gaussian-renyi-divergence", "variance": ref("v")} for name in names}
    about = statement(formal=[relation(op("+", *names), "<=", 0)], domain=[relation("v", ">", 0)], quantities=own)
    values = {**{name: ref("L") for name in names}, "v": stated}
    return certificate(
        None,
        given=[lemma("L", "gaussian-renyi-divergence", square=1, variance=given, order=2)],
        statement=about,
        values=values,
    )


def comparisons():
    """Files in which the same long thing is looked at again and again."""
    symbols, keys = [f"q{i}" for i in range(20_000)], {f"k{i}": "0" for i in range(25_000)}
    yield "a long value of many quantities", measured(symbols[:4000], unread([[]] * 60_000, 4), 2)
    yield "the same long value of many quantities", measured(symbols[:3000], *[unread([[]] * 40_000)] * 2)
    about = statement(formal=[{"relation": "=", "left": {"ref": "q0", **keys}, "right": "0"}], integers=symbols)
    yield "many keys beside many symbols", certificate(None, values=dict.fromkeys(symbols, "1"), statement=about)
    long = op("*", f"{3**8000}/{7**4600}", f"{5**5000}/{11**3600}")
    scales = {"op": "mean-max-normal", "index": "k", "from": "1", "to": "99999", "body": ref("c")}
    yield "many long scales", above(scales, constants={"c": long})
    alike = op("/", op("+", 1, op("*", K, 2**61 - 1)), 2**88)
    yield "scales of one hash", above({**scales, "to": "60000", "body": alike})
    index = "k" * 150_000
    yield "a long index", above({**each(op("+", *[ref(index)] * 5), to=60_000), "index": index})


COMPARISONS = {name: json.dumps(data) for name, data in comparisons()}


@pytest.mark.parametrize("name", COMPARISONS)
def test_to_look_again_is_paid_for(checkers, name):
    """Some of these took a minute of the browser, and others a quarter of one in Python."""
    python, browser = checkers(COMPARISONS[name], seconds=5)
    assert python == browser


def test_names_are_looked_up_however_many_there_are():
    """A fact that went through all names took five seconds of a file of many names and many facts."""

    class Names(dict):
        def keys(self):
            raise AssertionError

    run = checker.Checker()
    run.names = Names(a="1")
    run.closed([ref("a")])
    with pytest.raises(checker.Refused, match="a name must be declared"):
        run.closed([ref("b")])


@pytest.mark.parametrize(
    ("stated", "given"), [(True, 1), (1, True), (False, 0), (None, 0), (-1, -1), (1, "1"), ([], {})]
)
def test_what_nothing_evaluates_is_the_same_in_both(checkers, stated, given):
    """Python takes true for 1: where the browser did not, they differed about a certificate."""
    python, browser = checkers(json.dumps(measured(["q"], unread(stated), unread(given))))
    assert python == browser
    assert python["accepted"] == (stated == given)


@pytest.mark.parametrize("name", TEXTS)
def test_texts_that_are_no_certificate(checkers, name):
    python, browser = checkers(TEXTS[name])
    assert not python["accepted"]
    assert not browser["accepted"]


def deep(levels):
    node = "1"
    for _ in range(levels):
        node = op("neg", node)
    return node


def nested(levels):
    """A certificate that is nested so deeply."""
    data = certificate(relation(1, ">", 0))
    data["statement"]["formal"] = "[" * (levels - 2) + "]" * (levels - 2)
    return json.dumps(data).replace('"[', "[").replace(']"', "]")


REFUSALS = {
    "bytes": (" " * 2**20 + "{}", "a certificate must have at most 1048576 bytes"),
    "levels": (nested(252), "a certificate must be JSON in UTF-8, nested at most 250 levels deep"),
    "depth": (
        json.dumps(above(deep(110))),
        "expressions must be at most 100 levels deep, references included",
    ),
    "digits": (
        json.dumps(above("1" * 4001)),
        'a number must be a string "p" or "p/q", q > 0, with parts of at most 4000 digits, got "' + "1" * 59,
    ),
    "bits": (json.dumps(above(op("*", *[op("pow", 2, 20_000)] * 4))), "numbers must have at most 65536 bits"),
    "terms": (json.dumps(above(each(K, to=10**5))), "an index must run over at most 10^5 integers"),
    "work": (
        json.dumps(above(each(op("exp", op("/", 1, op("+", K, 1)))))),
        "a certificate must be decidable within its budget of 10000000 units of work",
    ),
    "precision": (
        json.dumps(certificate(relation(op("-", op("pi"), op("pi")), ">", 0))),
        "could not decide a relation within the precision of the checker",
    ),
}


@pytest.mark.parametrize("budget", REFUSALS)
def test_a_refusal_says_which_budget_ended(checkers, budget):
    text, rule = REFUSALS[budget]
    python, browser = checkers(text)
    assert python == browser
    assert python["sentence"] == f"refused: {rule}"


def test_a_nest_within_the_limit_is_read(checkers):
    python, browser = checkers(nested(250))
    assert python == browser
    assert "nested" not in python["sentence"]


def test_sums_of_long_fractions_are_exact_in_both(checkers):
    """Greatest common divisors of thousands of digits, which the browser takes many steps of at once."""
    rng = random.Random(7)
    for digits in (20, 200, 700):
        shared = rng.randrange(10 ** (digits // 2), 10 ** (digits // 2 + 1))
        parts = [Fraction(rng.randrange(10**digits), shared * rng.randrange(1, 10 ** (digits // 2))) for _ in range(4)]
        end = op("*", sum(parts[:2]) * sum(parts[2:]), 1)
        data = certificate(relation(op("*", op("+", *parts[:2]), op("+", *parts[2:])), "=", end))
        python, browser = checkers(json.dumps(data))
        assert python == browser
        assert python["accepted"]


def test_sound_certificates_use_a_small_share():
    """The largest share of a certificate of the suite is a little more than a quarter."""
    answers = [checker.check_bytes(json.dumps(data).encode()) for data in corpus().values()]
    assert max(answer["work"] for answer in answers) < checker.MAX_WORK / 3
    assert min(answer["work"] for answer in answers) > 0
