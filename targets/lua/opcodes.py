"""The instructions. One is a word: opcode (8 bits), A (16 bits), B (20 bits), C (20 bits). R is the frame's registers, K the constants.

name        operands    what it does"""

TABLE = """
MOVE        A B         R[A] = R[B]
LOADK       A B         R[A] = K[B]
LOADNIL     A B         R[A], … B registers = nil
NEWCELL     A           R[A] = a cell with R[A]
GETCELL     A B         R[A] = what is in the cell R[B]
SETCELL     A B         the cell R[A] gets R[B]
GETUPVAL    A B         R[A] = upvalue B
GETSELF     A           R[A] = the running closure
GETUPCELL   A B         R[A] = what is in the cell that is upvalue B
SETUPCELL   A B         the cell that is upvalue A gets R[B]
GETGLOBAL   A B         R[A] = global B
SETGLOBAL   A B         global B = R[A]
GETENV      A           R[A] = the table of globals
GETFIELD    A B C       R[A] = R[B].name, C is a cache with the name
SETFIELD    A B C       R[A].name = R[C], B is the cache
GETINT      A B C       R[A] = R[B][C]
SETINT      A B C       R[A][B] = R[C]
GETTABLE    A B C       R[A] = R[B][R[C]]
SETTABLE    A B C       R[A][R[B]] = R[C]
SELF        A B C       R[A + 1] = R[B]; R[A] = R[B].name
NEWTABLE    A   C       R[A] = {}, with room for C fields
SETLIST     A B C       R[A][C + i] = R[A + i] for i in 1 … B
SETLISTV    A B C       the same, and the open values behind
ADD         A B C       R[A] = R[B] + R[C], and so on
SUB         A B C
MUL         A B C
DIV         A B C
MOD         A B C
IDIV        A B C
POW         A B C
BAND        A B C
BOR         A B C
BXOR        A B C
SHL         A B C
SHR         A B C
ADDK        A B C       R[A] = R[B] + K[C], a number; and so on
SUBK        A B C
MULK        A B C
DIVK        A B C
MODK        A B C
IDIVK       A B C
POWK        A B C
ADDI        A B C       R[A] = R[B] + C, an integer
SUBI        A B C
UNM         A B
BNOT        A B
NOT         A B
LEN         A B
CONCAT      A B C       R[A] = R[B] .. … C registers
JMP         C           to C, forward
LOOP        A   C       to C, backward; registers from A on are dead
JT          A C         to C if R[A] is true
JF          A C
JEQ         A B C       to C if R[A] == R[B]
JNE         A B C
JLT         A B C
JNLT        A B C
JLE         A B C
JNLE        A B C
JEQK        A B C       to C if R[A] == K[B]
JNEK        A B C
JLTK        A B C       (K[B] is a number)
JNLTK       A B C
JLEK        A B C
JNLEK       A B C
JGTK        A B C
JNGTK       A B C
JGEK        A B C
JNGEK       A B C
JEQI        A B C       to C if R[A] == B - BIAS, an integer
JNEI        A B C
JLTI        A B C
JNLTI       A B C
JLEI        A B C
JNLEI       A B C
JGTI        A B C
JNGTI       A B C
JGEI        A B C
JNGEI       A B C
CALL0       A B         R[A](R[A + 1], … B arguments), results are dropped
CALL1       A B         R[A] = the first result
CALLN       A B C       C - 1 results from R[A] on; C == 0: they are the open values
CALLV       A B C       as CALLN, the open values are further arguments
TAILCALL    A B         return R[A](…)
TAILCALLV   A B
RETURN0
RETURN1     A
RETURN      A B         B values from R[A] on
RETURNV     A B         and the open values
VARARG      A B         B - 1 extra arguments from R[A] on; B == 0: they are the open values
CLOSURE     A B
FORPREP     A C         R[A]: start, limit, step; variable in R[A + 3]; to C if there is no round
FORLOOP     A C         next round at C
FORLOOP1    A C         the same with a step of 1
TFORLOOP    A B C       R[A]: iterator, state, control; B variables from R[A + 4] on; next round at C
TBC         A           R[A] is to be closed
CLOSE       A           closes what is to be closed from R[A] on
NOP
"""

NAMES = []
for _line in TABLE.split("\n"):
    _words = _line.split()
    if _words:
        globals()[_words[0]] = len(NAMES)
        NAMES.append(_words[0])


def encode(op, a, b, c):
    return op | (a << 8) | (b << 24) | (c << 44)


LIMIT_B = 1 << 20
LIMIT_C = 1 << 19
BIAS = 1 << 19                                  # so that an integer in B may be negative


def op_of(inst):
    return inst & 0xff


def a_of(inst):
    return (inst >> 8) & 0xffff


def b_of(inst):
    return (inst >> 24) & 0xfffff


def integer_b_of(inst):
    return b_of(inst) - BIAS


def c_of(inst):
    return inst >> 44
