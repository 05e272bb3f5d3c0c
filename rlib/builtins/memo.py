"""Import-time half of `specialize.memo` for arguments that are not known: a function that chooses among the results."""

FEW = 8     # comparisons that take as long as a search in a dict


def make_switch(name, cases):
    """A function of as many parameters as each key of `cases` (pairs of arguments and result) has."""
    arity = len(cases[0][0])
    first = cases[0][0]
    varying = [i for i in range(arity) if [1 for key, _ in cases if key[i] is not first[i]]]
    namespace = {'__name__': __name__}
    lines = ['def switch(%s):' % ', '.join(['a%d' % i for i in range(arity)])]
    last = len(cases) - 1
    many = len(cases) > FEW
    if many and len(varying) == 1 and not [1 for key, _ in cases if not isinstance(key[varying[0]], type)]:
        namespace['table'] = dict([(key[varying[0]], result) for key, result in cases])
        namespace['other'] = cases[last][1]
        lines.append('    return table.get(a%d, other)' % varying[0])
        cases = []
    for n, (key, result) in enumerate(cases):
        namespace['r%d' % n] = result
        tests = []
        for i in varying:
            namespace['k%d_%d' % (n, i)] = key[i]
            if key[i] is True:
                tests.append('a%d' % i)
            elif key[i] is False:
                tests.append('not a%d' % i)
            else:
                tests.append('a%d is k%d_%d' % (i, n, i))
        if tests and n != last:
            lines.append('    if %s:' % ' and '.join(tests))
            lines.append('        return r%d' % n)
        else:
            lines.append('    return r%d' % n)
            break
    exec('\n'.join(lines) + '\n', namespace)
    switch = namespace['switch']
    switch.__name__ = name + '_switch'
    # (A few comparisons a trace makes itself: so it knows more of the result.)
    switch._elidable_function_ = many
    return switch
