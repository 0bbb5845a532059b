;; Answers a string that starts inside its memory and is four GiB long.
(core module $guest
  (memory (export "memory") 8)
  ;; (the descriptor)
  ;; ok, string, address 2048, length 2^32 - 1
  (data (i32.const 1024) "\00\00\00\00\00\00\00\00" "\00\00\00\00\00\00\00\00" "\00\08\00\00\ff\ff\ff\ff")
  (func (export "call") (param i32 i32 i32 i32) (result i32) (i32.const 1024)))
(core instance $main (instantiate $guest))
