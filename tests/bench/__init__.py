"""`make bench`: the cost of recording and reading, as ratios to bare Django views."""
