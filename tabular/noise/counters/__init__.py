"""Continual counters: running sums of streams, released at every step with noise that a privacy theorem covers.

Mechanisms, each for many counters at once and with the same noise whether it is computed step by step or asked for:

    BinaryCounters     Laplace (pure) or Gaussian (zCDP); one draw a step, any single value from log2(t) draws
    HonakerCounters    the same privacy from the whole tree, errors about 3/4 as large
    KaryCounters       k-ary with subtraction: the smallest errors known here under pure privacy
    ToeplitzCounters   near the Toeplitz square root, Gaussian: the smallest errors under zCDP, a few buffers of state

`law` computes the law of the largest error of binary counters to 1e-12, `law_enclosure` proves bounds of it, and
`law_exact` has it exactly for few steps; `loss` is the exact privacy loss of any change of the streams; `designs` has
the matrices behind it all.
"""

from tabular.noise.counters.binary import BinaryCounters
from tabular.noise.counters.honaker import HonakerCounters
from tabular.noise.counters.kary import KaryCounters
from tabular.noise.counters.law import accuracy_bound, error_quantile, failure_probability
from tabular.noise.counters.toeplitz import ToeplitzCounters, square_root_batch, square_root_scale

__all__ = [
    "BinaryCounters",
    "HonakerCounters",
    "KaryCounters",
    "ToeplitzCounters",
    "accuracy_bound",
    "error_quantile",
    "failure_probability",
    "square_root_batch",
    "square_root_scale",
]
