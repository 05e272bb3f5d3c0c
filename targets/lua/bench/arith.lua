-- nested loops of integer arithmetic: the function of the 2007 paper on generated JITs
local function f1(n)
  local i, x = 0, 1
  while i < n do
    local j = 0
    while j <= i do
      j = j + 1
      x = x + (i & j)
    end
    i = i + 1
  end
  return x
end

local sum = 0
for _ = 1, tonumber(arg[1]) or 3 do
  sum = sum + f1(2117)
end
print(sum)
