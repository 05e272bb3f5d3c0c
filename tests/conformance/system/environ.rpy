# The environment is that of the running program.
import os


def entry_point(argv):
    os.environ["TW_TEST_X"] = "one"
    print(os.environ["TW_TEST_X"], os.getenv("TW_TEST_X"), os.environ.get("TW_TEST_X"))
    print(os.environ.get("TW_TEST_Y", "nothing"), os.getenv("TW_TEST_Y", "default"))
    print("TW_TEST_X" in os.environ, "TW_TEST_Y" in os.environ)
    v = os.environ.get("TW_TEST_Y")
    print(v is None)
    try:
        print(os.environ["TW_TEST_Y"])
    except KeyError:
        print("KeyError")
    n = 0
    for k, v in os.environ.items():
        if k.startswith("TW_TEST_"):
            n += 1
            print(k + "=" + v)
    print(n)
    del os.environ["TW_TEST_X"]
    print("TW_TEST_X" in os.environ.keys())
    return 0


def target(driver, args):
    return entry_point, None
