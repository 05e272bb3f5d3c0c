"""Part of the rpython package."""
