"""Writes the games of a group to files, and reads such files without trusting them."""
