"""The trusted base: one checker in two languages, with lemmas and schema as data for both."""
