"""How many rejections a simulation may show: exact binomial tails, with bad luck below 1e-10."""

from scipy import stats

BAD_LUCK = 1e-10


def too_many(paths: int, probability: float) -> int:
    """The smallest count that Bin(paths, probability) reaches with probability at most 1e-10."""
    return int(stats.binom.isf(BAD_LUCK, paths, probability)) + 1


def too_few(paths: int, probability: float) -> int:
    """The largest count that Bin(paths, probability) stays at or below with probability at most 1e-10."""
    return paths - too_many(paths, 1 - probability)
