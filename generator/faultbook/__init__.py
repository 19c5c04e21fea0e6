"""Faultbook: an open encyclopedia of machine-learning infrastructure failures."""

__version__ = "0.1.0"
