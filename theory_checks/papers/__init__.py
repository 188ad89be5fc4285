"""The papers that ship with the suite; others are found in the same way."""
