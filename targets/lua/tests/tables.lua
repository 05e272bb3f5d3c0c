-- array and hash parts
local t = {}
for i = 1, 10 do t[i] = i * i end
print(#t, t[10], t[11])
t[#t + 1] = "x"
print(#t, t[#t])
t[#t] = nil
print(#t)
for i = 10, 6, -1 do t[i] = nil end
print(#t)
local r = {}
for i = 10, 1, -1 do r[i] = i end
print(#r, r[1], r[10])
local s = {[1] = "a", [2] = "b", [3.0] = "c", [4.5] = "d"}
print(#s, s[3], s[4.5], s[2.0])
s[2^53] = "big"
print(s[2^53], s[math.tointeger(2^53)])
t = {10, 20, 30, nil}
print(#t)
t = {n = 1, [1] = "one", "first"}
print(t[1], t.n)
t = {x = 1, y = 2}
t.x = nil
print(t.x, t.y, next(t))
t.z = 3
t["y"] = nil
for k, v in pairs(t) do print(k, v) end
print(next({}), next({5}))
print(pcall(next, {}, "nope"))
print(pcall(function() t[nil] = 1 end))
print(pcall(function() t[0/0] = 1 end))
print(t[nil], t[0/0])

-- traversal with removal
t = {}
for i = 1, 100 do t[i] = i; t["k" .. i] = i; t[i + 0.5] = i end
local count = 0
for k in pairs(t) do t[k] = nil; count = count + 1 end
print(count, next(t))
t = {1, 2, 3, a = 1, b = 2, c = 3}
local sum, keys = 0, 0
for k, v in pairs(t) do sum = sum + v; keys = keys + 1; t[k] = v + 1 end
print(sum, keys, t[1], t.c)
t = {}
for i = 1, 1000 do t["key" .. i % 37] = (t["key" .. i % 37] or 0) + i end
count = 0
for k, v in pairs(t) do count = count + v end
print(count, t.key0, t.key36)
local objs = {}
local k1, k2 = {}, function() end
objs[k1] = "table"; objs[k2] = "function"; objs[true] = "yes"; objs[false] = "no"
print(objs[k1], objs[k2], objs[true], objs[false], objs[{}])

-- ipairs stops at nil
for i, v in ipairs({1, 2, nil, 4}) do io.write(i, "=", v, " ") end print()
for i, v in ipairs({}) do print("never") end

-- library
t = {5, 2, 8, 1, 9, 3}
table.sort(t)
print(table.concat(t, " "))
table.sort(t, function(a, b) return a > b end)
print(table.concat(t, ","))
local words = {"pear", "apple", "fig", "Banana", "cherry"}
table.sort(words)
print(table.concat(words, " "))
table.sort(words, function(a, b) return #a < #b end)
print(#words[1], #words[5])
print(pcall(table.sort, {1, "x", 2}))
local big = {}
for i = 1, 500 do big[i] = (i * 7919) % 1009 end
table.sort(big)
for i = 2, 500 do assert(big[i - 1] <= big[i]) end
table.insert(t, 100)
table.insert(t, 1, 0)
table.insert(t, 3, "in")
print(table.concat(t, " "))
print(table.remove(t), table.remove(t, 1), table.remove(t, 2), table.concat(t, " "))
print(table.remove({}), #t)
print(pcall(function() table.insert(t, 20, 1) end))
print(pcall(table.insert, t))
print(table.concat({}), table.concat({1, 2, 3}, "-", 2, 3), table.concat({1.5, "x"}))
print(pcall(table.concat, {1, {}, 3}))
print(table.unpack({1, 2, 3}))
local packed = table.pack(1, nil, 3)
print(packed.n, packed[1], packed[2], packed[3])
print(table.concat(table.move({1, 2, 3, 4}, 2, 4, 1), " "))
print(table.concat(table.move({1, 2, 3}, 1, 3, 2), " "))
print(table.concat(table.move({1, 2, 3}, 1, 3, 1, {}), " "))
print(rawlen({1, 2}), rawlen("abc"), rawequal(t, t), rawget({5}, 1), rawset({}, 1, 2)[1])

-- nested constructors
local m = {{1, 2}, {3, 4}, x = {y = {z = "deep"}}}
print(m[2][1], m.x.y.z, #m)
local function three() return 1, 2, 3 end
print(#{three(), three()}, #{three(), nil}, #{(three())})
local large = {}
for i = 1, 60 do large[i] = i end
local copy = {table.unpack(large)}
print(#copy, copy[60])
local lit = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55}
print(#lit, lit[51], lit[55])

-- many fields: beyond the hidden classes
local wide = {}
for i = 1, 200 do wide["f" .. i] = i end
local total = 0
for k, v in pairs(wide) do total = total + v end
print(total, wide.f1, wide.f200)
local obj = {a = 1}
obj.b = 2; obj["c"] = 3; obj.d = 4
for _, k in ipairs({"a", "b", "c", "d"}) do io.write(k, obj[k], " ") end print()

-- array parts of one kind of number, which get other values
local ints = {1, 2, 3}
ints[4] = 4; ints[2] = "two"; ints[5] = 5.5
print(#ints, ints[1], ints[2], ints[3], ints[4], ints[5])
local floats = {1.5, 2.5}
floats[3] = 3
print(#floats, floats[2], floats[3], math.type(floats[3]))
floats = {0.5, -0.0, 1/0}
floats[4] = 2.0
print(floats[1], 1 / floats[2], floats[3], floats[4], #floats)
floats[2] = nil
print(floats[2], floats[3], floats[4])
ints = {10, 20, 30}
ints[3] = nil; ints[2] = nil
print(#ints, ints[3], ints[2], ints[1])
ints[1] = nil
print(#ints, next(ints))
ints[1] = "again"; ints[2] = 7
print(#ints, ints[1], ints[2])
ints = {}
for i = 5, 1, -1 do ints[i] = i * 10 end
ints[7] = "seven"; ints[6] = 60
print(#ints, ints[1], ints[5], ints[6], ints[7])
for k, v in pairs({3, 2, 1}) do io.write(k, "=", v, " ") end
for k, v in pairs({3.5, 2.5, x = 1}) do io.write(k, "=", v, " ") end print()
ints = {1, 2, 3, 4}
for k in pairs(ints) do ints[k] = nil end
print(#ints, next(ints))
ints = {1, 2, 3, 4}
for k, v in ipairs(ints) do ints[k] = v .. "" end
print(table.concat(ints, "+"), #ints)
local reversed = {}
for i = 20000, 1, -1 do reversed[i] = i end
print(#reversed, reversed[20000])

-- arrays that do not begin at 1, or are filled in no order
local zero = {}
for i = 0, 100 do zero[i] = i end
print(zero[0], zero[1], zero[100], #zero)
local later = {}
for i = 2, 100 do later[i] = i * i end
print(later[1], later[2], later[100], later[101])
later[1] = 1
print(#later, later[1], later[50])
local mixed, n = {}, 0
for i = 1, 97 do local k = i * 31 % 97; mixed[k] = (mixed[k] or 0) + k end
for k, v in pairs(mixed) do n = n + k * v end
print(n, mixed[0], mixed[96], #mixed)
local sparse = {}
for i = 1, 50 do sparse[i * 1000] = i end
n = 0
for k, v in pairs(sparse) do n = n + k + v end
print(n, sparse[1000], sparse[50000], sparse[1])
for i = 1, 50 do sparse[i * 1000] = nil end
print(next(sparse))
