# stdin: : sq dup * ; 7 sq . 2 3 swap - .\n10 4 / . 10 4 mod . : avg + 2 / ; 3 9 avg .\n1 0 / drop oops +\n
import sys
from typing import Dict, List


class ForthError(Exception):
    pass


class Forth:
    def __init__(self) -> None:
        self.stack: List[int] = []
        self.words: Dict[str, List[str]] = {}
        self.out: List[str] = []

    def pop(self) -> int:
        try:
            return self.stack.pop()
        except IndexError as e:
            raise ForthError("stack is empty") from e

    def run(self, tokens: List[str]) -> None:
        i = 0
        while i < len(tokens):
            token = tokens[i]
            if token == ":":
                end = tokens.index(";", i)
                self.words[tokens[i + 1]] = tokens[i + 2:end]
                i = end
            elif (body := self.words.get(token)) is not None:
                self.run(body)
            else:
                self.execute(token)
            i += 1

    def execute(self, token: str) -> None:
        match token:
            case "+" | "-" | "*" | "/" | "mod" | "swap":
                b = self.pop()
                a = self.pop()
                match token:
                    case "+":
                        a += b
                    case "-":
                        a -= b
                    case "*":
                        a *= b
                    case "/":
                        a //= b
                    case "mod":
                        a %= b
                    case _:
                        self.stack.append(b)
                self.stack.append(a)
            case "dup":
                self.stack.append(self.stack[-1])
            case "drop":
                self.pop()
            case ".":
                self.out.append(f"{self.pop()}")
            case _:
                try:
                    self.stack.append(int(token))
                except ValueError:
                    raise ForthError(f"unknown word {token}") from None


def entry_point(argv):
    forth = Forth()
    for line in [*sys.stdin.buffer.read().decode().splitlines(), "+", "oops 1", "."]:
        try:
            forth.run(line.split())
            print(" ".join(forth.out), "ok")
        except ForthError as e:
            print(f"error: {e}")
        except ZeroDivisionError:
            print(f"division by zero, {len(forth.stack)} left")
        forth.out = []
    return 0


def target(driver, args):
    return entry_point, None
