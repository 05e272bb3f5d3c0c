"""A text wrapper: filling, justifying and centring paragraphs, with hanging indents, bullets and columns."""

TEXT = """It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of
foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was
the season of Darkness.

   * we had everything before us,
   * we had nothing before us, we were all going direct to Heaven,
   * we were all going direct the other way - in short, the period was so far like the present period

Antidisestablishmentarianism-and-floccinaucinihilipilification are long words."""


class Paragraph(object):
    def __init__(self, words, bullet):
        self.words = words
        self.bullet = bullet

    def indent(self):
        if self.bullet:
            return '  - ', '    '
        return '', ''


def paragraphs(text):
    out = []
    words = []
    bullet = False
    for line in text.split('\n'):
        stripped = line.strip()
        if stripped == '' or stripped.startswith('* '):
            if words:
                out.append(Paragraph(words, bullet))
            words = []
            bullet = stripped != ''
            stripped = stripped.removeprefix('* ')
        words.extend(stripped.split())
    if words:
        out.append(Paragraph(words, bullet))
    return out


def break_words(words, width):
    """Words that are too long are broken, at hyphens if possible."""
    out = []
    for w in words:
        while len(w) > width:
            at = w.rfind('-', 0, width)
            if at <= 0:
                out.append(w[:width - 1] + '-')
                w = w[width - 1:]
            else:
                out.append(w[:at + 1])
                w = w[at + 1:]
        if w:
            out.append(w)
    return out


def fill(p, width):
    first, rest = p.indent()
    lines = []
    line = []
    size = 0
    for w in break_words(p.words, width - len(rest)):
        if line and size + len(line) + len(w) > width - len(rest):
            lines.append(line)
            line = []
            size = 0
        line.append(w)
        size += len(w)
    lines.append(line)
    return lines


def justified(words, width):
    gaps = len(words) - 1
    if gaps == 0:
        return words[0].ljust(width)
    spare = width - sum([len(w) for w in words])
    out = [words[0]]
    for i in range(gaps):
        n = spare // gaps
        if i < spare % gaps:
            n += 1
        out.append(' ' * n + words[i + 1])
    return ''.join(out)


def render(p, width, mode):
    first, rest = p.indent()
    lines = fill(p, width)
    out = []
    for i, words in enumerate(lines):
        indent = first if i == 0 else rest
        inner = width - len(indent)
        if mode == 'left':
            text = ' '.join(words)
        elif mode == 'right':
            text = ' '.join(words).rjust(inner)
        elif mode == 'center':
            text = ' '.join(words).center(inner)
        elif i + 1 < len(lines):
            text = justified(words, inner)
        else:
            text = ' '.join(words)
        out.append('|' + (indent + text).ljust(width) + '|')
    return out


def columns(left, right):
    n = max(len(left), len(right))
    out = []
    for i in range(n):
        a = left[i] if i < len(left) else ''
        b = right[i] if i < len(right) else ''
        out.append('%-26s :: %s' % (a, b))
    return out


def entry_point(argv):
    ps = paragraphs(TEXT)
    print(len(ps), [len(p.words) for p in ps], [p.bullet for p in ps])
    for mode in ['left', 'right', 'center', 'full']:
        for width in [24, 40]:
            print('+' + mode.center(width, '-') + '+')
            for p in ps:
                for line in render(p, width, mode):
                    print(line)
    for line in columns(render(ps[0], 24, 'full'), render(ps[-1], 30, 'left')):
        print(line.rstrip())
    counts = {}
    for p in ps:
        for w in p.words:
            w = w.strip('.,-').lower()
            if w:
                counts[w] = counts.get(w, 0) + 1
    top = sorted([(-counts[w], w) for w in counts])[:8]
    for n, w in top:
        print('%-10s %3d %s' % (w, -n, '#' * -n))
    print(TEXT.title()[:60] + '...' + TEXT.swapcase()[-30:])
    return 0


def target(driver, args):
    return entry_point, None
