-- values, operators, statements
print(1, -2, 3.5, 1e100, 2^53, 10 // 3, -10 // 3, 10 % 3, -10 % 3, 10 % -3, 7 / 2)
print(10.0 // 3, -10.0 // 3.0, 5.5 % 2, -5.5 % 2, 5.5 % -2, 1e15, 1e16, 123456789012.5)
print(1/0, -1/0, 0x10, 0xff, 0xA.8p1, 1 // 0.0, -1 // 0.0, 0.1 + 0.2, 100.0, -0.0)
print(math.maxinteger + 1 == math.mininteger, math.mininteger // -1, math.mininteger % -1, 9223372036854775807, 9223372036854775808)
print(5 & 3, 5 | 3, 5 ~ 3, ~5, 1 << 62, 1 << 63, 1 << 64, -1 >> 60, 1 << -1, 2.0 & 3)
print("10" + 5, "3" * "4", 10 .. 20, "0x10" + 0, "1e1" + 0, -"2", 10 / "2")
print(1 == 1.0, "1" == 1, 1 < 1.5, "a" < "b", "a" < "B", "" < "a", "a" <= "a", math.huge > math.maxinteger)
print(math.maxinteger + 0.0 == math.maxinteger, math.maxinteger < math.maxinteger + 0.0, 2^53 == 2^53 + 1)
print(nil and 1, false or nil, 1 and 2, nil or "x", not nil, not 0, false == nil)
print(#"hello", #"", #{1, 2, 3}, #{n = 1})
print(tostring(nil), tostring(true), tostring(12), tostring(-0.5), type(print), type({}), type("x"), type(2), type(nil))
print(tonumber("12"), tonumber(" 0x1F "), tonumber("1e2"), tonumber("abc"), tonumber("10", 2), tonumber("zz", 36), tonumber("8", 8), tonumber(""), tonumber("1 2"))
print(tonumber("0x"), tonumber("1e"), tonumber(".5"), tonumber("5."), tonumber("."), tonumber("0x.8"), tonumber("9223372036854775808"), tonumber("-9223372036854775808"))
print(math.type(1), math.type(1.0), math.type("1"), 3 | 0, math.tointeger(3.0), math.tointeger(3.5), math.tointeger("8"))

-- numeric for
for i = 1, 3 do io.write(i, " ") end print()
for i = 3, 1, -1 do io.write(i, " ") end print()
for i = 1, 0 do io.write("never") end print()
for i = 1.0, 2, 0.5 do io.write(i, " ") end print()
for i = math.maxinteger - 1, math.maxinteger do io.write(i, " ") end print()
for i = math.mininteger, math.mininteger + 2, 2 do io.write(i, " ") end print()
for i = 1, 10, 4 do io.write(i, " ") end print()
for i = 1, math.huge do if i > 3 then break end io.write(i, " ") end print()
for i = 10, -math.huge, -7 do if i < -10 then break end io.write(i, " ") end print()
for i = 1, 2.7 do io.write(i, " ") end print()
for i = -1, -2.7, -1 do io.write(i, " ") end print()
print(pcall(function() for i = 1, 10, 0 do end end))
print(pcall(function() for i = "a", 10 do end end))
print(pcall(function() for i = 1, {} do end end))
for i = 1, 3 do local j = i; i = i * 10; io.write(i, ":", j, " ") end print()

-- while, repeat, goto
local n = 0
while true do n = n + 1; if n > 5 then break end end
print(n)
repeat local x = n; n = n - 1 until x < 3
print(n)
for i = 1, 3 do
  for j = 1, 3 do
    if j == 2 then goto continue end
    io.write(i, "-", j, " ")
    ::continue::
  end
end
print()
do
  local i = 1
  ::top::
  if i <= 3 then io.write(i, " "); i = i + 1; goto top end
  print()
end
do
  local t = {}
  local i = 1
  ::again::
  local x = i * 10
  t[i] = function() x = x + 1; return x end
  i = i + 1
  if i <= 3 then goto again end
  print(t[1](), t[2](), t[3](), t[1]())
end
for i = 1, 2 do while true do if i == 1 then break end do break end end io.write("outer", i, " ") end print()
while true do
  if n == 1 then n = 2 else
    for i = 1, 2 do if i == 2 then break end end
    break
  end
end
print(n)

-- assignment
local a, b, c = 1, 2
print(a, b, c)
a, b = b, a
print(a, b)
local t = {1, 2, 3}
local i = 1
i, t[i] = i + 1, 20
print(i, t[1], t[2])
t[i], i = 30, 9
print(i, t[2])
local function f() return 1, 2, 3 end
local x, y, z, w = f()
print(x, y, z, w)
x, y = 0, f()
print(x, y, (f()))
local tt = {f(), f()}
print(#tt, tt[1], tt[2], tt[4])
tt = {f(), (f())}
print(#tt)
print(f(), f())
print((f()))

-- varargs
local function va(...)
  local a, b = ...
  return select("#", ...), a, b, ...
end
print(va())
print(va(nil, nil))
print(va(1, 2, 3))
print(select(2, "a", "b", "c"), select(-1, "a", "b", "c"))
print(pcall(select, 0))
local function pack2(...) return {n = select("#", ...), ...} end
local p = pack2(1, nil, 3, nil)
print(p.n, p[1], p[2], p[3], p[4])
print(table.unpack({1, 2, 3}, 2), table.unpack({1, 2}, 1, 3))

-- closures
local function counter()
  local n = 0
  return function() n = n + 1; return n end, function() return n end
end
local inc, get = counter()
inc() inc()
print(get())
local fs = {}
for i = 1, 3 do fs[i] = function() i = i + 1; return i end end
print(fs[1](), fs[1](), fs[2](), fs[3]())
local function fact(n) if n <= 1 then return 1 end return n * fact(n - 1) end
print(fact(20), fact(21))
local even, odd
function even(n) if n == 0 then return true end return odd(n - 1) end
function odd(n) if n == 0 then return false end return even(n - 1) end
print(even(10), odd(10), even(100001))
local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end
print(deep(10000))
do local x <const> = 5; local f = function() return x end; print(f() + x) end
print((function(...) return select("#", ...) end)(nil, nil, nil))

-- strings
print("a\tb\\n\"q\" \65\066\x41\u{48}\u{20AC} \z
       joined", 'single', [[long
string]], [==[with ]] inside]==])
print(#[[

x]])
goto done
do print("skipped") end
::done:: print("done")

-- integers in instructions: their limits, floats, texts, metamethods, messages
do
  local function ops(x) return x + 1, x - 1, x + 524287, x - -524287, x + 524288, x - -524288, x + -524288 end
  print(ops(10)) print(ops(0.5)) print(ops("3")) print(ops(math.maxinteger))
  local function tests(x)
    return x < 3, x <= 3, x > 3, x >= 3, x == 3, x ~= 3, 3 < x, 3 <= x, 3 > x, 3 >= x, not (x < -524287), not (x > 524288)
  end
  print(tests(2)) print(tests(3)) print(tests(3.0)) print(tests(4.5)) print(tests(0 / 0)) print(tests(-1 / 0))
  print(pcall(tests, nil)) print(pcall(tests, "3")) print("3" == 3, nil == 0, false ~= 0)
  local function name(a, b) return (type(a) == "number" and a or "t") .. "," .. (type(b) == "number" and b or "t") end
  local t = setmetatable({}, {__add = function(a, b) return "add " .. name(a, b) end, __sub = function(a, b) return "sub " .. name(a, b) end,
    __lt = function(a, b) return name(a, b) == "t,3" end, __le = function(a, b) return name(a, b) == "3,t" end, __eq = function() return true end})
  print(t + 1, t - 1, 1 + t, 1 - t) print(tests(t))
end
