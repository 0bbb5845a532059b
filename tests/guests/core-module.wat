;; A core module, not a component.
(module (func (export "call")))
