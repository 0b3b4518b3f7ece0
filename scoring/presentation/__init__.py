"""Sentences, labels and the inputs of charts: what the pages say of values."""
