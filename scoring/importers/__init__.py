"""Games as other programs and spreadsheets write them: text in, games that were found out.
Nothing here knows the site or its database."""
