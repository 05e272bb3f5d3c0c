"""A warehouse: products of several classes, orders that fail and roll back, reports with grouping and discounts."""
from collections import defaultdict


class StockError(Exception):
    """The base of all that can go wrong."""


class OutOfStock(StockError):
    def __init__(self, sku, wanted, have):
        super().__init__("%s: wanted %d, have %d" % (sku, wanted, have))
        self.sku = sku
        self.missing = wanted - have


class UnknownProduct(StockError):
    pass


class Product(object):
    tax = 20
    _count = [0]

    def __init__(self, sku, name, price, stock=0):
        self.sku = sku
        self.name = name
        self._price = price
        self.stock = stock
        Product._count[0] += 1

    @property
    def price(self):
        return self._price + self._price * self.tax // 100

    @price.setter
    def price(self, value):
        if value <= 0:
            raise ValueError("price of %s must be positive, not %d" % (self.name, value))
        self._price = value

    @classmethod
    def category(cls):
        return cls.__name__

    def discount(self, quantity):
        return 10 if quantity >= 10 else 0

    def cost(self, quantity):
        total = self.price * quantity
        return total - total * self.discount(quantity) // 100

    def __str__(self):
        return f"{self.sku:<6}{self.name:<12}{self.price / 100.0:>9.2f} x{self.stock:>4}"


class Book(Product):
    tax = 5


class Food(Product):
    tax = 0

    def __init__(self, sku, name, price, stock=0, days=10):
        super().__init__(sku, name, price, stock)
        self.days = days

    def discount(self, quantity):
        base = super().discount(quantity)
        return max(base, 50) if self.days <= 2 else base

    def age(self):
        self.days -= 1
        return self.days < 0


class Bundle(Product):
    def __init__(self, sku, name, parts):
        Product.__init__(self, sku, name, sum([p.price * n for p, n in parts]) * 9 // 10)
        self.parts = parts
        self.tax_free = True
        self.stock = min([p.stock // n for p, n in parts])

    @property
    def price(self):
        return self._price


class Warehouse(object):
    def __init__(self):
        self.products = {}
        self.sold = defaultdict(int)
        self.income = 0
        self.failures = []

    def add(self, *products):
        for p in products:
            self.products[p.sku] = p
        return self

    def __getitem__(self, sku):
        if sku not in self.products:
            raise UnknownProduct("no product %r" % sku)
        return self.products[sku]

    def __len__(self):
        return len(self.products)

    def __enter__(self):
        self.snapshot = [(p, p.stock) for p in self.products.values()]
        return self

    def __exit__(self, kind, value, trace):
        if kind is not None:
            for p, stock in self.snapshot:
                p.stock = stock
        return False

    def remove(self, product, quantity):
        if isinstance(product, Bundle):
            for part, n in product.parts:
                self.remove(part, n * quantity)
            return
        if product.stock < quantity:
            raise OutOfStock(product.sku, quantity, product.stock)
        product.stock -= quantity

    def order(self, text):
        lines = []
        try:
            with self:
                for part in text.split(","):
                    sku, _, count = part.strip().partition("*")
                    quantity = int(count or "1")
                    if quantity <= 0:
                        raise ValueError("quantity %d" % quantity)
                    product = self[sku]
                    self.remove(product, quantity)
                    lines.append((product, quantity))
        except OutOfStock as e:
            self.failures.append("short of %d: %s" % (e.missing, e))
            return 0
        except StockError as e:
            self.failures.append("refused: %s" % e)
            return 0
        except ValueError as e:
            self.failures.append("bad order %r" % text)
            return 0
        total = 0
        for product, quantity in lines:
            total += product.cost(quantity)
            self.sold[product.sku] += quantity
        self.income += total
        return total


def entry_point(argv):
    tea = Food("F1", "tea", 450, 40)
    milk = Food("F2", "milk", 120, 30, days=3)
    novel = Book("B1", "novel", 1299, 12)
    cup = Product("P1", "cup", 700, 25)
    gift = Bundle("G1", "tea time", [(tea, 2), (cup, 4), (novel, 1)])
    store = Warehouse().add(tea, milk, novel, cup, gift)
    for sku in sorted(store.products):
        print(store[sku], store[sku].category(), store[sku].tax)
    for text in ["F1*3, B1", "P1*12", "G1*2", "G1*2", "F2*5,B1*99", "X9", "F2*many", "F1*0", "F2*10", "B1*9, F1, P1*5", "F1"]:
        print("%-16s %6d  stock %s" % (text, store.order(text), [p.stock for p in store.products.values()]))
    print("\n".join(store.failures))
    print(store.income, sorted(store.sold.items()), len(store), Product._count[0])
    milk.age()
    print(milk.cost(1), milk.cost(10), milk.age(), milk.age(), milk.age(), milk.cost(1), milk.cost(10))
    for value in [800, 0, -5]:
        try:
            cup.price = value
            print("cup now", cup.price)
        except ValueError as e:
            print("ValueError:", e)
    groups = defaultdict(list)
    for p in store.products.values():
        groups[p.category()].append(p)
    for name in sorted(groups):
        worth = sum([p.price * p.stock for p in groups[name]])
        print("{:8s} {:2d} {:>10,.2f} {}".format(name, len(groups[name]), worth / 100.0, "+".join(sorted([p.name for p in groups[name]]))))
    best = max(store.sold, key=lambda s: (store.sold[s], s))
    print(best, [p.name for p in sorted(store.products.values(), key=lambda p: (-p.stock, p.name))])
    return 0


def target(driver, args):
    return entry_point
