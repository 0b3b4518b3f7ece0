"""Statistics of a group, computed from its history as frozen values. No code in this package
writes to the database."""
