open Printf
(* A shop. *)
type item = { name : string }
let limit = 10
let rec sell n =
  if n > limit then failwith "x"
  else sell (n + 1)
module Inner = struct
  let deep x = x
end
class shop = object (self)
  method sell n = self#check n
end
