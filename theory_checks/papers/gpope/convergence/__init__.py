"""What many steps of GPOPE reach: Theorems 2 and 3."""
