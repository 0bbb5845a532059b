;; Answers a typed binary whose bytes, MIME type and filename are one and the same memory. That is odd, and legal: the
;; host copies each of them.
(core module $guest
  (memory (export "memory") 8)
  ;; (the descriptor)
  (data (i32.const 2048) "text/plain")
  ;; ok, typed binary: bytes, MIME type and filename at 2048, ten bytes each
  (data (i32.const 1024) "\00\00\00\00\00\00\00\00" "\03\00\00\00\00\00\00\00" "\00\08\00\00\0a\00\00\00"
    "\00\08\00\00\0a\00\00\00" "\01\00\00\00\00\08\00\00" "\0a\00\00\00")
  (func (export "call") (param i32 i32 i32 i32) (result i32) (i32.const 1024)))
(core instance $main (instantiate $guest))
