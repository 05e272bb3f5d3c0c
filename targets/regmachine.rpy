"""A register machine: one accumulator `a`, three registers `r0` to `r2`, and the opcodes below.

    translate targets/regmachine.rpy --opt=jit     makes ./regmachine-c
    ./regmachine-c program.rm ACCUMULATOR

A program is a text of words; `#` starts a comment that goes to the end of the line. `jump_if_a` is followed by
the address to go to, in words from the start of the program (an operand counts as a word).

    jump_if_a N                        go to N if a is not zero
    mov_a_r0  mov_a_r1  mov_a_r2       r = a
    mov_r0_a  mov_r1_a  mov_r2_a       a = r
    add_r0_to_a add_r1_to_a add_r2_to_a    a = a + r
    decr_a                             a = a - 1
    return_a                           print a and stop
"""
import os
import sys

from rpython.rlib.jit import JitDriver

OPCODES = ['jump_if_a',
           'mov_a_r0', 'mov_a_r1', 'mov_a_r2',
           'mov_r0_a', 'mov_r1_a', 'mov_r2_a',
           'add_r0_to_a', 'add_r1_to_a', 'add_r2_to_a',
           'decr_a', 'return_a']

JUMP_IF_A = 0
MOV_A_R0 = 1
MOV_A_R1 = 2
MOV_A_R2 = 3
MOV_R0_A = 4
MOV_R1_A = 5
MOV_R2_A = 6
ADD_R0_TO_A = 7
ADD_R1_TO_A = 8
ADD_R2_TO_A = 9
DECR_A = 10
RETURN_A = 11


def get_location(pc, bytecode):
    return "%d: %s" % (pc, OPCODES[ord(bytecode[pc])])


jitdriver = JitDriver(greens=['pc', 'bytecode'], reds=['a', 'r0', 'r1', 'r2'],
                      get_printable_location=get_location)


def interpret(bytecode, a):
    """Runs until `return_a` and gives its accumulator. A byte of `bytecode` is an opcode or an address."""
    pc = 0
    r0 = 0
    r1 = 0
    r2 = 0
    while True:
        jitdriver.jit_merge_point(pc=pc, bytecode=bytecode, a=a, r0=r0, r1=r1, r2=r2)
        opcode = ord(bytecode[pc])
        pc += 1
        if opcode == JUMP_IF_A:
            address = ord(bytecode[pc])
            pc += 1
            if a != 0:
                if address < pc:
                    pc = address
                    jitdriver.can_enter_jit(pc=pc, bytecode=bytecode, a=a, r0=r0, r1=r1, r2=r2)
                else:
                    pc = address
        elif opcode == MOV_A_R0:
            r0 = a
        elif opcode == MOV_A_R1:
            r1 = a
        elif opcode == MOV_A_R2:
            r2 = a
        elif opcode == MOV_R0_A:
            a = r0
        elif opcode == MOV_R1_A:
            a = r1
        elif opcode == MOV_R2_A:
            a = r2
        elif opcode == ADD_R0_TO_A:
            a += r0
        elif opcode == ADD_R1_TO_A:
            a += r1
        elif opcode == ADD_R2_TO_A:
            a += r2
        elif opcode == DECR_A:
            a -= 1
        else:
            return a


class BadProgram(Exception):
    def __init__(self, message):
        self.message = message


def find_opcode(word):
    for number in range(len(OPCODES)):
        if OPCODES[number] == word:
            return number
    raise BadProgram("unknown word " + word)


def words_of(text):
    words = []
    word = ""
    comment = False
    for char in text + "\n":
        if char == '\n':
            comment = False
        elif char == '#':
            comment = True
        if comment or char == ' ' or char == '\t' or char == '\r' or char == '\n':
            if word != "":
                words.append(word)
                word = ""
        else:
            word += char
    return words


def assemble(text):
    """Checks the program as well: every path ends in `return_a`, every address is that of an instruction."""
    words = words_of(text)
    if len(words) > 255:
        raise BadProgram("more than 255 words")
    code = []
    starts = {}
    addresses = []
    i = 0
    last = -1
    while i < len(words):
        starts[i] = True
        last = find_opcode(words[i])
        code.append(chr(last))
        i += 1
        if last == JUMP_IF_A:
            if i == len(words):
                raise BadProgram("jump_if_a without an address")
            address = parse_number(words[i])
            if address < 0 or address >= len(words):
                raise BadProgram("no address " + words[i])
            addresses.append(address)
            code.append(chr(address))
            i += 1
    if last != RETURN_A:
        raise BadProgram("the program does not end with return_a")
    for address in addresses:
        if address not in starts:
            raise BadProgram("address %d is not an instruction" % address)
    return "".join(code)


def parse_number(word):
    try:
        return int(word)
    except ValueError:
        raise BadProgram("not a number: " + word)


def read_file(name):
    fd = os.open(name, os.O_RDONLY, 0o777)
    text = ""
    while True:
        part = os.read(fd, 4096)
        if len(part) == 0:
            break
        text += part
    os.close(fd)
    return text


def entry_point(argv):
    if len(argv) != 3:
        os.write(2, "usage: %s program.rm accumulator\n" % argv[0])
        return 2
    try:
        text = read_file(argv[1])
    except OSError:
        os.write(2, "cannot read %s\n" % argv[1])
        return 1
    try:
        bytecode = assemble(text)
        a = parse_number(argv[2])
    except BadProgram as e:
        os.write(2, "%s: %s\n" % (argv[1], e.message))
        return 1
    print(interpret(bytecode, a))
    return 0


def target(driver, args):
    return entry_point, None


def specialize(driver, args):
    """A program that is the register machine's program `args[0]` alone."""
    bytecode = assemble(read_file(args[0]))

    def entry_point(argv):
        if len(argv) != 2:
            os.write(2, "usage: %s accumulator\n" % argv[0])
            return 2
        try:
            a = parse_number(argv[1])
        except BadProgram as e:
            os.write(2, e.message + "\n")
            return 1
        print(interpret(bytecode, a))
        return 0
    return entry_point, None


def jitpolicy(driver):
    from rpython.jit.codewriter.policy import JitPolicy
    return JitPolicy()


if __name__ == '__main__':
    sys.exit(entry_point(sys.argv))
