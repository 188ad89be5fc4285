(* The share of the noise with the printed constant c is at least the mean square of the noise. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums NormalMean NormalSquare.
From gpope Require Import noise_variance_c_upper_bound_formula.
Open Scope R_scope.

Definition noise_variance_c_upper_bound_statement : Prop :=
  (* Inside of the region it is true, outside it is false. *)
  forall (n : nat) (N m : Z) (c h s noise : R), mean_square_noise n h s noise ->
    noise_variance_c_upper_bound_domain N c h m (Z.of_nat n) noise (s ^ 2) ->
    noise_variance_c_upper_bound_defined N c h m (Z.of_nat n) noise (s ^ 2) /\
    (noise_variance_c_upper_bound_claim N c h m (Z.of_nat n) noise (s ^ 2) <-> noise_variance_c_upper_bound_region N c h m (Z.of_nat n) noise (s ^ 2)).
