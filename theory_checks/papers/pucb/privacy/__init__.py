"""Joint differential privacy: its definition, the budget of PUCB, what its releases tell, collusion."""
