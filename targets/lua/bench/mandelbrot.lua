-- floats in local variables
local n = tonumber(arg[1]) or 400
local limit = 50
local inside = 0
for y = 0, n - 1 do
  local ci = 2.0 * y / n - 1.0
  for x = 0, n - 1 do
    local cr = 2.0 * x / n - 1.5
    local zr, zi, zr2, zi2 = 0.0, 0.0, 0.0, 0.0
    local i = 0
    while i < limit and zr2 + zi2 < 4.0 do
      zi = 2.0 * zr * zi + ci
      zr = zr2 - zi2 + cr
      zr2 = zr * zr
      zi2 = zi * zi
      i = i + 1
    end
    if i == limit then inside = inside + 1 end
  end
end
print(inside)
