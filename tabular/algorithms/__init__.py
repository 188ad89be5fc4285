"""Learning algorithms on finite MDPs, as functions from tables to tables."""
