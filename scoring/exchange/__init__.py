"""What a group's games are as files: written from models, and read without trusting them."""
