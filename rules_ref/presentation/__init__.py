"""Sentences and names for values of the reference and of rulings."""
