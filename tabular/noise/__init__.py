"""Functional and elementary noise.

Paths: Ornstein-Uhlenbeck, the Gaussian process with covariance sigma**2 exp(-beta |x - y|). `OrnsteinUhlenbeck` is
asked point by point and remembers; `OrnsteinUhlenbeckFunction` is a pure function of a key and a point; `sample_path`
draws many points at once.

Numbers: `DiscreteLaplace` and `DiscreteGaussian` are exact; `Laplace` and `Gaussian` are doubles and not private.
"""

from tabular.noise.batch import sample_path
from tabular.noise.elementary import DiscreteGaussian, DiscreteLaplace, Gaussian, Laplace
from tabular.noise.function import OrnsteinUhlenbeckFunction
from tabular.noise.path import OrnsteinUhlenbeck

__all__ = [
    "DiscreteGaussian",
    "DiscreteLaplace",
    "Gaussian",
    "Laplace",
    "OrnsteinUhlenbeck",
    "OrnsteinUhlenbeckFunction",
    "sample_path",
]
