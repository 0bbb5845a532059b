;; Brings a memory that threads would share, which this host does not have.
(core module $shared (memory 1 1 shared))
(core instance (instantiate $shared))
(core module $guest
  (memory (export "memory") 8)
  ;; (the descriptor)
  (func (export "call") (param i32 i32 i32 i32) (result i32) unreachable))
(core instance $main (instantiate $guest))
