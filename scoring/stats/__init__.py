"""Questions to a group's history: rounds in, frozen values out; nothing here writes."""
