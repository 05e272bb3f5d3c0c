-- functions as values
local function compose(f, g) return function(x) return f(g(x)) end end
local function adder(n) return function(x) return x + n end end
local function counter()
  local n = 0
  return function(k) n = n + k; return n end
end
local function map(t, f)
  local r = {}
  for i = 1, #t do r[i] = f(t[i]) end
  return r
end
local function fold(t, f, a)
  for i = 1, #t do a = f(a, t[i]) end
  return a
end
local list = {}
for i = 1, 100 do list[i] = i end
local total = counter()
local last = 0
for round = 1, tonumber(arg[1]) or 20000 do
  local f = compose(adder(round), function(x) return x * 2 end)
  local r = map(list, f)
  last = total(fold(r, function(a, b) return (a + b) % 1000003 end, 0))
end
print(last)
