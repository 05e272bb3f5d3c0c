# Names of characters that do not exist, and escapes that are not complete.
x = u"\N{NO SUCH CHARACTER}"
y = u"\N"
z = f"\u12"
v = "\u12"
w = u"\x1"
