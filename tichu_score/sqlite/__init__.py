"""Django's SQLite backend, which also detects that its file was deleted or replaced."""
