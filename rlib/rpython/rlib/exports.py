"""Structures that C code finds by name: there is no such table here."""

EXPORTS_obj2name = {}
EXPORTS_names = set()


def export_struct(name, struct):
    EXPORTS_names.add(name)


def clear():
    EXPORTS_obj2name.clear()
    EXPORTS_names.clear()
