"""Random requests to every address, with every field: no answer is a failure of the server."""
