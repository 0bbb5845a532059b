;; Answers a string that is not UTF-8: a lone continuation byte and an overlong slash.
(core module $guest
  (memory (export "memory") 8)
  ;; (the descriptor)
  (data (i32.const 2048) "abc\80\c0\af")
  ;; ok, string, address 2048, length 6
  (data (i32.const 1024) "\00\00\00\00\00\00\00\00" "\00\00\00\00\00\00\00\00" "\00\08\00\00\06\00\00\00")
  (func (export "call") (param i32 i32 i32 i32) (result i32) (i32.const 1024)))
(core instance $main (instantiate $guest))
