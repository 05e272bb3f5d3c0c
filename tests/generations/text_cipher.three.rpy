# args: -k 3 attack
# A Caesar and a Vigenere-like cipher on bytes; options by hand.
from typing import List, Tuple


def shift(byte: int, n: int) -> int:
    for first in b"aA":
        if first <= byte < first + 26:
            return (byte - first + n) % 26 + first
    return byte


def caesar(text: str, n: int) -> str:
    return bytes([shift(byte, n) for byte in text.encode("ascii")]).decode("ascii")


def xor(data: bytes, *, key: bytes) -> bytes:
    return bytes([byte ^ key[i % len(key)] for i, byte in enumerate(bytearray(data))])


def options(args: List[str]) -> Tuple[int, List[str]]:
    key = 1
    words: List[str] = []
    it = iter(args)
    for word in it:
        if word == "-k":
            key = int(next(it))
        else:
            words.append(word)
    return key, words


def entry_point(argv):
    key, words = options(argv[1:])
    print(f"key {key} words {words}")
    for word in [*words, "Hello, World!", "xyz"]:
        secret = caesar(word, key)
        hidden = xor(word.encode(), key=b"K\x00").decode("latin-1")
        print(secret, caesar(secret, -key) == word, repr(hidden))
    mixed = xor(b"secret", key=b"key")
    print(max(bytearray(mixed)) < 0x80, xor(mixed, key=b"key").decode("ascii"))
    print(int(key / 2), -key // 2, -key % 26)
    return 0


def target(driver, args):
    return entry_point, None
