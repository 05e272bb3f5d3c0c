"""What collectors know of stacks that are not running (rlib.rstacklet; `tw_stacks` in genc/support/tw_support.h).

Such a stack lives as long as its handle: what it holds is alive then, and its handle may be what another such stack holds. The first one
lives always, and so do those whose handle is null: stacks of threads."""
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.rffi import llexternal

c_stacks = llexternal("tw_stacks", [lltype.Signed] * 2, lltype.Signed)

# What is asked.
COUNT, RECORD, CHANGED, SETTLED, DIED, ALL_MARKED = 0, 1, 2, 3, 4, 5
# Words of a record.
STACK_BASE, STACK_TOP, STACK_HANDLE, STACK_STATE, STACK_MARKED, STACK_MOVED = 0, 8, 16, 24, 32, 40
SUSPENDED = 1
