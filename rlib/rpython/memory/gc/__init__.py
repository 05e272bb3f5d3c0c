"""Names of the garbage collector that programs import."""
