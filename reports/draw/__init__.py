"""Pictures as inline SVG: plots, and decision processes as graphs."""
