"""A chess move generator with legality, castling, en passant and promotion, checked by perft; FEN in and out, moves in algebraic
notation, and a small alpha-beta search with a transposition table."""

from rpython.rlib.rarithmetic import r_uint, intmask
from rpython.rlib.unroll import unrolling_iterable
from rpython.rlib.debug import make_sure_not_resized

EMPTY = 0
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
WHITE, BLACK = 0, 8
OFF = 99
LETTERS = " PNBRQK"
VALUES = [0, 100, 320, 330, 500, 900, 20000]

# A board of 12 columns and 10 rows: the rim stops the sliding pieces.
N, S, E, W = -10, 10, 1, -1
SLIDES = {
    BISHOP: [N + E, N + W, S + E, S + W],
    ROOK: [N, S, E, W],
    QUEEN: [N, S, E, W, N + E, N + W, S + E, S + W],
}
KNIGHT_JUMPS = [N + N + E, N + N + W, S + S + E, S + S + W, E + E + N, E + E + S, W + W + N, W + W + S]
KING_STEPS = SLIDES[QUEEN]
SLIDERS = unrolling_iterable([(BISHOP, SLIDES[BISHOP]), (ROOK, SLIDES[ROOK]), (QUEEN, SLIDES[QUEEN])])

CASTLE_WK, CASTLE_WQ, CASTLE_BK, CASTLE_BQ = 1, 2, 4, 8
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def square(name):
    return 21 + (8 - int(name[1])) * 10 + "abcdefgh".index(name[0])


def square_name(sq):
    return "abcdefgh"[sq % 10 - 1] + "%d" % (10 - sq // 10)


A1, H1, E1, A8, H8, E8 = [square(s) for s in ["a1", "h1", "e1", "a8", "h8", "e8"]]

# Which rights are lost when a piece leaves or arrives at a square.
RIGHTS = [15] * 120
for _sq, _lost in [(A1, CASTLE_WQ), (H1, CASTLE_WK), (E1, CASTLE_WK | CASTLE_WQ), (A8, CASTLE_BQ), (H8, CASTLE_BK),
                   (E8, CASTLE_BK | CASTLE_BQ)]:
    RIGHTS[_sq] = 15 & ~_lost


class Random(object):
    """xorshift, for the keys of positions."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        x = self.state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self.state = x
        return x


def make_keys():
    rng = Random(2463534242)
    return [[rng.next() for _ in range(120)] for _ in range(15)]


KEYS = make_keys()
SIDE_KEY = 0x5DEECE66


class FenError(Exception):
    def __init__(self, message):
        self.message = message


class Move(object):
    _immutable_ = True

    def __init__(self, start, end, piece, captured, promotion, flag):
        self.start = start
        self.end = end
        self.piece = piece
        self.captured = captured
        self.promotion = promotion
        self.flag = flag            # 'e' en passant, 'c' castling, 'd' double step, ' '

    def text(self):
        t = square_name(self.start) + square_name(self.end)
        if self.promotion:
            t += LETTERS[self.promotion].lower()
        return t

    def same(self, other):
        return (self.start == other.start and self.end == other.end and self.promotion == other.promotion)


class Undo(object):
    def __init__(self, board):
        self.rights = board.rights
        self.en_passant = board.en_passant
        self.halfmoves = board.halfmoves
        self.key = board.key


class Board(object):
    def __init__(self, fen):
        self.squares = make_sure_not_resized([OFF] * 120)
        self.kings = [0] * 9
        self.key = 0
        fields = [f for f in fen.split(" ") if f]
        if len(fields) < 4:
            raise FenError("four fields are needed")
        self.place(fields[0])
        if fields[1] not in ["w", "b"]:
            raise FenError("bad side " + fields[1])
        self.side = WHITE if fields[1] == "w" else BLACK
        self.rights = 0
        for c in fields[2]:
            if c != "-":
                i = "KQkq".find(c)
                if i < 0:
                    raise FenError("bad castling right " + c)
                self.rights |= 1 << i
        self.en_passant = 0 if fields[3] == "-" else square(fields[3])
        self.halfmoves = int(fields[4]) if len(fields) > 4 else 0
        self.fullmoves = int(fields[5]) if len(fields) > 5 else 1
        if self.kings[WHITE] == 0 or self.kings[BLACK] == 0:
            raise FenError("a king is missing")

    def place(self, text):
        rows = text.split("/")
        if len(rows) != 8:
            raise FenError("eight rows are needed")
        for r in range(8):
            col = 0
            for c in rows[r]:
                if c.isdigit():
                    for k in range(int(c)):
                        if col < 8:
                            self.squares[21 + 10 * r + col] = EMPTY
                        col += 1
                else:
                    kind = LETTERS.find(c.upper())
                    if kind <= 0 or col > 7:
                        raise FenError("bad row " + rows[r])
                    self.put(21 + 10 * r + col, kind | (WHITE if c.isupper() else BLACK))
                    col += 1
            if col != 8:
                raise FenError("bad row " + rows[r])

    def put(self, sq, piece):
        self.squares[sq] = piece
        self.key ^= KEYS[piece][sq]
        if piece & 7 == KING:
            self.kings[piece & 8] = sq

    def remove(self, sq):
        self.key ^= KEYS[self.squares[sq]][sq]
        self.squares[sq] = EMPTY

    def fen(self):
        rows = []
        for r in range(8):
            row = ""
            empty = 0
            for c in range(8):
                p = self.squares[21 + 10 * r + c]
                if p == EMPTY:
                    empty += 1
                    continue
                if empty:
                    row += str(empty)
                empty = 0
                letter = LETTERS[p & 7]
                row += letter if p & 8 == WHITE else letter.lower()
            if empty:
                row += str(empty)
            rows.append(row)
        rights = "".join(["KQkq"[i] for i in range(4) if self.rights & (1 << i)])
        return " ".join(["/".join(rows), "w" if self.side == WHITE else "b", rights or "-",
                         square_name(self.en_passant) if self.en_passant else "-", str(self.halfmoves), str(self.fullmoves)])

    # ---- attacks

    def attacked(self, sq, by):
        b = self.squares
        step = S if by == WHITE else N
        for side in (E, W):
            if b[sq + step + side] == PAWN | by:
                return True
        for d in KNIGHT_JUMPS:
            if b[sq + d] == KNIGHT | by:
                return True
        for d in KING_STEPS:
            if b[sq + d] == KING | by:
                return True
        for kind, directions in SLIDERS:
            if kind != QUEEN:
                for d in directions:
                    t = sq + d
                    while b[t] == EMPTY:
                        t += d
                    p = b[t]
                    if p == kind | by or p == QUEEN | by:
                        return True
        return False

    def in_check(self, side):
        return self.attacked(self.kings[side], side ^ 8)

    # ---- moves

    def pseudo_moves(self, captures_only=False):
        moves = []
        b = self.squares
        for sq in range(21, 99):
            p = b[sq]
            if p == EMPTY or p == OFF or p & 8 != self.side:
                continue
            kind = p & 7
            if kind == PAWN:
                self.pawn_moves(sq, p, moves, captures_only)
            elif kind == KNIGHT:
                self.step_moves(sq, p, KNIGHT_JUMPS, moves, captures_only)
            elif kind == KING:
                self.step_moves(sq, p, KING_STEPS, moves, captures_only)
                if not captures_only:
                    self.castling(sq, p, moves)
            else:
                for k, directions in SLIDERS:
                    if k == kind:
                        self.slide_moves(sq, p, directions, moves, captures_only)
        return moves

    def step_moves(self, sq, p, steps, moves, captures_only):
        for d in steps:
            t = self.squares[sq + d]
            if t == EMPTY:
                if not captures_only:
                    moves.append(Move(sq, sq + d, p, EMPTY, 0, " "))
            elif t != OFF and t & 8 != self.side:
                moves.append(Move(sq, sq + d, p, t, 0, " "))

    def slide_moves(self, sq, p, directions, moves, captures_only):
        for d in directions:
            to = sq + d
            while self.squares[to] == EMPTY:
                if not captures_only:
                    moves.append(Move(sq, to, p, EMPTY, 0, " "))
                to += d
            t = self.squares[to]
            if t != OFF and t & 8 != self.side:
                moves.append(Move(sq, to, p, t, 0, " "))

    def pawn_moves(self, sq, p, moves, captures_only):
        step, home, last = (N, 8, 2) if self.side == WHITE else (S, 3, 9)
        to = sq + step
        if self.squares[to] == EMPTY and not captures_only:
            self.pawn_move(sq, to, p, EMPTY, last, moves)
            if sq // 10 == home and self.squares[to + step] == EMPTY:
                moves.append(Move(sq, to + step, p, EMPTY, 0, "d"))
        for side in (E, W):
            to = sq + step + side
            t = self.squares[to]
            if t != EMPTY and t != OFF and t & 8 != self.side:
                self.pawn_move(sq, to, p, t, last, moves)
            elif to == self.en_passant and to != 0:
                moves.append(Move(sq, to, p, PAWN | (self.side ^ 8), 0, "e"))

    def pawn_move(self, sq, to, p, captured, last, moves):
        if to // 10 == last:
            for kind in (QUEEN, ROOK, BISHOP, KNIGHT):
                moves.append(Move(sq, to, p, captured, kind, " "))
        else:
            moves.append(Move(sq, to, p, captured, 0, " "))

    def castling(self, sq, p, moves):
        white = self.side == WHITE
        if sq != (E1 if white else E8) or self.in_check(self.side):
            return
        b = self.squares
        enemy = self.side ^ 8
        if self.rights & (CASTLE_WK if white else CASTLE_BK):
            if b[sq + 1] == EMPTY and b[sq + 2] == EMPTY and not self.attacked(sq + 1, enemy):
                moves.append(Move(sq, sq + 2, p, EMPTY, 0, "c"))
        if self.rights & (CASTLE_WQ if white else CASTLE_BQ):
            if b[sq - 1] == EMPTY and b[sq - 2] == EMPTY and b[sq - 3] == EMPTY and not self.attacked(sq - 1, enemy):
                moves.append(Move(sq, sq - 2, p, EMPTY, 0, "c"))

    def make(self, m):
        undo = Undo(self)
        self.remove(m.start)
        if m.flag == "e":
            self.remove(m.end - (N if self.side == WHITE else S))
        elif m.captured != EMPTY:
            self.remove(m.end)
        self.put(m.end, (m.promotion | self.side) if m.promotion else m.piece)
        if m.flag == "c":
            rook = m.end + 1 if m.end > m.start else m.end - 2
            to = m.end - 1 if m.end > m.start else m.end + 1
            p = self.squares[rook]
            self.remove(rook)
            self.put(to, p)
        self.rights &= RIGHTS[m.start] & RIGHTS[m.end]
        self.en_passant = (m.start + m.end) // 2 if m.flag == "d" else 0
        self.halfmoves = 0 if m.captured != EMPTY or m.piece & 7 == PAWN else self.halfmoves + 1
        if self.side == BLACK:
            self.fullmoves += 1
        self.side ^= 8
        return undo

    def unmake(self, m, undo):
        self.side ^= 8
        if self.side == BLACK:
            self.fullmoves -= 1
        if m.flag == "c":
            rook = m.end + 1 if m.end > m.start else m.end - 2
            to = m.end - 1 if m.end > m.start else m.end + 1
            p = self.squares[to]
            self.remove(to)
            self.put(rook, p)
        self.remove(m.end)
        self.put(m.start, m.piece)
        if m.flag == "e":
            self.put(m.end - (N if self.side == WHITE else S), m.captured)
        elif m.captured != EMPTY:
            self.put(m.end, m.captured)
        self.rights = undo.rights
        self.en_passant = undo.en_passant
        self.halfmoves = undo.halfmoves
        assert self.key == undo.key, "the key does not come back"

    def moves(self):
        legal = []
        for m in self.pseudo_moves():
            undo = self.make(m)
            if not self.in_check(self.side ^ 8):
                legal.append(m)
            self.unmake(m, undo)
        return legal

    def perft(self, depth):
        if depth == 0:
            return 1
        nodes = 0
        for m in self.pseudo_moves():
            undo = self.make(m)
            if not self.in_check(self.side ^ 8):
                nodes += self.perft(depth - 1)
            self.unmake(m, undo)
        return nodes

    # ---- notation

    def san(self, m):
        legal = self.moves()
        kind = m.piece & 7
        if m.flag == "c":
            text = "O-O" if m.end > m.start else "O-O-O"
        elif kind == PAWN:
            text = square_name(m.end)
            if m.captured != EMPTY:
                text = square_name(m.start)[0] + "x" + text
            if m.promotion:
                text += "=" + LETTERS[m.promotion]
        else:
            text = LETTERS[kind]
            rivals = [r for r in legal if r.piece == m.piece and r.end == m.end and r.start != m.start]
            if rivals:
                name = square_name(m.start)
                same_file = [r for r in rivals if square_name(r.start)[0] == name[0]]
                same_rank = [r for r in rivals if square_name(r.start)[1] == name[1]]
                if not same_file:
                    text += name[0]
                elif not same_rank:
                    text += name[1]
                else:
                    text += name
            if m.captured != EMPTY:
                text += "x"
            text += square_name(m.end)
        undo = self.make(m)
        if self.in_check(self.side):
            text += "+" if self.moves() else "#"
        self.unmake(m, undo)
        return text

    def find(self, text):
        for m in self.moves():
            if m.text() == text or self.san(m) == text:
                return m
        return None

    def draw(self):
        lines = []
        for r in range(8):
            line = "%d " % (8 - r)
            for c in range(8):
                p = self.squares[21 + 10 * r + c]
                letter = "." if p == EMPTY else LETTERS[p & 7]
                line += " " + (letter.lower() if p & 8 else letter)
            lines.append(line)
        lines.append("   a b c d e f g h")
        return "\n".join(lines)

    def evaluate(self):
        score = 0
        for sq in range(21, 99):
            p = self.squares[sq]
            if p == EMPTY or p == OFF:
                continue
            kind = p & 7
            v = VALUES[kind]
            row, col = sq // 10 - 2, sq % 10 - 1
            centre = 6 - abs(2 * row - 7) // 2 - abs(2 * col - 7) // 2
            if kind == KNIGHT or kind == BISHOP:
                v += 4 * centre
            elif kind == PAWN:
                v += 5 * ((6 - row) if p & 8 == WHITE else (row - 1))
            score += v if p & 8 == self.side else -v
        return score


# ____________________________________________________________ search

EXACT, LOWER, UPPER = range(3)
INFINITE = 1000000
MATE = 100000


class Entry(object):
    def __init__(self, depth, score, bound, move):
        self.depth = depth
        self.score = score
        self.bound = bound
        self.move = move


class Search(object):
    def __init__(self, board):
        self.board = board
        self.table = {}
        self.nodes = 0
        self.hits = 0

    def order(self, moves, first):
        """Best captures first; a stable insertion sort."""
        scores = []
        result = []
        for m in moves:
            s = 0
            if first is not None and m.same(first):
                s = 10 * INFINITE
            elif m.captured != EMPTY:
                s = 10 * VALUES[m.captured & 7] - VALUES[m.piece & 7] + INFINITE
            if m.promotion:
                s += VALUES[m.promotion]
            i = len(scores)
            while i > 0 and scores[i - 1] < s:
                i -= 1
            scores.insert(i, s)
            result.insert(i, m)
        return result

    def quiesce(self, alpha, beta):
        self.nodes += 1
        score = self.board.evaluate()
        if score >= beta:
            return score
        alpha = max(alpha, score)
        for m in self.order(self.board.pseudo_moves(True), None):
            undo = self.board.make(m)
            if self.board.in_check(self.board.side ^ 8):
                self.board.unmake(m, undo)
                continue
            value = -self.quiesce(-beta, -alpha)
            self.board.unmake(m, undo)
            score = max(score, value)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return score

    def search(self, depth, alpha, beta, ply):
        board = self.board
        key = (board.key ^ (SIDE_KEY if board.side else 0), board.rights, board.en_passant)
        entry = self.table.get(key, None)
        first = None
        if entry is not None:
            first = entry.move
            if entry.depth >= depth and ply > 0:
                if (entry.bound == EXACT or (entry.bound == LOWER and entry.score >= beta)
                        or (entry.bound == UPPER and entry.score <= alpha)):
                    self.hits += 1
                    return entry.score
        if depth == 0:
            return self.quiesce(alpha, beta)
        self.nodes += 1
        best = -INFINITE
        best_move = None
        low = alpha
        for m in self.order(board.pseudo_moves(), first):
            undo = board.make(m)
            if board.in_check(board.side ^ 8):
                board.unmake(m, undo)
                continue
            score = -self.search(depth - 1, -beta, -alpha, ply + 1)
            board.unmake(m, undo)
            if score > best:
                best = score
                best_move = m
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        if best_move is None:
            return -(MATE - ply) if board.in_check(board.side) else 0
        bound = EXACT
        if best <= low:
            bound = UPPER
        elif best >= beta:
            bound = LOWER
        self.table[key] = Entry(depth, best, bound, best_move)
        return best

    def best(self, depth):
        score = 0
        for d in range(1, depth + 1):
            score = self.search(d, -INFINITE, INFINITE, 0)
        board = self.board
        key = (board.key ^ (SIDE_KEY if board.side else 0), board.rights, board.en_passant)
        return self.table[key].move, score


PERFT = [
    (START, 3),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 2),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 2),
    ("8/8/8/8/8/k7/p7/K7 w - - 0 1", 2),
]
GAME = "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6 Bg5 O-O Nbd2 Bg4 h3 Bxf3 Nxf3 h6 Bh4 g5 Nxg5 hxg5 Bxg5 Kg7 Qf3 xx Qd7"
PUZZLES = [
    ("mate in one", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 2),
    ("mate in two", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 4),
    ("fork", "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", 3),
    ("stalemate is no win", "7k/5Q2/8/8/8/8/8/K7 w - - 0 1", 3),
]
BAD = ["", "8/8/8/8/8/8/8/8 w - - 0 1", "rnbqkbnr/ppp w - -", "9/8/8/8/8/8/8/8 w - -", "kK6/8/8/8/8/8/8/8 x - -", "kKx5/8/8/8/8/8/8/8 w - -",
       "kK6/8/8/8/8/8/8/8 w Z -"]


def entry_point(argv):
    for fen, depth in PERFT:
        board = Board(fen)
        if board.fen()[:len(fen) - 4] != fen[:len(fen) - 4]:
            print("FEN differs: " + board.fen())
        counts = [board.perft(d) for d in range(1, depth + 1)]
        print(fen + ": " + " ".join([str(c) for c in counts]))
    board = Board(START)
    played = []
    for word in GAME.split(" "):
        m = board.find(word)
        if m is None:
            print("no such move: " + word)
            continue
        played.append("%s(%s)" % (board.san(m), m.text()))
        board.make(m)
    print(" ".join(played))
    print(board.draw())
    print(board.fen())
    print("%d moves, evaluation %d" % (len(board.moves()), board.evaluate()))
    for name, fen, depth in PUZZLES:
        search = Search(Board(fen))
        m, score = search.best(depth)
        print("%s: %s, score %d, %d nodes, %d hits" % (name, search.board.san(m), score, search.nodes, search.hits))
    for fen in BAD:
        try:
            Board(fen)
            print("accepted: " + fen)
        except FenError as e:
            print("'%s': %s" % (fen, e.message))
    return 0


def target(driver, args):
    return entry_point
