"""The benchmark page: documents of a few kinds, each kind a module that reads and views it, and a template."""
