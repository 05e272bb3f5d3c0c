"""Names of the toolchain's own command."""
