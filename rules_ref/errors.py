"""Errors in the content of the reference."""


class ContentError(ValueError):
    """A mistake in the content; the message has its place."""
