-- load: errors of the reader are results, as those of the text are.

local function parts(list)
  local i = 0
  return function()
    i = i + 1
    return list[i]
  end
end

print(load(parts {"return ", "1 ", "+ 2"})())
print(load(parts {"return 7", "", " + nonsense ("})())
print(load(parts {"return ", 4, 2})())
print(type(load(parts {})))
print(load(function() error("no more") end))
print(load(function() error("no position", 0) end))
print(select("#", load(function() error() end)))
local object = {}
print(select(2, load(function() error(object) end)) == object)
print(load(function() local x = nil; return x.field end))
print(load(function() return nil .. "x" end))
print(load(function() return string.rep("x", 1e10) end))
print((load(function() return {} end)))
print(select(2, load(parts {"x = ", {}})):match("reader function must return a string"))
print((select(2, load(function() local function f() return 1 + f() end return f() end))):match("stack overflow"))
print(load("x = ", "=name"))
print(load("x = ", "@file"))
print(load(parts {"x = "}, "=name"))
print(load("return 1", "=name", "b"))
print(load("\27Lua", "=name", "t"))
print((load("\27Lua", "=name", "b")))
print((load("return 1", "=name", "bt"))())
print(load(5))
print(pcall(load, {}))
print(pcall(load))
print(pcall(load, true))

-- a reader that loads
local inner
print(load(function()
  if inner then return nil end
  inner = load(parts {"return ", "'inner'"})
  return "return '" .. inner() .. " and outer'"
end)())

-- the function in the tail of another one has the position of its call
local function fails()
  return error("tail")
end
print(pcall(fails))
local function repeats(s)
  return s:rep(1e10)
end
print(pcall(repeats, "x"))
