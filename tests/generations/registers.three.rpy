# stdin: set a 10\nset b 3\ndiv c a b\nprint c\nmod c a b\nprint c\nloop a\nprint q\nset d -7\ndiv d d b\nprint d\n
# A register machine that reads its program from stdin.
import sys
from dataclasses import dataclass, field
from typing import Dict


class Unknown(Exception):
    def __init__(self, name: str) -> None:
        super().__init__(f"no register {name!r}")


@dataclass
class Machine:
    registers: Dict[str, int] = field(default_factory=dict)

    def value(self, name: str) -> int:
        try:
            return self.registers[name]
        except KeyError as e:
            raise Unknown(name) from e

    def execute(self, op: str, name: str, *args: str) -> None:
        if op == "set":
            self.registers[name] = int(args[0])
        elif op == "div":
            self.registers[name] = self.value(args[0]) // self.value(args[1])
        elif op == "mod":
            self.registers[name] = self.value(args[0]) % self.value(args[1])
        elif op == "print":
            print(f"{name} = {self.value(name)}")
        elif op == "loop":
            while self.value(name) > 7:
                self.registers[name] -= 1
                print(self.registers[name], end=" ")
            print("end")


def entry_point(argv):
    machine = Machine()
    for line in sys.stdin.buffer:
        words = line.decode("ascii").rstrip("\n").split(" ")
        try:
            machine.execute(words[0], words[1], *words[2:])
        except Unknown as e:
            print(f"unknown: {e}")
    names = sorted(machine.registers)
    print(names, [machine.registers[n] for n in names])
    return 0


def target(driver, args):
    return entry_point, None
