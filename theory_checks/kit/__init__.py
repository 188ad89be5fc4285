"""Helpers that two papers or more use."""
