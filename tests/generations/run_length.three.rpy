# stdin: aaaabccddddddddddddde\n
import sys


def pack(data: bytes) -> bytes:
    out = bytearray()
    at = 0
    while at < len(data):
        n = 1
        while n < 9 and at + n < len(data) and data[at + n] == data[at]:
            n += 1
        out += bytes((n, data[at]))
        at += n
    return bytes(out)


def unpack(packed: bytes) -> bytes:
    return b"".join([packed[i + 1:i + 2] * packed[i] for i in range(0, len(packed), 2)])


def entry_point(argv):
    data = sys.stdin.buffer.readline().rstrip(b"\n")
    packed = pack(data)
    print(repr(packed.decode("ascii")))
    print("from", len(data), "to", len(packed))
    if unpack(packed) != data:
        raise AssertionError("not the same") from None
    print(unpack(packed).decode("ascii"))
    print(f"ratio {int(100 * len(packed) / len(data))}%")
    runs = {}
    for i in range(0, len(packed), 2):
        runs.setdefault(packed[i], bytearray()).append(packed[i + 1])
    print(*[f"{n} {bytes(runs[n]).decode()}" for n in sorted(runs)])
    return 0


def target(driver, args):
    return entry_point, None
