"""All functions that write to the database. Each function locks the rows that it changes,
checks that the change is allowed, applies it and logs it, in one transaction."""
