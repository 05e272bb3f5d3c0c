# What the flow space calls while it builds graphs; the classes and functions made here are translated.


def make_cell_class(name, checked):
    """A class of cell objects for one variable. With `checked`, the variable may be without value."""
    if not checked:
        return type(name, (object,), {})

    def get(self):
        if not self.bound:
            raise NameError
        return self.value

    def get_local(self):
        if not self.bound:
            raise UnboundLocalError
        return self.value

    def delete(self):
        if not self.bound:
            raise NameError
        self.bound = False
    return type(name, (object,), {'bound': False, 'get': get, 'get_local': get_local, 'delete': delete})


def make_adaptor(name, target, value, params, args, defaults):
    """A class of closures whose instances stand for something else that can be called: `target`, an expression over
    `self` and `value`, called with the given arguments."""
    scope = {'__name__': 'flow_support', 'value': value, 'defaults': defaults}
    exec('def __call__(self%s):\n    return %s(%s)' % (params, target, args), scope)
    return type(name, (object,), {'_meets_': 'closure', '__call__': scope['__call__']})


def make_cell_property(cell):
    """A class attribute that is assigned to at run time, as instances see it."""
    return property(lambda self: cell.value)
