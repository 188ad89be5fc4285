(* The step (heart) of the proof of Lemma 16: the two expectations are the same, whatever lambda* is and however lambda' depends
   on the noise z a s of action a in state s. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums NormalMean.
Open Scope R_scope.

Definition paired (n m : nat) (lambda r : nat -> nat -> R) : R := sum m (fun a => sum n (fun s => lambda a s * r a s)).

(* Number a n + s of the standard normal numbers, times sigma. *)
Definition noise (n : nat) (sigma : R) (z : nat -> R) (a s : nat) : R := sigma * z (a * n + s)%nat.

Definition lemma16_heart_statement : Prop :=
  forall (n m : nat) (sigma : R) (r lambda : nat -> nat -> R) (lambda' : (nat -> R) -> nat -> nat -> R) (moved : R),
    mean (n * m) (fun z => paired n m (fun a s => lambda a s - lambda' z a s) (noise n sigma z)) moved ->
    mean (n * m) (fun z => paired n m lambda (fun a s => r a s + noise n sigma z a s) - paired n m (lambda' z) (noise n sigma z))
      (paired n m lambda r + moved).
