"""Windows' functions, of which there are none: programs ask `WIN32` first."""

from rpython.translator.tool.cbuild import ExternalCompilationInfo

WIN32 = False
eci = ExternalCompilationInfo()
