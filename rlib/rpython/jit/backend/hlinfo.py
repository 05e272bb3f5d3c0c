"""What the JIT's logs know of the executable."""


class HighLevelJitInfo(object):
    """`sys_executable`: path of the running program."""
    sys_executable = None


highleveljitinfo = HighLevelJitInfo()
