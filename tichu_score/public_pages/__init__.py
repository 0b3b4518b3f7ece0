"""Pages of the site about itself, whose statements name the tests that check them."""
