(* What the factor of the start tends to, for steps a/N^k. *)
From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

Definition thm2_limit_repaired_statement : Prop :=
  forall a k, 0 < a -> 0 < k ->
    let factor N := (1 - a / Rpower (INR N) k) ^ (2 * N) in
    (k < 1 -> is_lim_seq factor 0) /\
    (k = 1 -> is_lim_seq factor (exp (- (2 * a)))) /\
    (k > 1 -> is_lim_seq factor 1).
