local function gen(n)
  return coroutine.wrap(function() for i = 1, n do coroutine.yield(i) end end)
end
for v in gen(5) do io.write(v, " ") end print()
local co = coroutine.create(function(a, b)
  print("start", a, b)
  local c = coroutine.yield(a + b)
  print("got", c)
  local d, e = coroutine.yield(c * 2)
  print("got", d, e)
  return "end", 99
end)
print(coroutine.status(co))
print(coroutine.resume(co, 1, 2))
print(coroutine.status(co))
print(coroutine.resume(co, 10))
print(coroutine.resume(co, "x", "y"))
print(coroutine.status(co), coroutine.resume(co))
-- errors inside
local bad = coroutine.create(function() local x = nil; x.y = 1 end)
print(coroutine.resume(bad))
print(coroutine.status(bad))
local w = coroutine.wrap(function() error("oops", 0) end)
print(pcall(w))
print(select(2, coroutine.resume(coroutine.create(function() error({code = 1}) end))).code)
-- yield across pcall
local p = coroutine.create(function()
  local ok, v = pcall(function() return coroutine.yield("inside") + 1 end)
  print(ok, v)
  local ok2, e = pcall(function() coroutine.yield("again"); error("after", 0) end)
  print(ok2, e)
  return "done"
end)
print(coroutine.resume(p))
print(coroutine.resume(p, 41))
print(coroutine.resume(p))
-- yield from metamethods and iterators
local m = setmetatable({}, {__add = function(a, b) return coroutine.yield("adding") end, __index = function(t, k) return coroutine.yield(k) end})
local c2 = coroutine.wrap(function() return m + 1, m.field end)
print(c2(), c2(5), c2(6))
local function tree(t)
  if t then tree(t[1]); coroutine.yield(t[2]); tree(t[3]) end
end
local t = {{nil, 1, nil}, 2, {{nil, 3, nil}, 4, nil}}
for v in coroutine.wrap(function() tree(t) end) do io.write(v, " ") end print()
-- nested
local outer = coroutine.wrap(function()
  local inner = coroutine.wrap(function() coroutine.yield(1); coroutine.yield(2) end)
  coroutine.yield(inner()); coroutine.yield(inner()); return 3
end)
print(outer(), outer(), outer())
print(coroutine.isyieldable(), coroutine.running() ~= nil, select(2, coroutine.running()))
print(pcall(coroutine.yield, 1))
local self
self = coroutine.create(function() print(coroutine.status(self), coroutine.resume(self)); print(coroutine.isyieldable()) end)
coroutine.resume(self)
-- close
local cl = coroutine.create(function()
  local x <close> = setmetatable({}, {__close = function() print("closed") end})
  coroutine.yield(1)
  print("never")
end)
print(coroutine.resume(cl))
print(coroutine.close(cl), coroutine.status(cl))
print(coroutine.close(coroutine.create(print)))
-- many, with collections
local total = 0
for i = 1, 2000 do
  local g = coroutine.wrap(function(a) local b = coroutine.yield(a + 1); return b * 2 end)
  total = total + g(i) + g(i)
end
print(total)
-- producer and consumer in a loop
local prod = coroutine.create(function() for i = 1, 20000 do coroutine.yield(i) end return nil end)
local sum = 0
while true do
  local ok, v = coroutine.resume(prod)
  if not v then break end
  sum = sum + v
end
print(sum)
print(coroutine.wrap(function(...) return select("#", ...), ... end)(1, nil, 3))
print(select("#", coroutine.resume(coroutine.create(function() end))))
