"""Which claims processes take: each once, near to what they have computed."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from theory_checks.engine.affinity import Worker


def test_a_worker_stays_in_a_package_and_takes_it_from_the_front(tmp_path):
    worker = Worker()

    assert [worker.take("abab", tmp_path) for _ in range(4)] == [0, 2, 1, 3]


def test_workers_begin_in_different_packages(tmp_path):
    first, second = Worker(), Worker()

    assert [w.take("aabb", tmp_path) for w in (first, second, first, second)] == [0, 2, 1, 3]


def test_who_comes_too_late_for_a_package_begins_in_another(tmp_path):
    first, second = Worker(), Worker()
    looked, chosen = second._choice, []

    def late(packages, taken):
        chosen.append(looked(packages, taken))
        if len(chosen) == 1:  # between its look and its claim the other one is faster
            assert first.take(packages, tmp_path) == 0
        return chosen[-1]

    second._choice = late
    assert [second.take("aabb", tmp_path), first.take("aabb", tmp_path), second.take("aabb", tmp_path)] == [2, 1, 3]


def test_who_has_nothing_left_helps_where_most_is_left_from_the_back(tmp_path):
    first, second = Worker(), Worker()
    taken = [w.take("aaaab", tmp_path) for w in (first, second, second, first, second)]

    assert taken == [0, 4, 3, 1, 2]


def test_a_helper_does_not_settle_where_it_helps(tmp_path):
    owner, helper = Worker(), Worker()
    packages = "a" + "b" * 6

    assert [helper.take(packages, tmp_path), owner.take(packages, tmp_path)] == [0, 1]
    assert [w.take(packages, tmp_path) for w in (helper, helper, owner)] == [6, 5, 2]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(packages=st.lists(st.sampled_from("abc"), max_size=12), turns=st.data())
def test_every_claim_is_taken_once_whoever_is_next(tmp_path_factory, packages, turns):
    folder, workers = tmp_path_factory.mktemp("taken"), [Worker() for _ in range(3)]
    taken = [turns.draw(st.sampled_from(workers)).take(packages, folder) for _ in packages]

    assert sorted(taken) == list(range(len(packages)))


@pytest.mark.parametrize("workers", [2, 8])
def test_workers_at_the_same_moment_take_different_claims(tmp_path, workers):
    packages = [str(i % 5) for i in range(200)]

    def all_of_one(worker):
        return [worker.take(packages, tmp_path) for _ in range(200 // workers)]

    with ThreadPoolExecutor(workers) as pool:
        taken = [number for part in pool.map(all_of_one, [Worker() for _ in range(workers)]) for number in part]

    assert sorted(taken) == list(range(200))
