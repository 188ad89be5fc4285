(* The share of the noise with the constant c of the trace. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums NormalMean NormalSquare.
From gpope Require Import noise_variance_c_repaired_formula.
Open Scope R_scope.

Definition noise_variance_c_repaired_statement : Prop :=
  forall (n : nat) (N m : Z) (c h s noise : R), mean_square_noise n h s noise ->
    noise_variance_c_repaired_domain N c h m (Z.of_nat n) noise (s ^ 2) ->
    noise_variance_c_repaired_defined N c h m (Z.of_nat n) noise (s ^ 2) /\ noise_variance_c_repaired_claim N c h m (Z.of_nat n) noise (s ^ 2).
