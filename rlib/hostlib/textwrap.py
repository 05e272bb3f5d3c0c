"""textwrap, for the import-time interpreter of the translator."""


def dedent(text):
    lines = text.split('\n')
    margin = None
    for i, line in enumerate(lines):
        body = line.lstrip(' \t')
        if not body:
            lines[i] = ''
            continue
        lead = line[:len(line) - len(body)]
        if margin is None:
            margin = lead
        else:
            n = 0
            while n < len(margin) and n < len(lead) and margin[n] == lead[n]:
                n += 1
            margin = margin[:n]
    if margin:
        lines = [line[len(margin):] for line in lines]
    return '\n'.join(lines)


def indent(text, prefix, predicate=None):
    out = []
    for line in text.splitlines(True):
        wanted = line.strip() if predicate is None else predicate(line)
        out.append(prefix + line if wanted else line)
    return ''.join(out)


class TextWrapper(object):
    def __init__(self, width=70, initial_indent='', subsequent_indent='', expand_tabs=True,
                 replace_whitespace=True, break_long_words=True, drop_whitespace=True,
                 break_on_hyphens=True, **unused):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.break_long_words = break_long_words
        self.break_on_hyphens = break_on_hyphens

    def _chunks(self, text):
        """Words; a word with hyphens between letters gives several, with a mark for a space."""
        chunks = []
        for word in text.split():
            start = True
            while self.break_on_hyphens:
                at = 1
                n = len(word)
                while at < n - 1 and not (word[at] == '-' and word[at - 1].isalpha() and
                                          word[at + 1].isalpha()):
                    at += 1
                if at >= n - 1:
                    break
                chunks.append((start, word[:at + 1]))
                word = word[at + 1:]
                start = False
            chunks.append((start, word))
        return chunks

    def wrap(self, text):
        if self.width <= 0:
            raise ValueError('invalid width %r (must be > 0)' % self.width)
        lines = []
        chunks = self._chunks(text.expandtabs())
        chunks.reverse()
        while chunks:
            lead = self.subsequent_indent if lines else self.initial_indent
            room = max(self.width - len(lead), 1)
            line = ''
            while chunks:
                start, word = chunks[-1]
                glue = ' ' if start and line else ''
                if len(line) + len(glue) + len(word) <= room:
                    line += glue + word
                    chunks.pop()
                    continue
                if len(word) > room:
                    if self.break_long_words:
                        n = room - len(line) - len(glue)
                        if n > 0:
                            line += glue + word[:n]
                            chunks[-1] = (False, word[n:])
                    elif not line:
                        line = word
                        chunks.pop()
                break
            lines.append(lead + line)
        return lines

    def fill(self, text):
        return '\n'.join(self.wrap(text))


def wrap(text, width=70, **options):
    return TextWrapper(width, **options).wrap(text)


def fill(text, width=70, **options):
    return '\n'.join(wrap(text, width, **options))


def shorten(text, width, placeholder=' [...]', **options):
    text = ' '.join(text.split())
    if len(text) <= width:
        return text
    words = text.split()
    while words and len(' '.join(words)) + len(placeholder) > width:
        words.pop()
    return (' '.join(words) + placeholder).lstrip()
