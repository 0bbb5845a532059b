;; Grows a table for ever: no linear memory is touched.
(core module $guest
  (memory (export "memory") 8)
  (table $table 1 funcref)
  ;; (the descriptor)
  (func (export "call") (param i32 i32 i32 i32) (result i32)
    (loop $again
      (drop (table.grow $table (ref.null func) (i32.const 1000)))
      (br $again))
    unreachable))
(core instance $main (instantiate $guest))
