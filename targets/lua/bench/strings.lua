-- texts: building, cutting, counting
local n = tonumber(arg[1]) or 200000
local parts = {}
for i = 1, n do parts[#parts + 1] = "item" .. i .. (i % 3 == 0 and ";" or ",") end
local text = table.concat(parts)
print(#text)
local count = 0
for w in text:gmatch("%d+") do count = count + #w end
print(count)
local words = {}
for i = 1, n do
  local w = "w" .. i % 1000
  words[w] = (words[w] or 0) + 1
end
print(words.w1, words.w999)
local sum = 0
for i = 1, #text do
  local c = text:byte(i)
  if c >= 48 and c <= 57 then sum = sum + c - 48 end
end
print(sum)
local s = ""
for i = 1, n / 50 do s = s .. string.char(97 + i % 26) end
print(#s, s:sub(1, 20))
local upper = 0
for i = 1, n do
  local p = text:sub(i, i + 3)
  if p == "item" then upper = upper + 1 end
end
print(upper)
print(#text:gsub("item", "x"), (text:find("item777,", 1, true)))
