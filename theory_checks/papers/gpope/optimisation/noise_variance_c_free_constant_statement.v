(* The share of the noise with the printed constant c, and n/2 more, is at least the mean square of the noise. Left out is that the mean
   square of the whole error is this and that of the rest, as they are independent. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums NormalMean NormalSquare.
From gpope Require Import noise_variance_c_free_constant_formula.
Open Scope R_scope.

Definition noise_variance_c_free_constant_statement : Prop :=
  forall (n : nat) (N m : Z) (c h s noise : R), mean_square_noise n h s noise ->
    noise_variance_c_free_constant_domain N c h m (Z.of_nat n) noise (s ^ 2) ->
    noise_variance_c_free_constant_defined N c h m (Z.of_nat n) noise (s ^ 2) /\ noise_variance_c_free_constant_claim N c h m (Z.of_nat n) noise (s ^ 2).
