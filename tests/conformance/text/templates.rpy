"""A template engine: variables with filters, conditions, loops, nested; compiled to a tree of nodes."""

PAGE = """Dear {{ name|title }},
{% if items %}You ordered {{ count }} thing{% if many %}s{% end %}:
{% for item in items %}  {{ item|upper|pad }} ({{ item|len }})
{% end %}{% else %}You ordered nothing.
{% end %}Total: {{ total }} {{ missing|default }}
{# a comment #}{% for a in rows %}{% for b in cols %}{{ a }}{{ b }} {% end %}/ {% end %}"""


class TemplateError(Exception):
    def __init__(self, text):
        self.text = text


class Context(object):
    def __init__(self):
        self.strings = {}
        self.lists = {}

    def get(self, name):
        return self.strings.get(name, None)


class Node(object):
    def render(self, context, out):
        raise NotImplementedError


class Text(Node):
    def __init__(self, text):
        self.text = text

    def render(self, context, out):
        out.append(self.text)


class Variable(Node):
    def __init__(self, expression):
        parts = expression.split('|')
        self.name = parts[0].strip()
        if not self.name.isidentifier():
            raise TemplateError('bad name %r' % self.name)
        self.filters = [p.strip() for p in parts[1:]]

    def render(self, context, out):
        value = context.get(self.name)
        for f in self.filters:
            value = self.apply(f, value)
        if value is None:
            raise TemplateError('%s is not defined' % self.name)
        out.append(value)

    def apply(self, f, value):
        if f == 'default':
            return value if value is not None else '<none>'
        if value is None:
            return None
        if f == 'upper':
            return value.upper()
        if f == 'title':
            return value.title()
        if f == 'pad':
            return value.ljust(8, '.')
        if f == 'len':
            return str(len(value))
        if f == 'reverse':
            return value[::-1]
        raise TemplateError('unknown filter %s' % f)


class Sequence(Node):
    def __init__(self):
        self.nodes = []

    def render(self, context, out):
        for n in self.nodes:
            n.render(context, out)


class If(Node):
    def __init__(self, name):
        self.name = name
        self.yes = Sequence()
        self.no = Sequence()

    def render(self, context, out):
        value = context.get(self.name)
        if value is not None and value != '' or len(context.lists.get(self.name, [])) > 0:
            self.yes.render(context, out)
        else:
            self.no.render(context, out)


class For(Node):
    def __init__(self, var, name):
        self.var = var
        self.name = name
        self.body = Sequence()

    def render(self, context, out):
        saved = context.get(self.var)
        for x in context.lists.get(self.name, []):
            context.strings[self.var] = x
            self.body.render(context, out)
        if saved is not None:
            context.strings[self.var] = saved
        elif self.var in context.strings:
            del context.strings[self.var]


class Parser(object):
    def __init__(self, text):
        self.text = text
        self.at = 0

    def parse(self):
        root = Sequence()
        self.sequence(root, False)
        return root

    def sequence(self, into, nested):
        """Gives the word that ended it: end, else, or '' at the end."""
        while self.at < len(self.text):
            start = self.text.find('{', self.at)
            if start < 0 or start + 1 >= len(self.text):
                into.nodes.append(Text(self.text[self.at:]))
                self.at = len(self.text)
                break
            kind = self.text[start:start + 2]
            if kind not in ['{{', '{%', '{#']:
                into.nodes.append(Text(self.text[self.at:start + 1]))
                self.at = start + 1
                continue
            if start > self.at:
                into.nodes.append(Text(self.text[self.at:start]))
            close = {'{{': '}}', '{%': '%}', '{#': '#}'}[kind]
            end = self.text.find(close, start + 2)
            if end < 0:
                raise TemplateError('%s without %s' % (kind, close))
            inner = self.text[start + 2:end].strip()
            self.at = end + 2
            if kind == '{{':
                into.nodes.append(Variable(inner))
            elif kind == '{%':
                words = inner.split()
                if words[0] in ('end', 'else'):
                    if not nested:
                        raise TemplateError('%s without a block' % words[0])
                    return words[0]
                into.nodes.append(self.block(words))
        if nested:
            raise TemplateError('block is not ended')
        return ''

    def block(self, words):
        if words[0] == 'if' and len(words) == 2:
            n = If(words[1])
            if self.sequence(n.yes, True) == 'else':
                self.sequence(n.no, True)
            return n
        if words[0] == 'for' and len(words) == 4 and words[2] == 'in':
            f = For(words[1], words[3])
            self.sequence(f.body, True)
            return f
        raise TemplateError('cannot understand %s' % ' '.join(words))


def render(text, context):
    out = []
    Parser(text).parse().render(context, out)
    return ''.join(out)


def entry_point(argv):
    c = Context()
    c.strings['name'] = 'john q. public'
    c.strings['count'] = str(2 + len(argv))
    c.strings['many'] = 'yes'
    c.strings['total'] = '%.2f' % (3.14159 * len(argv))
    c.lists['items'] = ['apple', 'fig', 'long-melon']
    c.lists['rows'] = ['a', 'b']
    c.lists['cols'] = ['1', '2', '3']
    print(render(PAGE, c))
    c.lists['items'] = []
    c.strings['many'] = ''
    print(render(PAGE, c))
    for t in ['{{ nope }}', '{{ 1x }}', '{% if a %}', '{% end %}', '{{ name|shout }}', '{% while x %}', '{{ open', 'just { text } %} }}', '{', '{{name|reverse|upper}}{']:
        try:
            print(render(t, c))
        except TemplateError as e:
            print('TemplateError: ' + e.text)
    return 0


def target(driver, args):
    return entry_point, None
