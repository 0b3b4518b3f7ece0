"""`make bench`: what recording and reading cost, as ratios to bare Django views."""
