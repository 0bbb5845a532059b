;; Traps when it is asked what it is.
(core module $guest
  (memory (export "memory") 1)
  (func (export "realloc") (param i32 i32 i32 i32) (result i32) (i32.const 16))
  (func (export "describe") (result i32) unreachable)
  (func (export "call") (param i32 i32 i32 i32) (result i32) unreachable))
(core instance $main (instantiate $guest))
