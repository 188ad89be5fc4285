"""Networks from their definition, in operations that autograd can differentiate."""

import itertools

import autograd.numpy as anp


def plain_values(widths, theta, x):
    """Return the action values (m,) at a state (d,), or (k, m) at states (k, d)."""
    offset, y = 0, anp.array(x, dtype=float)
    for layer, (a, b) in enumerate(itertools.pairwise(widths)):
        weights = theta[offset : offset + a * b].reshape((a, b))
        y = y @ weights + theta[offset + a * b : offset + (a + 1) * b]
        offset += (a + 1) * b
        if layer + 2 < len(widths):
            y = anp.maximum(y, 0.0)
    return y
