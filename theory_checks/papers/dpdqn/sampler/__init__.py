"""Equation (2), line 16 and Proposition 9: drawing a path point by point, and what it costs."""
