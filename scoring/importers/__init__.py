"""Finds the games in texts of other programs and spreadsheets.

The package does not depend on the site or its database.
"""
