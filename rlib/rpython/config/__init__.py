"""See the package `rpython`."""
