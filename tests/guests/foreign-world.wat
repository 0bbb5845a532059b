;; A component of another world: it exports a function and no tools.
(component
  (core module $guest (func (export "run") (result i32) (i32.const 0)))
  (core instance $main (instantiate $guest))
  (func (export "run") (result u32) (canon lift (core func $main "run"))))
