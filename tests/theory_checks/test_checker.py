"""The checker: enclosures against python-flint, facts against brute force, the rules of a certificate, the command."""

import json
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

import jsonschema
import pytest
from certificate_corpus import certificate, corpus, deterministic, evaluate, mdp, occupation, optimal
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from tabular import gaussian
from theory_checks import checker
from theory_checks.certificate import fact, lemma, mean_max, op, ref, relation, relation_fact, total

F = Fraction
ROOT = Path(__file__).resolve().parents[2]
CORPUS = corpus()


@pytest.fixture(autouse=True)
def many_bits():
    with ctx.workprec(4000):
        yield


def ball(x):
    return arb(fmpq(x.numerator, x.denominator))


def check(data):
    return checker.check_bytes(json.dumps(data).encode())


def sentence(data):
    return check(data)["sentence"]


points = st.integers(-40, 40).flatmap(lambda k: st.integers(-(10**12), 10**12).map(lambda x: F(k) + F(x, 10**12)))
precisions = st.sampled_from([8, 48, 61, 96, 384])


class TestEnclosures:
    @given(points, precisions)
    def test_exp(self, x, p):
        self.encloses(checker.exp_at, arb.exp, x, p)

    @given(points, precisions)
    def test_log(self, x, p):
        self.encloses(checker.log_at, arb.log, abs(x) + F(1, 2), p)

    @given(points, precisions)
    def test_normal_cdf(self, x, p):
        low, high = self.encloses(checker.cdf_at, lambda y: (1 + (y / arb(2).sqrt()).erf()) / 2, x, p)
        assert 0 <= low <= high <= 1 << p
        assert high - low <= 4

    @given(st.integers(1, 900))
    def test_pi(self, p):
        low, high = checker.pi_at(p)
        assert low <= arb.pi() * arb(2) ** p <= high
        assert high - low <= 2

    @given(st.integers(8, 400))
    def test_peak_of_the_density(self, p):
        low, high = checker.density_peak(p)
        assert low <= arb(2) ** p / (2 * arb.pi()).sqrt() <= high
        assert high - low <= 3

    def encloses(self, function, true, x, p):
        scaled = x.numerator * 2**p // x.denominator
        low, high = function(scaled, p)
        value = true(arb(scaled) / arb(2) ** p) * arb(2) ** p
        assert low <= value <= high
        assert high - low <= 4 + value * arb(2) ** (2 - p)  # a few units, or their share of a large value
        return low, high

    @given(points, precisions)
    def test_of_operations_on_intervals(self, x, p):
        tests = {"exp": arb.exp, "erf": arb.erf, "normal-cdf": lambda y: (1 + (y / arb(2).sqrt()).erf()) / 2}
        low, high = x, x + F(1, 10**6)
        for name, true in tests.items():
            a, b = checker.OPERATIONS[name][2](p, (low, high), (low, high))
            assert ball(a) <= true(ball(low))
            assert true(ball(high)) <= ball(b)

    @given(st.fractions(0, 10**9), precisions)
    def test_square_root(self, x, p):
        low, high = checker.root(p, (x, x), (x, x))
        assert low**2 <= x <= high**2
        assert high - low <= F(2, 2**p)

    @given(st.lists(st.tuples(points, points), min_size=2, max_size=2), st.integers(-4, 4), precisions)
    def test_of_arithmetic_on_intervals(self, pairs, k, p):
        (a, b) = (tuple(sorted(pair)) for pair in pairs)
        exponent = F(k), F(k)
        cases = [(name, a, b) for name in ("+", "-", "*", "min", "max", "neg", "abs")]
        cases += [("/", a, b)] * (b[0] > 0 or b[1] < 0) + [("pow", a, exponent)] * (k >= 0 or a[0] > 0 or a[1] < 0)
        for name, x, y in cases:
            low, high = checker.OPERATIONS[name][2](p, x, y)
            middles = (x[0], x[1], (x[0] + x[1]) / 2), (y[0], y[1], (y[0] + y[1]) / 2)
            values = [checker.OPERATIONS[name][2](p, (s, s), (t, t)) for s, t in product(*middles)]
            assert all(value[0] == value[1] and low <= value[0] <= high for value in values)


class TestExpectations:
    @pytest.mark.parametrize("absolute", [False, True])
    @pytest.mark.parametrize(
        ("scales", "copies"),
        [([1], [1]), ([1], [2]), ([1], [12]), ([F(7, 3)], [272]), ([1, F(1, 2)], [4, 1]), ([F(1, 1000), 5], [3, 2])],
    )
    @pytest.mark.parametrize("p", [48, 96])
    def test_mean_of_a_maximum(self, scales, copies, absolute, p):
        wide = {(floor(F(s), p + 40), ceil(F(s), p + 40)): k for s, k in zip(scales, copies, strict=True)}
        low, high = checker.mean_of_max(p, wide, absolute)
        true = (gaussian.mean_abs_max if absolute else gaussian.mean_max)(scales, copies, bits=p + 16)
        assert low <= true * 2**p
        assert true * 2**p <= high
        assert high - low <= 8

    @pytest.mark.parametrize("m", [2, 3, 20, 272])
    @pytest.mark.parametrize("gap", [F(0), F(1, 3), F(559, 250)])
    def test_bandit_regret(self, m, gap):
        low, high = checker.regret(48, (F(m), F(m)), (gap, gap))
        true = gaussian.bandit_regret(m, gap)
        assert ball(low) <= true + arb(2) ** -90
        assert true - arb(2) ** -90 <= ball(high)
        assert high - low <= F(16, 2**48)

    def test_closed_forms(self):
        root = op("sqrt", op("pi"))
        close = F(1, 10**60)
        for k, times in ((2, F(1)), (3, F(3, 2))):
            gap = op("abs", op("-", op("*", mean_max([1], [k]), root), times))
            assert check(certificate(relation(gap, "<", close)))["accepted"]

    def test_a_gap_ten_times_finer_is_decided(self):
        c0 = op("*", 2, op("sqrt", op("/", 2, op("pi"))))
        assert check(certificate(relation(mean_max([1], [12]), ">", op("+", c0, F(33458, 10**6)))))["accepted"]
        assert not check(certificate(relation(mean_max([1], [12]), ">", op("+", c0, F(33459, 10**6)))))["accepted"]
        assert check(certificate(relation(mean_max([1], [11]), "<", c0)))["accepted"]

    def test_equal_scales_count_together(self):
        split = mean_max([1, F(2, 2), 2], [3, 4, 1])
        assert not check(certificate(relation(split, "<", mean_max([1, 2], [7, 1]))))["accepted"]
        assert check(certificate(relation(op("-", split, mean_max([1, 2], [7, 1])), "<", F(1, 10**40))))["accepted"]


def floor(x, p):
    return x.numerator * 2**p // x.denominator


def ceil(x, p):
    return -(-x.numerator * 2**p // x.denominator)


@st.composite
def processes(draw):
    n, m = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    weights = st.lists(st.integers(0, 3), min_size=n, max_size=n).filter(any)
    P = [[[F(x, sum(row)) for x in row] for row in draw(st.lists(weights, min_size=n, max_size=n))] for _ in range(m)]
    r = [[F(x, 3) for x in draw(st.lists(st.integers(-4, 4), min_size=n, max_size=n))] for _ in range(m)]
    return P, r, F(draw(st.integers(0, 9)), 10)


class TestFacts:
    @given(processes(), st.data())
    @settings(max_examples=60)
    def test_only_the_optimal_value_of_brute_force_is_optimal(self, process, data):
        P, r, gamma = process
        v, n, m = optimal(P, r, gamma), len(P[0]), len(P)
        policies = product(range(m), repeat=n)
        best = next(x for x in policies if evaluate(P, r, gamma, deterministic(x, m)) == v)
        bump = data.draw(st.sampled_from([F(0), F(1, 10**9), F(-2)]))
        s = data.draw(st.integers(0, n - 1))
        value = [x + bump * (s == t) for t, x in enumerate(v)]
        optimality = fact("optimal-value", mdp="M", value="v", policy=best)
        assert self.accepts(process, {"v": value}, optimality) == (bump == 0)
        assert self.accepts(process, {"v": value}, fact("not-optimal", mdp="M", value="v")) == (bump != 0)

    @given(processes(), st.data())
    @settings(max_examples=60)
    def test_values_and_occupancies_of_random_policies(self, process, data):
        P, r, gamma = process
        n, m = len(P[0]), len(P)
        choice = data.draw(st.lists(st.integers(0, m - 1), min_size=n, max_size=n))
        share = data.draw(st.fractions(0, 1, max_denominator=5))
        pi = [[share * (a == 0) + (1 - share) * (a == b) for b in choice] for a in range(m)]
        objects = {
            "v": evaluate(P, r, gamma, pi),
            "lam": occupation(P, gamma, pi),
            "pi": pi,
            "top": optimal(P, r, gamma),
        }
        facts = [
            fact("policy-value", mdp="M", value="v", policy="pi"),
            fact("dual-feasible", mdp="M", occupancy="lam"),
            fact("primal-feasible", mdp="M", value="top"),
        ]
        assert self.accepts(process, objects, *facts)
        pair = fact("lp-pair", mdp="M", value="top", occupancy="lam")
        assert self.accepts(process, objects, *facts, pair) == (objects["v"] == objects["top"])

    def accepts(self, process, objects, *facts):
        parts = {"objects": {"M": mdp(*process), **objects}, "facts": facts}
        return check(certificate(relation(0, "<", 1), **parts))["accepted"]

    def test_a_policy_must_be_one(self):
        process = [[[F(1)]], [[F(1)]]], [[F(1)], [F(1)]], F(1, 2)
        for policy in ([[F(1, 2)], [F(1, 3)]], [[F(2)], [F(-1)]]):
            facts = fact("policy-value", mdp="M", value="v", policy="pi")
            assert not self.accepts(process, {"v": [F(2)], "pi": policy}, facts)
        for policy in ([2], [-1], [0, 0], []):
            assert not self.accepts(process, {"v": [F(2)]}, fact("policy-value", mdp="M", value="v", policy=policy))

    def test_a_tie_of_the_literal_update_is_refused(self):
        process = [[[F(1)]], [[F(1)]]], [[F(0)], [F(0)]], F(1, 2)
        tie = fact("fixed-point", mdp="M", operator="noisy-literal", q="q", noise="g")
        parts = {"objects": {"M": mdp(*process), "q": [[F(0)], [F(0)]], "g": [[F(0)], [F(0)]]}, "facts": [tie]}
        assert "unique maximiser" in sentence(certificate(relation(0, "<", 1), **parts))


class TestRules:
    def refused(self, part, conclusion=None, **parts):
        answer = check(certificate(conclusion or relation(0, "<", 1), **parts))
        assert answer["accepted"] is False
        assert part in answer["sentence"]

    def test_a_false_conclusion(self):
        self.refused("the conclusion must be true", relation("1/3", ">", "1/2"))

    def test_a_false_fact(self):
        self.refused("relation among the facts must be true", facts=[relation_fact(1, ">", 2)])

    def test_what_no_precision_decides(self):
        self.refused("could not decide", relation(op("sqrt", 2), ">=", op("sqrt", 2)))
        self.refused("could not decide", relation(op("*", op("sqrt", 2), op("sqrt", 2)), "=", 2))
        self.refused("could not decide", relation(op("/", 1, op("-", op("exp", 0), 1)), ">", 2))

    def test_every_name_is_used(self):
        self.refused('used by a fact or by the conclusion, got "a"', constants={"a": 1})
        self.refused('used by a fact or by the conclusion, got "v"', objects={"v": [1]})

    def test_a_list_of_the_conclusion_stands_in_a_fact(self):
        self.refused('must stand in a fact, got "v"', relation(ref("v", 0), "=", 1), objects={"v": [1]})
        self.refused(
            'must stand in a fact, got "v"', relation("a", "=", 1), objects={"v": [1]}, constants={"a": total("v")}
        )

    def test_names_are_declared_once(self):
        self.refused("a name must be new", constants={"a": 1}, objects={"a": [1]})
        self.refused("a name must be new", constants={"a.b": 1})
        self.refused('a name must be declared, got "b"', relation("b", "=", 1))

    def test_circles(self):
        circle = {"a": op("+", "b", 1), "b": op("+", "a", "a")}
        self.refused("levels deep", relation("a", "=", 1), constants=circle)
        self.refused("levels deep", relation("a", "=", 1), constants={"a": ref("a")})

    def test_shared_constants_are_computed_once(self):
        doubling = {"x0": 1} | {f"x{i + 1}": op("+", f"x{i}", f"x{i}") for i in range(40)}
        assert check(certificate(relation("x40", "=", 2**40), constants=doubling))["accepted"]

    def test_references_fit_what_they_refer_to(self):
        weights = {"objects": {"p": [[F(1, 2)], [F(1, 2)]], "w": [1]}, "facts": [fact("distribution", weights="w")]}
        for at in ([2, 0], [0, 0, 0], [-1, 0], [0]):
            answer = check(certificate(relation(ref("p", *at), "=", 1), **weights))
            assert not answer["accepted"]
        self.refused("a reference must be to a number", relation("M", "=", 1), objects={"M": mdp([[[1]]], [[1]], F(0))})

    def test_a_bound_stands_alone_on_the_larger_side(self):
        parts = {
            "objects": {"M": mdp([[[F(1)]]] * 2, [[F(0)]] * 2, F(0))},
            "given": [lemma("low", "value-error-lower-bound", mdp="M", sigma=1)],
        }
        assert check(certificate(relation("low", ">", "1/2"), **parts))["accepted"]
        assert check(certificate(relation("low", ">=", "1/2"), **parts))["accepted"]
        for left, sign, right in (("low", "<", 1), ("low", "!=", 1), (1, ">", "low"), (op("neg", "low"), "<", 1)):
            self.refused("low", relation(left, sign, right), **parts)
        self.refused("low", relation("low", ">", op("-", "low", 1)), **parts)
        self.refused("low", relation("a", ">", 0), constants={"a": "low"}, **parts)

    def test_a_lemma_looks_at_its_hypotheses(self):
        moving = mdp([[[F(0), F(1)], [F(1), F(0)]]], [[F(0), F(0)]], F(1, 2))
        unequal = mdp([[[F(1)]]] * 2, [[F(0)], [F(1)]], F(1, 2))
        for M, theorem in (
            (moving, "identity-value-error"),
            (unequal, "identity-value-bias"),
            (moving, "bandit-policy-loss"),
            (unequal, "walk-and-stay-value-error"),
            (moving, "walk-and-stay-value-error"),
            (unequal, "walk-and-stay-value-bias"),
            (moving, "paying-cycle-policy-loss"),
            (unequal, "paying-cycle-policy-loss"),
        ):
            value = lemma("x", theorem, mdp="M", sigma=1)
            self.refused(f"hypotheses of {theorem}", relation("x", ">", 0), objects={"M": M}, given=[value])
        for sigma in (0, -1):
            value = lemma("x", "identity-value-error", mdp="M", sigma=sigma)
            self.refused("sigma must be positive", relation("x", ">", 0), objects={"M": unequal}, given=[value])

    @pytest.mark.parametrize(
        ("moves", "rewards"),
        [
            ("stay go", ((0, 1), (1, 1))),
            ("stay go", ((0, 0), (1, 2))),
            ("stay go", ((0, 0), (-1, -1))),
            ("go stay", ((0, 0), (1, 1))),
            ("go go stay", ((1, 1), (1, 1), (0, 0))),
            ("stay stay", ((0, 0), (1, 1))),
            ("stay slow", ((0, 0), (1, 1))),
        ],
    )
    def test_a_paying_cycle_pays_the_same_for_going_on_and_nothing_for_staying(self, moves, rewards):
        known = {
            "stay": [[F(1), F(0)], [F(0), F(1)]],
            "go": [[F(0), F(1)], [F(1), F(0)]],
            "slow": [[F(1, 2), F(1, 2)], [F(1), F(0)]],
        }
        M = mdp([known[name] for name in moves.split()], [[F(x) for x in row] for row in rewards], F(1, 2))
        value = lemma("x", "paying-cycle-policy-loss", mdp="M", sigma=1)
        self.refused("hypotheses of paying-cycle", relation("x", ">=", 0), objects={"M": M}, given=[value])

    @pytest.mark.parametrize("rewards", [((0, 0), (1, 2)), ((0, 0), (0, 1))])
    def test_arms_of_several_states_lose_by_one_gap(self, rewards):
        M = mdp([[[F(1), F(0)], [F(0), F(1)]]] * 2, [[F(x) for x in row] for row in rewards], F(1, 2))
        value = lemma("x", "bandit-policy-loss", mdp="M", sigma=1)
        self.refused("hypotheses of bandit", relation("x", ">=", 0), objects={"M": M}, given=[value])

    def test_a_lemma_says_on_which_side_of_the_mean_its_value_lies(self):
        M = mdp([[[F(1)]]] * 2, [[F(0)]] * 2, F(0))
        for theorem, sign in (("value-error-lower-bound", ">="), ("identity-value-error", "=")):
            value = lemma("size", theorem, mdp="M", sigma=1)
            (detail,) = check(certificate(relation("size", ">", "1/2"), objects={"M": M}, given=[value]))["details"]
            assert re.fullmatch(rf".*E .*v\*.* {sign} size in M under .*", detail)

    def test_a_lemma_carries_the_proof_of_the_table(self):
        value = lemma("x", "value-error-lower-bound", mdp="M", sigma=1) | {"because": "I say so."}
        parts = {"objects": {"M": mdp([[[F(1)]]], [[F(0)]], F(0))}, "given": [value]}
        self.refused("because must be the proof", relation("x", ">", 0), **parts)

    @pytest.mark.parametrize(
        ("transitions", "rewards", "discount"),
        [
            ([[["1/2", "1/3"], ["0", "1"]]], [["0", "0"]], "1/2"),
            ([[["3/2", "-1/2"], ["0", "1"]]], [["0", "0"]], "1/2"),
            ([[["1"]]], [["0"]], "1"),
            ([[["1"]]], [["0"]], "-1/2"),
            ([[["1"]]], [["0", "0"]], "1/2"),
            ([[["1"]]], [["0"]], ["1/2"]),
            ([[["1"], ["1"]]], [["0"]], "1/2"),
            ([["1"]], ["0"], "1/2"),
        ],
    )
    def test_what_is_no_mdp(self, transitions, rewards, discount):
        M = {"transitions": transitions, "rewards": rewards, "discount": discount}
        self.refused("M must have", relation("M.states", "=", 1), objects={"M": M})

    def test_domains(self):
        for node in (op("sqrt", -2), op("log", 0), op("log", op("neg", op("pi"))), op("/", 1, 0), op("pow", 0, -1)):
            self.refused("must", relation(node, "<", 10**9))
        for node in (op("pow", 2, "1/2"), op("pow", 2, op("pi")), op("exp", 10**6), mean_max([0]), mean_max([-1])):
            self.refused("must", relation(node, "<", 10**9))


@pytest.mark.parametrize("name", CORPUS)
def test_sound_certificates_fit_the_schema_and_say_what_was_checked(name):
    schema = json.loads((ROOT / "theory_checks/schemas/certificate.schema.json").read_text())
    jsonschema.validate(CORPUS[name], schema)
    answer = check(CORPUS[name])
    assert answer["sentence"].startswith("accepted: ")
    shown = [f for f in CORPUS[name]["facts"] if f["fact"] != "relation"]
    assert len(answer["details"]) == len(shown) + len(CORPUS[name]["given"]) + len(CORPUS[name]["notes"])
    assert all("{" not in line for line in answer["details"])


def test_the_schema_names_the_tables_of_the_checker():
    schema = json.loads((ROOT / "theory_checks/schemas/certificate.schema.json").read_text())["$defs"]
    facts = {f["properties"]["fact"]["const"]: f for f in schema["fact"]["oneOf"]}
    assert set(facts) == {*checker.FACTS, "relation"}
    for key, (says, _) in checker.FACTS.items():
        assert set(facts[key]["required"]) == {"fact", *re.findall(r"{(\w+)}", says)}
    lemmas = {
        x["properties"]["theorem"]["const"]: x["properties"]["because"]["const"] for x in schema["lemma"]["oneOf"]
    }
    assert lemmas == {key: because for key, (_, _, because, _) in checker.LEMMAS.items()}
    for entry in schema["lemma"]["oneOf"]:
        says, parameters = checker.LEMMAS[entry["properties"]["theorem"]["const"]][1], entry["properties"]["parameters"]
        assert entry["description"] == says
        assert parameters["required"] == list(parameters["properties"]) == checker.parameter_names(says)
    operations = [x["properties"].get("op", {}) for x in schema["expression"]["oneOf"][1:]]
    named = [name for x in operations for name in (x.get("enum") or [x.get("const")]) if name]
    assert sorted(named) == sorted([*checker.OPERATIONS, *checker.SPECIAL])
    assert schema["relation"]["enum"] == list(checker.RELATIONS)


class TestCommand:
    @pytest.fixture
    def alone(self, tmp_path):
        """A copy of the one file, where nothing of this package can be imported."""
        shutil.copy(ROOT / "theory_checks/checker.py", tmp_path)
        (tmp_path / "good.json").write_text(json.dumps(CORPUS["optimal value"]))
        (tmp_path / "bad.json").write_text(json.dumps(CORPUS["optimal value"]).replace("10/7", "11/7"))

        def run(*arguments, **environment):
            command = [sys.executable, "-I", "-S", "checker.py", *arguments]
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment, check=False)
            assert "Traceback" not in done.stderr
            return done

        return run

    def test_it_runs_alone_and_its_exit_status_tells(self, alone):
        assert (alone("good.json").returncode, alone("good.json").stdout) == (0, "good.json: accepted: 10/7 > 1\n")
        assert alone("good.json", "bad.json").returncode == 1
        assert alone().returncode == 2
        assert alone("--what").returncode == 2

    def test_json(self, alone):
        reports = json.loads(alone("--json", "good.json", "bad.json", "missing.json").stdout)
        assert [x["accepted"] for x in reports] == [True, False, False]
        assert [x["file"] for x in reports] == ["good.json", "bad.json", "missing.json"]
        assert "must be a file that can be read" in reports[2]["sentence"]

    def test_a_directory(self, alone):
        assert alone(".").returncode == 1
