-- math
print(math.floor(3.7), math.floor(-3.7), math.ceil(3.2), math.ceil(-3.2), math.floor(5), math.floor(1e100))
print(math.max(1, 5, 3), math.min(2.5, 1), math.max(1, 2.0), math.abs(-5), math.abs(-5.5), math.abs(math.mininteger))
print(math.sqrt(16), math.sqrt(2), math.pi, math.huge, -math.huge, math.exp(0), math.log(1), math.log(8, 2), math.log(100, 10), math.log(27, 3))
print(math.sin(0), math.cos(0), math.tan(0), math.asin(1), math.acos(1), math.atan(1), math.atan(1, -1), math.deg(math.pi), math.rad(180))
print(math.fmod(7, 3), math.fmod(-7, 3), math.fmod(7, -3), math.fmod(5.5, 2), math.modf(3.7), math.modf(-3.7), math.modf(5), math.modf(math.huge))
print(math.ult(1, -1), math.ult(-1, 1), math.tointeger(2^31), 7 // 2.0, 2^0.5 == math.sqrt(2))
print(pcall(function() math.fmod(1, 0) end), math.fmod(1, 0.0) ~= math.fmod(1, 0.0))
math.randomseed(42)
local a, b, c = math.random(), math.random(10), math.random(5, 7)
math.randomseed(42)
print(a == math.random(), b == math.random(10), c == math.random(5, 7), a >= 0 and a < 1, b >= 1 and b <= 10, c >= 5 and c <= 7)
print(pcall(function() math.random(2, 1) end), math.type(math.random(0)))
for i = 1, 1000 do local r = math.random(3); assert(r >= 1 and r <= 3) end
-- os
print(type(os.time()), type(os.clock()), os.time({year = 2020, month = 1, day = 1, hour = 0}) - os.time({year = 2019, month = 12, day = 31, hour = 0}))
print(os.date("!%Y-%m-%d %H:%M:%S", 0), os.date("!%A %B %d %j", 86400 * 59), os.date("!*t", 1000000000).year, os.date("!%c", 1e9 // 1 | 0))
print(os.getenv("SURELY_NOT_SET"), os.difftime(10, 5), pcall(os.date, "%Ez") == false)
-- io
local name = os.tmpname()
local f = assert(io.open(name, "w"))
print(io.type(f), f:write("line 1\n", 2, " ", 3.5, "\nlast") == f)
f:close()
print(io.type(f), io.type(5), pcall(function() f:write("x") end))
for l in io.lines(name) do io.write("[", l, "]") end print()
f = io.open(name)
print(f:read("l", "n", "n", "l", "a", "a", "l"))
print(f:seek("set", 2), f:read(3), f:read(0), f:seek("cur"), f:seek("end"), f:read(1), f:read(0))
f:close()
f = io.open(name, "a"); f:write("\nmore"); f:close()
f = io.open(name); print(select(2, f:read("a"):gsub("\n", "")), f:read("a"), f:read("l")); f:close()
for a, b in io.lines(name, 1, 2) do io.write(a, "-", b, " ") break end print()
print(io.open("/no/such/file"))
print(os.remove(name), (os.remove(name)))
print(select("#", io.write()), io.write("") == io.stdout)
-- load, require, environment
print(_VERSION, _G._G == _G, _ENV == _G)
package.preload.mymod = function(n) return {name = n, value = 7} end
print(require("mymod").value, require("mymod") == package.loaded.mymod)
print(pcall(require, "no.such.module") == false, package.loaded.string == string)
x = 10
local function geti() return x end
_G.x = 20
print(geti(), _G["x"], rawget(_G, "x"))
setmetatable(_G, {__index = function(_, k) return "no " .. k end, __newindex = function(t, k, v) rawset(t, k, v * 2) end})
newvar = 21
print(newvar, somevar)
newvar = 5
print(newvar)
setmetatable(_G, nil)
print(somevar)
for i = 1, 5 do counterglobal = (counterglobal or 0) + i end
print(counterglobal)
counterglobal = nil
print(counterglobal, rawget(_G, "counterglobal"))
print(select("#", table.unpack({}, 1, 3)), #arg, collectgarbage("count") > 0, collectgarbage())
print(next({}, nil), type(next), tostring(print):match("^builtin") or tostring(print):match("^function"))
