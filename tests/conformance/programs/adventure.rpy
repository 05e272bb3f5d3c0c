"""A text adventure engine: a world of rooms and things, a parser, rules, scores, save and restore as text, sessions."""

DIRECTIONS = {"n": "north", "s": "south", "e": "east", "w": "west", "u": "up", "d": "down"}
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east", "up": "down", "down": "up"}
SYNONYMS = {"get": "take", "pick": "take", "grab": "take", "put": "drop", "l": "look", "x": "examine", "i": "inventory",
            "inv": "inventory", "light": "light", "ignite": "light", "q": "quit", "attack": "hit", "kill": "hit",
            "talk": "ask", "shut": "close"}
NOISE = ["the", "a", "an", "at", "to", "up", "my", "please", "then"]


class GameError(Exception):
    """What the player is told when something cannot be done."""

    def __init__(self, text):
        self.text = text


class ParseError(GameError):
    pass


class Finished(Exception):
    def __init__(self, won):
        self.won = won


class Holder(object):
    """Where things are: a room, the player, or another thing."""

    def __init__(self):
        self.contents = []


class Thing(Holder):
    portable = True
    weight = 1

    def __init__(self, name, description, adjectives=""):
        Holder.__init__(self)
        self.name = name
        self.description = description
        self.adjectives = adjectives.split()
        self.place = None

    def title(self):
        return " ".join(self.adjectives[:1] + [self.name])

    def article(self):
        title = self.title()
        return ("an " if title[0] in "aeiou" else "a ") + title

    def matches(self, words):
        return words[-1] == self.name and all([w in self.adjectives for w in words[:-1]])

    def move(self, place):
        if self.place is not None:
            self.place.contents.remove(self)
        self.place = place
        if place is not None:
            place.contents.append(self)

    def examine(self, game):
        return self.description

    def use(self, game):
        raise GameError("You see no way to use the %s." % self.name)

    def state(self):
        return ""

    def set_state(self, text):
        pass

    def tick(self, game):
        pass


class Container(Thing):
    def __init__(self, name, description, adjectives="", is_open=True, key=None):
        Thing.__init__(self, name, description, adjectives)
        self.is_open = is_open
        self.locked = key is not None
        self.key = key

    def examine(self, game):
        text = self.description
        if not self.is_open:
            return text + " It is closed."
        if self.contents:
            return text + " Inside: %s." % listing(self.contents)
        return text + " It is empty."

    def open(self, game):
        if self.is_open:
            raise GameError("It is open already.")
        if self.locked:
            key = self.key
            if key is None or key.place is not game.player:
                raise GameError("The %s is locked." % self.name)
            self.locked = False
            game.say("You unlock the %s with the %s." % (self.name, key.name))
            game.award("unlocked " + self.name, 5)
        self.is_open = True
        game.say(self.examine(game))

    def state(self):
        return "%d%d" % (self.is_open, self.locked)

    def set_state(self, text):
        self.is_open = text[0] == "1"
        self.locked = text[1] == "1"


class Scenery(Thing):
    portable = False


class Chest(Container):
    portable = False


class Lamp(Thing):
    def __init__(self, name, description, adjectives="", oil=12):
        super().__init__(name, description, adjectives)
        self.oil = oil
        self.lit = False

    def examine(self, game):
        return "%s It is %s." % (self.description, "lit" if self.lit else "dark")

    def use(self, game):
        if self.oil == 0:
            raise GameError("The lamp is out of oil.")
        self.lit = not self.lit
        game.say("The lamp is now %s." % ("burning" if self.lit else "out"))
        if self.lit and game.player.room.dark:
            game.look()

    def tick(self, game):
        if self.lit:
            self.oil -= 1
            if self.oil == 3:
                game.say("The lamp flickers.")
            elif self.oil == 0:
                self.lit = False
                game.say("The lamp goes out.")

    def state(self):
        return "%d,%d" % (self.oil, self.lit)

    def set_state(self, text):
        oil, lit = text.split(",")
        self.oil = int(oil)
        self.lit = lit == "1"


class Creature(Scenery):
    health = 3

    def __init__(self, name, description, adjectives="", answers=None):
        super().__init__(name, description, adjectives)
        self.answers = answers if answers is not None else {}

    def ask(self, topic):
        return self.answers.get(topic, self.answers.get("", "The %s says nothing." % self.name))

    def hit(self, game, weapon):
        raise GameError("The %s looks at you sadly." % self.name)

    def state(self):
        return str(self.health)

    def set_state(self, text):
        self.health = int(text)


class Troll(Creature):
    def hit(self, game, weapon):
        if weapon is None:
            raise GameError("With your bare hands? The troll laughs.")
        self.health -= weapon.weight
        if self.health > 0:
            game.say("You hit the troll. It has %d left." % self.health)
            return
        game.say("The troll falls and turns into a stone.")
        game.award("beat the troll", 20)
        room = self.place
        self.move(None)
        game.thing("stone").move(room)


class Room(Holder):
    def __init__(self, name, description, dark=False):
        Holder.__init__(self)
        self.name = name
        self.description = description
        self.dark = dark
        self.exits = {}
        self.guards = {}
        self.visited = False

    def connect(self, direction, other, one_way=False):
        self.exits[direction] = other
        if not one_way:
            other.exits[OPPOSITE[direction]] = self
        return other

    def guard(self, direction, rule):
        self.guards[direction] = rule


class Player(Holder):
    limit = 6

    def __init__(self, room):
        Holder.__init__(self)
        self.room = room

    def load(self):
        return sum([t.weight for t in self.contents])


def listing(things):
    names = [t.article() for t in things]
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]


class Command(object):
    def __init__(self, verb, direct, preposition, indirect):
        self.verb = verb
        self.direct = direct
        self.preposition = preposition
        self.indirect = indirect


def parse(line):
    words = [w for w in line.lower().replace(",", " ").split() if w not in NOISE or w == line.strip()]
    if not words:
        raise ParseError("I beg your pardon?")
    verb = SYNONYMS.get(words[0], words[0])
    if verb in DIRECTIONS:
        verb = DIRECTIONS[verb]
    if verb in OPPOSITE:
        return Command("go", [verb], "", [])
    if verb == "go":
        if len(words) != 2:
            raise ParseError("Go where?")
        return Command("go", [DIRECTIONS.get(words[1], words[1])], "", [])
    rest = words[1:]
    for i, word in enumerate(rest):
        if word in ("with", "in", "into", "on", "about", "from"):
            return Command(verb, rest[:i], word, rest[i + 1:])
    return Command(verb, rest, "", [])


class Game(object):
    def __init__(self):
        self.output = []
        self.things = []
        self.rooms = []
        self.awards = {}
        self.moves = 0
        self.build()
        self.verbs = {"look": self.do_look, "examine": self.do_examine, "take": self.do_take, "drop": self.do_drop,
                      "inventory": self.do_inventory, "go": self.do_go, "open": self.do_open, "close": self.do_close,
                      "light": self.do_use, "use": self.do_use, "hit": self.do_hit, "ask": self.do_ask,
                      "score": self.do_score, "quit": self.do_quit, "wait": lambda c: self.say("Time passes.")}

    def room(self, name, description, dark=False):
        r = Room(name, description, dark)
        self.rooms.append(r)
        return r

    def add(self, thing, place):
        self.things.append(thing)
        thing.move(place)
        return thing

    def build(self):
        hall = self.room("Hall", "A high hall with doors in all walls.")
        garden = hall.connect("south", self.room("Garden", "Roses everywhere."))
        cellar = hall.connect("down", self.room("Cellar", "A damp cellar.", dark=True))
        bridge = cellar.connect("east", self.room("Bridge", "A bridge over a dark river.", dark=True))
        vault = bridge.connect("east", self.room("Vault", "The vault of the old kings."))
        vault.connect("up", garden, one_way=True)
        self.hall = hall
        self.player = Player(hall)
        self.add(Lamp("lamp", "A brass lamp.", "brass old"), hall)
        self.add(Scenery("fountain", "Water plays in the fountain.", "stone"), garden)
        key = self.add(Thing("key", "A small iron key.", "iron small"), garden)
        sword = self.add(Thing("sword", "A long sword.", "long sharp"), None)
        sword.weight = 2
        chest = self.add(Chest("chest", "A heavy oak chest.", "oak heavy", is_open=False, key=key), hall)
        assert isinstance(chest, Chest)
        sword.move(chest)
        bag = self.add(Container("bag", "A leather bag.", "leather"), cellar)
        assert isinstance(bag, Container)
        self.add(Thing("apple", "A red apple.", "red"), bag)
        self.add(Thing("apple", "A green apple.", "green"), cellar)
        troll = self.add(Troll("troll", "A huge troll.", "huge", {"": "Grrr.", "river": "Deep. Cold."}), bridge)
        stone = self.add(Thing("stone", "It looks like a troll.", "grey"), None)
        stone.weight = 5
        crown = self.add(Thing("crown", "The crown of the kings.", "golden"), vault)
        crown.weight = 3
        self.add(Creature("gardener", "He cuts roses.", "old", {"key": "I lost one here.", "troll": "It fears steel."}), garden)

        def troll_away(game):
            if troll.place is bridge:
                raise GameError("The troll blocks the way.")

        def light_load(game):
            if game.player.load() > 5:
                raise GameError("The stairs are too steep with such a load.")
        bridge.guard("east", troll_away)
        cellar.guard("up", light_load)

    # ---- helpers

    def say(self, text):
        self.output.append(text)

    def award(self, what, points):
        if what not in self.awards:
            self.awards[what] = points
            self.say("[+%d: %s]" % (points, what))

    def thing(self, name):
        for t in self.things:
            if t.name == name:
                return t
        raise KeyError(name)

    def is_light(self):
        if not self.player.room.dark:
            return True
        for t in self.player.contents + self.player.room.contents:
            if isinstance(t, Lamp) and t.lit:
                return True
        return False

    def visible(self):
        stack = list(self.player.contents)
        if self.is_light():
            stack += self.player.room.contents
        while stack:
            t = stack.pop(0)
            yield t
            if isinstance(t, Container) and t.is_open:
                stack.extend(t.contents)

    def find(self, words):
        if not words:
            raise ParseError("What do you mean?")
        found = [t for t in self.visible() if t.matches(words)]
        if not found:
            if not self.is_light():
                raise GameError("It is too dark to see.")
            raise GameError("You see no %s here." % " ".join(words))
        if len(found) > 1:
            raise GameError("Which one: %s?" % " or ".join(sorted(["the " + t.title() for t in found])))
        return found[0]

    def look(self):
        room = self.player.room
        if not self.is_light():
            self.say("It is dark here.")
            return
        self.say("%s. %s" % (room.name, room.description))
        if room.contents:
            self.say("You see %s." % listing(room.contents))
        self.say("Exits: %s." % ", ".join(sorted(room.exits)))
        room.visited = True

    # ---- verbs

    def do_look(self, c):
        if c.preposition == "in":
            self.say(self.find(c.indirect).examine(self))
        else:
            self.look()

    def do_examine(self, c):
        self.say(self.find(c.direct).examine(self))

    def do_take(self, c):
        if c.direct == ["all"]:
            things = [t for t in self.player.room.contents if t.portable]
            if not self.is_light() or not things:
                raise GameError("There is nothing to take.")
            for t in things:
                try:
                    self.take(t)
                except GameError as e:
                    self.say(e.text)
            return
        self.take(self.find(c.direct))

    def take(self, t):
        if t.place is self.player:
            raise GameError("You have it already.")
        if not t.portable:
            raise GameError("You cannot take the %s." % t.name)
        if self.player.load() + t.weight > self.player.limit:
            raise GameError("The %s is too heavy now." % t.name)
        t.move(self.player)
        self.say("%s: taken." % t.title().capitalize())
        if t.name == "crown":
            self.award("found the crown", 25)

    def do_drop(self, c):
        t = self.find(c.direct)
        if t.place is not self.player:
            raise GameError("You do not have it.")
        if c.indirect:
            box = self.find(c.indirect)
            if not isinstance(box, Container):
                raise GameError("That does not hold things.")
            if box is t:
                raise GameError("Into itself?")
            if not box.is_open:
                raise GameError("The %s is closed." % box.name)
            t.move(box)
            self.say("The %s is in the %s." % (t.name, box.name))
            return
        t.move(self.player.room)
        self.say("Dropped.")

    def do_inventory(self, c):
        if not self.player.contents:
            self.say("You carry nothing.")
        else:
            self.say("You carry %s (%d of %d)." % (listing(self.player.contents), self.player.load(), self.player.limit))

    def do_go(self, c):
        room = self.player.room
        direction = c.direct[0]
        if direction not in room.exits:
            raise GameError("You cannot go there.")
        if direction in room.guards:
            room.guards[direction](self)
        self.player.room = room.exits[direction]
        if self.player.room.visited and self.is_light():
            self.say("You are in the %s." % self.player.room.name.lower())
        else:
            self.look()
        if self.player.room is self.hall and any([t.name == "crown" for t in self.player.contents]):
            self.award("brought the crown home", 50)
            raise Finished(True)

    def do_open(self, c):
        t = self.find(c.direct)
        if isinstance(t, Container):
            t.open(self)
        else:
            raise GameError("You cannot open the %s." % t.name)

    def do_close(self, c):
        t = self.find(c.direct)
        if not isinstance(t, Container) or not t.is_open:
            raise GameError("That cannot be closed.")
        t.is_open = False
        self.say("Closed.")

    def do_use(self, c):
        self.find(c.direct).use(self)

    def do_hit(self, c):
        target = self.find(c.direct)
        weapon = self.find(c.indirect) if c.indirect else None
        if not isinstance(target, Creature):
            raise GameError("Violence does not help here.")
        target.hit(self, weapon)

    def do_ask(self, c):
        t = self.find(c.direct)
        if not isinstance(t, Creature):
            raise GameError("The %s does not talk." % t.name)
        self.say('"%s"' % t.ask(c.indirect[-1] if c.indirect else ""))

    def do_score(self, c):
        self.say("%d points in %d moves." % (sum(self.awards.values()), self.moves))

    def do_quit(self, c):
        raise Finished(False)

    def play(self, line):
        """Executes a line (commands are parted by periods); gives what is said."""
        self.output = []
        for part in line.split("."):
            try:
                command = parse(part)
                if command.verb not in self.verbs:
                    raise ParseError("I do not know how to %s." % command.verb)
                self.moves += 1
                self.verbs[command.verb](command)
            except ParseError as e:
                self.say("? " + e.text)
                break
            except GameError as e:
                self.say(e.text)
                break
            else:
                for t in self.things:
                    t.tick(self)
        return self.output

    # ---- saving

    def save(self):
        lines = ["moves=%d" % self.moves, "at=" + self.player.room.name,
                 "seen=" + ",".join([r.name for r in self.rooms if r.visited])]
        for what in sorted(self.awards):
            lines.append("award=%s:%d" % (what, self.awards[what]))
        holders = {}
        for r in self.rooms:
            for t in r.contents:
                holders[t] = "R" + r.name
        for t in self.player.contents:
            holders[t] = "P"
        for i, box in enumerate(self.things):
            if isinstance(box, Container):
                for t in box.contents:
                    holders[t] = "C%d" % i
        for i, t in enumerate(self.things):
            lines.append("thing=%d;%s;%s" % (i, holders.get(t, "-"), t.state()))
        return "\n".join(lines)

    @staticmethod
    def restore(text):
        game = Game()
        rooms = {r.name: r for r in game.rooms}
        for line in text.split("\n"):
            key, equals, value = line.partition("=")
            if key == "moves":
                game.moves = int(value)
            elif key == "at":
                if value not in rooms:
                    raise GameError("no room " + value)
                game.player.room = rooms[value]
            elif key == "seen":
                for name in value.split(","):
                    if name:
                        rooms[name].visited = True
            elif key == "award":
                what, points = value.split(":")
                game.awards[what] = int(points)
            elif key == "thing":
                number, place, state = value.split(";")
                t = game.things[int(number)]
                if place == "P":
                    t.move(game.player)
                elif place[0] == "R":
                    t.move(rooms[place[1:]])
                elif place[0] == "C":
                    box = game.things[int(place[1:])]
                    assert isinstance(box, Container)
                    t.move(box)
                else:
                    t.move(None)
                t.set_state(state)
            else:
                raise GameError("bad line %r" % line)
        return game


WALKTHROUGH = ["look", "x lamp. take brass lamp", "open chest", "s", "ask gardener about key", "ask gardener about weather",
               "take the iron key", "take fountain", "examine fountain", "n. open chest. take sword", "x chest", "close chest. x chest",
               "d", "take apple", "light lamp", "take apple", "take green apple. take red apple", "x bag. i", "put red apple in bag",
               "drop key into apple", "take bag", "drop green apple", "e", "e", "ask troll about river", "ask troll", "hit troll",
               "hit troll with sword", "SAVE", "hit troll with sword", "take stone", "look", "e", "take crown", "drop sword",
               "drop bag. take crown", "score", "u", "n"]
CONFUSED = ["", "dance", "go", "go up", "take", "take moon", "hit chest", "hit chest with lamp", "use chest", "put lamp in lamp",
            "take all", "take all", "i", "drop all", "open lamp", "open lamp. look", "wait. wait", "talk to lamp", "close lamp",
            "pick up the lamp", "s. take all. n. open the oak chest. open chest", "look in chest", "put lamp in chest",
            "put chest in chest", "d. look", "take all", "x bag", "n", "u", "q", "look"]


def session(name, game, lines):
    print("===== " + name)
    saved = ""
    try:
        for line in lines:
            if line == "SAVE":
                saved = game.save()
                print("(saved, %d characters)" % len(saved))
                continue
            print("> " + line)
            try:
                for said in game.play(line):
                    print("  " + said)
            except Finished as e:
                for said in game.output:
                    print("  " + said)
                print("  " + ("You have won!" if e.won else "Goodbye."))
                break
    finally:
        print("----- %s: %d points, %d moves" % (name, sum(game.awards.values()), game.moves))
    return saved


def entry_point(argv):
    saved = session("walkthrough", Game(), WALKTHROUGH)
    print(saved)
    again = Game.restore(saved)
    print("same again:", again.save() == saved)
    session("restored", again, ["i", "look", "hit troll with long sword. hit troll with sword. e", "wait. wait. wait", "score", "q"])
    session("confused", Game(), CONFUSED)
    lamp_life = Game()
    session("lamp", lamp_life, ["take lamp. use lamp. d"] + ["wait"] * 10 + ["look", "use lamp", "u. look"])
    for bad in ["at=Nowhere", "thing", "moves=ten", "thing=99;P;", saved.replace("at=Bridge", "at=Vault") + "\nmoves=3"]:
        try:
            g = Game.restore(bad)
            print("restored in the %s after %d moves with %s" % (g.player.room.name, g.moves, listing(g.player.contents)))
        except GameError as e:
            print("GameError:", e.text)
        except ValueError:
            print("ValueError")
        except IndexError:
            print("IndexError")
    return 0


def target(driver, args):
    return entry_point
