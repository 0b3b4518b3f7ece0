"""Random requests to every address with every field. No answer may be a failure of the
server."""
