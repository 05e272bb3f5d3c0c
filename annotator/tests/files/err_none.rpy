# annotate: main(int)
def main(n):
    if n > 1:
        x = None
    else:
        x = n
    return x
