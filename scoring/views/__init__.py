"""Views: load, form, service, render."""
