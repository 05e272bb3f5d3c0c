-- an array of booleans
local function sieve(n)
  local composite = {}
  for i = 1, n do composite[i] = false end
  local count = 0
  for i = 2, n do
    if not composite[i] then
      count = count + 1
      for j = i * i, n, i do composite[j] = true end
    end
  end
  return count
end
local rounds = tonumber(arg[1]) or 5
for i = 1, rounds do print(sieve(1000000)) end
