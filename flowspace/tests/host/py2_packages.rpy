# In a package, files of Python 2 find their siblings first, others do not.
from py2pkg import old, new
import py2pkg.old as again
import sys

old.show()
new.show()
print again is old, sorted([name for name in sys.modules if name.startswith('py2pkg')])
