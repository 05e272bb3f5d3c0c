# stdin: (+ 1 2)\n(/ -7 2)\n(let x (* 4 5))\n(- x 1)\n(if (< x 3) 1 (quote (a "b" 2)))\n(foo 1)\n(+ 1\n
import sys


class LispError(Exception):
    pass


class Node:
    pass


class Atom(Node):
    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text


class List(Node):
    def __init__(self, items: list) -> None:
        self.items = items

    def __str__(self) -> str:
        return "(" + " ".join([str(item) for item in self.items]) + ")"


def tokens(line: str):
    for word in line.replace("(", " ( ").replace(")", " ) ").split():
        yield word


def read(it) -> Node:
    if not (token := next(it, "")):
        raise LispError("unexpected end")
    if token != "(":
        return Atom(token)
    items = []
    while True:
        item = read(it)
        if isinstance(item, Atom) and item.text == ")":
            return List(items)
        items.append(item)


def number(node: Node) -> int:
    try:
        return int(str(node))
    except ValueError:
        raise LispError(f"no number: {node}") from None


def evaluate(node: Node, names: dict) -> Node:
    if not isinstance(node, List):
        return names.get(str(node), node)
    head = str(node.items[0])
    match head, node.items[1:]:
        case "quote", [value]:
            return value
        case "if", [test, yes, no]:
            return evaluate(yes if str(evaluate(test, names)) == "t" else no, names)
        case "let", [name, value]:
            names[str(name)] = result = evaluate(value, names)
            return result
        case ("+" | "-" | "*" | "/" | "<"), [a, b]:
            x = number(evaluate(a, names))
            y = number(evaluate(b, names))
            match head:
                case "<":
                    return Atom("t" if x < y else "nil")
                case "+":
                    return Atom(f"{x + y}")
                case "-":
                    return Atom(f"{x - y}")
                case "*":
                    return Atom(f"{x * y}")
            return Atom(f"{x // y}")
    raise LispError(f"no function {head!r}")


def entry_point(argv):
    names = {}
    for line in sys.stdin.buffer.read().decode("utf-8").splitlines():
        try:
            print(evaluate(read(tokens(line)), names))
        except LispError as e:
            print("error:", e)
    print("x" in names, len(names))
    return 0


def target(driver, args):
    return entry_point, None
