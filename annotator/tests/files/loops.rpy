# annotate: main(str)
import os
import sys


class Machine(object):
    def __init__(self, program):
        self.program = program
        self.tape = [0]
        self.pos = 0
        self.out = []

    def jumps(self):
        stack = []
        table = {}
        i = 0
        for ch in self.program:
            if ch == '[':
                stack.append(i)
            elif ch == ']':
                j = stack.pop()
                table[i] = j
                table[j] = i
            i += 1
        return table

    def run(self):
        table = self.jumps()
        pc = 0
        while pc < len(self.program):
            ch = self.program[pc]
            if ch == '>':
                self.pos += 1
                if self.pos == len(self.tape):
                    self.tape.append(0)
            elif ch == '<':
                self.pos -= 1
            elif ch == '+':
                self.tape[self.pos] += 1
            elif ch == '-':
                self.tape[self.pos] -= 1
            elif ch == '.':
                os.write(1, chr(self.tape[self.pos]))
            elif ch == ',':
                self.tape[self.pos] = ord(os.read(0, 1)[0])
            elif ch == '[' and self.tape[self.pos] == 0:
                pc = table[pc]
            elif ch == ']' and self.tape[self.pos] != 0:
                pc = table[pc]
            pc += 1


def read_all(fd):
    text = ''
    while True:
        chunk = os.read(fd, 4096)
        if len(chunk) == 0:
            break
        text += chunk
    os.close(fd)
    return text


def main(filename):
    try:
        fd = os.open(filename, os.O_RDONLY, 0777)
    except OSError as e:
        print 'cannot open', filename, e.errno
        return 1
    m = Machine(read_all(fd))
    m.run()
    return 0
