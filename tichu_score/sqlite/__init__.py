"""Django's SQLite backend, which also notices that its file was deleted or replaced."""
