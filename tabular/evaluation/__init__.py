"""Off-policy evaluation: data, moments and the dynamics of their saddle point."""
