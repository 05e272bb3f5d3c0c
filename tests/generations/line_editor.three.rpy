# stdin: a first line\na second\np\ns 1 first 1st\nd 9\np\nz\nd 2\na third\nw\n
import os
import sys


class EditError(Exception):
    pass


class Editor:
    def __init__(self) -> None:
        self.lines = []

    def at(self, word: str) -> int:
        try:
            self.lines[int(word) - 1]
        except IndexError as e:
            raise EditError(f"no line {word}") from e
        return int(word) - 1

    def do(self, command: str) -> None:
        match command.split(" "):
            case ["a", *_]:
                self.lines.append(command[2:])
            case ["d", n]:
                del self.lines[self.at(n)]
            case ["s", n, old, new]:
                self.lines[self.at(n)] = self.lines[self.at(n)].replace(old, new)
            case ["p"]:
                for i, line in enumerate(self.lines, 1):
                    print(i, line)
            case ["w"]:
                self.write("edited.txt")
            case [name, *_]:
                raise EditError(f"what is {name!r}?")

    def write(self, path: str) -> None:
        with open(path, "wb") as f:
            f.write("".join([line + "\n" for line in self.lines]).encode())
        with open(path, encoding="utf-8") as f:
            print(f"written: {f.read()!r}")


def entry_point(argv):
    editor = Editor()
    for command in sys.stdin.buffer.read().decode("utf-8").splitlines():
        try:
            editor.do(command)
        except EditError as e:
            print("?", e)
    os.unlink("edited.txt")
    return 0


def target(driver, args):
    return entry_point, None
