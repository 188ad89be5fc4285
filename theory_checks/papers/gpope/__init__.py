"""Xie, Thomas and Miklau (2019): private off-policy evaluation."""
