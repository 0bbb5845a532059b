;; Answers a case of the response that does not exist.
(core module $guest
  (memory (export "memory") 8)
  ;; (the descriptor)
  ;; ok, the ninth of five cases
  (data (i32.const 1024) "\00\00\00\00\00\00\00\00" "\09\00\00\00\00\00\00\00")
  (func (export "call") (param i32 i32 i32 i32) (result i32) (i32.const 1024)))
(core instance $main (instantiate $guest))
