"""Other libraries, each set so that its own criterion promises the tolerance."""

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import sparse

from tabular.mdp import FiniteMDP
from tests.benchmarks.plain import TOLERANCE

Solve = Callable[[], Any]

# Beyond the default of 250, which ends without an error message before a lake has converged.
_MAX_ITERATIONS = 1_000_000


def by_state(mdp: FiniteMDP) -> Any:
    """Return the stacked rows in the order state, action (row s*m + a)."""
    n, m = mdp.n_states, mdp.n_actions
    rows = (np.arange(m)[None, :] * n + np.arange(n)[:, None]).reshape(-1)
    return mdp.stacked[rows]


def quantecon(method: str) -> Callable[[FiniteMDP], Solve]:
    """Its optimality is in value: epsilon = tolerance is within epsilon / 2."""

    def prepare(mdp: FiniteMDP) -> Solve:
        from quantecon.markov import DiscreteDP

        if mdp.is_sparse:
            states = np.repeat(np.arange(mdp.n_states), mdp.n_actions)
            actions = np.tile(np.arange(mdp.n_actions), mdp.n_states)
            rewards = mdp.rewards.T.reshape(-1).copy()
            model = DiscreteDP(rewards, sparse.csr_matrix(by_state(mdp)), mdp.discount, states, actions)
        else:
            model = DiscreteDP(mdp.rewards.T.copy(), mdp.transitions.transpose(1, 0, 2).copy(), mdp.discount)
        return lambda: model.solve(method=method, epsilon=TOLERANCE, max_iter=_MAX_ITERATIONS).v

    return prepare


def quantecon_one_by_one(arrays: tuple[np.ndarray, np.ndarray, float]) -> Solve:
    """Policy iteration on each instance; its models are built beforehand."""
    from quantecon.markov import DiscreteDP

    P, r, gamma = arrays
    models = [
        DiscreteDP(rewards.T.copy(), transitions.transpose(1, 0, 2).copy(), gamma)
        for transitions, rewards in zip(P, r, strict=True)
    ]
    return lambda: np.array([model.solve(method="policy_iteration").v for model in models])


def mdpsolver(algorithm: str) -> Callable[[FiniteMDP], Solve]:
    """Every solve gets an object of its own: the second one of an object is far cheaper than the first."""

    def prepare(mdp: FiniteMDP) -> Solve:
        import mdpsolver as library

        n, m = mdp.n_states, mdp.n_actions
        model = library.model()
        if mdp.is_sparse:
            P = by_state(mdp)
            rows = [slice(P.indptr[i], P.indptr[i + 1]) for i in range(n * m)]
            probabilities, columns = P.data.tolist(), P.indices.tolist()
            transitions = {
                "tranMatProbs": [[probabilities[rows[s * m + a]] for a in range(m)] for s in range(n)],
                "tranMatColumns": [[columns[rows[s * m + a]] for a in range(m)] for s in range(n)],
            }
        else:
            transitions = {"tranMatWithZeros": mdp.transitions.transpose(1, 0, 2).tolist()}
        model.mdp(discount=mdp.discount, rewards=mdp.rewards.T.tolist(), **transitions)

        def solve() -> np.ndarray:
            model.solve(algorithm=algorithm, tolerance=TOLERANCE, parallel=False)
            return model.getValueVector

        return solve

    return prepare


def storm(mdp: FiniteMDP) -> Solve:
    """Value iteration for the discounted total reward, in the absolute criterion."""
    import stormpy
    from stormpy.environments import MinMaxMethod

    model = _storm_model(mdp)
    (formula,) = stormpy.parse_properties(f'R{{"r"}}max=? [ Cdiscount={mdp.discount} ]')
    environment = stormpy.Environment()
    settings = environment.solver().min_max() if callable(environment.solver) else environment.solver.min_max
    settings.method = MinMaxMethod.VALUE_ITERATION
    settings.precision = stormpy.Rational(TOLERANCE)
    settings.relative_termination_criterion = False

    def solve() -> Any:
        result = stormpy.model_checking(model, formula, environment=environment)
        return lambda: [result.get_value(s) for s in range(mdp.n_states)]

    return solve


def _storm_model(mdp: FiniteMDP) -> Any:
    from stormpy.datastructures import SparseMatrixBuilder
    from stormpy.models import SparseMdp, SparseModelComponents, SparseRewardModel, StateLabeling

    n, m = mdp.n_states, mdp.n_actions
    entries = sparse.coo_array(by_state(mdp))
    builder = SparseMatrixBuilder[float](
        rows=n * m, columns=n, entries=entries.nnz, has_custom_row_grouping=True, row_groups=n
    )
    groups = list(range(0, n * m, m))
    builder.add_next_values(entries.row.tolist(), entries.col.tolist(), entries.data.tolist(), groups)
    labels = StateLabeling(n)
    labels.add_label("init")
    labels.add_label_to_state("init", 0)
    rewards = SparseRewardModel[float](optional_state_action_reward_vector=mdp.rewards.T.reshape(-1).tolist())
    components = SparseModelComponents[float](
        transition_matrix=builder.build(), state_labeling=labels, reward_models={"r": rewards}, rate_transitions=False
    )
    return SparseMdp[float](components)
