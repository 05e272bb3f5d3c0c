"""Python 2's new: functions, methods, classes and modules made by calls."""

import types

function = types.FunctionType
module = types.ModuleType
classobj = type


def instancemethod(function, instance, cls=None):
    return types.MethodType(function, instance, cls)
