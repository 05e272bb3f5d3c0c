# Bytecode in a string; instructions are characters.
PUSH, ADD, DIV, JUMP_IF = range(1, 5)
NAMES = {PUSH: "push", ADD: "add", DIV: "div", JUMP_IF: "jump_if"}
HAS_ARGUMENT = [False] * 256
for _op in (PUSH, JUMP_IF):
    HAS_ARGUMENT[_op] = True

CODE = "".join([chr(n & 0xff) for n in
                [PUSH, 7, PUSH, -2, ADD, PUSH, 2, DIV, PUSH, 0, JUMP_IF, 0, PUSH, 99]])


def run(code):
    stack = []
    pc = 0
    while pc < len(code):
        op = ord(code[pc])
        pc += 1
        if op not in NAMES:
            raise ValueError("no instruction %d" % op)
        argument = 0
        if HAS_ARGUMENT[op]:
            argument = ord(code[pc])
            pc += 1
            if argument > 127:
                argument -= 256
        if op == PUSH:
            stack.append(argument)
        elif op == ADD:
            right = stack.pop()
            stack.append(stack.pop() + right)
        elif op == DIV:
            right = stack.pop()
            stack.append(stack.pop() // right)
        elif op == JUMP_IF:
            if stack.pop() != 0:
                pc = argument
        print("%-7s %3d %s" % (NAMES[op], argument, stack))


def entry_point(argv):
    run(CODE)
    try:
        run("\x01\x05\x20")
    except ValueError as e:
        print("ValueError: " + str(e))
    return 0


def target(driver, args):
    return entry_point, None
