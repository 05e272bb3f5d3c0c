"""The sets of Python 2.3, which became built-in types."""

BaseSet = Set = set
ImmutableSet = frozenset
