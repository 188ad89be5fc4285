"""The only places that call cvxpy, networkx, gymnasium and the like: small functions with annotated borders."""
