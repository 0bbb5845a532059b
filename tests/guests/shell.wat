;; The contract's world `skill`, in component text: everything around a hostile core.
;;
;; The suite puts a guest's own text in the place of the one line `;; (the guest)` below. That text defines a core
;; instance `$main` which exports `memory`, `realloc`, `describe` and `call`, each with the signature that the
;; canonical ABI gives it:
;;   describe  (result i32)                          the address of a descriptor record
;;   call      (param i32 i32 i32 i32) (result i32)  tool and arguments as address and length; the address of a
;;                                                   result<response, failure>
;; It may lower `$create` and `$write` of the imported media, whose own memory it then defines first.
(component
  (import "skillhost:skill/types@0.1.0" (instance $types
    (type $tier (enum "first-party" "third-party-public" "third-party-private"))
    (export "trust-tier" (type (eq $tier)))
    (type $hazard (enum "inert" "opaque-perceptual" "extractable-instructions"))
    (export "modality-hazard" (type (eq $hazard)))
    (type $kind (enum "text" "binary" "media" "retrievable"))
    (export "output-kind" (type (eq $kind)))))
  (alias export $types "trust-tier" (type $trust-tier))
  (alias export $types "modality-hazard" (type $modality-hazard))
  (alias export $types "output-kind" (type $output-kind))

  (import "skillhost:skill/media@0.1.0" (instance $media-interface
    (alias outer 1 $trust-tier (type $tier-outside))
    (export "trust-tier" (type $tier (eq $tier-outside)))
    (alias outer 1 $modality-hazard (type $hazard-outside))
    (export "modality-hazard" (type $hazard (eq $hazard-outside)))
    (type $options-record (record
      (field "filename" (option string)) (field "trust-tier" (option $tier)) (field "hazard" (option $hazard))))
    (export "media-options" (type $options (eq $options-record)))
    (type $error-variant (variant (case "invalid" string) (case "too-large" u64)))
    (export "media-error" (type $error (eq $error-variant)))
    (export "media" (type $media (sub resource)))
    (export "[static]media.create" (func
      (param "mime-type" string) (param "options" $options) (result (result (own $media) (error $error)))))
    (export "[method]media.write" (func
      (param "self" (borrow $media)) (param "chunk" (list u8)) (result (result (error $error)))))))
  (alias export $media-interface "media" (type $media))
  (alias export $media-interface "[static]media.create" (func $create))
  (alias export $media-interface "[method]media.write" (func $write))

  (import "skillhost:skill/output@0.1.0" (instance $output
    (alias outer 1 $media (type $media-outside))
    (export "media" (type $media (eq $media-outside)))
    (type $binary-record (record
      (field "bytes" (list u8)) (field "mime-type" string) (field "filename" (option string))))
    (export "typed-binary" (type $typed-binary (eq $binary-record)))
    (type $retrievable-record (record
      (field "content" string) (field "source" (option string)) (field "kind" (option string))
      (field "score" (option f64)) (field "inline" bool)))
    (export "retrievable" (type $retrievable (eq $retrievable-record)))
    (type $response-variant (variant
      (case "string" string) (case "bytes" (list u8)) (case "media" (list (own $media)))
      (case "typed-binary" $typed-binary) (case "retrievable" $retrievable)))
    (export "response" (type (eq $response-variant)))
    (type $failure-variant (variant (case "invalid-arguments" string) (case "failed" string)))
    (export "failure" (type (eq $failure-variant)))))
  (alias export $output "response" (type $response))
  (alias export $output "failure" (type $failure))

  ;; (the guest)

  (alias core export $main "memory" (core memory $memory))

  (type $annotations (record
    (field "read-only" (option bool)) (field "destructive" (option bool))
    (field "idempotent" (option bool)) (field "open-world" (option bool))))
  (type $tool (record
    (field "name" string) (field "title" (option string)) (field "description" string)
    (field "input-schema" string) (field "output" (option $output-kind)) (field "artifact-kind" (option string))
    (field "annotations" (option $annotations)) (field "extensions" (list (tuple string string)))))
  (type $advice (record (field "trust-tier" (option $trust-tier)) (field "artifact-kind" (option string))))
  (type $about (record
    (field "license" (option string)) (field "compatibility" (option string))
    (field "metadata" (list (tuple string string)))))
  (type $descriptor (record
    (field "id" string) (field "version" string) (field "name" string) (field "description" string)
    (field "instructions" (option string)) (field "tools" (list $tool)) (field "advice" $advice)
    (field "about" $about) (field "extensions" (list (tuple string string)))))
  (func $describe (result $descriptor) (canon lift (core func $main "describe") (memory $memory)))
  (func $call (param "tool" string) (param "arguments" string) (result (result $response (error $failure)))
    (canon lift (core func $main "call") (memory $memory) (realloc (func $main "realloc"))))

  ;; Types get the names of the interface by passing through a component of their own.
  (component $named
    (type $tier-enum (enum "first-party" "third-party-public" "third-party-private"))
    (import "trust-tier" (type $tier-in (eq $tier-enum)))
    (type $kind-enum (enum "text" "binary" "media" "retrievable"))
    (import "output-kind" (type $kind-in (eq $kind-enum)))
    (import "media" (type $media (sub resource)))
    (type $binary-record (record
      (field "bytes" (list u8)) (field "mime-type" string) (field "filename" (option string))))
    (import "typed-binary" (type $binary-in (eq $binary-record)))
    (type $retrievable-record (record
      (field "content" string) (field "source" (option string)) (field "kind" (option string))
      (field "score" (option f64)) (field "inline" bool)))
    (import "retrievable" (type $retrievable-in (eq $retrievable-record)))
    (type $response-variant (variant
      (case "string" string) (case "bytes" (list u8)) (case "media" (list (own $media)))
      (case "typed-binary" $binary-in) (case "retrievable" $retrievable-in)))
    (import "response" (type $response-in (eq $response-variant)))
    (type $failure-variant (variant (case "invalid-arguments" string) (case "failed" string)))
    (import "failure" (type $failure-in (eq $failure-variant)))
    (type $annotations-record (record
      (field "read-only" (option bool)) (field "destructive" (option bool))
      (field "idempotent" (option bool)) (field "open-world" (option bool))))
    (import "annotations" (type $annotations-in (eq $annotations-record)))
    (type $tool-record (record
      (field "name" string) (field "title" (option string)) (field "description" string)
      (field "input-schema" string) (field "output" (option $kind-in)) (field "artifact-kind" (option string))
      (field "annotations" (option $annotations-in)) (field "extensions" (list (tuple string string)))))
    (import "tool" (type $tool-in (eq $tool-record)))
    (type $advice-record (record (field "trust-tier" (option $tier-in)) (field "artifact-kind" (option string))))
    (import "advice" (type $advice-in (eq $advice-record)))
    (type $about-record (record
      (field "license" (option string)) (field "compatibility" (option string))
      (field "metadata" (list (tuple string string)))))
    (import "about" (type $about-in (eq $about-record)))
    (type $descriptor-record (record
      (field "id" string) (field "version" string) (field "name" string) (field "description" string)
      (field "instructions" (option string)) (field "tools" (list $tool-in)) (field "advice" $advice-in)
      (field "about" $about-in) (field "extensions" (list (tuple string string)))))
    (import "descriptor" (type $descriptor-in (eq $descriptor-record)))
    (import "describe" (func $describe (result $descriptor-in)))
    (import "call" (func $call
      (param "tool" string) (param "arguments" string) (result (result $response-in (error $failure-in)))))

    (export $tier "trust-tier" (type $tier-in))
    (export $kind "output-kind" (type $kind-in))
    (export $response "response" (type $response-in))
    (export $failure "failure" (type $failure-in))
    (export $annotations "annotations" (type $annotations-in))
    (type $tool-out (record
      (field "name" string) (field "title" (option string)) (field "description" string)
      (field "input-schema" string) (field "output" (option $kind)) (field "artifact-kind" (option string))
      (field "annotations" (option $annotations)) (field "extensions" (list (tuple string string)))))
    (export $tool "tool" (type $tool-out))
    (type $advice-out (record (field "trust-tier" (option $tier)) (field "artifact-kind" (option string))))
    (export $advice "advice" (type $advice-out))
    (export $about "about" (type $about-in))
    (type $descriptor-out (record
      (field "id" string) (field "version" string) (field "name" string) (field "description" string)
      (field "instructions" (option string)) (field "tools" (list $tool)) (field "advice" $advice)
      (field "about" $about) (field "extensions" (list (tuple string string)))))
    (export $descriptor "descriptor" (type $descriptor-out))
    (export "describe" (func $describe) (func (result $descriptor)))
    (export "call" (func $call) (func
      (param "tool" string) (param "arguments" string) (result (result $response (error $failure))))))
  (alias export $output "typed-binary" (type $typed-binary))
  (alias export $output "retrievable" (type $retrievable))
  (instance $tools (instantiate $named
    (with "trust-tier" (type $trust-tier))
    (with "output-kind" (type $output-kind))
    (with "media" (type $media))
    (with "typed-binary" (type $typed-binary))
    (with "retrievable" (type $retrievable))
    (with "response" (type $response))
    (with "failure" (type $failure))
    (with "annotations" (type $annotations))
    (with "tool" (type $tool))
    (with "advice" (type $advice))
    (with "about" (type $about))
    (with "descriptor" (type $descriptor))
    (with "describe" (func $describe))
    (with "call" (func $call))))
  (export "skillhost:skill/tools@0.1.0" (instance $tools)))
