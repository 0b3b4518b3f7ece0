"""What is wrong with a page of the reference."""


class ContentError(ValueError):
    """Says where in the content the mistake is, and what it is."""
