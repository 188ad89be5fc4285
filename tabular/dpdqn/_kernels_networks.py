"""Fully connected networks with rectified linear units, compiled: values and gradients at one input.

The parameters of a network are one vector: for each layer the weights W (inputs, outputs), row by row, then the biases.
Every inner loop runs over the outputs of a layer, which are contiguous; as far as they fill whole lanes
(`tabular.numbers._kernels_lanes`), their sums stay in registers.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

from tabular.compiled import njit
from tabular.numbers._kernels_lanes import LANES, dot, mix


@njit(cache=True, nogil=True, error_model="numpy")
def forward(widths: Any, theta: Any, layers: Any) -> None:
    """Fill layers[1:] with the outputs of each layer for the input in layers[0]; the last has no rectifier.

    Silent units are not left out: guessing wrongly which of them are silent costs more than adding zeros.
    """
    offset, last = 0, widths.size - 1
    for layer in range(last):
        inputs, outputs = widths[layer], widths[layer + 1]
        x, y = layers[layer], layers[layer + 1]
        biases = offset + inputs * outputs
        whole = outputs - outputs % LANES
        for o in range(whole):
            y[o] = theta[biases + o]
        for o in range(0, whole, LANES):
            mix(x, inputs, theta, offset + o, outputs, y, o)
        for o in range(whole, outputs):
            total = theta[biases + o]
            for i in range(inputs):
                total += x[i] * theta[offset + i * outputs + o]
            y[o] = total
        if layer + 1 < last:
            for o in range(outputs):
                y[o] = 0.0 if y[o] < 0.0 else y[o]  # NaN stays NaN
        offset += (inputs + 1) * outputs


@njit(cache=True, nogil=True, error_model="numpy")
def backward(widths: Any, theta: Any, layers: Any, deltas: Any, gradient: Any) -> None:
    """Add to gradient the derivative of sum_o deltas[last, o] output_o in the parameters; layers are those of forward.

    At a kink the derivative of the rectifier is taken as 0. That in the input is not computed.
    """
    offset = theta.size
    for layer in range(widths.size - 2, -1, -1):
        inputs, outputs = widths[layer], widths[layer + 1]
        x, below, above = layers[layer], deltas[layer], deltas[layer + 1]
        offset -= (inputs + 1) * outputs
        whole = outputs - outputs % LANES
        slopes = gradient[offset + inputs * outputs :]
        for o in range(outputs):
            slopes[o] += above[o]
        for i in range(inputs):
            row = offset + i * outputs
            for o in range(0, whole, LANES):
                mix(x[i:], 1, above, o, 0, gradient, row + o)
            for o in range(whole, outputs):
                gradient[row + o] += x[i] * above[o]
        if layer == 0:
            return
        for i in range(inputs):
            row = offset + i * outputs
            total = dot(theta, row, above, whole)
            for o in range(whole, outputs):
                total += theta[row + o] * above[o]
            below[i] = total if x[i] > 0.0 else 0.0


@njit(cache=True, nogil=True, error_model="numpy")
def values_of(widths: Any, thetas: Any, inputs: Any, layers: Any, out: Any) -> None:
    """Set out (runs, k, outputs) to the values of every network at every row of inputs (k, d)."""
    last = widths.size - 1
    for run in range(thetas.shape[0]):
        for k in range(inputs.shape[0]):
            for i in range(widths[0]):
                layers[0, i] = inputs[k, i]
            forward(widths, thetas[run], layers)
            for o in range(widths[last]):
                out[run, k, o] = layers[last, o]


@njit(cache=True, nogil=True, error_model="numpy")
def gradients_of(widths: Any, thetas: Any, inputs: Any, output: int, layers: Any, deltas: Any, out: Any) -> None:
    """Set out (runs, k, parameters) to the gradients of one output of every network at every row of inputs."""
    last = widths.size - 1
    out[:] = 0.0
    for run in range(thetas.shape[0]):
        for k in range(inputs.shape[0]):
            for i in range(widths[0]):
                layers[0, i] = inputs[k, i]
            forward(widths, thetas[run], layers)
            for o in range(widths[last]):
                deltas[last, o] = 1.0 if o == output else 0.0
            backward(widths, thetas[run], layers, deltas, out[run, k])


@njit(cache=True, nogil=True, error_model="numpy")
def own_values_of(widths: Any, thetas: Any, inputs: Any, layers: Any, out: Any) -> None:
    """Set out (runs, k, outputs) to the values of every network at its own numbers, inputs (runs, k)."""
    last = widths.size - 1
    for run in range(thetas.shape[0]):
        for k in range(inputs.shape[1]):
            layers[0, 0] = inputs[run, k]
            forward(widths, thetas[run], layers)
            for o in range(widths[last]):
                out[run, k, o] = layers[last, o]


@njit(cache=True, nogil=True, error_model="numpy")
def gradient_sums_of(widths: Any, thetas: Any, inputs: Any, slopes: Any, layers: Any, deltas: Any, out: Any) -> None:
    """Set out (runs, parameters) to sum_k sum_o slopes[k, o] grad output_o of every network at its own numbers."""
    last = widths.size - 1
    out[:] = 0.0
    for run in range(thetas.shape[0]):
        for k in range(inputs.shape[1]):
            layers[0, 0] = inputs[run, k]
            forward(widths, thetas[run], layers)
            for o in range(widths[last]):
                deltas[last, o] = slopes[run, k, o]
            backward(widths, thetas[run], layers, deltas, out[run])
