;; Unfolds while it is compiled: twenty levels, each of which instantiates the one before twice.
(core module $guest
  (memory (export "memory") 8)
  ;; (the descriptor)
  (func (export "call") (param i32 i32 i32 i32) (result i32) unreachable))
(core instance $main (instantiate $guest))
  (component $level0)
  (component $level1
  (alias outer 1 $level0 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level2
  (alias outer 1 $level1 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level3
  (alias outer 1 $level2 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level4
  (alias outer 1 $level3 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level5
  (alias outer 1 $level4 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level6
  (alias outer 1 $level5 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level7
  (alias outer 1 $level6 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level8
  (alias outer 1 $level7 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level9
  (alias outer 1 $level8 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level10
  (alias outer 1 $level9 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level11
  (alias outer 1 $level10 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level12
  (alias outer 1 $level11 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level13
  (alias outer 1 $level12 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level14
  (alias outer 1 $level13 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level15
  (alias outer 1 $level14 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level16
  (alias outer 1 $level15 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level17
  (alias outer 1 $level16 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level18
  (alias outer 1 $level17 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level19
  (alias outer 1 $level18 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
  (component $level20
  (alias outer 1 $level19 (component $below))
  (instance (instantiate $below))
  (instance (instantiate $below)))
(instance (instantiate $level20))
