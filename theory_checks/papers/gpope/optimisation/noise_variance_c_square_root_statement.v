(* The share of the noise with the norm of the square root of the covariance. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums NormalMean NormalSquare.
From gpope Require Import noise_variance_c_square_root_formula.
Open Scope R_scope.

Definition noise_variance_c_square_root_statement : Prop :=
  forall (n : nat) (N m : Z) (c h s noise : R), mean_square_noise n h s noise ->
    noise_variance_c_square_root_domain N c h m (Z.of_nat n) noise (s ^ 2) ->
    noise_variance_c_square_root_defined N c h m (Z.of_nat n) noise (s ^ 2) /\ noise_variance_c_square_root_claim N c h m (Z.of_nat n) noise (s ^ 2).
