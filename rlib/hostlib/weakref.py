"""weakref, for the import-time interpreter: its heap keeps everything, so references never die."""


class ref(object):
    def __init__(self, obj, callback=None):
        self._obj = obj

    def __call__(self):
        return self._obj


def proxy(obj, callback=None):
    return obj


WeakKeyDictionary = WeakValueDictionary = dict
WeakSet = set
ReferenceType = ref
