"""Gaussian noise on the rewards of a finite MDP: proved bounds, draw by draw, and one table of noise exactly."""
