"""The audit finds known violations, leaves private mechanisms alone, and its bounds are true."""

import json
import math

import numpy as np
import pytest
from refusals import refusals
from scipy import integrate, stats

from tabular.errors import InputError
from tabular.privacy import delta_of
from theory_checks.audit import Mechanism, Plan, audit, from_file, mechanism
from theory_checks.audit.bounds import ceiling, clopper_pearson, gaussian_fit, log_ratio
from theory_checks.audit.document import certificate, document
from theory_checks.audit.known import known, laplace, sparse_vector
from theory_checks.audit.runs import Runs
from theory_checks.checker import checker
from theory_checks.core.judge import Verdict

COLLECTION = {k.name: k for k in known()}
RNG = np.random.default_rng(0)
PLAN = Plan(search=1500, threshold=1500, confirm=6000, looks=5)


def run(name, seed=0, plan=PLAN):
    k = COLLECTION[name]
    chosen = Plan(**{**vars(plan), "seed": seed})
    return audit(Mechanism(k.name, k.draw), epsilon=k.epsilon, delta=k.delta, plan=chosen)


@pytest.mark.parametrize("name", [k.name for k in known() if k.holds])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_private_mechanisms_are_left_alone(name, seed):
    actual = run(name, seed)

    assert actual.verdict is Verdict.CONSISTENT
    assert certificate(actual) is None


@pytest.mark.parametrize("name", [k.name for k in known() if not k.holds])
@pytest.mark.parametrize("seed", [0, 1])
def test_known_violations_are_found_with_a_certificate_that_holds(name, seed):
    actual = run(name, seed)
    proof = certificate(actual)

    assert actual.verdict is Verdict.REFUTED
    assert actual.epsilon_bound > actual.epsilon
    assert proof is not None
    assert proof.check()["accepted"]


def test_what_is_said_of_the_collection_is_true():
    """Exact curves: normal laws in closed form, mixtures and the sparse vector technique by quadrature."""
    mixture = integrate.quad(
        lambda x: max(0.0, 0.9 * stats.norm.pdf(x) + 0.1 * stats.norm.pdf(x - 1) - math.exp(0.5) * stats.norm.pdf(x)),
        -10,
        14,
        points=[math.log((math.exp(0.5) - 0.9) / 0.1) + 0.5],
    )[0]
    other = integrate.quad(
        lambda x: max(0.0, stats.norm.pdf(x) - math.exp(0.5) * (0.9 * stats.norm.pdf(x) + 0.1 * stats.norm.pdf(x - 1))),
        -14,
        10,
    )[0]

    assert delta_of(1.0, 1.0) <= COLLECTION["gaussian"].delta < delta_of(1.0, 2.0)
    assert abs(delta_of(1.0, 2.0) - 0.50986) < 5e-6
    assert max(mixture, other) < COLLECTION["subsampled gaussian"].delta < delta_of(0.5, 1.0)
    assert math.log(0.85 / 0.15) > COLLECTION["randomised response, too true"].epsilon == pytest.approx(math.log(3))
    assert sparse_vector_ratio(1.0) == pytest.approx(COLLECTION["sparse vector"].truth, abs=1e-6)
    assert subsampled_delta(COLLECTION["subsampled gaussian"].truth) == pytest.approx(0.0025, rel=1e-6)
    assert subsampled_delta(0.5) == pytest.approx(max(mixture, other), rel=1e-6)


def subsampled_delta(epsilon, q=0.1):
    """Both directions from the points where the densities cross: q = 1/10, sigma = 1."""
    ratio = math.exp(epsilon)
    up, down = math.log((ratio - 1 + q) / q) + 0.5, (1 / ratio - 1 + q) / q
    one = (1 - q - ratio) * stats.norm.sf(up) + q * stats.norm.sf(up - 1)
    if down <= 0:
        return one
    low = math.log(down) + 0.5
    return max(one, (1 - ratio * (1 - q)) * stats.norm.cdf(low) - ratio * q * stats.norm.cdf(low - 1))


def sparse_vector_ratio(epsilon, queries=10):
    """The largest |log ratio| of the right sparse vector technique's answers between the two worlds."""
    laws = []
    for world in (0, 1):
        values = [world if i < queries // 2 else 1 - world for i in range(queries)]

        def below(t, v):
            return stats.laplace.cdf(t - v, scale=4 / epsilon)

        def density(t, first, values=values):
            chain = math.prod(below(t, v) for v in values[:first])
            last = 1 - below(t, values[first]) if first < queries else 1.0
            return stats.laplace.pdf(t, scale=2 / epsilon) * chain * last

        laws.append([integrate.quad(density, -80, 80, (k,), points=[0, 1], limit=200)[0] for k in range(queries + 1)])
    assert all(abs(sum(law) - 1) < 1e-6 for law in laws)
    return max(abs(math.log(a / b)) for a, b in zip(*laws, strict=True))


def test_the_bound_is_below_the_truth_as_often_as_it_says():
    """200 audits of a mechanism whose best event has exactly epsilon = 1, each wrong with probability at most 5 %.

    P(Bin(200, 0.05) > 21) < 0.001, and the bound is conservative.
    """
    small = Plan(search=200, threshold=200, confirm=300)
    wrong = sum(
        audit(laplace(1.0), epsilon=3.0, plan=Plan(**{**vars(small), "seed": s})).epsilon_bound > 1 for s in range(200)
    )

    assert wrong <= 21


def test_same_seed_same_audit_and_another_seed_another():
    assert document(run("laplace")) == document(run("laplace"))
    assert document(run("laplace")) != document(run("laplace", seed=5))


def test_a_perfect_distinction_reaches_the_ceiling_and_no_more():
    actual = audit(lambda world, rng: world, epsilon=0.9, delta=1e-4, plan=Plan(confirm=1000))

    # n perfect runs without a false hit: log((a**(1/n) - delta) / (1 - a**(1/n))), a = .025
    a = 0.025 ** (1 / 1000)
    assert (actual.hits, actual.false_hits, actual.runs) == (1000, 0, 1000)
    assert actual.epsilon_bound == actual.largest_bound == pytest.approx(math.log((a - 1e-4) / (1 - a)), rel=1e-5)
    assert actual.verdict is Verdict.REFUTED


def test_too_few_runs_are_inconclusive():
    actual = audit(lambda world, rng: world, epsilon=6.0, plan=Plan(search=20, threshold=20, confirm=20))

    assert actual.verdict is Verdict.INCONCLUSIVE


def test_outputs_of_any_kind_are_compared():
    texts = audit(lambda world, rng: "ab"[int(rng.random() < 0.1 + 0.8 * world)], epsilon=0.5, plan=PLAN)
    ragged = audit(lambda world, rng: [1] * int(rng.integers(1, 3 + 4 * world)), epsilon=0.5, plan=PLAN)
    vectors = audit(lambda world, rng, n: rng.normal(size=(n, 5)) * (1 + world), epsilon=0.5, plan=PLAN)
    broken = audit(lambda world, rng, n: np.where(rng.random(n) < world / 2, np.nan, 0.0), epsilon=0.5, plan=PLAN)

    assert {a.verdict for a in (texts, ragged, vectors, broken)} == {Verdict.REFUTED}


class Answer:
    """An answer whose text is the address that it happens to have."""

    def __init__(self, value):
        self.value = value


def letters(rng, first=""):
    return first + "".join(rng.permutation(list("bcdefghijklm")))


# Functions of (shift, rng): only a shift that depends on the world is a leak.
KINDS = {
    "lists of varying length": lambda shift, rng: rng.normal(size=1 + int(rng.integers(3)) + int(shift)).tolist(),
    "sums of lists": lambda shift, rng: rng.normal(shift, size=int(rng.integers(1, 4))).tolist(),
    "dictionaries": lambda shift, rng: {"a": rng.normal(), "b": [rng.normal() + shift]},
    "keys": lambda shift, rng: {"ab"[shift > 0]: rng.normal()},
    "texts": lambda shift, rng: f"the answer is {rng.normal() + shift}",
    "sentences": lambda shift, rng: f"{'yes' if shift else 'no'}, by {rng.normal()}",
    "letters": lambda shift, rng: letters(rng, "ab"[shift > 0]),
    "types": lambda shift, rng: rng.normal() if shift else str(rng.normal()),
    "types in lists": lambda shift, rng: [rng.normal(), int(rng.integers(9)) + (0 if shift else 0.0)],
    "shapes": lambda shift, rng: rng.normal(size=(2, 3) if shift else (3, 2)),
    "sets": lambda shift, rng: {rng.normal() + shift, f"x{rng.normal()}"},
    "bytes": lambda shift, rng: np.float64(rng.normal() + 9 * shift).tobytes(),
    "objects": lambda shift, rng: Answer(rng.normal() + shift),
    "objects in lists": lambda shift, rng: [Answer(rng.normal() + shift)] * int(rng.integers(1, 3)),
    "none or number": lambda shift, rng: rng.normal() if shift else None,
    "NaN or minus infinity": lambda shift, rng: (-math.inf if shift else math.nan, rng.normal()),
    "huge integers": lambda shift, rng: 10 ** (400 * int(shift > 0)) * int(rng.integers(1, 10**9)),
    "complex numbers": lambda shift, rng: complex(rng.normal(), rng.normal() + shift),
}


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_leak_in_outputs_of_any_kind_is_found_with_a_certificate_that_holds(kind):
    actual = audit(lambda world, rng: KINDS[kind](4 * world, rng), epsilon=1.0, plan=PLAN)
    proof = certificate(actual)

    assert actual.verdict is Verdict.REFUTED
    assert proof is not None
    assert proof.check()["accepted"]


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("shift", [0, 4])
def test_outputs_of_any_kind_without_a_leak_raise_no_alarm(kind, shift):
    """Epsilon = 0 is true, and an alarm has probability 1e-9 or less."""
    small = Plan(search=200, threshold=200, confirm=1000)
    actual = [
        audit(lambda world, rng: KINDS[kind](shift, rng), epsilon=0.0, plan=Plan(**{**vars(small), "seed": seed}))
        for seed in range(2)
    ]

    # Orders of letters are told apart by their first letter alone, of which no statistic knows.
    assert {a.verdict for a in actual} == {Verdict.INCONCLUSIVE if kind == "letters" else Verdict.CONSISTENT}
    assert all(certificate(a) is None for a in actual)


def test_a_true_claim_about_texts_stands_and_a_wrong_one_falls():
    def told(scale):
        return lambda world, rng: f"about {world + rng.laplace(0.0, scale)} patients"

    assert audit(told(1.0), epsilon=1.0, plan=PLAN).verdict is Verdict.CONSISTENT
    assert audit(told(0.5), epsilon=1.0, plan=PLAN).verdict is Verdict.REFUTED


def test_who_sees_no_difference_between_outputs_that_differ_does_not_say_consistent():
    """Orders of twelve letters: each is new, of the same length, with the same letters and no numbers."""
    actual = audit(lambda world, rng: letters(rng)[:: 1 - 2 * world], epsilon=1.0, plan=PLAN)
    same = audit(lambda world, rng: "always this", epsilon=1.0, plan=PLAN)

    assert actual.verdict is Verdict.INCONCLUSIVE
    assert actual.event == "none: no statistic varies in the search, although the outputs differ"
    assert document(actual)["event"]["statistic"] == actual.event
    assert same.verdict is Verdict.CONSISTENT


def test_a_rare_output_of_another_kind_does_not_hide_the_others():
    """It comes in one run of a thousand: the other outputs of the sample are still vectors."""

    def mostly(world, rng):
        return "failed" if rng.random() < 1e-3 else [rng.normal() + 4 * world, rng.normal()]

    actual = audit(mostly, epsilon=1.0, plan=Plan(search=40, threshold=2000, confirm=2000))

    assert actual.verdict is Verdict.REFUTED
    assert "numbers in it" not in actual.statistic  # the search has seen vectors only


def test_bounds_agree_with_their_definitions():
    p, q = stats.beta.ppf(0.025, 70, 31), stats.beta.ppf(0.975, 8 + 1, 100 - 8)

    assert clopper_pearson(70, 100, 8, 100, 0.01, 0.05) == pytest.approx(math.log((p - 0.01) / q), rel=1e-4)
    assert log_ratio(0.5, 0.0, 0.1) == math.inf
    assert log_ratio(0.1, 0.0, 0.1) == 0.0
    assert log_ratio(0.1, 0.5, 0.0) == 0.0
    assert ceiling(1000, 0.0, 0.05) > ceiling(100, 0.0, 0.05)
    assert gaussian_fit(np.zeros(5), np.ones(5), 1e-5) == (math.inf, math.inf)
    assert gaussian_fit(np.zeros(1), np.ones(5), 1e-5) == (0.0, 0.0)


def test_a_parameter_with_a_default_keeps_it():
    shifted = mechanism(lambda world, rng, shift=7.0: world + shift)
    many = mechanism(lambda world, rng, count=1: np.full(count, world))

    assert shifted.outputs(1, 3, RNG) == [8.0, 8.0, 8.0]
    assert list(many.outputs(1, 3, RNG)) == [1, 1, 1]


def test_a_damaged_certificate_is_refused():
    proof = certificate(run("laplace, half the noise"))
    assert proof is not None
    data = proof.to_json()
    data["constants"]["epsilon"] = "3"

    assert not checker.check_bytes(json.dumps(data).encode())["accepted"]


test_bad_input_gets_one_sentence = refusals(
    (lambda: audit(3, epsilon=1), "mechanism must be a function"),
    (lambda: audit(lambda a: a, epsilon=1), "must take (world, rng) or (world, rng, count)"),
    (lambda: audit(lambda w, r, n: [0], epsilon=1), "must return 20 outputs, got 1"),
    (lambda: audit(lambda w, r, n: 0.5, epsilon=1), "must return 20 outputs, got one float in world 0"),
    (lambda: audit(lambda w, r: 0, epsilon=-1), "epsilon must be in [0, 500)"),
    (lambda: audit(lambda w, r: 0, epsilon=math.nan), "epsilon must be in [0, 500)"),
    (lambda: audit(lambda w, r: 0, epsilon=1, delta=1), "delta must be in [0, 1)"),
    (lambda: Plan(confirm=3), "confirm must be an integer of at least 20"),
    (lambda: Plan(looks=0), "looks must be an integer of at least 1"),
    (lambda: Plan(confirm=20, looks=21), "looks must be at most confirm, 20"),
    (lambda: Plan(confidence=1.0), "confidence must be strictly between 0 and 1"),
    (lambda: Plan(seed=-1), "seed must be an integer of at least 0"),
    (lambda: from_file("missing.py"), "FILE must name a Python file"),
    (lambda: from_file(300 * "a" + ".py"), "FILE must name a Python file"),
    says="part",
)


def test_files(tmp_path):
    good, two, bad = tmp_path / "good.py", tmp_path / "two.py", tmp_path / "bad.py"
    good.write_text("import numpy as np\ndef noisy(world, rng):\n    return world + rng.normal()\n")
    two.write_text("def one(world, rng):\n    return 1\ndef other(world, rng):\n    return 2\n")
    bad.write_text("1/0")
    leaves = tmp_path / "leaves.py"
    leaves.write_text("raise SystemExit('done,\\nall is well')")

    assert from_file(str(good)).name == "noisy"
    assert from_file(f"{two}::other").outputs(0, 3, RNG) == [2, 2, 2]
    with pytest.raises(InputError, match="hold one function, or be followed by ::name, got one, other"):
        from_file(str(two))
    with pytest.raises(InputError, match="mechanism must be one of one, other, got 'third'"):
        from_file(f"{two}::third")
    with pytest.raises(InputError, match="FILE must be importable, got ZeroDivisionError"):
        from_file(str(bad))
    with pytest.raises(InputError, match="FILE must be importable, got SystemExit: done, all is well at"):
        from_file(str(leaves))


def test_a_mechanism_does_not_depend_on_how_many_runs_follow():
    runs = Runs(mechanism(lambda world, rng, n: rng.normal(size=n)), 3)

    assert (runs.sample("x", 1000).one == runs.sample("x", 1500).one[:1000]).all()
    assert (runs.sample("x", 10).one != runs.sample("x", 10).zero).all()
    assert sparse_vector(1.0, noisy_queries=True)(0, np.random.default_rng(0), 2)[0].count("+") <= 1
