"""Networks of eight runs side by side, compiled: the bits of each are those of `_kernels_networks` for it alone.

Entry j of eight vectors (`tabular.numbers._kernels_eight`) is parameter j of the runs, or the output of unit j of a
layer: one instruction does the same step of eight runs, which have nothing to do with each other.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

from tabular.compiled import INNER, UNCOUNTED, njit
from tabular.numbers._kernels_eight import dot_both, dot_each, mix_each, mix_four
from tabular.numbers._kernels_lanes import LANES


@njit(inline="always")
def _mix_all(
    x: Any, first: int, step: int, y: Any, start: int, stride: int, count: int, out: Any, j: int, many: int
) -> None:
    """Do what `mix_each` does for many entries in a row."""
    fours = many - many % 4
    for o in range(0, fours, 4):
        mix_four(x, first, step, y, start + o, stride, count, out, j + o)
    for o in range(fours, many):
        mix_each(x, first, step, y, start + o, stride, count, out, j + o)


@njit(**UNCOUNTED)
def forward_each(widths: Any, theta: Any, layers: Any) -> None:
    """Fill layers[1:] (layers, 8 units) with the outputs of each layer for the inputs in layers[0], as `forward`."""
    offset, last = 0, widths.size - 1
    for layer in range(last):
        inputs, outputs = widths[layer], widths[layer + 1]
        x, y = layers[layer], layers[layer + 1]
        biases = theta[(offset + inputs * outputs) * LANES :]
        for i in range(outputs * LANES):
            y[i] = biases[i]
        _mix_all(x, 0, 1, theta, offset, outputs, inputs, y, 0, outputs)
        if layer + 1 < last:
            for i in range(outputs * LANES):
                y[i] = 0.0 if y[i] < 0.0 else y[i]  # NaN stays NaN
        offset += (inputs + 1) * outputs


@njit(**UNCOUNTED, **INNER)
def _slopes_below(theta: Any, offset: int, inputs: int, outputs: int, count: int, x: Any, above: Any, out: Any) -> None:
    """Set out (samples, 8 inputs) to the derivatives in the inputs of a layer, where the rectifier is not silent."""
    whole, paired, units = outputs - outputs % LANES, inputs - inputs % 2, above.shape[1] // LANES
    for k in range(count):
        slopes = out[k]
        for i in range(inputs * LANES):
            slopes[i] = 0.0
        if whole > 0:
            for i in range(0, paired, 2):
                dot_both(theta, offset + i * outputs, outputs, above, k * units, whole, slopes, i)
            for i in range(paired, inputs):
                dot_each(theta, offset + i * outputs, outputs, above, k * units, whole, slopes, i)
        if whole < outputs:
            for i in range(inputs):
                row = offset + i * outputs + whole
                mix_each(theta, row, 1, above, k * units + whole, 1, outputs - whole, slopes, i)
        for i in range(inputs * LANES):
            slopes[i] = slopes[i] if x[k, i] > 0.0 else 0.0


@njit(**UNCOUNTED)
def backward_each(widths: Any, theta: Any, count: int, rows: Any, slopes: Any, gradient: Any) -> None:
    """Add to gradient what `backward` adds for one sample after the other.

    Layer by layer rows[layer] (samples, 8 units) holds what `forward_each` has found, and slopes[last] the deltas; the
    slopes of other layers are working space.
    """
    offset, units = theta.size // LANES, rows.shape[2] // LANES
    for layer in range(widths.size - 2, -1, -1):
        inputs, outputs = widths[layer], widths[layer + 1]
        x, above = rows[layer], slopes[layer + 1]
        offset -= (inputs + 1) * outputs
        biases = gradient[(offset + inputs * outputs) * LANES :]
        for k in range(count):
            for i in range(outputs * LANES):
                biases[i] += above[k, i]
        for i in range(inputs):
            _mix_all(x, i, units, above, 0, units, count, gradient, offset + i * outputs, outputs)
        if layer > 0:
            _slopes_below(theta, offset, inputs, outputs, count, x, above, slopes[layer])
