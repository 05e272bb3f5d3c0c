# origin: after published programs
# Actors of a capability language: vats with queues, promises that resolve later, sealed boxes, eventual sends, turns.
class Ref(object):
    def send(self, vat, verb, args):
        raise NotImplementedError

    def show(self):
        raise NotImplementedError


class Near(Ref):
    pass


class Data(Near):
    def __init__(self, n):
        self.n = n

    def send(self, vat, verb, args):
        if verb == 'add':
            other = args[0]
            if isinstance(other, Data):
                return Data(self.n + other.n)
        raise Refused('Data has no %s/%d' % (verb, len(args)))

    def show(self):
        return str(self.n)


class Refused(Exception):
    pass


class Promise(Ref):
    def __init__(self):
        self.target = None
        self.reason = ''
        self.waiting = []

    def resolve(self, vat, ref):
        assert self.target is None
        self.target = ref
        for m in self.waiting:
            vat.enqueue(m)
        self.waiting = []

    def near(self):
        r = self
        while isinstance(r, Promise) and r.target is not None:
            r = r.target
        return r

    def show(self):
        r = self.near()
        return 'promise' if isinstance(r, Promise) else r.show()


class Broken(Ref):
    def __init__(self, reason):
        self.reason = reason

    def send(self, vat, verb, args):
        return self

    def show(self):
        return 'broken(%s)' % self.reason


class Message(object):
    def __init__(self, to, verb, args, result):
        self.to = to
        self.verb = verb
        self.args = args
        self.result = result


class Vat(object):
    def __init__(self, name):
        self.name = name
        self.queue = []
        self.turns = 0
        self.log = []

    def enqueue(self, m):
        self.queue.append(m)

    def send(self, to, verb, args):
        result = Promise()
        self.enqueue(Message(to, verb, args, result))
        return result

    def turn(self):
        m = self.queue.pop(0)
        to = m.to
        if isinstance(to, Promise):
            to = to.near()
            if isinstance(to, Promise):
                to.waiting.append(m)
                return
        self.turns += 1
        args = [a.near() if isinstance(a, Promise) else a for a in m.args]
        try:
            r = to.send(self, m.verb, args)
        except Refused as e:
            self.log.append('%s: %s' % (m.verb, e))
            r = Broken(str(e))
        m.result.resolve(self, r)

    def run(self, limit):
        while self.queue and self.turns < limit:
            self.turn()


class Account(Near):
    def __init__(self, brand, balance):
        self.brand = brand
        self.balance = balance

    def send(self, vat, verb, args):
        if verb == 'withdraw':
            n = args[0]
            if not isinstance(n, Data) or n.n > self.balance or n.n < 0:
                raise Refused('too much')
            self.balance -= n.n
            return self.brand.seal(n.n)
        if verb == 'deposit':
            box = args[0]
            if not isinstance(box, Box):
                raise Refused('not a box')
            self.balance += self.brand.unseal(box)
            return Data(self.balance)
        if verb == 'balance':
            return Data(self.balance)
        raise Refused('Account has no %s/%d' % (verb, len(args)))

    def show(self):
        return 'account %d' % self.balance


class Box(Near):
    def __init__(self, brand, content):
        self.brand = brand
        self.content = content

    def show(self):
        return 'sealed'

    def send(self, vat, verb, args):
        raise Refused('sealed')


class Brand(object):
    def __init__(self, name):
        self.name = name

    def seal(self, n):
        return Box(self, n)

    def unseal(self, box):
        if box.brand is not self:
            raise Refused('another brand')
        n = box.content
        box.content = 0
        return n


class Chain(Near):
    """Asks itself to go on, a turn for each step."""

    def __init__(self, n):
        self.n = n

    def send(self, vat, verb, args):
        if self.n == 0:
            return Data(0)
        rest = vat.send(Chain(self.n - 1), verb, args)
        return vat.send(rest, 'add', [Data(self.n)])

    def show(self):
        return 'chain'


def entry_point(argv):
    vat = Vat('main')
    euro, dollar = Brand('euro'), Brand('dollar')
    a, b, c = Account(euro, 100), Account(euro, 5), Account(dollar, 50)
    money = vat.send(a, 'withdraw', [Data(30)])
    after = vat.send(b, 'deposit', [money])
    early = vat.send(after, 'add', [Data(1000)])
    wrong = vat.send(b, 'deposit', [vat.send(c, 'withdraw', [Data(1)])])
    refused = vat.send(a, 'withdraw', [Data(500)])
    on_broken = vat.send(refused, 'add', [Data(1)])
    unknown = vat.send(a, 'fly', [])
    print(money.show(), after.show(), len(vat.queue))
    vat.run(100)
    for p in [money, after, early, wrong, refused, on_broken, unknown]:
        print(p.show())
    print(a.show(), b.show(), c.show(), vat.turns, vat.log)
    again = vat.send(b, 'deposit', [money])
    total = vat.send(Chain(20), 'sum', [])
    vat.run(1000)
    print(again.show(), total.show(), vat.turns, len(vat.queue))
    never = Promise()
    waiting = vat.send(never, 'add', [Data(1)])
    vat.run(1000)
    print(waiting.show(), len(never.waiting))
    never.resolve(vat, Data(41))
    vat.run(1000)
    print(waiting.show(), len(never.waiting))
    return 0


def target(driver, args):
    return entry_point, None
