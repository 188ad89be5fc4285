"""Every mechanism: exact matrices, the same bits eager and lazy, its law, and what it refuses."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refusals

from tabular.errors import InputError
from tabular.noise.counters import BinaryCounters, HonakerCounters, KaryCounters, ToeplitzCounters
from tabular.noise.counters.designs import BinaryDesign, HonakerDesign, KaryDesign
from tabular.noise.counters.honaker import variances
from tabular.noise.counters.kary import best_arity, terms

MECHANISMS = [BinaryCounters, HonakerCounters, KaryCounters, ToeplitzCounters]
TREES = [
    (BinaryCounters, BinaryDesign, {}),
    (HonakerCounters, HonakerDesign, {}),
    (KaryCounters, KaryDesign, {"arity": 3}),
    (KaryCounters, KaryDesign, {"arity": 5}),
    (KaryCounters, KaryDesign, {"arity": 9}),
]
LAWS = {cls: ["gaussian"] if cls is ToeplitzCounters else ["laplace", "gaussian"] for cls in MECHANISMS}
CASES = [(cls, law) for cls in MECHANISMS for law in LAWS[cls]]


def running_sums(n):
    return np.tril(np.ones((n, n), dtype=int))


@pytest.mark.parametrize(("cls", "design", "options"), TREES)
@pytest.mark.parametrize("steps", [1, 2, 3, 4, 5, 12, 13, 14, 31, 32, 33, 60])
def test_left_times_right_is_the_matrix_of_running_sums_exactly(cls, design, options, steps):
    shape = design(steps, **options)
    _, left, right = shape.matrices()

    assert np.array_equal(left @ right, running_sums(steps))
    assert set(right.ravel().tolist()) <= {0, 1}
    assert max(right.sum(axis=0)) == shape.most_sums == cls.squared_norm(steps, **options)


@pytest.mark.parametrize(("cls", "design", "options"), TREES)
@pytest.mark.parametrize("law", ["laplace", "gaussian"])
def test_the_noise_is_row_t_of_the_left_matrix_times_the_noise_of_the_nodes(cls, design, options, law):
    """So the covariance of all releases is exactly scale**2 (2 or 1) times L L^T: node noises are independent."""
    steps, shape = 77, design(77, **options)
    counters = cls(3, steps, 2.5, law=law, seed=9, **options)
    actual = counters.run(np.zeros((steps, 3)))

    for t in range(1, steps + 1):
        for c in range(3):
            parts = [float(factor) * counters.noise.at(c, node) for node, factor in shape.combination(t).items()]
            # a sum of at most 200 terms in another order
            assert actual[t - 1, c] == pytest.approx(sum(parts), abs=1e-13 * (1 + sum(map(abs, parts))))


@pytest.mark.parametrize(("cls", "law"), CASES)
@pytest.mark.parametrize("bits", ["fast", "chacha20"])
@pytest.mark.parametrize("counters", [1, 7, 70])
def test_eager_and_lazy_and_any_cut_of_the_stream_give_the_same_bits(cls, law, bits, counters):
    steps, rng = 90, np.random.default_rng(1)
    stream = rng.random((steps, counters))
    made = [cls(counters, steps, 1.5, law=law, seed=4, bits=bits) for _ in range(3)]
    whole = made[0].run(stream)
    cut = np.vstack([made[1].run(stream[:17]), made[1].run(stream[17:18]), made[1].run(stream[18:])])
    single = np.array([made[2].step(row) for row in stream])
    asked = [0, counters // 2, counters - 1]
    lazy = np.array([[made[0].noise_at(c, t) for c in asked] for t in range(1, steps + 1)])

    assert np.array_equal(whole, cut)
    assert np.array_equal(whole, single)
    assert np.array_equal(whole[:, asked], np.cumsum(stream, axis=0)[:, asked] + lazy)
    assert made[0].noise_at(0, 0) == 0.0
    assert made[0].time == steps
    assert np.array_equal(made[0].counts, np.cumsum(stream, axis=0)[-1])


@pytest.mark.parametrize("cls", MECHANISMS)
def test_the_number_of_counters_does_not_change_the_noise_of_one(cls):
    """Chunks of 512 and the way along the steps for few counters are details of speed."""
    law = LAWS[cls][0]
    many = cls(600, 40, 1.0, law=law, seed=2).run(np.zeros((40, 600)))
    few = cls(5, 40, 1.0, law=law, seed=2).run(np.zeros((40, 5)))

    assert np.array_equal(many[:, :5], few)
    assert np.array_equal(many[:, 590], [cls(600, 40, 1.0, law=law, seed=2).noise_at(590, t) for t in range(1, 41)])


def test_late_times_far_beyond_any_stream_can_be_asked_for():
    counters = BinaryCounters(3, (1 << 36) - 1, 1.0, seed=0)
    t = (1 << 36) - 1
    design = BinaryDesign(t)

    parts = [counters.noise.at(2, node) for node in design.combination(t)]
    assert len(parts) == 36
    assert counters.noise_at(2, t) == pytest.approx(sum(parts), abs=1e-12)
    assert len(design.nodes(1)) == design.most_sums == 36


@pytest.mark.parametrize("cls", MECHANISMS)
def test_equal_seeds_agree_and_others_do_not(cls):
    law = LAWS[cls][0]
    first, again, other = (cls(2, 8, 1.0, law=law, seed=seed).run(np.zeros((8, 2))) for seed in (1, 1, 2))
    fresh = [cls(2, 8, 1.0, law=law).run(np.zeros((8, 2))) for _ in range(2)]

    assert np.array_equal(first, again)
    assert not np.any(first == other)
    assert not np.any(fresh[0] == fresh[1])


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 200), st.sampled_from([3, 5, 7, 9, 11]))
def test_balanced_digits_give_a_prefix_of_at_most_half_the_arity_nodes_a_level(steps, arity):
    design = KaryDesign(steps, arity)
    for t in range(1, steps + 1):
        levels = [node >> 31 for node in design.combination(t)]
        assert all(levels.count(level) <= (arity - 1) // 2 for level in levels)


@pytest.mark.parametrize(("steps", "arity"), [(1, 3), (12, 9), (37, 3), (100, 5), (200, 7), (121, 3), (122, 3)])
def test_the_number_of_terms_is_counted_without_looking_at_every_step(steps, arity):
    design = KaryDesign(steps, arity)

    assert terms(steps, arity) == sum(len(design.combination(t)) for t in range(1, steps + 1))


@pytest.mark.parametrize(("law", "power"), [("laplace", 2), ("gaussian", 1)])
def test_the_best_arity_has_the_least_mean_variance(law, power):
    def cost(arity):
        left = KaryDesign(50, arity).matrices()[1]
        return KaryCounters.squared_norm(50, arity) ** power * sum(left.ravel() ** 2)

    best = best_arity(50, law)
    assert cost(best) == min(cost(arity) for arity in range(3, 102, 2))
    assert KaryCounters(1, 50, 1.0, law=law).arity == best
    made = KaryCounters.pure(1, 50, 1, seed=1) if law == "laplace" else KaryCounters.zcdp(1, 50, 1, seed=1)
    assert made.arity == best
    assert KaryCounters.pure(1, 50, 1, arity=3).arity == 3


def test_honaker_never_has_a_larger_variance_and_reaches_its_limit():
    _, left, _ = HonakerDesign(64).matrices()
    _, plain, _ = BinaryDesign(64).matrices()
    for t in range(64):
        assert sum(left[t] ** 2) <= sum(plain[t] ** 2)
    assert sum(left[63] ** 2) == variances(7)[6]
    assert float(variances(40)[-1]) == pytest.approx(0.5, abs=1e-9)


def test_honakers_weights_are_the_best_linear_unbiased_ones():
    """Least squares over all nodes below gives the same estimate of a node's sum."""
    _, left, right = HonakerDesign(8).matrices()
    design = right.astype(float)
    best = np.ones(8) @ np.linalg.pinv(design.T @ design) @ design.T

    assert left[7].astype(float) == pytest.approx(best, abs=1e-12)


# A grid


@pytest.mark.parametrize("cls", [BinaryCounters, KaryCounters])
def test_on_a_grid_every_release_is_the_exact_sum_of_rounded_noises(cls):
    grid, steps = 2.0**-10, 50
    counters = cls(3, steps, 4.0, seed=1, grid=grid)
    stream = np.random.default_rng(0).integers(0, 1025, (steps, 3)) * grid
    design = BinaryDesign(steps) if cls is BinaryCounters else KaryDesign(steps, counters.arity)
    actual = counters.run(stream)

    for t in range(1, steps + 1):
        for c in range(3):
            noise = sum(factor * Fraction(counters.noise.at(c, node)) for node, factor in design.combination(t).items())
            assert Fraction(actual[t - 1, c]) == sum(map(Fraction, stream[:t, c])) + noise


def test_increments_off_the_grid_are_refused():
    counters = BinaryCounters(2, 5, 1.0, grid=0.25)
    counters.step([0.25, 3.0])
    with pytest.raises(
        InputError, match=r"^stream must be finite and a multiple of 0.25, got 0.3 at step 2, counter 1$"
    ):
        counters.step([0.5, 0.3])


@pytest.mark.parametrize("cls", [HonakerCounters, ToeplitzCounters])
def test_mechanisms_with_weights_have_no_grid(cls):
    with pytest.raises(InputError, match=f"^grid must be None for {cls.__name__}"):
        cls(1, 4, 1.0, law="gaussian", grid=0.5)


# What is refused


@pytest.mark.parametrize("cls", MECHANISMS)
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"counters": 0}, "counters must be an integer from 1 to 134217728, got 0"),
        ({"counters": 2.0}, "counters must be an integer from 1 to 134217728, got 2.0"),
        ({"counters": True}, "counters must be an integer from 1 to 134217728, got True"),
        ({"steps": 0}, r"steps must be an integer from 1 to \d+, got 0"),
        ({"steps": 1 << 36}, r"steps must be an integer from 1 to \d+, got 68719476736"),
        ({"steps": "8"}, r"steps must be an integer from 1 to \d+, got '8'"),
        ({"scale": 0.0}, "scale must be positive and finite, got 0.0"),
        ({"scale": float("inf")}, "scale must be positive and finite, got inf"),
        ({"scale": float("nan")}, "scale must be positive and finite, got nan"),
        ({"scale": None}, "scale must be a real number, got None"),
        ({"seed": -1}, r"seed must be 32 bytes or an integer from 0 to 2\*\*256 - 1, got -1"),
        ({"seed": b"short"}, "seed must have 32 bytes, got 5"),
        ({"bits": "slow"}, 'bits must be "fast" or "chacha20", got \'slow\''),
    ],
)
def test_bad_parameters_get_one_sentence(cls, arguments, sentence):
    good = {"counters": 2, "steps": 8, "scale": 1.0, "law": "gaussian"}
    with pytest.raises(InputError, match=f"^{sentence}$"):
        cls(**good | arguments)


test_bad_input_is_refused_in_one_sentence = refusals(
    (
        lambda grid: BinaryCounters(1, 1, 1.0, grid=grid),
        r"^grid must ",
        [0.3, 0.0, -0.5, float("nan"), float("inf"), 2.0**-60, 2.0**20, "1"],
    ),
    (lambda: BinaryCounters(1, 1, 1.0, law="cauchy"), r'^law must be "laplace" or "gaussian", got \'cauchy\'$'),
    (lambda: ToeplitzCounters.pure(1, 4, 1.0), r'^law must be "gaussian" for ToeplitzCounters, got \'laplace\'$'),
    (lambda arity: KaryCounters(1, 1, 1.0, arity=arity), r"^arity must be ", (4, 0, 1, 2, 3.0, 10**6)),
)


@pytest.mark.parametrize("cls", MECHANISMS)
@pytest.mark.parametrize(
    ("stream", "sentence"),
    [
        ([[1.0, 2.0, 3.0]], "stream must have an entry for each of 2 counters, got 3"),
        ([[0.0, 1.0], [float("nan"), 0.0]], "stream must be finite, got nan at step 3, counter 0"),
        ([[0.0, float("-inf")]], "stream must be finite, got -inf at step 2, counter 1"),
        (np.zeros((5, 2)), "stream must end after 5 steps, got 6"),
        ([1.0, 2.0], r"stream must be an array of real numbers with 2 dimensions, got \[1.0, 2.0\]"),
        ([["a", "b"]], r"stream must be an array of real numbers with 2 dimensions, got \[\['a', 'b'\]\]"),
        ([[1j, 0]], r"stream must be an array of real numbers with 2 dimensions, got \[\[1j, 0\]\]"),
        ([[1.0, 2.0], [1.0]], r"stream must be an array of real numbers with 2 dimensions, got .*"),
        (None, "stream must be an array of real numbers with 2 dimensions, got None"),
    ],
)
def test_bad_streams_get_one_sentence_and_change_nothing(cls, stream, sentence):
    good = cls(2, 5, 1.0, law="gaussian", seed=1)
    hurt = cls(2, 5, 1.0, law="gaussian", seed=1)
    good.step([1, 0])
    hurt.step([1, 0])
    with pytest.raises(InputError, match=f"^{sentence}$"):
        hurt.run(stream)

    assert np.array_equal(good.step([0, 1]), hurt.step([0, 1]))


def test_empty_streams_and_every_kind_of_number_are_fine():
    counters = BinaryCounters(2, 5, 1.0, seed=1)

    assert counters.run(np.zeros((0, 2))).shape == (0, 2)
    for row in ([True, False], [1, 2], np.array([1, 2], np.int8), np.array([1, 2], np.float32), (0.5, 1)):
        counters.step(row)
    assert counters.counts.tolist() == [4.5, 7.0]
    with pytest.raises(InputError, match=r"^stream must end after 5 steps, got 6$"):
        counters.step([0, 0])


test_noise_is_asked_for_within_bounds = refusals(
    (lambda counter: BinaryCounters(2, 5, 1.0).noise_at(counter, 1), "^counter must be an integer from 0 to ", [2, -1]),
    (lambda t: BinaryCounters(2, 5, 1.0).noise_at(0, t), "^t must be an integer from 0 to ", [6, -1, 1.0]),
    (
        lambda place: BinaryCounters(2, 5, 1.0).noise.at(*place),
        "must be an integer from 0 to",
        [(-1, 0), (1 << 27, 0), (0, 1 << 36), (0, -1), (0, 1.5), (True, 1)],
    ),
)


def test_no_number_of_a_node_of_the_longest_streams_is_used_twice():
    for arity in (3, 1001):
        design = KaryDesign(KaryCounters.most_steps, arity)
        for t in (design.steps, design.steps - 1, design.steps - arity // 2):
            combination = design.combination(t)
            places = [((node & (2**31 - 1)) * arity ** (node >> 31), node >> 31) for node in combination]
            # a node of level l ends within (arity + 1) / 2 nodes of t
            assert all(abs(end - t) <= (arity + 1) / 2 * arity**level for end, level in places)
    assert max(HonakerDesign(HonakerCounters.most_steps).nodes(HonakerCounters.most_steps)) < 2**36


@pytest.mark.parametrize("cls", MECHANISMS)
@pytest.mark.parametrize(
    ("increments", "sentence"),
    [
        ([float("nan"), 0.0], "stream must be finite, got nan at step 2, counter 0"),
        ([0.0, float("inf")], "stream must be finite, got inf at step 2, counter 1"),
        ([1.0], "stream must have an entry for each of 2 counters, got 1"),
        (1.0, "increments must be an array of real numbers with 1 dimensions, got 1.0"),
    ],
)
def test_bad_increments_get_one_sentence_and_change_nothing(cls, increments, sentence):
    good, hurt = (cls(2, 5, 1.0, law="gaussian", seed=1) for _ in range(2))
    good.step([1, 0])
    hurt.step([1, 0])
    with pytest.raises(InputError, match=f"^{sentence}$"):
        hurt.step(increments)

    assert hurt.time == 1
    assert np.array_equal(good.step([0, 1]), hurt.step([0, 1]))


@pytest.mark.parametrize("cls", MECHANISMS)
def test_noise_computed_ahead_is_handed_out_in_order(cls):
    """Few steps at a time are served from a block computed ahead, long runs directly, in any mixture."""
    steps, zeros = 3000, np.zeros((3000, 20))
    whole = cls(20, steps, 1.0, law="gaussian", seed=1).run(zeros)
    mixed = cls(20, steps, 1.0, law="gaussian", seed=1)
    cuts = [1, 1, 5, 900, 1, 3, 813, 815, 1, 400, 60]
    parts = [mixed.run(zeros[:cut]) if cut > 1 else mixed.step(zeros[0])[None, :] for cut in cuts]

    assert sum(cuts) == steps
    assert np.array_equal(np.vstack(parts), whole)
