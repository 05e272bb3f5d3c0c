# stdin: Hello, hex dump: tilde ~ and\\tend\n
import os


def line_of(at: int, block: bytes) -> str:
    codes = " ".join(f"{byte:02x}" for byte in block)
    shown = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in block)
    return f"{at:04x}  {codes:23}  |{shown}|"


def entry_point(argv):
    data = os.read(0, 100)
    for at in range(0, len(data), 8):
        print(line_of(at, data[at:at + 8]))
    print(f"{len(data):04x}")
    print(line_of(0, b"\xff\x80\x7f\x00"))
    total = 0
    low = high = data[0]
    for byte in data:
        total += byte
        low = min(low, byte)
        high = max(high, byte)
    print("sum:", total, "max:", chr(high), repr(chr(low)))
    print(",".join([hex(byte) for byte in data if not chr(byte).isalpha()]))
    print(data[-5:].hex())
    return 0


def target(driver, args):
    return entry_point, None
