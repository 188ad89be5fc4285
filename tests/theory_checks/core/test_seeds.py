import hashlib
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from theory_checks.core.seeds import generator, stream_key

NAMES = st.lists(st.text(max_size=8) | st.integers(-(2**70), 2**70), max_size=4).map(tuple)
MASK = 2**64 - 1


def golden_key(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big")


def philox_block(key: int, counter: int) -> list[int]:
    """Philox4x64-10 of Salmon et al. (2011), written out in Python integers."""
    x = [(counter >> (64 * i)) & MASK for i in range(4)]
    k0, k1 = key & MASK, key >> 64
    for _ in range(10):
        p0, p1 = 0xD2E7470EE14C6C93 * x[0], 0xCA5A826395121157 * x[2]
        x = [(p1 >> 64) ^ x[1] ^ k0, p1 & MASK, (p0 >> 64) ^ x[3] ^ k1, p0 & MASK]
        k0, k1 = (k0 + 0x9E3779B97F4A7C15) & MASK, (k1 + 0xBB67AE8584CAA73B) & MASK
    return x


@pytest.mark.parametrize(
    ("seed", "names", "text"),
    [
        (0, (), '["theory-checks/seed/1",0]'),
        (7, ("dpdqn/prop10", "printed", 3), '["theory-checks/seed/1",7,"dpdqn/prop10","printed",3]'),
        (2**80, ("7", 7), f'["theory-checks/seed/1",{2**80},"7",7]'),
        (1, ('quote " and é',), '["theory-checks/seed/1",1,"quote \\" and \\u00e9"]'),
    ],
)
def test_key_is_the_digest_of_the_written_names(seed: int, names: tuple[str | int, ...], text: str) -> None:
    assert stream_key(seed, *names) == golden_key(text)


def test_numbers_are_philox_of_that_key() -> None:
    key = golden_key('["theory-checks/seed/1",0,"dpdqn/prop10","printed"]')
    blocks = [philox_block(key, counter) for counter in (1, 2, 3)]  # NumPy steps the counter before its first block
    drawn = generator(0, "dpdqn/prop10", "printed").bit_generator.random_raw(12)
    assert drawn.tolist() == [word for block in blocks for word in block]


@given(NAMES, NAMES, st.integers(0, 3), st.integers(0, 3))
def test_distinct_names_have_distinct_keys(a: tuple[str | int, ...], b: tuple[str | int, ...], s: int, t: int) -> None:
    same = (s, list(map(repr, a))) == (t, list(map(repr, b)))
    assert (stream_key(s, *a) == stream_key(t, *b)) == same


@given(NAMES)
def test_key_fits_the_generator(names: tuple[str | int, ...]) -> None:
    assert 0 <= stream_key(0, *names) < 2**128
    assert generator(0, *names).random() == generator(0, *names).random()


def test_names_do_not_run_together() -> None:
    splits = [("ab", "c"), ("a", "bc"), ("abc",), ("a", "b", "c"), ("ab", "c", ""), ('ab","c',), (1, 2), (12,), ("12",)]
    assert len({stream_key(0, *names) for names in splits}) == len(splits)


def test_ten_thousand_instances_never_share_a_key() -> None:
    assert len({stream_key(s, "claim", i) for s in range(10) for i in range(1000)}) == 10_000


def test_order_and_workers_do_not_matter() -> None:
    instances = list(range(40))

    def draw(i: int) -> bytes:
        return generator(5, "dpdqn/lemma14", "printed", i).standard_normal(50).tobytes()

    alone = {i: draw(i) for i in reversed(instances)}
    with ThreadPoolExecutor(4) as pool:
        assert dict(zip(instances, pool.map(draw, instances), strict=True)) == alone


def test_other_processes_draw_the_same_numbers() -> None:
    code = (
        "import json; from theory_checks.core.seeds import generator;"
        "print(json.dumps(generator(3, 'gpope/thm1', 2).random(5).tolist()))"
    )
    expected = generator(3, "gpope/thm1", 2).random(5).tolist()
    for hash_seed in ("0", "4711"):
        environment = {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)}
        out = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=environment).stdout
        assert json.loads(out) == expected


def test_streams_of_neighbouring_names_are_uncorrelated() -> None:
    # 1000 streams of 1000 uniforms: the largest of 999 neighbouring correlations exceeds 0.22 with probability below
    # 1e-8 (Gaussian tail at 0.22 * sqrt(1000) = 6.96, twice, times 999).
    draws = np.array([generator(0, "stream", i).random(1000) for i in range(1000)])
    centred = (draws - draws.mean(axis=1, keepdims=True)) / draws.std(axis=1, keepdims=True)
    assert np.abs((centred[1:] * centred[:-1]).mean(axis=1)).max() < 0.22


def test_numpy_integers_are_integers() -> None:
    assert stream_key(0, "a", 3) == stream_key(np.uint8(0), "a", np.int64(3))  # type: ignore[arg-type]


test_bad_names_are_refused = refusals(
    (-1, (), "seed must be an integer of at least 0, got -1"),
    (1.0, (), "seed must be an integer of at least 0, got 1.0"),
    (True, (), "seed must be an integer of at least 0, got True"),
    (None, (), "seed must be an integer of at least 0, got None"),
    (float("nan"), (), "seed must be an integer of at least 0, got nan"),
    (0, ("a", 1.5), "names must be texts or integers, got 1.5 at position 1"),
    (0, (True,), "names must be texts or integers, got True at position 0"),
    (0, (b"a",), "names must be texts or integers, got b'a' at position 0"),
    (0, (("a",),), "names must be texts or integers, got ('a',) at position 0"),
    calling=lambda seed, names: stream_key(seed, *names),
    error=ValueError,
    says="sentence",
)
