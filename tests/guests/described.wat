;; No attack in the code: the descriptor itself is what a case makes up, and every call gives the case's answer.
(core module $guest
  (memory (export "memory") 8)
  ;; (the descriptor)
  ;; (the answer)
  (func (export "call") (param i32 i32 i32 i32) (result i32) (i32.const 1024)))
(core instance $main (instantiate $guest))
