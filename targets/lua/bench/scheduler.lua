-- objects with methods and inheritance: a small operating system of tasks that pass packets to each other
local Packet = {}
Packet.__index = Packet
function Packet.new(kind, value) return setmetatable({kind = kind, value = value, next = nil, hops = 0}, Packet) end
function Packet:hop() self.hops = self.hops + 1; return self end

local Task = {}
Task.__index = Task
function Task.init(self, name, priority)
  self.name = name; self.priority = priority; self.head = false; self.tail = false
  self.waiting = 0; self.runs = 0; self.target = false
  return self
end
function Task:put(packet)
  packet.next = false
  if self.tail then self.tail.next = packet else self.head = packet end
  self.tail = packet
  self.waiting = self.waiting + 1
end
function Task:take()
  local packet = self.head
  if not packet then return nil end
  self.head = packet.next
  if not self.head then self.tail = false end
  self.waiting = self.waiting - 1
  return packet
end
function Task:step() self.runs = self.runs + 1 end
function Task:send(packet) self.target:put(packet:hop()) end

local Worker = setmetatable({}, {__index = Task})
Worker.__index = Worker
function Worker.new(name, priority, factor)
  local self = setmetatable({factor = factor}, Worker)
  return Task.init(self, name, priority)
end
function Worker:step()
  self.runs = self.runs + 1
  local packet = self:take()
  packet.value = (packet.value * self.factor + 7) % 65521
  self:send(packet)
end

local Counter = setmetatable({}, {__index = Task})
Counter.__index = Counter
function Counter.new(name, priority)
  local self = setmetatable({sum = 0, seen = 0}, Counter)
  return Task.init(self, name, priority)
end
function Counter:step()
  Task.step(self)
  local packet = self:take()
  self.seen = self.seen + 1
  self.sum = (self.sum + packet.value) % 1000003
  if packet.kind == "long" and packet.hops % 3 == 0 then packet:hop() end
  self:send(packet)
end

local function run(steps)
  local a, b, c, d = Worker.new("a", 4, 31), Worker.new("b", 3, 17), Counter.new("c", 2), Worker.new("d", 1, 5)
  a.target, b.target, c.target, d.target = b, c, d, a
  local tasks = {a, b, c, d}
  for i = 1, 8 do a:put(Packet.new(i % 2 == 0 and "long" or "short", i)) end
  for i = 1, steps do
    local best
    for k = 1, #tasks do
      local t = tasks[k]
      if t.waiting > 0 and (not best or t.waiting * t.priority > best.waiting * best.priority) then best = t end
    end
    best:step()
  end
  return c.seen, c.sum, a.runs, b.runs, d.runs
end
print(run(tonumber(arg[1]) or 2000000))
