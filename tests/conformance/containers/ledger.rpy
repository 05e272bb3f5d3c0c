"""A bank ledger, an inventory, an event simulation: classes, dicts of lists, errors, reports."""


class InsufficientFunds(Exception):
    pass


class Account(object):
    def __init__(self, name, balance=0):
        self.name = name
        self.balance = balance
        self.history = []

    def withdraw(self, amount):
        if amount > self.balance:
            raise InsufficientFunds
        self.balance -= amount
        self.history.append(('w', amount))

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError
        self.balance += amount
        self.history.append(('d', amount))


class Bank(object):
    def __init__(self):
        self.accounts = {}
        self.failed = []

    def open(self, name, amount):
        if name in self.accounts:
            raise KeyError(name)
        self.accounts[name] = Account(name, amount)

    def transfer(self, source, dest, amount):
        try:
            a = self.accounts[source]
            b = self.accounts[dest]
            a.withdraw(amount)
            b.deposit(amount)
            return True
        except KeyError:
            self.failed.append((source, dest, 'unknown'))
        except InsufficientFunds:
            self.failed.append((source, dest, 'funds'))
        return False

    def report(self):
        width = max(len(n) for n in self.accounts)
        for acc in sorted(self.accounts.values(), key=lambda a: (-a.balance, a.name)):
            print(acc.name + ' ' * (width - len(acc.name)), '%6d' % acc.balance, acc.history)
        print('total', sum([a.balance for a in self.accounts.values()]), self.failed)


class Inventory(object):
    def __init__(self):
        self.stock = {}
        self.prices = {}

    def receive(self, deliveries):
        for name, count, price in deliveries:
            self.stock[name] = self.stock.get(name, 0) + count
            self.prices[name] = price

    def sell(self, order):
        missing = [n for n, c in order.items() if self.stock.get(n, 0) < c]
        if missing:
            return None, sorted(missing)
        cost = 0.0
        for n, c in order.items():
            self.stock[n] -= c
            cost += c * self.prices[n]
            if self.stock[n] == 0:
                del self.stock[n]
        return '%.2f' % cost, []


class Event(object):
    def __init__(self, time, name, repeat):
        self.time = time
        self.name = name
        self.repeat = repeat


class Simulation(object):
    def __init__(self):
        self.queue = []
        self.log = []
        self.now = 0

    def schedule(self, event):
        i = len(self.queue)
        while i > 0 and (self.queue[i - 1].time, self.queue[i - 1].name) > (event.time, event.name):
            i -= 1
        self.queue.insert(i, event)

    def run(self, until):
        while self.queue and self.queue[0].time <= until:
            event = self.queue.pop(0)
            self.now = event.time
            self.log.append('%d:%s' % (self.now, event.name))
            if event.repeat > 0:
                self.schedule(Event(self.now + event.repeat, event.name, event.repeat))


def entry_point(argv):
    bank = Bank()
    for name, amount in [('ann', 100), ('bob', 50), ('cleo', 0)]:
        bank.open(name, amount)
    try:
        bank.open('ann', 5)
    except KeyError:
        print('exists')
    results = [bank.transfer(a, b, n) for a, b, n in [
        ('ann', 'bob', 30), ('bob', 'cleo', 80), ('cleo', 'ann', 500), ('dan', 'ann', 1), ('ann', 'eve', 1)]]
    print(results, results.count(True), all(results), any(results))
    bank.report()
    inv = Inventory()
    inv.receive([('pen', 10, 1.5), ('ink', 2, 7.25), ('pad', 4, 3.0), ('pen', 5, 1.75)])
    print(inv.stock)
    print(inv.sell({'pen': 3, 'ink': 2}), inv.sell({'ink': 1, 'pad': 9}), inv.sell({'pad': 1}))
    print(sorted(inv.stock.items()), 'ink' in inv.stock)
    sim = Simulation()
    for t, name, repeat in ((5, 'tick', 5), (3, 'poll', 4), (12, 'end', 0)):
        sim.schedule(Event(t, name, repeat))
    sim.run(16)
    print(sim.log, [e.name for e in sim.queue], sim.now)
    return 0


def target(driver, args):
    return entry_point
