"""Algorithms 2 and 3: optimism, bonus and clipping; sample complexity and regret."""
