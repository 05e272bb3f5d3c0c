-- One place of the program that reads and stores a name: what it remembers must be good for both.

local raw_store = {__newindex = function(t, k, v) rawset(t, k, v) end}
local function shaped(text)
  return load("return " .. text)()
end
local function show(t)
  local names = {}
  for k, v in pairs(t) do names[#names + 1] = k .. "=" .. tostring(v) end
  table.sort(names)
  return table.concat(names, " ")
end

-- a store that looks for the name first (because of __newindex) comes before, between, and behind plain stores
for round = 1, 3 do
  local function put(o, v) o.late = v end
  local first = setmetatable(shaped "{a = 1}", raw_store)
  put(first, round)
  local second = shaped "{a = 2}"
  put(second, 20)
  print("A", show(first), show(second))

  local wide = setmetatable(shaped "{b = 1, c = 2, d = 3}", raw_store)
  put(wide, 30)
  local plain = shaped "{b = 4, c = 5, d = 6}"
  put(plain, 40)
  put(second, 21)
  print("B", show(wide), show(plain), show(second))

  local narrow = setmetatable({}, raw_store)
  put(narrow, 50)
  local empty = {}
  put(empty, 60)
  put(empty, 61)
  print("C", show(narrow), show(empty))
end

-- a name that is there already, nil for a while
do
  local function put(o, v) o.x = v end
  local t = setmetatable({x = 1, y = 2}, raw_store)
  put(t, nil)
  put(t, 3)
  local u = {x = 1, y = 2}
  put(u, nil)
  put(u, 4)
  print("D", show(t), show(u))
end

-- handlers that are tables, one behind another; each of them is read and stored to by the same place
do
  local function put(o, v) o.p = v end
  local function get(o) return o.p end
  local base = {q = 0}
  local middle = setmetatable({q = 1, r = 1}, {__newindex = base, __index = base})
  local top = setmetatable({s = 1}, {__newindex = middle, __index = middle})
  put(top, 5)
  print("E", show(base), show(middle), show(top), get(top), get(middle))
  local same = {q = 9}
  put(same, 6)
  local same2 = {q = 9, r = 9}
  put(same2, 7)
  local same3 = {s = 9}
  put(same3, 8)
  print("F", show(same), show(same2), show(same3))
end

-- a shape that is full, and one with other keys
do
  local function put(o, v) o.extra = v end
  local many = {}
  for i = 1, 120 do many[i] = "n" .. i .. " = " .. i end
  local text = "{" .. table.concat(many, ", ") .. "}"
  local a = setmetatable(shaped(text), raw_store)
  put(a, "a")
  local b = shaped(text)
  put(b, "b")
  print("G", a.extra, b.extra, a.n120, b.n120, b.n1)
  local c = setmetatable({[1.5] = 1, k = 2}, raw_store)
  put(c, "c")
  local d = {[1.5] = 1, k = 2}
  put(d, "d")
  local e = {k = 2}
  put(e, "e")
  print("H", c.extra, d.extra, show(e), c.k, d.k)
end

-- globals: an environment with __newindex and __index
do
  local log = {}
  local env = setmetatable({}, {
    __newindex = function(t, k, v) log[#log + 1] = k; rawset(t, k, v) end,
    __index = function(t, k) return "no " .. k end,
  })
  local run = load("for i = 1, 3 do local old = counter; counter = i; seen = old end return counter, seen", "env", "t", env)
  print("I", run())
  print("J", table.concat(log, " "), rawget(env, "counter"), rawget(env, "seen"))
  env.counter = nil
  print("K", run())
  print("L", table.concat(log, " "))
end

-- hot
do
  local function put(o, v) o.z = v end
  local sum = 0
  for i = 1, 2000 do
    local o = (i % 3 == 0) and setmetatable({a = i}, raw_store) or (i % 3 == 1) and {a = i} or {b = i, a = i}
    put(o, i)
    sum = sum + o.z + o.a
  end
  print("M", sum)
end
