# A byte order mark stands in front of the file.
import os


def entry_point(argv):
    text = 'naïve'
    os.write(1, 'marked %d\n' % len(argv))
    print(text.startswith('na'), text.endswith('ve'))
    return 0


def target(driver, args):
    return entry_point, None
