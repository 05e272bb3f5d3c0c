"""Texts of containers, made of functions for the texts of their items (as repr() shows them)."""
from rpython.rtyper.lltypesystem import lltype
from rpython_ll.ll_str import ll_strrepr
from rpython_ll.ll_int import ll_int2dec


def ll_str_text(s):
    if not s:
        return lltype.ptr_of("None")
    return ll_strrepr(s)


def ll_none_text(x):
    return lltype.ptr_of("None")


def ll_empty_text(t):
    return lltype.ptr_of("()")


def add_text(pieces, s):
    pieces.append(lltype.str_of(s))


def make_tuple_text(names, textfns):
    rest = make_tuple_rest_text(names, textfns)
    end = ")"
    if len(names) == 1:
        end = ",)"

    def ll_tuple_text(t):
        pieces = ["("]
        rest(t, pieces)
        pieces.append(end)
        return lltype.ptr_of("".join(pieces))
    return ll_tuple_text


def make_tuple_rest_text(names, textfns):
    name0 = names[0]
    text0 = textfns[0]
    if len(names) == 1:
        def ll_tuple_rest_text(t, pieces):
            add_text(pieces, text0(getattr(t, name0)))
    else:
        rest = make_tuple_rest_text(names[1:], textfns[1:])

        def ll_tuple_rest_text(t, pieces):
            add_text(pieces, text0(getattr(t, name0)))
            pieces.append(", ")
            rest(t, pieces)
    return ll_tuple_rest_text


def make_list_text(textfn, before="[", after="]"):
    def ll_list_text(l):
        if not l:
            return lltype.ptr_of("None")
        pieces = [before]
        i = 0
        while i < l.length:
            if i > 0:
                pieces.append(", ")
            add_text(pieces, textfn(l.items[i]))
            i += 1
        pieces.append(after)
        return lltype.ptr_of("".join(pieces))
    return ll_list_text


def make_array_text(textfn):
    def ll_array_text(l):
        if not l:
            return lltype.ptr_of("None")
        pieces = ["["]
        i = 0
        while i < len(l):
            if i > 0:
                pieces.append(", ")
            add_text(pieces, textfn(l[i]))
            i += 1
        pieces.append("]")
        return lltype.ptr_of("".join(pieces))
    return ll_array_text


def make_recursive_text(textfn, again):
    """`again`: what stands for a container in its own text."""
    running = []

    def ll_recursive_text(x):
        for y in running:
            if x == y:
                return lltype.ptr_of(again)
        running.append(x)
        try:
            return textfn(x)
        finally:
            running.pop()
    return ll_recursive_text


def make_dict_text(keyfn, valuefn, before, left, middle, right, after, empty):
    """The strings stand around the whole, and around, and between, key and value."""
    def ll_dict_text(d):
        if not d:
            return lltype.ptr_of("None")
        if d.num_live == 0:
            return lltype.ptr_of(empty)
        pieces = [before]
        i = 0
        while i < d.num_ever_used:
            if d.entries[i].valid:
                if len(pieces) > 1:
                    pieces.append(", ")
                pieces.append(left)
                add_text(pieces, keyfn(d.entries[i].key))
                pieces.append(middle)
                add_text(pieces, valuefn(d.entries[i].value))
                pieces.append(right)
            i += 1
        pieces.append(after)
        return lltype.ptr_of("".join(pieces))
    return ll_dict_text


def make_deque_text(textfn):
    def ll_deque_text(d):
        if not d:
            return lltype.ptr_of("None")
        pieces = ["deque(["]
        i = 0
        while i < d.length:
            if i > 0:
                pieces.append(", ")
            add_text(pieces, textfn(d.items[(d.start + i) & (len(d.items) - 1)]))
            i += 1
        if d.maxlen >= 0:
            pieces.append("], maxlen=")
            add_text(pieces, ll_int2dec(d.maxlen))
            pieces.append(")")
        else:
            pieces.append("])")
        return lltype.ptr_of("".join(pieces))
    return ll_deque_text


def make_counter_text(keyfn, valuefn):
    """The most common keys first."""
    def ll_counter_text(d):
        if not d:
            return lltype.ptr_of("None")
        if d.num_live == 0:
            return lltype.ptr_of("Counter()")
        order = []
        i = 0
        while i < d.num_ever_used:
            if d.entries[i].valid:
                order.append(i)
                j = len(order) - 1
                while j > 0 and d.entries[order[j - 1]].value < d.entries[i].value:
                    order[j] = order[j - 1]
                    j -= 1
                order[j] = i
            i += 1
        pieces = ["Counter({"]
        for k in order:
            if len(pieces) > 1:
                pieces.append(", ")
            add_text(pieces, keyfn(d.entries[k].key))
            pieces.append(": ")
            add_text(pieces, valuefn(d.entries[k].value))
        pieces.append("})")
        return lltype.ptr_of("".join(pieces))
    return ll_counter_text


def make_set_text(keyfn, before, empty, after):
    """`before` and `after`: what stands around the braces; `empty`: the text of an empty set."""
    def ll_set_text(d):
        if not d:
            return lltype.ptr_of("None")
        if d.num_live == 0:
            return lltype.ptr_of(empty)
        pieces = [before]
        i = 0
        while i < d.num_ever_used:
            if d.entries[i].valid:
                if len(pieces) > 1:
                    pieces.append(", ")
                add_text(pieces, keyfn(d.entries[i].key))
            i += 1
        pieces.append(after)
        return lltype.ptr_of("".join(pieces))
    return ll_set_text


def make_range_text(known):
    """`known`: the step, 0 if the object has it."""
    def ll_range_text(r):
        step = known
        if known == 0:
            step = r.step
        text = "range(" + lltype.str_of(ll_int2dec(r.start)) + ", " + lltype.str_of(ll_int2dec(r.stop))
        if step != 1:
            text = text + ", " + lltype.str_of(ll_int2dec(step))
        return lltype.ptr_of(text + ")")
    return ll_range_text
