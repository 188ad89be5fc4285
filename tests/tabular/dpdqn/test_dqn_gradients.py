"""An update of training against the gradient of its loss, which another library differentiates."""

import autograd.numpy as anp
import numpy as np
import pytest
from autograd import grad
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_networks import plain_values
from plain_training import NETWORK, NOISY, SHORT, Plain

from tabular.dpdqn.options import BRACKETED, NON_PRIVATE
from tabular.dpdqn.training import train


class Watched(Plain):
    """Remembers the samples of its updates."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.samples = []

    def slope(self, *sample):
        self.samples.append(sample)
        return super().slope(*sample)

    def loss(self, theta, fixed):
        """The loss of Algorithm 1 on all samples: the target is differentiated too if the gradient is full."""
        through = theta if self.o.gradient == "full" else fixed
        errors = [
            plain_values(NETWORK.widths, theta, [s])[a]
            + (self.paths[0][a](s) if self.o.prediction_noise else 0.0)
            - self.bootstrapped(plain_values(NETWORK.widths, through, [after]), r, after)
            for s, a, r, after in self.samples
        ]
        return sum(self.penalty(error) for error in errors) / len(errors)

    def bootstrapped(self, q, r, after):
        gamma, noise = self.o.discount, np.array([path(after) for path in self.paths[int(self.o.separate_paths)]])
        if self.o.target == "outside":
            return r + anp.max(gamma * q + noise)
        if self.o.target == "bracketed":
            return r + gamma * anp.max(q + noise)
        return r + gamma * anp.max(q) + (noise[anp.argmax(q)] if self.o.target == "literal" else 0.0)

    def penalty(self, error):
        size = anp.abs(error)
        return size - 0.5 if self.o.huber and size > 1 else 0.5 * size * size


BATCH = {**NOISY, "horizon": 8}

LOSSES = {
    f"{target}, {gradient}, {'Huber' if huber else 'squares'}": BRACKETED.but(
        **BATCH, target=target, gradient=gradient, huber=huber
    )
    for target in ("bracketed", "outside", "literal", "none")
    for gradient in ("semi", "full")
    for huber in (False, True)
}

LOSSES |= {
    "own paths": BRACKETED.but(**BATCH, separate_paths=True, gradient="full"),
    "exact predictions": BRACKETED.but(**BATCH, prediction_noise=False, gradient="full"),
    "input perturbation": NON_PRIVATE.but(**{**SHORT, "horizon": 8}, reward_noise=2.0),
}


@pytest.mark.parametrize("name", LOSSES)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_an_update_is_a_step_down_the_gradient_of_the_loss(name, seed):
    options, start = LOSSES[name], NETWORK.initial(seed)[0]
    plain = Watched(options, seed, 0, start)
    plain.run()
    slope = grad(plain.loss)(start, start)

    assert len(plain.samples) == options.batch_size
    assert np.abs(slope).max() > 0
    trained = train(options, 1, seed, network=NETWORK, jobs=1).parameters[0]
    # Sums of eight slopes of size 10 or so, in another order.
    np.testing.assert_allclose(trained, start - options.step_size * slope, rtol=1e-12, atol=1e-13)


def test_the_two_gradients_of_the_same_loss_differ():
    steps = []
    for gradient in ("semi", "full"):
        options, start = LOSSES[f"bracketed, {gradient}, squares"], NETWORK.initial(3)[0]
        plain = Watched(options, 3, 0, start)
        plain.run()
        steps.append(grad(plain.loss)(start, start))

    assert np.abs(steps[0] - steps[1]).max() > 1e-2
