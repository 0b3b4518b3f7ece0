"""Errors in the content of the reference."""


class ContentError(ValueError):
    """A mistake in the content. The message names the place."""
