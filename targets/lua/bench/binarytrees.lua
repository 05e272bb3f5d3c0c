-- allocation
local function bottom_up(depth)
  if depth > 0 then
    depth = depth - 1
    local left, right = bottom_up(depth), bottom_up(depth)
    return {left, right}
  end
  return {}
end
local function check(tree)
  if tree[1] then return 1 + check(tree[1]) + check(tree[2]) end
  return 1
end
local n = tonumber(arg[1]) or 13
local min = 4
local max = math.max(min + 2, n)
print("stretch", check(bottom_up(max + 1)))
local long = bottom_up(max)
for depth = min, max, 2 do
  local rounds = math.floor(2 ^ (max - depth + min))
  local sum = 0
  for i = 1, rounds do sum = sum + check(bottom_up(depth)) end
  print(rounds, depth, sum)
end
print("long", check(long))
