;; Makes handles of a resource of its own for ever: needs no host call, so that only the engine can count them.
(type $thing (resource (rep i32)))
(core func $new (canon resource.new $thing))
(core module $guest
  (import "thing" "new" (func $new (param i32) (result i32)))
  (memory (export "memory") 8)
  ;; (the descriptor)
  (func (export "call") (param i32 i32 i32 i32) (result i32)
    (loop $again
      (drop (call $new (i32.const 1)))
      (br $again))
    unreachable))
(core instance $main (instantiate $guest (with "thing" (instance (export "new" (func $new))))))
