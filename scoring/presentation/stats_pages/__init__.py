"""View models of the statistics pages: all contents that their templates show, in words."""
