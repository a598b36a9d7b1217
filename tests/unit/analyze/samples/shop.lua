-- File doc.
local json = require("json")
local x = require "a.b"
local M = {}
M.LIMIT = 10
local LOCAL, B = 1, 2
GLOBAL = 3
--- Sells.
-- @param n how many
function M.sell(n, ...)
  if n > 10 then error("x") end
  for i, v in ipairs(t) do v:go(i) end
  while a and b or c do end
  repeat until x
  return M.other(n)
end
function M:method(a) self:log() end
local function helper(a) print(a) end
M.anon = function(b) return b end
local f = function() end
local T = { key = function(self) end, x = 1 }
return M
