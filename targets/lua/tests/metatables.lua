-- arithmetic and other events
local V = {}
V.__index = V
local function vec(x, y) return setmetatable({x = x, y = y}, V) end
V.__add = function(a, b) return vec(a.x + b.x, a.y + b.y) end
V.__sub = function(a, b) return vec(a.x - b.x, a.y - b.y) end
V.__mul = function(a, b)
  if type(a) == "number" then return vec(a * b.x, a * b.y) end
  if type(b) == "number" then return vec(a.x * b, a.y * b) end
  return a.x * b.x + a.y * b.y
end
V.__unm = function(a) return vec(-a.x, -a.y) end
V.__eq = function(a, b) return a.x == b.x and a.y == b.y end
V.__lt = function(a, b) return a.x < b.x end
V.__le = function(a, b) return a.x <= b.x end
V.__len = function(a) return 2 end
V.__tostring = function(a) return "(" .. a.x .. ", " .. a.y .. ")" end
V.__concat = function(a, b) return tostring(a) .. "|" .. tostring(b) end
V.__call = function(self, a, b) return self.x + a, self.y + b end
V.__idiv = function() return "idiv" end
V.__mod = function() return "mod" end
V.__div = function() return "div" end
V.__pow = function() return "pow" end
V.__band = function() return "band" end
V.__shl = function() return "shl" end
V.__bnot = function() return "bnot" end
function V:length2() return self.x * self.x + self.y * self.y end
local a, b = vec(1, 2), vec(3, 4)
print(tostring(a + b), tostring(a - b), a * b, tostring(2 * a), tostring(a * 2), tostring(-a))
print(a == b, a == vec(1, 2), a ~= b, a < b, a <= b, a > b, a >= b, #a)
print(a .. b, a .. "s", "s" .. a, 1 .. a, "x" .. "y" .. a)
print(a(10, 20))
print(a // 1, a % 1, a / 1, a ^ 1, a & 1, a << 1, ~a, 1 // a)
print(a:length2(), b:length2(), rawequal(a, vec(1, 2)), a.missing)

-- __index and __newindex
local log = {}
local proxy = setmetatable({}, {
  __index = function(t, k) log[#log + 1] = "get " .. tostring(k); return k .. "!" end,
  __newindex = function(t, k, v) log[#log + 1] = "set " .. tostring(k); rawset(t, k, v) end,
})
print(proxy.foo, proxy[1])
proxy.bar = 5
proxy.bar = 6
print(proxy.bar, table.concat(log, ","))
local base = {greet = function(self) return "hello " .. self.name end}
local middle = setmetatable({}, {__index = base})
local leaf = setmetatable({name = "leaf"}, {__index = middle})
print(leaf:greet(), leaf.nothing)
local store = {}
local writer = setmetatable({}, {__newindex = store})
writer.x = 1
writer[1] = "one"
print(rawget(writer, "x"), store.x, store[1])
local defaults = setmetatable({}, {__index = {color = "red"}})
defaults.size = 3
print(defaults.color, defaults.size)

-- classes with inheritance
local Animal = {}
Animal.__index = Animal
function Animal.new(name) return setmetatable({name = name}, Animal) end
function Animal:speak() return self.name .. " makes " .. self:sound() end
function Animal:sound() return "noise" end
local Dog = setmetatable({}, {__index = Animal})
Dog.__index = Dog
function Dog.new(name) local d = Animal.new(name); return setmetatable(d, Dog) end
function Dog:sound() return "woof" end
for i = 1, 3 do print(Animal.new("cat"):speak(), Dog.new("rex"):speak()) end

-- protected, pairs, close
local p = setmetatable({}, {__metatable = "locked"})
print(getmetatable(p), pcall(setmetatable, p, {}))
print(getmetatable("x").__index == string)
local ordered = setmetatable({}, {__pairs = function(t) return function(_, k) k = (k or 0) + 1; if k <= 3 then return k, k * k end end, t, nil end})
for k, v in pairs(ordered) do io.write(k, ":", v, " ") end print()
do
  local c1 <close> = setmetatable({}, {__close = function(_, e) print("close 1", e) end})
  local c2 <close> = setmetatable({}, {__close = function(_, e) print("close 2", e) end})
  local none <close> = nil
  print("in block")
end
local function with_close(fail)
  local c <close> = setmetatable({}, {__close = function(_, e) print("closing", e) end})
  if fail then error("failed", 0) end
  return "result", 2
end
print(with_close(false))
print(pcall(with_close, true))
for i = 1, 2 do
  local c <close> = setmetatable({}, {__close = function() io.write("c", i, " ") end})
  if i == 2 then break end
end
print()
print(pcall(function() local x <close> = 5 end))
local callable = setmetatable({}, {__call = function(self, ...) return select("#", ...), ... end})
print(callable(1, nil), pcall(callable, "x"))
local name = setmetatable({}, {__name = "MyType"})
print((tostring(name):gsub("0x%x+", "PTR")))
print(pcall(function() return name + 1 end))
local lenmeta = setmetatable({1, 2, 3}, {__len = function() return 42 end})
print(#lenmeta, rawlen(lenmeta))
local cmp = setmetatable({}, {__lt = function() return nil end, __le = function() return 1 end})
print(cmp < 1, cmp <= 1, 1 > cmp, pcall(function() return {} < {} end))
print(setmetatable({}, {__eq = function() return true end}) == {}, {} == {})
