"""Writes a random RPython program: python3 generate.py SEED FUNCTIONS > program.rpy

The program ends (loops have bounds, and calls burn fuel), uses integers that wrap, strings, lists, dictionaries, instances of a
small class tree and exceptions, and prints checksums. A JitDriver calls each function in a loop, so
that with --opt=jit the functions are traced. CPython 3 is the oracle: `python3 rlib/run.py program.rpy`.
"""
import random
import sys

HEAD = '''"""Generated."""
from rpython.rlib.jit import JitDriver
from rpython.rlib.rarithmetic import intmask, ovfcheck, r_uint


class ErrA(Exception):
    def __init__(self, n):
        self.n = n


class ErrB(ErrA):
    pass


class Fuel(Exception):
    pass


class State(object):
    def __init__(self):
        self.fuel = 0
        self.d = {}
        self.sd = {}


state = State()


def burn():
    state.fuel -= 1
    if state.fuel < 0:
        raise Fuel()


class Base(object):
    tag = 1

    def __init__(self, n):
        self.n = n
        self.items = [n, 2]
        self.link = None
        self.name = "b"

    def m(self, x):
        return intmask(self.n + x)

    def grow(self, x):
        if len(self.items) < 12:
            self.items.append(x)
        return len(self.items)


class Sub1(Base):
    tag = 22

    def m(self, x):
        return intmask(self.n * 3 - x)


class Sub2(Base):
    tag = 333
    extra = 7

    def m(self, x):
        self.extra = self.extra ^ (x & 255)
        return self.extra


class Sub3(Sub2):
    def m(self, x):
        return intmask(Sub2.m(self, x) + 1)

    def grow(self, x):
        self.items = [x] + self.items[:5]
        return x & 7


def make(k, n):
    k = k & 3
    if k == 0:
        return Base(n)
    elif k == 1:
        return Sub1(n)
    elif k == 2:
        return Sub2(n)
    return Sub3(n)


def hash_str(s):
    h = 17
    for c in s:
        h = intmask(h * 31 + ord(c))
    return h


def hash_list(l):
    h = 5
    for x in l:
        h = intmask(h * 37 ^ x)
    return h

'''


class Generator:
    def __init__(self, seed):
        self.r = random.Random(seed); self.out=[]; self.n=0
    def e(self, line): self.out.append('    '*self.ind+line)
    def fresh(self, t):
        self.n+=1; return '%s%d'%(t,self.n)
    def var(self, t):
        c=[v for v,tt in self.env.items() if tt==t]
        return self.r.choice(c) if c else None
    def int(self, d=0):
        r=self.r; k=r.randrange(26 if d<3 else 4)
        if k<=1:
            return self.var('i') or '3'
        if k==2: return str(r.choice([0,1,2,3,-1,5,7,-8,100,255,1000003,-(1<<31),(1<<62),-(1<<63)]))
        if k==3: return self.var('i') or '1'
        a=lambda: self.int(d+1)
        if k<=6: return 'intmask(%s %s %s)'%(a(), r.choice('+-*'), a())
        if k==7: return '(%s %s %s)'%(a(), r.choice(['&','|','^']), a())
        if k==8: return '(%s >> (%s & 63))'%(a(),a())
        if k==9: return 'intmask(%s << (%s & 63))'%(a(),a())
        if k==10: return 'intmask(%s %s %s)'%(a(), r.choice(['//','%']), r.choice([a(), str(r.choice([2,3,-3,7,16,-1]))]))
        if k==11: return 'len(%s)'%self.str(d+1)
        if k==12: return 'len(%s)'%self.lst(d+1)
        if k==13: return '%s[%s]'%(self.lst(d+1), r.choice([a(),'0','-1','1']))
        if k==14: return 'ord(%s[%s])'%(self.str(d+1), r.choice(['0','-1',a()]))
        if k==15: return '%s.n'%self.obj(d+1)
        if k==16: return '%s.m(%s)'%(self.obj(d+1),a())
        if k==17: return '%s.tag'%self.obj(d+1)
        if k==18: return '(%s if %s else %s)'%(a(),self.cond(d+1),a())
        if k==19: return 'state.d.get(%s & 15, %s)'%(a(),a())
        if k==20: return 'state.d[%s & 7]'%a()
        if k==21 and self.funcs:
            f=r.choice(self.funcs); return '%s(%s, %s, %s, %s, %s)'%(f,a(),a(),self.str(d+1),self.lst(d+1),self.obj(d+1))
        if k==22: return 'hash_str(%s)'%self.str(d+1)
        if k==23: return 'intmask(r_uint(%s) %s r_uint(%s))'%(a(), r.choice(['+','*','>> 3 ^','//','%']), r.choice([a(),'7']))
        if k==24: return '%s.find(%s)'%(self.str(d+1), self.str(d+1))
        if k==25: return r.choice(['-%s','~%s','abs(%s)']).replace('%s','intmask(%s >> 1)'%a())
        return '%s.items[%s]'%(self.obj(d+1),'0')
    def cond(self, d=0):
        r=self.r;k=r.randrange(12)
        if k<=4: return '%s %s %s'%(self.int(d+1),r.choice(['<','<=','==','!=','>','>=']),self.int(d+1))
        if k==5: return '%s %s %s'%(self.str(d+1),r.choice(['==','!=','<','>=']),self.str(d+1))
        if k==6: return '(%s) %s (%s)'%(self.cond(d+1),r.choice(['and','or']),self.cond(d+1)) if d<3 else 'True'
        if k==7: return 'not (%s)'%self.cond(d+1) if d<3 else 'False'
        if k==8: return 'isinstance(%s, %s)'%(self.obj(d+1),r.choice(['Base','Sub1','Sub2','Sub3']))
        if k==9: return '%s in %s'%(self.int(d+1),self.lst(d+1))
        if k==10: return '%s.link is None'%self.obj(d+1)
        return '%s & 15 in state.d'%self.int(d+1)
    def str(self, d=0):
        r=self.r;k=r.randrange(14 if d<3 else 3)
        if k<=1: return self.var('s') or '"q"'
        if k==2: return repr(r.choice(['','a','ab','xyz','hello','ba-ba','A','zz z']))
        if k==3: return '(%s + %s)[:20]'%(self.str(d+1),self.str(d+1))
        if k==4: return 'str(%s)'%self.int(d+1)
        if k==5: return '%s[%s:]'%(self.str(d+1), r.choice(['1','2','(%s & 7)'%self.int(d+1)]))
        if k==6: return '%s[:(%s & 7)]'%(self.str(d+1), self.int(d+1))
        if k==7: return '("%%d-%%s" %% (%s, %s))[:16]'%(self.int(d+1),self.str(d+1))
        if k==8: return 'chr(%s & 127)'%self.int(d+1)
        if k==9: return '%s.name'%self.obj(d+1)
        if k==10: return '(%s * (%s & 3))[:12]'%(self.str(d+1),self.int(d+1))
        if k==11: return '%s.%s()'%(self.str(d+1),r.choice(['upper','lower','strip']))
        if k==12: return '%s.replace(%s, %s)[:20]'%(self.str(d+1),repr(r.choice(['a','l','-','ab'])),repr(r.choice(['','b','xy'])))
        return '"".join([%s, %s])[:20]'%(self.str(d+1),self.str(d+1))
    def lst(self, d=0):
        r=self.r;k=r.randrange(9 if d<3 else 2)
        if k<=2: return self.var('l') or '[1, 2, 3]'
        if k==3: return '[%s, %s]'%(self.int(d+1),self.int(d+1))
        if k==4: return '%s.items'%self.obj(d+1)
        if k==5: return '%s[:(%s & 7)]'%(self.lst(d+1),self.int(d+1))
        if k==6: return '%s[1:]'%self.lst(d+1)
        if k==7: return '(%s + %s)[:10]'%(self.lst(d+1),self.lst(d+1))
        return '[intmask(y * %s) for y in %s if y != %s]'%(self.r.choice(['2','3']),self.lst(d+1),self.r.choice(['0','5','1']))
    def obj(self, d=0):
        r=self.r;k=r.randrange(6)
        if k==0 and d<3: return 'make(%s, %s)'%(self.int(d+1),self.int(d+1))
        if k==1 and d<3: return '%s(%s)'%(r.choice(['Base','Sub1','Sub2','Sub3']),self.int(d+1)) if 0 else 'make(%d, %s)'%(r.randrange(4),self.int(d+1))
        return self.var('o') or 'make(2, 3)'
    def block(self, depth, n=None):
        saved=dict(self.env)
        n=n or self.r.randrange(1,4)
        for _ in range(n): self.stmt(depth)
        if self.r.random()<.08 and depth>1:
            if self.inloop and self.r.random()<.6: self.e(self.r.choice(['break','continue']))
            else: self.e('return %s'%self.int())
        # names bound in the block are not visible after it
        self.env=saved
    def stmt(self, depth):
        r=self.r;k=r.randrange(22)
        if depth>3 and k>=11: k=r.randrange(11)
        if k<=3:
            v=self.var('i')
            x=self.int()
            if r.random()<.4 or not v: v=self.fresh('i')
            self.e('%s = %s'%(v,x)); self.env[v]='i'
        elif k==4:
            x=self.str(); v=self.var('s') if r.random()<.6 else None
            v=v or self.fresh('s'); self.e('%s = %s'%(v,x)); self.env[v]='s'
        elif k==5:
            x=self.lst(); v=self.var('l') if r.random()<.5 else None
            v=v or self.fresh('l'); self.e('%s = %s'%(v,x)); self.env[v]='l'
        elif k==6:
            x=self.obj(); v=self.var('o') if r.random()<.4 else None
            v=v or self.fresh('o'); self.e('%s = %s'%(v,x)); self.env[v]='o'
        elif k==7:
            o=self.obj(2)
            self.e(r.choice(['%s.n = %s'%(o,self.int()),'%s.grow(%s)'%(o,self.int()),'%s.name = %s'%(o,self.str()),'%s.items[%s] = %s'%(o,r.choice(['0','-1',self.int(2)]),self.int()), '%s.link = %s'%(o,self.obj(2))]))
        elif k==8:
            self.e('state.d[%s & 15] = %s'%(self.int(),self.int()))
        elif k==9:
            v=self.var('l')
            if v: self.e(r.choice(['if len(%s) < 20: %s.append(%s)'%(v,v,self.int()),'%s.pop()'%v,'%s[%s] = %s'%(v,self.int(2),self.int()),'%s.reverse()'%v,'%s.insert(0, %s)'%(v,self.int()), 'del %s[0]'%v,'%s = %s[:15]'%(v,v)]))
            else: self.e('state.sd[%s] = %s'%(self.str(),self.int()))
        elif k==10:
            if r.random()<.3: self.e('raise %s(%s)'%(r.choice(['ErrA','ErrB']),self.int())) if r.random()<.3 and depth>1 else self.e('if %s: raise %s(%s)'%(self.cond(),r.choice(['ErrA','ErrB']),self.int()))
            else:
                self.e('if %s in state.sd: state.sd[%s] += 1'%((self.var('s') or '"a"',)*2))
        elif k<=13:
            self.e('if %s:'%self.cond()); self.ind+=1; self.block(depth+1); self.ind-=1
            if r.random()<.4:
                self.e('elif %s:'%self.cond()); self.ind+=1; self.block(depth+1); self.ind-=1
            if r.random()<.6:
                self.e('else:'); self.ind+=1; self.block(depth+1); self.ind-=1
        elif k<=15:
            v=self.fresh('i'); kind=r.randrange(4)
            if kind==0: self.e('for %s in range(%s & 7):'%(v,self.int()))
            elif kind==1: self.e('for %s in %s:'%(v,self.lst() if 0 else '(%s)[:9]'%self.lst()))
            elif kind==2: self.e('for %s in range(%d, %s & 15, %d):'%(v,r.randrange(-3,3),self.int(),r.choice([1,2,3])))
            else:
                v=self.fresh('s'); self.e('for %s in %s:'%(v,self.str()))
            sv=dict(self.env); self.env[v]='i' if v[0]=='i' else 's'
            self.ind+=1; self.e('burn()'); il=self.inloop; self.inloop=True; self.block(depth+1); self.inloop=il; self.ind-=1; self.env=sv
        elif k==16:
            v=self.fresh('i'); self.e('%s = 0'%v); self.e('while %s < %d and %s:'%(v,r.randrange(2,9),self.cond()))
            self.ind+=1; self.e('%s += 1'%v); self.e('burn()'); il=self.inloop; self.inloop=True; sv=dict(self.env); self.block(depth+1); self.env=sv; self.inloop=il; self.ind-=1
        elif k<=19:
            self.e('try:'); self.ind+=1; self.block(depth+1); self.ind-=1
            kind=r.randrange(5)
            if kind<4:
                for ex in r.sample(['ErrB','ErrA','IndexError','ZeroDivisionError','KeyError','(IndexError, KeyError)'],r.randrange(1,3)):
                    nm=self.fresh('e')
                    self.e('except %s as %s:'%(ex,nm) if ex[0]=='E' else 'except %s:'%ex)
                    self.ind+=1
                    sv=dict(self.env)
                    if ex[0]=='E':
                        v=self.fresh('i'); self.e('%s = %s.n'%(v,nm)); self.env[v]='i'
                    self.block(depth+1)
                    if r.random()<.15: self.e('raise')
                    self.env=sv; self.ind-=1
                if r.random()<.25:
                    self.e('else:'); self.ind+=1; self.block(depth+1); self.ind-=1
            if kind==4 or r.random()<.25:
                il=self.inloop; self.inloop=False
                self.e('finally:'); self.ind+=1; self.e('state.d[%d] = %s'%(r.randrange(8),self.var('i') or '1')); self.ind-=1; self.inloop=il
        elif k==20:
            a,b=self.var('i'),self.var('i')
            if a and b: self.e('%s, %s = %s, %s'%(a,b,self.int(),self.int())) if a!=b else self.e('%s += 1'%a) or self.e('%s = intmask(%s)'%(a,a))
        else:
            self.e('state.sd[%s] = %s'%(self.str(),self.int()))
    def func(self, i):
        self.env={'ia':'i','ib':'i','sa':'s','la':'l','oa':'o'}; self.ind=0; self.inloop=False
        self.e('def f%d(ia, ib, sa, la, oa):'%i); self.ind=1
        self.e('burn()')
        for _ in range(self.r.randrange(3,8)): self.stmt(1)
        self.e('return %s'%self.int()); self.e(''); self.e('')
        self.funcs.append('f%d'%i)
    def program(self, n):
        self.funcs=[]
        for i in range(n): self.func(i)
        o=[HEAD, '\n'.join(self.out)]
        o.append('''
driver = JitDriver(greens=['k'], reds=['i', 'n', 'acc', 'o', 'l'])


def one(k, i, acc, l, o):
    s = str(acc & 1023)
''')
        for i in range(n):
            o.append('    %s k == %d:\n        return f%d(i, acc, s, l, o)\n'%('if' if i==0 else 'elif',i,i))
        o.append('''    return 0


def guarded(k, i, acc, l, o):
    try:
        return one(k, i, acc, l, o)
    except ErrB as e:
        return intmask(e.n + 1)
    except ErrA as e:
        return e.n
    except IndexError:
        return -1
    except KeyError:
        return -2
    except ZeroDivisionError:
        return -3
    except ValueError:
        return -4


def run(k, n):
    i = 0
    acc = k
    o = make(k, 3)
    l = [k, 1]
    while i < n:
        driver.can_enter_jit(k=k, i=i, n=n, acc=acc, o=o, l=l)
        driver.jit_merge_point(k=k, i=i, n=n, acc=acc, o=o, l=l)
        r = guarded(k, i, acc, l, o)
        acc = intmask(acc * 3 + r)
        if i % 11 == 10:
            o = make(acc, i)
            l = [i, acc]
        if len(l) > 30:
            l = l[:3]
        i += 1
    print("%d %d %d %d" % (k, acc, hash_list(l), o.m(1)))
    t = 0
    for key in state.d:
        t = intmask(t * 31 + key ^ state.d[key])
    for key2 in state.sd:
        t = intmask(t * 31 + hash_str(key2) ^ state.sd[key2])
    print(t)


def entry_point(argv):
    for k in range(@N@):
        state.fuel = 4000
        state.d = {}
        state.sd = {}
        try:
            run(k, 60)
        except Fuel:
            print("fuel %d" % k)
            print(len(state.d) * 1000 + len(state.sd))
    return 0


def target(driver_, args):
    return entry_point, None
'''.replace('@N@', str(n)))
        return ''.join(o)


if __name__ == '__main__':
    sys.stdout.write(Generator(int(sys.argv[1])).program(int(sys.argv[2])))
