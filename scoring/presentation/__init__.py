"""The texts and labels of pages, and the inputs of their charts, computed from values."""
