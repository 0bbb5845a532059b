;; Answers one media twice: the same owned handle at both places of the list.
(core module $memory
  (memory (export "memory") 8)
  (func (export "realloc") (param i32 i32 i32 i32) (result i32) (i32.const 16)))
(core instance $memory (instantiate $memory))
(core func $create (canon lower (func $create)
  (memory $memory "memory") (realloc (func $memory "realloc"))))
(core module $guest
  (import "memory" "memory" (memory 8))
  (import "media" "create" (func $create (param i32 i32 i32 i32 i32 i32 i32 i32 i32 i32)))
  (export "memory" (memory 0))
  ;; (the descriptor)
  (data (i32.const 2048) "text/plain")
  ;; ok, media, address 3072, two of them
  (data (i32.const 1024) "\00\00\00\00\00\00\00\00" "\02\00\00\00\00\00\00\00" "\00\0c\00\00\02\00\00\00")
  (func (export "call") (param i32 i32 i32 i32) (result i32)
    ;; no filename, tier or hazard; the result comes to 4096, its handle to 4104
    (call $create (i32.const 2048) (i32.const 10)
      (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0)
      (i32.const 4096))
    (i32.store (i32.const 3072) (i32.load (i32.const 4104)))
    (i32.store (i32.const 3076) (i32.load (i32.const 4104)))
    (i32.const 1024)))
(core instance $main (instantiate $guest
  (with "memory" (instance $memory))
  (with "media" (instance (export "create" (func $create))))))
