"""What all steps share: the operations of the guest language, its assembler, and one guest program."""

PUSH, LOAD, STORE, ADD, MUL, LESS, JUMP, JUMP_IF_FALSE, NEW, GET, SET, GLOBAL, PRINT, STOP = range(14)
NAMES = ['push', 'load', 'store', 'add', 'mul', 'less', 'jump', 'jump_if_false', 'new', 'get', 'set', 'global',
         'print', 'stop']

# A point moves: x += dx * speed. `speed` is a global variable, x and dx are attributes.
MOVE = '''
    new          store point
    push 0       load point   set x
    push 3       load point   set dx
    push 0       store i
head:
    load i       load n       less       jump_if_false done
    load point   get x
    load point   get dx
    global speed mul          add
    load point   set x
    load i       push 1       add        store i
    jump head
done:
    load point   get x        print
    stop
'''


def assemble(text):
    """Code (operations and operands in one list), names of attributes and globals, names of local variables (the
    first is `n`), numbers."""
    words = text.split()
    labels = {}
    at = 0
    for word in words:
        if word.endswith(':'):
            labels[word[:len(word) - 1]] = at
        else:
            at += 1
    ops, names, variables, numbers = [], [], ['n'], []
    i = 0
    while i < len(words):
        word = words[i]
        i += 1
        if word.endswith(':'):
            continue
        op = NAMES.index(word)
        ops.append(op)
        if op in (PUSH, LOAD, STORE, JUMP, JUMP_IF_FALSE, GET, SET, GLOBAL):
            operand = words[i]
            i += 1
            if op == JUMP or op == JUMP_IF_FALSE:
                ops.append(labels[operand])
            else:
                table = names
                if op == PUSH:
                    table = numbers
                elif op == LOAD or op == STORE:
                    table = variables
                if operand not in table:
                    table.append(operand)
                ops.append(table.index(operand))
    return ops, names, variables, [int(number) for number in numbers]
