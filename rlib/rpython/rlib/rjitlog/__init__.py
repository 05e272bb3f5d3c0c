"""The log of the JIT for the viewer `vmprof`: not written (see PYPYLOG)."""
