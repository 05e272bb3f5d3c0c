"""readline: lines are read without an editor or a history, so that all of this does nothing."""


def parse_and_bind(string):
    pass


def get_completer():
    return None


def set_completer(function=None):
    pass


def get_completer_delims():
    return ' \t\n`~!@#$%^&*()-=+[{]}\\|;:\'",<>/?'


def set_completer_delims(string):
    pass


def read_init_file(filename=''):
    pass


def read_history_file(filename=''):
    pass


def write_history_file(filename=''):
    pass


def get_history_length():
    return -1


def set_history_length(length):
    pass


def get_current_history_length():
    return 0


def get_history_item(index):
    return None


def add_history(line):
    pass


def remove_history_item(pos):
    pass


def clear_history():
    pass


def get_line_buffer():
    return ''


def set_startup_hook(function=None):
    pass


def set_pre_input_hook(function=None):
    pass


def redisplay():
    pass
