"""What pages say about values of the reference and of rulings."""
