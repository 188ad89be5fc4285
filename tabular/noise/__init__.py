"""Functional noise: Ornstein-Uhlenbeck paths, Gaussian with covariance sigma**2 exp(-beta |x - y|).

`OrnsteinUhlenbeck` is asked point by point and remembers; `OrnsteinUhlenbeckFunction` is a pure function of a key and a
point; `sample_path` draws many points at once.
"""

from tabular.noise.batch import sample_path
from tabular.noise.function import OrnsteinUhlenbeckFunction
from tabular.noise.path import OrnsteinUhlenbeck

__all__ = [
    "OrnsteinUhlenbeck",
    "OrnsteinUhlenbeckFunction",
    "sample_path",
]
