"""Django's PostgreSQL backend, extended so that server processes can use a pooler."""
