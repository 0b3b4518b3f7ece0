"""Django's PostgreSQL backend, whose server processes can send their requests by a pooler."""
