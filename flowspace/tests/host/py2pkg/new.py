import string


def show():
    print(string.digits)
