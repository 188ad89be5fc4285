"""Section 4 and Appendix E: the environment, the baselines, Figures 1 and 2, the released program, audits."""
