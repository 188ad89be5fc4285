"""The commands of `theory-checks`, one per file."""
