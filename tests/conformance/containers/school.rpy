"""Records: joins of tables, group by, pivots, rankings, schedules, set algebra of students and courses."""
from collections import OrderedDict, defaultdict


class Student(object):
    def __init__(self, name, year):
        self.name = name
        self.year = year
        self.grades = {}

    def average(self):
        if not self.grades:
            return 0.0
        return sum(self.grades.values()) / float(len(self.grades))


ROWS = [('ann', 1, 'maths', 90), ('ann', 1, 'art', 70), ('bob', 2, 'maths', 60), ('cid', 1, 'art', 85),
        ('cid', 1, 'music', 95), ('bob', 2, 'music', 75), ('dee', 2, 'art', 85)]


def load(rows):
    students = OrderedDict()
    for name, year, course, grade in rows:
        if name not in students:
            students[name] = Student(name, year)
        students[name].grades[course] = grade
    return students


def pivot(rows):
    courses = sorted({course for _, _, course, _ in rows})
    lines = [['name'] + courses]
    grades = {(name, course): g for name, _, course, g in rows}
    for name in sorted({r[0] for r in rows}):
        lines.append([name] + [str(grades[name, c]) if (name, c) in grades else '-' for c in courses])
    widths = [max([len(line[i]) for line in lines]) for i in range(len(lines[0]))]
    return [' '.join([cell + ' ' * (w - len(cell)) for cell, w in zip(line, widths)]) for line in lines]


def ranking(pairs):
    out = []
    rank = 0
    last = -1
    for i, (name, points) in enumerate(sorted(pairs, key=lambda p: (-p[1], p[0]))):
        if points != last:
            rank = i + 1
            last = points
        out.append((rank, name, points))
    return out


def schedule(lessons):
    """Rooms for lessons (start, end, name) such that none overlap."""
    rooms = []
    for start, end, name in sorted(lessons):
        for room in rooms:
            if room[-1][1] <= start:
                room.append((start, end, name))
                break
        else:
            rooms.append([(start, end, name)])
    return rooms


def entry_point(argv):
    students = load(ROWS)
    for s in students.values():
        print(s.name, s.year, '%.2f' % s.average(), sorted(s.grades.items()))
    by_course = defaultdict(dict)
    for name, _, course, grade in ROWS:
        by_course[course][name] = grade
    for course in sorted(by_course):
        grades = by_course[course]
        print(course, max(grades, key=grades.get), min(grades.values()), sorted(grades, key=grades.get))
    for line in pivot(ROWS):
        print(line)
    print(ranking([('ann', 160), ('bob', 135), ('cid', 180), ('dee', 135)]))
    takes = {name: set(s.grades) for name, s in students.items()}
    print(sorted(takes['ann'] & takes['cid']), sorted(takes['ann'] | takes['bob']), sorted(takes['cid'] - takes['ann']))
    print(sorted(takes['ann'] ^ takes['cid']), takes['dee'] <= takes['ann'], takes['dee'].isdisjoint({'music'}))
    everyone = set()
    for courses in takes.values():
        everyone |= courses
    print(sorted(everyone), [n for n in takes if len(takes[n]) == len(everyone)], sorted(takes, key=lambda n: (len(takes[n]), n)))
    pairs = {(a, b) for a in takes for b in takes if a < b and takes[a] & takes[b]}
    print(sorted(pairs))
    for i, room in enumerate(schedule([(9, 10, 'a'), (9, 12, 'b'), (10, 11, 'c'), (11, 13, 'd'), (12, 14, 'e')])):
        print(i, room)
    years = {}
    for s in students.values():
        years.setdefault(s.year, []).append(s)
    for year, group in sorted(years.items()):
        print(year, [s.name for s in group], '%.1f' % (sum([s.average() for s in group]) / len(group)))
    best = max(students.values(), key=lambda s: s.average())
    print(best.name, any(s.average() > 89 for s in students.values()), all(s.grades for s in students.values()))
    frozen = {frozenset(c): n for n, c in takes.items()}
    print(frozen[frozenset(['art'])], frozenset(['maths', 'art']) in frozen, len(frozen))
    del students['bob']
    students['bob'] = Student('bob', 3)
    print(list(students), students['bob'].average())
    return 0


def target(driver, args):
    return entry_point
