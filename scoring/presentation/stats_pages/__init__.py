"""View models of the statistics pages: all that their templates show, in words."""
