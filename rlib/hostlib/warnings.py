"""warnings, for the import-time interpreter: warnings go nowhere."""


def warn(message, category=None, stacklevel=1):
    pass


def simplefilter(*args, **kwargs):
    pass


filterwarnings = simplefilter
