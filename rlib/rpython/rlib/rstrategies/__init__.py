"""Storage strategies: containers that choose how they hold their items by what the items are."""
