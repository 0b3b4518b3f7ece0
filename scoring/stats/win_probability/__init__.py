"""How likely each team is to win a game, from any score."""
