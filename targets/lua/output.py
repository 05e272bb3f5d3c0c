"""Standard output, collected."""
import os


class Output(object):
    def __init__(self):
        self.parts = []
        self.size = 0

    def write(self, s):
        self.parts.append(s)
        self.size += len(s)
        if self.size > 8192:
            self.flush()

    def flush(self):
        text = "".join(self.parts)
        self.parts = []
        self.size = 0
        write_all(1, text)


def write_all(fd, text):
    done = 0
    while done < len(text):
        done += os.write(fd, text[done:])


stdout = Output()
