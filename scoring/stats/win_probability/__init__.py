"""The probability of each team to win a game, from any score."""
