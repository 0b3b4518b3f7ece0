"""Views: load what the device may see, validate a form, call a service, render the response."""
