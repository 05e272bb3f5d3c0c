"""Information about files."""
import os

stat = stat3 = os.stat
lstat = lstat3 = os.lstat
fstat = os.fstat
stat_float_times = True
