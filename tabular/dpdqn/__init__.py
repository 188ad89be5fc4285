"""Deep Q-learning with functional noise on the unit interval: environment, networks, training, release.

`train` runs Algorithm 1 in any reading (`Algorithm1` names each of them) for many independent runs side by side.
"""
