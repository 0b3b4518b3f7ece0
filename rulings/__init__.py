"""The rulings of a group: what the reference answers about cards, by the house rules of the
group, from its tables. The one package that knows both the scorebook and the reference."""
