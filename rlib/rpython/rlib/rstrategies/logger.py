"""A log of how containers change their strategies."""


class LogEntry(object):
    """What is known about all events of one kind."""

    def __init__(self):
        self.slots = 0
        self.objects = 0
        self.element_typenames = {}

    def add(self, size, element_typename):
        """One more event: a container of this size; the element that caused it may be unnamed."""
        self.objects += 1
        self.slots += size
        if element_typename:
            self.element_typenames[element_typename] = None

    def classnames(self):
        """The names of all elements that caused such an event."""
        return [name for name in self.element_typenames]


class Logger(object):
    """Prints a line for each event, or (when aggregating) one for each kind of events at the end."""

    _attrs_ = ['active', 'aggregate', 'logs']
    _immutable_fields_ = ['active?', 'aggregate?', 'logs']

    def __init__(self):
        self.active = False
        self.aggregate = False
        self.logs = {}

    def activate(self, aggregate=False):
        """Turns the log on; who has asked for aggregation once gets it."""
        self.active = True
        if aggregate:
            self.aggregate = True

    def log(self, new_strategy, size, cause="", old_strategy="", typename="", element_typename=""):
        """Notes that a container of `size` slots has got a strategy."""
        if not self.aggregate:
            names = []
            if element_typename:
                names.append(element_typename)
            self.output(cause, old_strategy, new_strategy, typename, size, 1, names)
            return
        kind = (cause, old_strategy, new_strategy, typename)
        if kind not in self.logs:
            self.logs[kind] = LogEntry()
        self.logs[kind].add(size, element_typename)

    def print_aggregated_log(self):
        """Prints what was collected."""
        if self.aggregate:
            for kind, entry in self.logs.items():
                cause, old_strategy, new_strategy, typename = kind
                self.output(cause, old_strategy, new_strategy, typename,
                            entry.slots, entry.objects, entry.classnames())

    def output(self, cause, old_strategy, new_strategy, typename, slots, objects, element_typenames):
        """One line."""
        text = cause + " ("
        if old_strategy:
            text += old_strategy + " -> "
        text += new_strategy + ")"
        if typename:
            text += " of " + typename
        text += " size %d objects %d" % (slots, objects)
        if element_typenames:
            text += " elements: " + " ".join(element_typenames)
        self.do_print(text)

    def do_print(self, text):
        """Where lines go; to be overridden."""
        print(text)
