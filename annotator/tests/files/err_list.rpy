# annotate: main(int)
def fill(lst):
    lst.append('a string')


def main(n):
    lst = [n]
    fill(lst)
    return lst[0]
