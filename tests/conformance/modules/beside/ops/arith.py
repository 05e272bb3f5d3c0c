from beside import VERSION
from beside.ops.helper import scale
def op_add(a, b):
    return scale(a + b)
def op_sub(a, b):
    return scale(a - b)
