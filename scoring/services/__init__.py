"""What writes. Each service locks what it changes, checks, applies the change and logs it."""
