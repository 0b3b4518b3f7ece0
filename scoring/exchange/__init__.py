"""A group's games as files: written from models, and read without trusting them."""
