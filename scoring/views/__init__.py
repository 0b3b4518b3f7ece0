"""Views: load, form, verb, render."""
