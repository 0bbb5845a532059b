;; Computes for ever while it is instantiated, before any export is called.
(core module $guest
  (memory (export "memory") 8)
  (func $spin (loop $again (br $again)))
  (start $spin)
  ;; (the descriptor)
  (func (export "call") (param i32 i32 i32 i32) (result i32) unreachable))
(core instance $main (instantiate $guest))
