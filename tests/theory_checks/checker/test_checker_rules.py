"""The rules of a certificate: what the checker refuses, and the part of the sentence that says why."""

import re
from fractions import Fraction

import pytest
from certificate_corpus import certificate, check, mdp
from hypothesis import given
from hypothesis import strategies as st
from raw import fact, lemma, mean_max, op, ref, relation, relation_fact, total

from theory_checks.checker import checker

F = Fraction


def hypotheses(theorem):
    return {condition["else"] for condition in checker.LEMMAS[theorem]["require"]}


class TestRules:
    def refusal(self, conclusion=None, **parts):
        """Return the sentence that refuses a certificate."""
        answer = check(certificate(conclusion or relation(0, "<", 1), **parts))
        assert answer["accepted"] is False
        return answer["sentence"]

    def test_a_false_conclusion(self):
        assert "the conclusion must be true" in self.refusal(relation("1/3", ">", "1/2"))

    def test_a_false_fact(self):
        assert "relation among the facts must be true" in self.refusal(facts=[relation_fact(1, ">", 2)])

    def test_what_no_precision_decides(self):
        assert "could not decide" in self.refusal(relation(op("sqrt", 2), ">=", op("sqrt", 2)))
        assert "could not decide" in self.refusal(relation(op("*", op("sqrt", 2), op("sqrt", 2)), "=", 2))
        assert "could not decide" in self.refusal(relation(op("/", 1, op("-", op("log", op("exp", 1)), 1)), ">", 2))

    def test_every_name_is_used(self):
        assert 'used by a fact or by the conclusion, got "a"' in self.refusal(constants={"a": 1})
        assert 'used by a fact or by the conclusion, got "v"' in self.refusal(objects={"v": [1]})

    def test_a_list_of_the_conclusion_stands_in_a_fact(self):
        assert 'must stand in a fact, got "v"' in self.refusal(relation(ref("v", 0), "=", 1), objects={"v": [1]})
        assert 'must stand in a fact, got "v"' in self.refusal(
            relation("a", "=", 1), objects={"v": [1]}, constants={"a": total("v")}
        )

    def test_names_are_declared_once(self):
        assert "a name must be new" in self.refusal(constants={"a": 1}, objects={"a": [1]})
        assert "a name must be new" in self.refusal(constants={"a.b": 1})
        assert 'a name must be declared, got "b"' in self.refusal(relation("b", "=", 1))

    def test_circles(self):
        circle = {"a": op("+", "b", 1), "b": op("+", "a", "a")}
        assert "levels deep" in self.refusal(relation("a", "=", 1), constants=circle)
        assert "levels deep" in self.refusal(relation("a", "=", 1), constants={"a": ref("a")})

    def test_shared_constants_are_computed_once(self):
        doubling = {"x0": 1} | {f"x{i + 1}": op("+", f"x{i}", f"x{i}") for i in range(40)}
        assert check(certificate(relation("x40", "=", 2**40), constants=doubling))["accepted"]

    def test_references_fit_what_they_refer_to(self):
        weights = {"objects": {"p": [[F(1, 2)], [F(1, 2)]], "w": [1]}, "facts": [fact("distribution", weights="w")]}
        for at in ([2, 0], [0, 0, 0], [-1, 0], [0]):
            answer = check(certificate(relation(ref("p", *at), "=", 1), **weights))
            assert not answer["accepted"]
        assert "a reference must be to a number" in self.refusal(
            relation("M", "=", 1), objects={"M": mdp([[[1]]], [[1]], F(0))}
        )

    def test_a_bound_stands_alone_on_the_larger_side(self):
        parts = {
            "objects": {"M": mdp([[[F(1)]]] * 2, [[F(0)]] * 2, F(0))},
            "given": [lemma("low", "value-error-lower-bound", mdp="M", sigma=1)],
        }
        assert check(certificate(relation("low", ">", "1/2"), **parts))["accepted"]
        assert check(certificate(relation("low", ">=", "1/2"), **parts))["accepted"]
        for left, sign, right in (("low", "<", 1), ("low", "!=", 1), (1, ">", "low"), (op("neg", "low"), "<", 1)):
            assert "low" in self.refusal(relation(left, sign, right), **parts)
        assert "low" in self.refusal(relation("low", ">", op("-", "low", 1)), **parts)
        assert "low" in self.refusal(relation("a", ">", 0), constants={"a": "low"}, **parts)

    def test_an_upper_bound_stands_alone_on_the_smaller_side(self):
        sizes = {"states": 1, "actions": 4, "horizon": 1, "episodes": 500, "epsilon": F(1, 4), "trials": 100}
        parts = {"given": [lemma("high", "committing-regret", **sizes)]}  # 383.1..., of a regret that may be smaller
        for left, sign, right in (("high", "<", 384), ("high", "<=", 384), (384, ">", "high")):
            assert check(certificate(relation(left, sign, right), **parts))["accepted"]
        for left, sign, right in (
            ("high", ">", 383),
            (383, "<=", "high"),
            ("high", "!=", 1),
            (op("+", "high", 1), "<", 500),
        ):
            assert '"high"' in self.refusal(relation(left, sign, right), **parts)

    def test_bounds_on_both_sides(self):
        sizes = {"states": 1, "actions": 4, "horizon": 1, "episodes": 500, "epsilon": F(1, 4), "trials": 100}
        M = mdp([[[F(1)]]] * 2, [[F(0)]] * 2, F(0))
        low, high = (
            lemma("low", "value-error-lower-bound", mdp="M", sigma=1000),
            lemma("high", "committing-regret", **sizes),
        )
        parts = {"objects": {"M": M}, "given": [low, high]}
        assert check(certificate(relation("high", "<", "low"), **parts))["accepted"]
        assert "a reference must be to a number" in self.refusal(relation("low", "<", "high"), **parts)

    @pytest.mark.parametrize(
        ("sense", "value"), [(s, v) for s in ("=", ">=") for v in ("3", {"ref": "a"}, {"ref": "b"})]
    )
    @pytest.mark.parametrize("parameter", ["3", op("sqrt", 9)])
    def test_the_value_of_a_lemma_may_be_a_number_or_a_parameter(self, monkeypatch, sense, value, parameter):
        entry = {"says": "{name} {a}", "because": "plain", "sense": sense, "let": [["b", {"ref": "a"}]], "value": value}
        monkeypatch.setitem(checker.LEMMAS, "plain", entry)
        data = certificate(relation("x", ">=", 3), given=[lemma("x", "plain", a=parameter)])
        assert check(data)["sentence"] == "accepted: 3 >= 3"

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
            sentence = self.refusal(relation("x", ">", 0), objects={"M": M}, given=[value])
            assert sentence.removeprefix("refused: ") in hypotheses(theorem)
        for sigma in (0, -1):
            value = lemma("x", "identity-value-error", mdp="M", sigma=sigma)
            assert "sigma must be positive" in self.refusal(
                relation("x", ">", 0), objects={"M": unequal}, given=[value]
            )

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
        sentence = self.refusal(relation("x", ">=", 0), objects={"M": M}, given=[value])
        assert sentence.removeprefix("refused: ") in hypotheses("paying-cycle-policy-loss")

    @pytest.mark.parametrize("rewards", [((0, 0), (1, 2)), ((0, 0), (0, 1))])
    def test_arms_of_several_states_lose_by_one_gap(self, rewards):
        M = mdp([[[F(1), F(0)], [F(0), F(1)]]] * 2, [[F(x) for x in row] for row in rewards], F(1, 2))
        value = lemma("x", "bandit-policy-loss", mdp="M", sigma=1)
        assert "by the same gap" in self.refusal(relation("x", ">=", 0), objects={"M": M}, given=[value])

    def test_a_lemma_says_on_which_side_of_the_mean_its_value_lies(self):
        M = mdp([[[F(1)]]] * 2, [[F(0)]] * 2, F(0))
        for theorem, sign in (("value-error-lower-bound", ">="), ("identity-value-error", "=")):
            value = lemma("size", theorem, mdp="M", sigma=1)
            (_, detail, _) = check(certificate(relation("size", ">", "1/2"), objects={"M": M}, given=[value]))[
                "details"
            ]
            assert re.fullmatch(rf".*E .*v\*.* {sign} size in M under .*", detail)

    def test_a_lemma_carries_the_proof_of_the_table(self):
        value = lemma("x", "value-error-lower-bound", mdp="M", sigma=1) | {"because": "I say so."}
        parts = {"objects": {"M": mdp([[[F(1)]]], [[F(0)]], F(0))}, "given": [value]}
        assert "because must be the proof" in self.refusal(relation("x", ">", 0), **parts)

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
        assert "M must have" in self.refusal(relation("M.states", "=", 1), objects={"M": M})

    def test_domains(self):
        for node in (op("sqrt", -2), op("log", 0), op("log", op("neg", op("pi"))), op("/", 1, 0), op("pow", 0, -1)):
            assert "must" in self.refusal(relation(node, "<", 10**9))
        for node in (op("pow", 2, "1/2"), op("pow", 2, op("pi")), op("exp", 10**6), mean_max([0]), mean_max([-1])):
            assert "must" in self.refusal(relation(node, "<", 10**9))


class TestNumbersOfASentence:
    """Exact where that is short; otherwise as many digits as tell the sides apart."""

    @pytest.mark.parametrize(
        ("left", "sign", "right", "shown"),
        [
            (op("sqrt", 2), ">", "7/5", "1.41421... > 7/5"),
            (op("sqrt", 2), "<", "141421356238/100000000000", "1.41421356237... < 70710678119/50000000000"),
            (
                op("sqrt", 2),
                "<",
                op("+", op("sqrt", 2), F(1, 10**15)),
                "1.41421356237309504880168... < 1.41421356237309604880168...",
            ),
            (op("neg", op("exp", 100)), "<", 0, "-2.68811...e43 < 0"),
            (op("pow", F(1, 3), 100), ">", 0, "1.94032...e-48 > 0"),
            (op("pow", 3, 100), "=", op("pow", 9, 50), "5.15377520732...e47 = 5.15377520732...e47"),
            (op("exp", -9), ">", F(1, 10000), "0.000123409... > 1/10000"),
            (12345678, ">=", op("exp", 16), "12345678 >= 8.88611...e6"),
        ],
    )
    def test_both_sides(self, left, sign, right, shown):
        assert check(certificate(relation(left, sign, right)))["sentence"] == f"accepted: {shown}"

    @given(st.fractions(), st.integers(2, 30))
    def test_digits_are_those_of_the_number(self, x, n):
        shown, _, power = checker.digits(x, n).partition("...")
        error = abs(F(shown) * F(10) ** int(power.removeprefix("e") or 0) - x)
        assert error * 10 ** (n - 1) <= abs(x)


def test_the_sentence_of_a_lemma_has_the_sign_of_its_sense():
    signs = {name: re.search(r"(<=|>=|=) \{name\}", entry["says"]) for name, entry in checker.LEMMAS.items()}

    assert {name: x[1] for name, x in signs.items() if x and x[1] != checker.LEMMAS[name]["sense"]} == {}
