-- arrays of arrays, hash tables with integer and string keys, sorting
local n = tonumber(arg[1]) or 120
local function matrix(n, seed)
  local m = {}
  for i = 1, n do
    local row = {}
    for j = 1, n do row[j] = (i * seed + j) % 10 end
    m[i] = row
  end
  return m
end
local function multiply(a, b)
  local n = #a
  local c = {}
  for i = 1, n do
    local ai, row = a[i], {}
    for j = 1, n do
      local sum = 0
      for k = 1, n do sum = sum + ai[k] * b[k][j] end
      row[j] = sum
    end
    c[i] = row
  end
  return c
end
local m = multiply(matrix(n, 3), matrix(n, 7))
print(m[1][1], m[n][n])
local h = {}
local x = 1
for i = 1, n * 2000 do
  x = x * 1103515245 % 2147483647
  local key = x % 5000 * 3
  h[key] = (h[key] or 0) + 1
end
local keys = {}
for k in pairs(h) do keys[#keys + 1] = k end
table.sort(keys)
local sum = 0
for i = 1, #keys do sum = sum + keys[i] * h[keys[i]] % 7 end
print(#keys, sum)
local list = {}
for i = 1, n * 500 do list[i] = (i * 7919) % 100003 end
table.sort(list, function(a, b) return a > b end)
print(list[1], list[#list])
local stack, top = {}, 0
for i = 1, n * 5000 do
  if i % 3 == 0 then stack[top] = nil; top = top - 1 else top = top + 1; stack[top] = i end
end
print(top, #stack)
