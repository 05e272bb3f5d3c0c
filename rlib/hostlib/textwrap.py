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
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens

    def _chunks(self, text):
        """Words, blanks between them, and parts of words that end in a hyphen."""
        if self.expand_tabs:
            text = text.expandtabs()
        if self.replace_whitespace:
            text = ''.join([' ' if c in '\t\n\x0b\x0c\r ' else c for c in text])
        chunks = []
        i = 0
        while i < len(text):
            start = i
            blank = text[i].isspace()
            while i < len(text) and text[i].isspace() == blank:
                i += 1
                if not blank and self.break_on_hyphens and i - start > 1 and i < len(text) - 1 and text[i - 1] == '-' \
                        and text[i - 2].isalpha() and text[i].isalpha():
                    break
            chunks.append(text[start:i])
        return chunks

    def wrap(self, text):
        if self.width <= 0:
            raise ValueError('invalid width %r (must be > 0)' % self.width)
        lines = []
        chunks = self._chunks(text)
        chunks.reverse()
        while chunks:
            lead = self.subsequent_indent if lines else self.initial_indent
            room = self.width - len(lead)
            if self.drop_whitespace and lines and not chunks[-1].strip():
                chunks.pop()
            line, length = [], 0
            while chunks and length + len(chunks[-1]) <= room:
                length += len(chunks[-1])
                line.append(chunks.pop())
            if chunks and len(chunks[-1]) > room:
                left = 1 if room < 1 else room - length
                if self.break_long_words:
                    end = left
                    word = chunks[-1]
                    if self.break_on_hyphens and len(word) > left:
                        hyphen = word.rfind('-', 0, left)
                        if hyphen > 0 and [c for c in word[:hyphen] if c != '-']:
                            end = hyphen + 1
                    line.append(word[:end])
                    chunks[-1] = word[end:]
                elif not line:
                    line.append(chunks.pop())
            if self.drop_whitespace and line and not line[-1].strip():
                line.pop()
            if line:
                lines.append(lead + ''.join(line))
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
    if len(placeholder.lstrip()) > width:
        raise ValueError('placeholder too large for max width')
    words = text.split()
    while words and len(' '.join(words)) + len(placeholder) > width:
        words.pop()
    return (' '.join(words) + placeholder).lstrip()
