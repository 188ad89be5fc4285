"""ChaCha20 against the vectors of RFC 8439, the fast hash against integers, independence of uses and actions."""

import numpy as np
import pytest
from refusals import refusals
from scipy.special import ndtri

from tabular.noise import OrnsteinUhlenbeck, OrnsteinUhlenbeckFunction, sample_path
from tabular.noise._kernels_blocks import new_lanes
from tabular.noise._kernels_words import chacha20_block, stream_words, tree_top, tree_words
from tabular.noise.counters import BinaryCounters, ToeplitzCounters, square_root_batch
from tabular.noise.keys import STREAM, TREE, _state, key_bytes, source

ZERO = bytes(32)
COUNTING = bytes(range(32))
MASK = 2**64 - 1
FIRST_ZERO = """76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7
                da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"""
SECOND_ZERO = """9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed
                 29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"""
SECTION_2_3_2 = """10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e
                   d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"""


@pytest.mark.parametrize(
    ("key", "counter", "nonce", "stream"),
    [
        (ZERO, 0, "000000000000000000000000", FIRST_ZERO),
        (ZERO, 1, "000000000000000000000000", SECOND_ZERO),
        (COUNTING, 1, "000000090000004a00000000", SECTION_2_3_2),
    ],
)
def test_chacha20_gives_the_blocks_of_rfc_8439(key, counter, nonce, stream):
    state, out = _state(key, 0, 0), np.empty(16, np.uint32)
    state[12], state[13:] = counter, np.frombuffer(bytes.fromhex(nonce), "<u4")

    chacha20_block(state, out)

    assert out.astype("<u4").tobytes() == bytes.fromhex(stream)


def mix(x):
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & MASK
    return x ^ (x >> 31)


def words_of(words, start, count):
    out = np.empty(count, np.uint64)
    stream_words(words.key, words.state, words.secure, start, count, out)
    return out.tolist()


def test_the_fast_hash_is_what_python_integers_give():
    words = source(COUNTING, 3, STREAM, "fast")
    k0, k1 = words.key.tolist()

    expected = [mix((mix((i * 0x9E3779B97F4A7C15 + k0) & MASK) + k1) & MASK) for i in range(5, 25)]

    assert words_of(words, 5, 20) == expected


def normal_of(words, index):
    k0, k1 = words.key.tolist()
    word = mix((mix((index * 0x9E3779B97F4A7C15 + k0) & MASK) + k1) & MASK)
    return ndtri(((word & MASK >> 1) + 0.5) * 2.0**-64) * (1 if word >> 63 else -1)


def test_values_come_from_these_words_from_end_to_end():
    """Far points are independent: each value is a normal. A function compiled before a change elsewhere would show."""
    stream, tree = source(COUNTING, 0, STREAM, "fast"), source(COUNTING, 0, TREE, "fast")
    expected = [normal_of(stream, i) for i in range(4)]
    points = [0.0, 1.0, 2.0, 3.0]
    nodes = [0, 1 << 63, 1, 2, 3, (1 << 52) + 1]
    places = [0.0, 1.0, 0.5, 0.25, 0.75, 3 * 2.0**-53]

    assert sample_path(points, 1e300, seed=COUNTING, bits="fast").tolist() == pytest.approx(expected, rel=4e-15)
    path = OrnsteinUhlenbeck(1e300, interval=(0, 3), seed=COUNTING, bits="fast")
    assert path.many(points).tolist() == pytest.approx(expected, rel=4e-15)
    function = OrnsteinUhlenbeckFunction(COUNTING, 1e300, bits="fast")
    expected = [normal_of(tree, node) for node in nodes]
    assert function.many(places).tolist() == pytest.approx(expected, rel=4e-15)
    assert [function(x) for x in places] == pytest.approx(expected, rel=4e-15)


def test_splitmix64_is_one_round_of_the_hash():
    """The known first output of SplitMix64 for seed 0."""
    assert mix(0x9E3779B97F4A7C15) == 0xE220A8397B1DCDAF


@pytest.mark.parametrize("bits", ["fast", "chacha20"])
def test_a_stream_does_not_depend_on_how_it_is_cut(bits):
    words = source(COUNTING, 0, STREAM, bits)
    pieces = [word for start, count in ((0, 3), (3, 11), (14, 50)) for word in words_of(words, start, count)]

    assert pieces == words_of(words, 0, 64)


def test_the_secure_stream_is_the_key_stream():
    words, block = source(COUNTING, 2, STREAM, "chacha20"), np.empty(16, np.uint32)
    state = words.state.copy()
    state[12] = 1
    chacha20_block(state, block)

    assert words_of(words, 8, 8) == block.astype("<u4").view("<u8").tolist()


def way(tree, k, depth):
    """Return the words of the ends and of the nodes on the way to k 2**-53."""
    words = np.empty(2 + depth, np.uint64)
    tree_words(tree.key, tree_top(tree.state), tree.secure, np.uint64(k), depth, words, new_lanes(tree.state))
    return words.tolist()


@pytest.mark.parametrize("depth", [0, 1, 8, 9, 10, 12, 46, 53])
def test_the_words_of_a_tree_are_those_of_its_blocks_one_by_one(depth):
    """The block of levels 3j + 1 to 3j + 3 has the number of its first node, and the word of a node its place there."""
    tree, k = source(COUNTING, 1, TREE, "chacha20"), (0x0B5A3C19D2E4F7 | 1) & ((1 << 53) - 1)

    def word(number, place):
        state, block = tree.state.copy(), np.empty(16, np.uint32)
        state[12], state[13] = number & 0xFFFFFFFF, number >> 32
        chacha20_block(state, block)
        return int(block.astype("<u4").view("<u8")[place])

    expected = [word(0, 0), word(0, 1)]
    for level in range(depth):
        first = level - level % 3
        root = (1 << first) | (k >> (53 - first))
        inside = (1 << level % 3) | ((k >> (53 - level)) & ((1 << level % 3) - 1))
        expected.append(word(root, inside))
    assert way(tree, k, depth) == expected


@pytest.mark.parametrize("bits", ["fast", "chacha20"])
def test_no_word_is_used_twice(bits):
    seen = []
    for key in (ZERO, COUNTING):
        for action in range(3):
            seen += words_of(source(key, action, STREAM, bits), 0, 100)
            tree = source(key, action, TREE, bits)
            seen += way(tree, 0x15555555555555, 53)

    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("bits", ["fast", "chacha20"])
def test_nodes_have_words_of_their_own_that_their_descendants_share(bits):
    """All nodes of the first seven levels, reached from every leaf below them."""
    tree = source(COUNTING, 0, TREE, bits)
    actual = {}
    for leaf in range(1, 128, 2):
        words = way(tree, leaf << 46, 7)
        actual.setdefault("left", set()).add(words[0])
        actual.setdefault("right", set()).add(words[1])
        for level in range(1, 8):
            actual.setdefault((level, leaf >> (8 - level)), set()).add(words[1 + level])

    assert len(actual) == 2 + 127
    assert all(len(values) == 1 for values in actual.values())
    assert len(set.union(*actual.values())) == len(actual)


def test_integer_keys_are_little_endian_bytes():
    assert key_bytes("seed", 258) == b"\x02\x01" + bytes(30)
    assert key_bytes("seed", np.int64(7)) == key_bytes("seed", 7)
    assert key_bytes("seed", (1 << 256) - 1) == b"\xff" * 32


DRAWS = {
    "counters": lambda **options: BinaryCounters(3, 8, 1.0, **options).run(np.zeros((8, 3))),
    "one counter": lambda **options: ToeplitzCounters(1, 8, 1.0, **options).run(np.zeros((8, 1))),
    "square root": lambda **options: square_root_batch(np.zeros((8, 2)), 1.0, **options),
    "path": lambda **options: OrnsteinUhlenbeck(1.0, **options).many(np.arange(8.0) / 8),
    "points": lambda **options: sample_path(np.arange(8.0), 1.0, **options),
}


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS.keys())
@pytest.mark.parametrize(("seed", "bits", "other"), [(COUNTING, "chacha20", "fast"), (7, "fast", "chacha20")])
def test_a_key_draws_from_the_cipher_and_a_number_from_the_hash(draw, seed, bits, other):
    assert np.array_equal(draw(seed=seed), draw(seed=seed, bits=bits))
    assert not np.any(draw(seed=seed) == draw(seed=seed, bits=other))


def test_fresh_randomness_is_that_of_the_cipher():
    assert BinaryCounters(3, 8, 1.0).noise.bits == "chacha20"
    path = OrnsteinUhlenbeck(1.0)

    assert path.bits == "chacha20"
    assert path(0.3) == OrnsteinUhlenbeck(1.0, seed=path.seed)(0.3)


test_bad_input_is_refused_in_one_sentence = refusals(
    (
        lambda key: key_bytes("key", key),
        r"^key must be 32 bytes or an integer from 0 to 2\*\*256 - 1, got ",
        [-1, 1 << 256, 1.0, "7", None, True],
    ),
    (lambda: key_bytes("key", bytes(31)), r"^key must have 32 bytes, got 31$"),
    (lambda: source(ZERO, 0, STREAM, "aes"), r'^bits must be "fast" or "chacha20", got \'aes\'$'),
)
