"""The strengths of a group's players, and fair teams."""
