"""Private learners: what an episode costs

Whole runs on random MDPs, gaps included; the time is that of one episode. Eager: all noise is drawn and the policy
planned again after every episode. Lazy: the same run, bit for bit, without what cannot matter.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from tabular.algorithms.episodic import UBEV, PrivateUCBVI, Uniform, optimal_play, run_agent, sampled_users
from tabular.algorithms.episodic.pucb import PUCB, Practical, Printed, Repaired
from tabular.episodic.instances import random_episodic
from tests.benchmarks.contest import Contest, Contestant, Task, barred

MODES = {
    "printed": Printed(),
    "printed, all fed": Printed(reward_feed="all"),
    "printed, random ties": Printed(ties="random"),
    "repaired": Repaired(),
    "practical": Practical(),
    "practical, Gaussian": Practical("gaussian", 1e-6),
}
SIZES = {(2, 2, 2): 200_000, (5, 3, 5): 32_000, (10, 4, 10): 8_000}  # S, A, H, and how many episodes
BASE = (10, 4, 10)
FACTORS = (1, 2, 4, 8)  # of half of BASE
LENGTHS = (10**4, 10**5, 10**6)
SPARE = 6  # numbers a counter beyond the partial sums: the table's other rows, its time, and the plan


class Given(NamedTuple):
    """What a learner has to do."""

    mdp: Any
    sizes: tuple[int, int, int]
    episodes: int
    planning: str = "lazy"


def named(sizes):
    return " x ".join(map(str, sizes))


def learner(name: str, make: Callable[[Given], Any], **options: Any) -> Contestant:
    def prepare(given):
        made = make(given)
        return lambda: made.run(given.mdp)

    return Contestant(name, prepare, True, **options)


def pucb(given, mode, planning="", epsilon=1.0):
    return PUCB(*given.sizes, given.episodes, epsilon, MODES[mode], planning=planning or given.planning)


def complete(given, run):
    return "" if run.episodes == given.episodes else f"{run.episodes} episodes", {}


def speeds():
    tasks = tuple(
        Task(f"{named(sizes)}, {planning}", lambda s=sizes, p=planning: given(s, SIZES[s], p), SIZES[sizes])
        for sizes in SIZES
        for planning in ("eager", "lazy")
    )
    bars = {
        "PUCB printed": {"2 x 2 x 2, eager": 1e-6, "10 x 4 x 10, eager": 1 / 7e3},
        "PUCB repaired": {"10 x 4 x 10, lazy": 1 / 3e5},
    }
    ours = [
        learner(f"PUCB {mode}", lambda given, mode=mode: pucb(given, mode), bars=bars.get(f"PUCB {mode}", {}))
        for mode in MODES
    ]
    others = (
        learner("UBEV", lambda given: UBEV(*given.sizes, given.episodes, planning=given.planning)),
        learner("private UCB-VI", private_ucb_vi),
        learner("uniform", lambda given: Uniform(*given.sizes, given.episodes)),
        learner("optimal", lambda given: optimal_play(given.mdp, given.episodes)),
    )
    says = (
        "UBEV is not private; private UCB-VI plans after every episode (eager) or in batches of its own choice (lazy)."
    )
    return Contest("Learners", "episode", tasks, (*ours, *others), complete, says)


def private_ucb_vi(given):
    batches = {"batch": 1} if given.planning == "eager" else {}
    return PrivateUCBVI(*given.sizes, given.episodes, 1.0, **batches)


def given(sizes, episodes, planning="lazy"):
    return Given(random_episodic(*sizes, seed=0), sizes, episodes, planning)


def step_by_step(given):
    made = UBEV(*given.sizes, given.episodes)
    return lambda: run_agent(made.agent(), sampled_users(given.mdp), given.episodes, given.mdp)


def called():
    task = Task("2 x 2 x 2", lambda: given((2, 2, 2), 2000), 2000)
    whole = learner("in one call", lambda given: UBEV(*given.sizes, given.episodes))
    loop = Contestant("step by step", step_by_step, True)
    return Contest("UBEV, beside its agent", "episode", (task,), (whole, loop), complete)


def growth(place, symbol):
    """Let one of S, A, H grow from half of its base."""
    tasks = []
    for factor in FACTORS:
        sizes = tuple(size // 2 * factor if i == place else size for i, size in enumerate(BASE))
        work = sizes[0] ** 2 * sizes[1] * sizes[2] / (BASE[0] ** 2 * BASE[1] * BASE[2])
        count = max(500, int(SIZES[BASE] / max(work, 1.0)))
        size = sizes[place]
        tasks.append(Task(f"{symbol} = {size}", lambda s=sizes, n=count: given(s, n), count, size))
    both = (
        learner("printed, eager", lambda given: pucb(given, "printed", "eager")),
        learner("repaired, lazy", lambda given: pucb(given, "repaired", "lazy")),
    )
    says = f"Sizes S x A x H are {named(BASE)} but for {symbol}. An eager episode draws for up to SAH(S + 2) counters."
    return Contest(f"PUCB against {symbol}", "episode", tuple(tasks), both, complete, says)


def against_length():
    """More episodes only deepen the partial sums."""
    tasks = tuple(Task(f"T = {T:,}", lambda T=T: given((2, 2, 2), T), T, T) for T in LENGTHS)
    runs = (("printed", "eager", 1.0), ("repaired", "lazy", 1.0), ("repaired", "lazy", 100.0))
    learners = [
        learner(f"{mode}, {planning}, epsilon = {e:g}", lambda given, m=mode, p=planning, e=e: pucb(given, m, p, e))
        for mode, planning, e in runs
    ]
    says = "With much privacy budget the forced exploration is soon over."
    return Contest("PUCB against T", "episode", tasks, tuple(learners), complete, says)


def memory():
    """What an agent holds, counters and plan, which is O(C log T)."""
    tasks = tuple(
        Task(f"{named(sizes)}, T = {T:,}", lambda s=sizes, T=T: given(s, T)) for sizes in SIZES for T in LENGTHS
    )
    one = Contestant("PUCB repaired, lazy", lambda given: lambda: agent_of(pucb(given, "repaired")), True)
    says = f"The bar is K + {SPARE} numbers of 8 bytes a counter. The log of a run is not counted."
    title = "Memory of an agent"
    return Contest(title, "agent", tasks, (one,), held, says, once=True, value="Bytes a counter")


def agent_of(made):
    return made, made.agent()


def held(_, made):
    learner, agent = made
    counters, sums = learner.sizes.counters, learner.sizes.sums
    total = sum(array.nbytes for array in (agent.counters.table, agent.counters.seen, *agent.plan))
    each, bar = total / counters, 8 * (sums + SPARE)
    return f"{each} bytes a counter" if each > bar else "", {
        "Bytes a counter": barred(each, bar, "smaller"),
        "Counters C": counters,
        "Partial sums K": sums,
        "Held, kB": total / 1e3,
    }


CONTESTS = (speeds(), called(), *(growth(i, name) for i, name in enumerate("SAH")), against_length(), memory())


def test_learners(entry, benchmark):
    entry.run(benchmark)
