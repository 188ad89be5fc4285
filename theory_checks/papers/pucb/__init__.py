"""Vietri et al. (2020): private reinforcement learning with PAC and regret guarantees."""
