from . import helper
def op_and(a, b):
    return helper.scale(a & b)
