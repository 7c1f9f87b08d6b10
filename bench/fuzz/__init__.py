"""Coverage-guided fuzzing: bytes → texts for the product, and checks of what it promises for any of them."""
