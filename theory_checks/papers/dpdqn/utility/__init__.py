"""Appendix D: the price of reward noise in value and policy, and the linear programs of its proof."""
