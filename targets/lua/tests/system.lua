-- What goes to the system: commands, pipes, temporary files, the collector's numbers, warnings.

print(os.execute())
print(os.execute("true"))
print(os.execute("exit 3"))
print(os.execute("kill -15 $$"))
io.write("before ")
io.flush()
os.execute("printf 'between '")
print("after")

local p = io.popen("echo hi; exit 5")
print(io.type(p), p:read("a"))
print(p:close())
print(io.type(p), pcall(function() return p:close() end))
p = io.popen("cat", "w")
io.write("first ")
io.flush()
print(p:write("second\n", 3, "\n") == p)
io.stdout:flush()
print(p:close())
for line in io.popen("echo a; echo b"):lines() do io.write("[", line, "]") end
print()
print(pcall(function() local p = io.popen("true", "rw") end))
do
  local q <close> = io.popen("cat >&2", "w")
  p = q
end
print(io.type(p))

local t = io.tmpfile()
t:write("abc", 1, 2.5)
print(t:seek("set"), t:read("a"), io.type(t), t:flush(), t:close())

print(os.setlocale(), os.setlocale("C"), os.setlocale("POSIX"), os.setlocale(nil, "numeric"), os.setlocale("xx_YY"))
print(pcall(function() local l = os.setlocale("C", "foo") end))

-- dates are put in order by os.time
local d = {year = 2020, month = 14, day = -3, hour = 30}
os.time(d)
print(d.year, d.month, d.day, d.hour, d.min, d.sec, d.wday, d.yday, d.isdst)

-- memory: the number follows what lives
local function kilobytes() collectgarbage() return collectgarbage("count") end
local before = kilobytes()
local keep = {}
for i = 1, 20000 do keep[i] = {i} end
local with = kilobytes()
keep = nil
local after = kilobytes()
print(math.type(before), with - before > 500, with - after > 500, with - before < 20000)
print(collectgarbage("isrunning"), collectgarbage("stop"), collectgarbage("isrunning"), collectgarbage("restart"), collectgarbage("isrunning"))
print(collectgarbage("setpause", 160), collectgarbage("setpause", 200), collectgarbage("setstepmul", 200), collectgarbage("setstepmul", 100))
print(collectgarbage("incremental"), collectgarbage("generational"), collectgarbage("generational"))
print(pcall(function() collectgarbage("x") end))

-- warnings are off at first
warn("hidden")
print(pcall(function() warn() end))
print(pcall(function() warn("x", {}) end))
