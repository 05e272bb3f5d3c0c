"""Classes written in the language itself."""

KERNEL = """
Object = nil (
  = other = ( ^self == other )
  ~= other = ( ^(self = other) not )
  isNil = ( ^false )
  value = ( ^self )
  notNil = ( ^self isNil not )
  ifNil: block = ( ^self )
)
Nil = Object (
  isNil = ( ^true )
  ifNil: block = ( ^block value )
)
Boolean = Object (
  & other = ( ^self and: [ other ] )
)
True = Boolean (
  not = ( ^false )
  ifTrue: a = ( ^a value )
  ifFalse: a = ( ^nil )
  ifTrue: a ifFalse: b = ( ^a value )
  and: b = ( ^b value )
  or: b = ( ^true )
)
False = Boolean (
  not = ( ^true )
  ifTrue: a = ( ^nil )
  ifFalse: a = ( ^a value )
  ifTrue: a ifFalse: b = ( ^b value )
  and: b = ( ^false )
  or: b = ( ^b value )
)
Integer = Object (
  negated = ( ^0 - self )
  abs = ( ^self < 0 ifTrue: [ self negated ] ifFalse: [ self ] )
  max: other = ( ^self > other ifTrue: [ self ] ifFalse: [ other ] )
  isEven = ( ^self % 2 = 0 )
  to: end do: block = (
    | i |
    i := self.
    [ i <= end ] whileTrue: [ block value: i. i := i + 1 ]
  )
  timesRepeat: block = ( 1 to: self do: [:i | block value ] )
  factorial = ( self < 2 ifTrue: [ ^1 ]. ^self * (self - 1) factorial )
  gcd: other = ( other = 0 ifTrue: [ ^self ]. ^other gcd: self % other )
)
Array = Object (
  do: block = ( 1 to: self length do: [:i | block value: (self at: i) ] )
  inject: start into: block = (
    | acc |
    acc := start.
    self do: [:x | acc := block value: acc with: x ].
    ^acc
  )
  collect: block = (
    | result |
    result := Array new: self length.
    1 to: self length do: [:i | result at: i put: (block value: (self at: i)) ].
    ^result
  )
  detect: block = ( self do: [:x | (block value: x) ifTrue: [ ^x ] ]. ^nil )
  indexOf: x = ( 1 to: self length do: [:i | (self at: i) = x ifTrue: [ ^i ] ]. ^0 )
  swap: i with: j = (
    | t |
    t := self at: i. self at: i put: (self at: j). self at: j put: t
  )
  sort: block = ( self sortFrom: 1 to: self length by: block )
  sortFrom: low to: high by: block = (
    | i j pivot |
    low < high ifFalse: [ ^self ].
    pivot := self at: low + high / 2.
    i := low. j := high.
    [ i <= j ] whileTrue: [
      [ block value: (self at: i) with: pivot ] whileTrue: [ i := i + 1 ].
      [ block value: pivot with: (self at: j) ] whileTrue: [ j := j - 1 ].
      i <= j ifTrue: [ self swap: i with: j. i := i + 1. j := j - 1 ] ].
    self sortFrom: low to: j by: block.
    self sortFrom: i to: high by: block
  )
)
Collection = Object (
  isEmpty = ( ^self size = 0 )
  addAll: array = ( array do: [:x | self add: x ] )
)
List = Collection (
  | items count |
  init = ( items := Array new: 4. count := 0 )
  size = ( ^count )
  add: x = (
    count = items length ifTrue: [ self grow ].
    count := count + 1.
    items at: count put: x.
    ^x
  )
  grow = (
    | bigger |
    bigger := Array new: items length * 2.
    1 to: count do: [:i | bigger at: i put: (items at: i) ].
    items := bigger
  )
  at: i = ( i > count ifTrue: [ self error: 'no such item' ]. ^items at: i )
  removeLast = (
    | x |
    self isEmpty ifTrue: [ self error: 'list is empty' ].
    x := items at: count.
    items at: count put: nil.
    count := count - 1.
    ^x
  )
  do: block = ( 1 to: count do: [:i | block value: (items at: i) ] )
  asArray = (
    | a |
    a := Array new: count.
    1 to: count do: [:i | a at: i put: (items at: i) ].
    ^a
  )
  ----
  new = ( ^super new init )
)
Table = Object (
  | keys values count |
  init = ( keys := Array new: 8. values := Array new: 8. count := 0 )
  slot: key = (
    | i |
    i := key hash % keys length + 1.
    [ (keys at: i) isNil or: [ (keys at: i) = key ] ] whileFalse: [ i := i % keys length + 1 ].
    ^i
  )
  at: key = ( ^values at: (self slot: key) )
  at: key put: value = (
    | i |
    count * 2 > keys length ifTrue: [ self grow ].
    i := self slot: key.
    (keys at: i) isNil ifTrue: [ count := count + 1. keys at: i put: key ].
    values at: i put: value
  )
  grow = (
    | ks vs |
    ks := keys. vs := values.
    keys := Array new: ks length * 2. values := Array new: ks length * 2. count := 0.
    1 to: ks length do: [:i | (ks at: i) notNil ifTrue: [ self at: (ks at: i) put: (vs at: i) ] ]
  )
  size = ( ^count )
  ----
  new = ( ^super new init )
)
"""

PROGRAMS = """
Shape = Object (
  area = ( ^self error: 'subclass responsibility' )
  describe = ( ^self class name , ' of area ' , self area asString )
)
Rect = Shape (
  | w h |
  w: a h: b = ( w := a. h := b )
  area = ( ^w * h )
)
Square = Rect (
  side: a = ( self w: a h: a )
  describe = ( ^'regular ' , super describe )
)
Counter = Object (
  | n |
  init = ( n := 0 )
  tick = ( n := n + 1. ^n )
  n = ( ^n )
  ticker = ( ^[ self tick ] )
  ----
  new = ( ^super new init )
)
Proxy = Object (
  | target log |
  on: t = ( target := t. log := List new )
  log = ( ^log )
  doesNotUnderstand: selector with: args = (
    log add: selector asString.
    args length = 0 ifTrue: [ ^target perform: selector ].
    ^target perform: selector with: (args at: 1)
  )
)
Queens = Object (
  | columns |
  solve: n = ( columns := Array new: n. ^self place: 1 of: n )
  place: row of: n = (
    | total |
    row > n ifTrue: [ ^1 ].
    total := 0.
    1 to: n do: [:c |
      (self safe: c at: row) ifTrue: [
        columns at: row put: c.
        total := total + (self place: row + 1 of: n) ] ].
    ^total
  )
  safe: c at: row = (
    1 to: row - 1 do: [:r | | other |
      other := columns at: r.
      (other = c or: [ (other - c) abs = (row - r) ]) ifTrue: [ ^false ] ].
    ^true
  )
)
Sieve = Object (
  primesTo: n = (
    | flags list |
    flags := Array new: n.
    list := List new.
    2 to: n do: [:i |
      (flags at: i) isNil ifTrue: [
        | j |
        list add: i.
        j := i * i.
        [ j <= n ] whileTrue: [ flags at: j put: true. j := j + i ] ] ].
    ^list
  )
)
Towers = Object (
  | moves |
  run: n = ( moves := 0. self move: n from: 1 to: 3 by: 2. ^moves )
  move: n from: a to: b by: c = (
    n = 0 ifTrue: [ ^self ].
    self move: n - 1 from: a to: c by: b.
    moves := moves + 1.
    self move: n - 1 from: c to: b by: a
  )
)
Main = Object (
  shapes = (
    | list |
    list := List new.
    list add: (Rect new w: 3 h: 4); add: (Square new side: 5).
    list do: [:s | s describe println ].
    ^list size
  )
  numbers = (
    (6 factorial) println.
    (84 gcd: 36) println.
    (-7 / 2) println. (-7 % 3) println. -7 abs println.
    (2 << 10) println. (12 & 10) println. (12 bitXor: 10) println. 144 sqrt println.
    (3 max: 9) println. 10 isEven println.
    ^20 factorial
  )
  closures = (
    | c t1 adders sum |
    c := Counter new. t1 := c ticker.
    t1 value. t1 value. c tick.
    adders := #(1 2 3) collect: [:n | [:x | x + n ] ].
    sum := 0.
    adders do: [:f | sum := sum + (f value: 10) ].
    ^(c n * 100) + sum
  )
  find = (
    #(3 8 12 5) do: [:x | x > 10 ifTrue: [ ^'found ' , x asString ] ].
    ^'nothing'
  )
  collections = (
    | a l t |
    a := #(5 3 9 1 7).
    a sort: [:x :y | x < y ].
    a println.
    (a inject: 0 into: [:s :x | s + x ]) println.
    (a detect: [:x | x > 4 ]) println.
    (a indexOf: 9) println. (a indexOf: 4) println.
    l := List new. l addAll: a. l removeLast println. l size println. l asArray println.
    t := Table new.
    #('one' 'two' 'three' 'four' 'five' 'six' 'seven') do: [:k | t at: k put: k length ].
    t at: 'one' put: 111.
    (t at: 'three') println. (t at: 'one') println. (t at: 'eight') println.
    ^t size
  )
  strings = (
    ('abc' , 'def') println. 'hello' length println. 'hello' reversed println.
    ('a' = 'a') println. ('a' == 'a') println. (#a == 'a' asSymbol) println.
    '42' asInteger + 1 println. ('x' asInteger) println. ('hello' at: 2) println.
    'it''s' println.
    ^#foo:bar:
  )
  classes = (
    3 class println. 3 class class println. Square superclass name println. nil class println.
    (3 respondsTo: #factorial) println. (3 respondsTo: #tick) println.
    (3 = 3) & (3 ~= 4) println.
    ^Square new class name
  )
  proxy = (
    | p |
    p := Proxy new. p on: 5.
    (p factorial) println. (p + 4) println.
    p log asArray println.
    ^p log size
  )
  errors = (
    ([ 1 / 0 ] onError: [:e | 'caught ' , e ]) println.
    ([ #(1 2) at: 3 ] onError: [:e | 'caught ' , e ]) println.
    ([ nil foo ] onError: [:e | 'caught ' , e ]) println.
    ([ 'a' + 1 ] onError: [:e | 'caught ' , e ]) println.
    ([ [:x | x ] value ] onError: [:e | 'caught ' , e ]) println.
    ([ self recurse: 0 ] onError: [:e | 'caught ' , e ]) println.
    ([ self escaped value ] onError: [:e | 'caught ' , e ]) println.
    [ 'body' println ] ensure: [ 'cleanup' println ].
    ([ [ 1 / 0 ] ensure: [ 'cleanup 2' println ] ] onError: [:e | e ]) println.
    ^[ self early. 5 ] onError: [:e | 6 ]
  )
  recurse: n = ( ^self recurse: n + 1 )
  escaped = ( ^[ ^1 ] )
  early = ( [ ^'early' ] value. ^'late' )
  queens = ( ^Queens new solve: 6 )
  sieve = ( | l | l := Sieve new primesTo: 200. l asArray println. ^l size )
  towers = ( ^Towers new run: 8 )
  loop = (
    | i s |
    i := 0. s := 0.
    [ i < 3000 ] whileTrue: [ i % 3 = 0 ifTrue: [ s := s + i ] ifFalse: [ s := s - 1 ]. i := i + 1 ].
    [:x | x > 0 ] value: 3.
    5 timesRepeat: [ s := s + 1 ].
    ^s
  )
  failing = ( ^(Rect new) area )
  unknown = ( ^Nothing new )
)
"""

WRONG = [
    "A = ( f = ( ^1 + ) )",
    "A = ( f = ( x := 1 ) )",
    "A = Unknown ( )",
    "A = ( f = ( ^'abc ) )",
    "A = ( f = primitive )",
    "A = ( f = ( [:x ^ x ] ) )",
    "A = ( | a b c f = ( 1 ) )",
    "A = ( f: = ( 1 ) )",
    "A = ( f = ( 1 $ 2 ) )",
    "\n\nA ( )",
]
