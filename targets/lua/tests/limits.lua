-- Sizes and numbers that no string, table or file can have: an error at once, which pcall takes.

local max, min = math.maxinteger, math.mininteger
local function try(f, ...)
  local ok, message = pcall(f, ...)
  print(ok, message)
end

try(function() local s = string.rep("x", 1e10) end)
try(function() local s = ("abc"):rep(max) end)
try(function() local s = string.rep("", 1 << 62, "y") end)
try(function() local s = string.rep("ab", 1 << 30, "") end)
try(function() return #string.rep("x", min) end)
try(function() return #string.rep("", max) end)         -- (the reference takes forever)
try(function() return string.rep("x", 1e10) end)
print(pcall(pcall, string.rep, "x", 1e10))
print(select(2, xpcall(string.rep, function(m) return "handled " .. m end, "x", 1e10)))
print(coroutine.resume(coroutine.create(function() local s = string.rep("x", 1e10) end)))

try(function() table.move({}, 1, max, 2) end)
try(function() table.move({}, -1, max, 2) end)
try(function() table.move({}, min, max, 2) end)
try(function() table.move({}, 1, max - 5, 7) end)
try(function() table.move({}, 5, min, 7) end)
try(function() local a = table.unpack({}, 1, 1e8) end)
try(function() local a = table.unpack({}, min, max) end)
try(function() local a = table.unpack({}, 0, max) end)
local function sized(n) return setmetatable({}, {__len = function() return n end}) end
try(function() table.sort(sized(max)) end)
try(function() table.sort(sized(min)) end)
local t = sized(max)
table.insert(t, "first")
print(rawget(t, min))
table.insert(t, 5, "fifth")
print(rawget(t, 5))
try(function() table.insert(sized(-5), 3, 1) return "inserted" end)
try(function() table.insert(sized(3), 0, 1) end)
try(function() table.insert(sized(3), 5, 1) end)
try(function() return table.remove(sized(max)) end)
try(function() return table.remove(sized(3), 5) end)
try(function() return table.remove(sized(3), 4) end)
try(function() return table.remove(sized(3), min) end)
try(function() return table.remove(sized(0), 0) end)
try(function() local a = table.unpack(sized(max)) end)
try(function() return table.concat({}, ",", max, max) end)
try(function() return table.concat({}, ",", min, max) end)

try(function() return os.date("*t", max) end)
try(function() return os.date("%Y", min) end)
for _, field in ipairs {"year", "month", "day", "hour", "min", "sec"} do
  for _, n in ipairs {max, min, 1e12, 2147483648 + 1900} do
    local date = {year = 2000, month = 1, day = 1}
    date[field] = n
    try(function() os.time(date) end)
  end
end

local name = os.tmpname()
local f = assert(io.open(name, "w"))
f:write("some text")
f:close()
f = assert(io.open(name))
print(pcall(f.read, f, -1))
print(pcall(f.read, f, min))
print(f:read(4.0))
print(f:read(1 << 20))
print(f:read(1 << 20))
print(f:seek("set", -1))
f:close()
os.remove(name)

for _, i in ipairs {max, min, max - 1, min + 1} do
  print(string.sub("abc", i), string.sub("abc", 1, i), string.byte("abc", i), (string.find("abc", "", i)))
  print(string.match("abc", ".", i), string.gsub("abc", "b", "x", i))
  print(string.byte("abc", 1, i))
  for m in string.gmatch("abc", ".", i) do io.write(m, " ") end
  print(pcall(utf8.offset, "abc", i))
  try(function() return utf8.offset("abc", 1, i) end)
  try(function() return utf8.codepoint("abc", i, i) end)
  try(function() return utf8.len("abc", i) end)
  try(function() return utf8.len("abc", 1, i) end)
  try(function() return utf8.char(i) end)
  try(function() return string.char(i) end)
  print(pcall(math.random, i, 1) == (i <= 1))
  try(function() return (select(i, 1, 2)) end)
  print(1 << i, 1 >> i, i // -1, i % -1)
end
try(function() return math.random(2, 1) end)
try(function() return math.random(1, 2, 3) end)
try(function() return math.random(-5) end)
try(function() return string.find("aaaa", ("("):rep(100)) end)
try(function() return string.find(("a"):rep(3000), ("a?"):rep(3000)) end)

-- programs that are nested too deeply are no programs
for _, text in ipairs {("("):rep(1e5), ("{"):rep(1e5), ("do "):rep(1e5), "x = " .. ("-"):rep(1e5) .. "1"} do
  print((load(text)))
end
