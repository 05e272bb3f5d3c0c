# Bytecode in a string; instructions are characters.
NAMES = {}


def instruction(number):
    def register(function):
        NAMES[chr(number)] = function.__name__
        return number
    return register


@instruction(1)
def push():
    pass


@instruction(2)
def add():
    pass


@instruction(3)
def div():
    pass


@instruction(4)
def jump_if():
    pass


CODE = "\x01\x07\x01\xfe\x02\x01\x02\x03\x01\x00\x04\x00\x01\x63"


def run(code):
    stack, pc = [], 0
    while pc < len(code):
        op = code[pc]
        if not NAMES.has_key(op):
            raise ValueError, "no instruction " + `ord(op)`
        argument = 0
        if op == "\x01" or op == "\x04":
            argument = ord(code[pc + 1])
            if argument > 127:
                argument -= 256
            pc += 1
        pc += 1
        if op == "\x01":
            stack.append(argument)
        elif op == "\x02":
            stack.append(stack.pop() + stack.pop())
        elif op == "\x03":
            divisor = stack.pop()
            stack.append(stack.pop() / divisor)
        elif stack.pop() != 0:
            pc = argument
        print "%-7s %3d" % (NAMES[op], argument), stack


def entry_point(argv):
    run(CODE)
    try:
        run("\x01\x05\x20")
    except ValueError, e:
        print "ValueError:", e
    return 0


def target(driver, args):
    return entry_point, None
