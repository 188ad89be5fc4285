(* The view shifts by 1, so the largest loss is epsilon. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Vectors Laplace.
From pucb Require Import laplace_example_privacy_parameter_formula laplace_example_privacy_parameter_statement.
Open Scope R_scope.

(* The other way round *)
Lemma exchanged scale t t' u w y : 0 < scale -> (t < t')%nat -> u t = 1 -> w t = 0 -> (forall i, i <> t -> u i = w i) ->
  log_ratio scale (sum t' w) (sum t' u) y <= 1 / scale.
Proof.
  intros positive later one zero same; apply Rle_trans with (1 := log_ratio_most _ _ _ _ positive).
  rewrite Rabs_minus_sym, (shifted t t' u w later one zero same), Rabs_R1; apply Rle_refl.
Qed.

Theorem laplace_example_privacy_parameter_verified : laplace_example_privacy_parameter_statement.
Proof.
  intros t t' u w epsilon loss (later & one & zero & same & _ & y & attained); unfold laplace_example_privacy_parameter_domain, laplace_example_privacy_parameter_claim.
  intros positive; assert (0 < 1 / epsilon) as scale by (apply Rdiv_lt_0_compat; lra).
  split.
  - rewrite <- attained; apply Rle_trans with (1 := log_ratio_most _ _ _ _ scale).
    rewrite (shifted t t' u w later one zero same), Rabs_R1; right; field; lra.
  - intros z; apply Rle_trans with (1 := exchanged _ t t' u w z scale later one zero same); right; field; lra.
Qed.
