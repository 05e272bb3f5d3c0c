# Bytecode in bytes; instructions are ints.
NAMES = {1: "push", 2: "add", 3: "div", 4: "jump_if"}
PUSH, ADD, DIV, JUMP_IF = NAMES
WITH_ARGUMENT = bytes([PUSH, JUMP_IF])

CODE = bytes(n & 0xff for n in
             [PUSH, 7, PUSH, -2, ADD, PUSH, 2, DIV, PUSH, 0, JUMP_IF, 0, PUSH, 99])
assert CODE[0] == PUSH and CODE[-1] == 99 and CODE[3] == 254


def signed(byte: int) -> int:
    return byte - 256 if byte > 127 else byte


def run(code: bytes, *, start: int = 0) -> None:
    stack = []
    pc = start
    while pc < len(code):
        op = code[pc]
        pc += 1
        name = NAMES.get(op)
        if name is None:
            raise ValueError(f"no instruction {op}")
        argument = 0
        if op in WITH_ARGUMENT:
            argument = signed(code[pc])
            pc += 1
        if op == PUSH:
            stack.append(argument)
        elif op == ADD:
            stack.append(stack.pop() + stack.pop())
        elif op == DIV:
            divisor = stack.pop()
            stack.append(stack.pop() // divisor)
        elif op == JUMP_IF and stack.pop() != 0:
            pc = argument
        print(f"{name:<7} {argument:3d} {stack}")


def entry_point(argv):
    run(CODE)
    try:
        run(b"\x05\x01\x05 ", start=1)
    except ValueError as e:
        print(f"ValueError: {e}")
    return 0


def target(driver, args):
    return entry_point, None
