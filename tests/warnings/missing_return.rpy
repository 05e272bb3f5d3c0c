# Functions that are annotated to return a value, and come to their end.
from typing import Optional


class Token:
    def __init__(self, text: str) -> None:
        self.text = text

    def again(self) -> "Token":
        if self.text:
            return Token(self.text)

    def maybe(self) -> Optional["Token"]:
        if self.text:
            return self

    def joined(self) -> "Token | None":
        if self.text:
            return self

    def base(self) -> "Token":
        pass

    def named(self) -> str:
        """A name, if there is one."""
        while self.text:
            return self.text

    def checked(self) -> str:
        if self.text:
            return self.text
        raise ValueError("no text")


def entry_point(argv) -> int:
    t = Token(argv[0])
    t.base()
    again = t.again()
    if again is None or t.maybe() is None or t.joined() is None:
        return 1
    print(t.named() is None, len(t.checked()) > 0)
    return 0


def target(driver, args):
    return entry_point, None
