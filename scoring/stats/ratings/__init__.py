"""How strong the players of a group are, and which teams are fair."""
