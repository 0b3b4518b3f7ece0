"""Find the games in texts of other programs and spreadsheets.
Nothing here knows the site or its database."""
