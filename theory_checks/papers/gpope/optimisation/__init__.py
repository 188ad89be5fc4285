"""The saddle point, its matrix, and one step of GPOPE."""
