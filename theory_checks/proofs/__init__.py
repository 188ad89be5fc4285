"""Statements as propositions of Coq, theorems beside them, and the record of what Coq's kernel has accepted."""
