"""The privacy of GPOPE: moments, subsampling, Theorem 1 and its constants."""
