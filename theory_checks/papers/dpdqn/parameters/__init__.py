"""Appendix E.3: the parameters of the experiments, recomputed."""
