"""A bank's ledger: accounts with inheritance, transactions that roll back, statements and interest in cents."""


class BankError(Exception):
    code = 1


class InsufficientFunds(BankError):
    code = 2

    def __init__(self, account, missing):
        self.account = account
        self.missing = missing


class UnknownAccount(BankError):
    code = 3


class Frozen(BankError):
    code = 4


def money(cents):
    sign = "-" if cents < 0 else ""
    cents = abs(cents)
    units = str(cents // 100)
    groups = []
    while len(units) > 3:
        groups.insert(0, units[-3:])
        units = units[:-3]
    groups.insert(0, units)
    return "%s%s.%02d" % (sign, ",".join(groups), cents % 100)


class Entry(object):
    def __init__(self, day, text, amount, balance):
        self.day = day
        self.text = text
        self.amount = amount
        self.balance = balance

    def __str__(self):
        return "%3d %-22s %12s %12s" % (self.day, self.text, money(self.amount), money(self.balance))


class Account(object):
    kind = "current"
    overdraft = 0

    def __init__(self, number, owner):
        self.number = number
        self.owner = owner
        self.balance = 0
        self.entries = []
        self.frozen = False

    def post(self, day, text, amount):
        if self.frozen:
            raise Frozen("account %s is frozen" % self.number)
        if amount < 0 and self.balance + amount < -self.overdraft:
            raise InsufficientFunds(self, -self.overdraft - self.balance - amount)
        self.balance += amount
        self.entries.append(Entry(day, text, amount, self.balance))

    def month_end(self, day):
        pass

    def undo_last(self):
        last = self.entries.pop()
        self.balance -= last.amount

    def __lt__(self, other):
        return (-self.balance, self.number) < (-other.balance, other.number)

    def __repr__(self):
        return "<%s %s %s>" % (self.__class__.__name__, self.number, money(self.balance))


class Savings(Account):
    kind = "savings"

    def __init__(self, number, owner, rate=200):
        Account.__init__(self, number, owner)
        self.rate = rate                # hundredths of a percent a year

    def month_end(self, day):
        interest = self.balance * self.rate // (10000 * 12)
        if interest > 0:
            self.post(day, "interest at %d.%02d%%" % (self.rate // 100, self.rate % 100), interest)


class Credit(Account):
    kind = "credit"
    overdraft = 500000

    def month_end(self, day):
        if self.balance < 0:
            fee = max(250, -self.balance // 100)
            self.balance -= fee
            self.entries.append(Entry(day, "fee", -fee, self.balance))


class Bank(object):
    def __init__(self):
        self.accounts = {}
        self.day = 1
        self.log = []

    def open(self, account):
        assert account.number not in self.accounts
        self.accounts[account.number] = account
        return account

    def get(self, number):
        try:
            return self.accounts[number]
        except KeyError:
            raise UnknownAccount("no account " + number)

    def transfer(self, source, to, amount, text="transfer"):
        done = []
        ok = False
        try:
            a = self.get(source)
            a.post(self.day, text + " to " + to, -amount)
            done.append(a)
            b = self.get(to)
            b.post(self.day, text + " from " + source, amount)
            done.append(b)
            ok = True
        finally:
            self.log.append("%s %s->%s %s" % ("ok" if ok else "FAIL", source, to, money(amount)))
            if not ok:
                for x in done:
                    x.undo_last()

    def attempt(self, source, to, amount):
        try:
            self.transfer(source, to, amount)
        except InsufficientFunds as e:
            print("day %d: %s lacks %s (code %d)" % (self.day, e.account.number, money(e.missing), e.code))
        except BankError as e:
            print("day %d: %s: %s (code %d)" % (self.day, e.__class__.__name__, e, e.code))
        else:
            print("day %d: moved %s from %s to %s" % (self.day, money(amount), source, to))
        self.day += 1

    def total(self):
        return sum([a.balance for a in self.accounts.values()])

    def month_end(self):
        for number in sorted(self.accounts):
            self.accounts[number].month_end(self.day)
        self.day += 1


def entry_point(argv):
    bank = Bank()
    ann = bank.open(Account("A-1", "Ann"))
    bob = bank.open(Savings("S-7", "Bob", rate=325))
    cid = bank.open(Credit("C-3", "Cid"))
    dan = bank.open(Savings("S-9", "Dan"))
    for account, amount in [(ann, 150000), (bob, 123456789), (cid, 1000), (dan, 99)]:
        account.post(0, "opening", amount)
    print(bank.total(), money(bank.total()))
    bank.attempt("A-1", "S-7", 50000)
    bank.attempt("A-1", "S-7", 100001)
    bank.attempt("A-1", "X-0", 500)
    bank.attempt("X-1", "A-1", 500)
    bank.attempt("C-3", "A-1", 400000)
    bank.attempt("C-3", "S-9", 102000)
    dan.frozen = True
    bank.attempt("S-7", "S-9", 1234)
    dan.frozen = False
    bank.attempt("S-7", "S-9", 1234)
    before = bank.total()
    for month in range(3):
        bank.month_end()
        print("month %d: %s" % (month + 1, " ".join([repr(bank.accounts[n]) for n in sorted(bank.accounts)])))
    print("change", money(bank.total() - before))
    for account in sorted(bank.accounts.values()):
        print("%s %s (%s)" % (account.number, account.owner, account.kind))
        for entry in account.entries:
            print(entry)
    for line in bank.log:
        print(line)
    by_kind = {}
    for account in bank.accounts.values():
        by_kind.setdefault(account.kind, []).append(account.owner)
    for kind in sorted(by_kind):
        print(f"{kind:>10}: {', '.join(sorted(by_kind[kind]))}")
    print(money(-5), money(0), money(100000000), money(-123456))
    return 0


def target(driver, args):
    return entry_point
