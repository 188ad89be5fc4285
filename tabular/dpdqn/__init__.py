"""Deep Q-learning with functional noise on the unit interval: environment, networks, training, release.

`train` runs Algorithm 1 in any reading (`Algorithm1` names each of them) for many independent runs side by side.
`release` lets a run's value function answer queries; `private_release` is the one that is private with a proof.
"""
