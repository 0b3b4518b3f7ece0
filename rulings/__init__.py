"""The rulings of a group: answers of the reference to questions about cards, which are asked at
the tables of a group and ruled by its house rules.

This is the only package that depends on both the scorebook and the reference.
"""
