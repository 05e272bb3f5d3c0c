"""zipfile, for the import-time interpreter of the translator: its constants and errors. Archives are not read here."""

ZIP_STORED = 0
ZIP_DEFLATED = 8
ZIP_BZIP2 = 12
ZIP_LZMA = 14


class BadZipFile(Exception):
    pass


class LargeZipFile(Exception):
    pass


error = BadZipfile = BadZipFile


class ZipFile(object):
    def __init__(self, *args, **kwds):
        raise NotImplementedError("zipfile.ZipFile: archives are not read at import time")


def is_zipfile(filename):
    raise NotImplementedError("zipfile.is_zipfile: archives are not read at import time")
