"""The parts of targets/lua.rpy."""
