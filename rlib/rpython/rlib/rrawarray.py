"""Lists and raw arrays."""

from rpython.rlib.objectmodel import specialize


@specialize.argtype(0, 1)
def copy_list_to_raw_array(lst, array):
    """All items, from index 0 on."""
    for i in range(len(lst)):
        array[i] = lst[i]


@specialize.argtype(0, 1)
def populate_list_from_raw_array(lst, array, length):
    """Appends the items of the array to an empty list."""
    assert len(lst) == 0
    for i in range(length):
        lst.append(array[i])
