-- string.pack, string.unpack, string.packsize

local function hex(s)
  return (s:gsub(".", function(c) return ("%02x"):format(c:byte()) end))
end
local function pack(...)
  local args = table.pack(...)
  local ok, s = pcall(function() return (string.pack(table.unpack(args, 1, args.n))) end)
  print(args[1], ok, ok and hex(s) or s)
end
local function unpack(...)
  local args = table.pack(...)
  print(args[1], pcall(function() return (function(...) return ... end)(string.unpack(table.unpack(args, 1, args.n))) end))
end
local function size(format)
  print(format, pcall(function() return (string.packsize(format)) end))
end

for _, n in ipairs {0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 65535, 65536, 1 << 23, (1 << 24) - 1, 1 << 24, math.maxinteger, math.mininteger} do
  for _, format in ipairs {"b", "B", "<h", ">H", "<i3", ">I3", "i", "I", "<l", ">L", "j", "J", "T", "<i16", ">I16", ">i9"} do
    pack(format, n)
  end
end
pack("i0", 1) pack("i17", 1) pack("c", "x") pack("y", 1) pack("j", 1.5) pack("j", "x") pack("j", "12") pack("i2", 3.0)
pack("j", "0x10") pack("d", "1.5") pack("d", {}) pack("z", 12) pack("s1", 1.5) pack("c4", 12)
pack("c3", "abcd") pack("c3", "ab") pack("s1", ("x"):rep(300)) pack("s2", "hey") pack(">s3", "hey") pack("s16", "ab") pack("s0", "")
pack("z", "a\0b") pack("z", "ab") pack("xxb", 1) pack("!i3", 1) pack("!4 i8", 1) pack("b!8j", 1, 2) pack(">i2<i2=i2", 1, 2, 3)
pack("bXi4i4", 1, 2) pack("!bXi4i4", 1, 2) pack("X", 1) pack("Xz", "") pack("Xx") pack("X ") pack("Xc2", "ab") pack("!8 bXd", 3)
pack("c99999999999", "") pack("i99999999999", 1) pack("!17") pack("!0") pack("! d", 1.5)
pack("!1 bj", 1, 2) pack("!2 bj", 1, 2) pack("!3 bj", 1, 2) pack("!3 bi3", 1, 2) pack("!4 bi3", 1, 2) pack("!4 bf", 1, 2) pack("!8 bs2", 1, "x")
pack("<f", 0.1) pack(">f", 1e300) pack("<f", -1e-50) pack("<d", 0.1) pack(">n", -0.0) pack(">d", 1 / 0) pack("<fdn", 1, 2, 3)
pack("", 1) pack("<>=!  ")

for _, format in ipairs {"s", "z", "c2147483647", "c2147483647c1", "c214748364c214748364", "!bXi4i4", "i4i4x", "", "<>=!", "bX", "Xc2", "!16 b i16",
                         "!9", "bbhhiillj", "! bbhhiilljfdn", "c" .. ("1"):rep(40), ("c200000000"):rep(11)} do
  size(format)
end

unpack("<i4", "\1\0\0\0\2") unpack("<i4", "\1\0\0") unpack("z", "abc") unpack("z", "abc\0d") unpack("s1", "\3ab") unpack("s1", "\3abc")
for _, c in ipairs {"\0", "\1", "\127", "\128", "\255"} do
  for _, format in ipairs {"b", "B", "<i3", ">I3", "<i8", ">I8", "<i9", ">i9", "<I9", "<i16", ">I16"} do
    unpack(format, c:rep(16))
    unpack(format, c:rep(8) .. "\0\0\0\0\0\0\0\0")
    unpack(format, "\0\0\0\0\0\0\0\0" .. c:rep(8))
  end
end
unpack("c2147483647", "") unpack("c0", "") unpack("c3", "abcd") unpack("y", "") unpack("x", "") unpack("x", "a") unpack("c2", "abc", 3)
for _, at in ipairs {3, 2, 1, 0, -1, -5, math.maxinteger, math.mininteger} do unpack("b", "x", at) end
unpack(">I2 <I2", "\1\2\1\2") unpack(" < i2 > i2 = i1 ", "\1\2\1\2\3") unpack("!4 b i4", "\1\0\0\0\2\0\0\0") unpack("!4 b i4", "\1\0\0\0\2\0\0")
unpack("<s4", "\255\255\255\255") unpack("<s8", "\255\255\255\255\255\255\255\127") unpack("<s8", ("\255"):rep(8)) unpack("<s16", "\2" .. ("\0"):rep(15) .. "ab")
unpack("z", "abc\0d", 5) unpack("<f", "\205\204\204\61") unpack("<f", "\0\0\128\127") unpack("<d", string.pack("<d", 0.1)) unpack("nn", string.pack("nn", 1, 2))
for _, x in ipairs {1e-45, 3.5e38, -1 / 0, 16777217, 1e-46, 0.0, -0.0, 1.5, -2.25} do unpack("f", string.pack("f", x)) end

-- there and back
local seed = 42
local function random(n) seed = (seed * 1103515245 + 12345) % 2147483648 return seed // 8 % n end
local sum = 0
for i = 1, 300 do
  local format, values = {("<>="):sub(random(3) + 1)}, {}
  for k = 1, random(6) + 1 do
    local bytes = random(16) + 1
    local kind = random(5)
    if kind == 0 then
      format[#format + 1] = "i" .. bytes
      values[k] = bytes < 8 and random(1 << math.min(bytes * 8 - 1, 20)) - (1 << math.min(bytes * 8 - 2, 19)) or random(1 << 28) - (1 << 27)
    elseif kind == 1 then
      format[#format + 1] = "I" .. bytes
      values[k] = random(1 << math.min(bytes * 8, 28))
    elseif kind == 2 then
      format[#format + 1] = "z"
      values[k] = ("a"):rep(bytes)
    elseif kind == 3 then
      format[#format + 1] = "s" .. bytes
      values[k] = ("\0"):rep(bytes)
    else
      format[#format + 1] = random(2) == 0 and "d" or "f"
      values[k] = random(100000) / 8
    end
  end
  format = table.concat(format)
  local s = string.pack(format, table.unpack(values))
  local back = table.pack(string.unpack(format, s))
  assert(back.n == #values + 1 and back[back.n] == #s + 1, format)
  for k = 1, #values do assert(back[k] == values[k], format) end
  sum = sum + #s
end
print(sum)
