"""Appendix A.3: the private counters, their accuracy, rate and parameters, and E_epsilon."""
