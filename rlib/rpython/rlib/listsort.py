"""Sorting with a comparison of one's own."""


def make_timsort_class(getitem=None, setitem=None, length=None, getitem_slice=None, lt=None):
    """A class of stable sorters. The functions say how to access the list and compare."""
    if getitem is None:
        def getitem(list, item):
            return list[item]
    if setitem is None:
        def setitem(list, item, value):
            list[item] = value
    if length is None:
        def length(list):
            return len(list)
    if getitem_slice is None:
        def getitem_slice(list, start, stop):
            return list[start:stop]
    if lt is None:
        def lt(a, b):
            return a < b

    class TimSort(object):
        """`TimSort(list).sort()` sorts in place."""

        def __init__(self, list, listlength=None):
            self.list = list
            if listlength is None:
                listlength = length(list)
            self.listlength = listlength

        def setitem(self, item, val):
            setitem(self.list, item, val)

        def lt(self, a, b):
            return lt(a, b)

        def le(self, a, b):
            return not self.lt(b, a)

        def sort(self):
            """Runs of 16 items by insertion, then merges from the bottom up. If a comparison raises, all items are still there."""
            n = self.listlength
            lo = 0
            while lo < n:
                hi = min(lo + 16, n)
                self._insertion_sort(lo, hi)
                lo = hi
            width = 16
            while width < n:
                lo = 0
                while lo + width < n:
                    hi = min(lo + 2 * width, n)
                    self._merge(lo, lo + width, hi)
                    lo += 2 * width
                width *= 2

        def _insertion_sort(self, lo, hi):
            i = lo + 1
            while i < hi:
                item = getitem(self.list, i)
                j = i
                try:
                    while j > lo:
                        before = getitem(self.list, j - 1)
                        if not self.lt(item, before):
                            break
                        self.setitem(j, before)
                        j -= 1
                finally:
                    self.setitem(j, item)
                i += 1

        def _merge(self, lo, mid, hi):
            if self.le(getitem(self.list, mid - 1), getitem(self.list, mid)):
                return
            assert lo >= 0
            assert mid >= 0
            left = getitem_slice(self.list, lo, mid)
            nleft = mid - lo
            i = 0
            j = mid
            k = lo
            try:
                while i < nleft and j < hi:
                    a = left[i]
                    b = getitem(self.list, j)
                    if self.lt(b, a):
                        self.setitem(k, b)
                        j += 1
                    else:
                        self.setitem(k, a)
                        i += 1
                    k += 1
            finally:
                while i < nleft:
                    self.setitem(k, left[i])
                    i += 1
                    k += 1
    return TimSort


TimSort = make_timsort_class()
