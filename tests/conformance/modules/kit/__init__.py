"""A package whose program lies inside of it."""
