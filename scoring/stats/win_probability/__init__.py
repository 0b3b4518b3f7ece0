"""The probability that each team wins a game, from any score."""
