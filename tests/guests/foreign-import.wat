;; Wants an interface that no skill may import.
(import "example:evil/io@1.0.0" (instance (export "everything" (func))))
(core module $guest
  (memory (export "memory") 8)
  ;; (the descriptor)
  (func (export "call") (param i32 i32 i32 i32) (result i32) unreachable))
(core instance $main (instantiate $guest))
