"""What the averages over trajectories estimate."""
