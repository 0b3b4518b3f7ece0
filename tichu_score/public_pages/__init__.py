"""Pages of the site about itself. Their statements refer to the tests that check them."""
