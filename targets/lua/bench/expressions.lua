-- random expressions, simplified and evaluated by functions of their kinds
local function number(v) return {kind = "number", value = v} end
local function variable(name) return {kind = "variable", name = name} end
local function binary(op, left, right) return {kind = "binary", op = op, left = left, right = right} end

local seed = 3
local function random(m)
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed // 65536 % m
end

local signs = {"+", "-", "*"}
local function expression(depth)
  if depth == 0 then
    if random(2) == 0 then return number(random(10)) end
    return variable(random(2) == 0 and "x" or "y")
  end
  return binary(signs[random(3) + 1], expression(depth - 1), expression(depth - 1))
end

local compute = {
  ["+"] = function(a, b) return a + b end,
  ["-"] = function(a, b) return a - b end,
  ["*"] = function(a, b) return a * b % 1009 end,
}

local evaluate = {}
local function value(e, env) return evaluate[e.kind](e, env) end
function evaluate.number(e) return e.value end
function evaluate.variable(e, env) return env[e.name] end
function evaluate.binary(e, env) return compute[e.op](value(e.left, env), value(e.right, env)) end

local function simplified(e)
  if e.kind ~= "binary" then return e end
  local left, right = simplified(e.left), simplified(e.right)
  if left.kind == "number" and right.kind == "number" then return number(compute[e.op](left.value, right.value)) end
  if e.op == "*" and (left.kind == "number" and left.value == 0 or right.kind == "number" and right.value == 0) then
    return number(0)
  end
  if e.op == "+" and left.kind == "number" and left.value == 0 then return right end
  return binary(e.op, left, right)
end

local n, total = tonumber(arg and arg[1]) or 2000, 0
for i = 1, n do
  local e = simplified(expression(7))
  for j = 1, 5 do total = (total + value(e, {x = j, y = i})) % 1000003 end
end
print(total)
