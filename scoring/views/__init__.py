"""Views: load the objects that the device may see, validate a form, call a service, and render
the response."""
