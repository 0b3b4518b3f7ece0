"""All that writes to the database. Each function locks what it changes, checks that the change
is allowed, applies it and logs it, in one transaction."""
