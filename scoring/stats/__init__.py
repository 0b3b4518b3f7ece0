"""Statistics of a group, computed from its history as frozen values; nothing here writes."""
