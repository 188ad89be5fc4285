"""Statements and claims as tests of a project: a plugin of pytest."""
