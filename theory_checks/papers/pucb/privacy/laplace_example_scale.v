(* The view shifts by 1, so the largest loss is 1/epsilon. *)
From Coq Require Import Reals Lra Lia Psatz.
From TheoryChecks Require Import Sums Vectors Laplace.
From pucb Require Import laplace_example_scale_formula laplace_example_scale_statement.
Open Scope R_scope.

(* The other way round *)
Lemma exchanged scale t t' u w y : 0 < scale -> (t < t')%nat -> u t = 1 -> w t = 0 -> (forall i, i <> t -> u i = w i) ->
  log_ratio scale (sum t' w) (sum t' u) y <= 1 / scale.
Proof.
  intros positive later one zero same; apply Rle_trans with (1 := log_ratio_most _ _ _ _ positive).
  rewrite Rabs_minus_sym, (shifted t t' u w later one zero same), Rabs_R1; apply Rle_refl.
Qed.

Theorem laplace_example_scale_region : laplace_example_scale_statement.
Proof.
  intros t t' u w epsilon loss law; unfold laplace_example_scale_domain, laplace_example_scale_claim, laplace_example_scale_region; intros positive.
  rewrite (largest_loss_is epsilon t t' u w loss ltac:(lra) law).
  assert (product : epsilon * (1 / epsilon) = 1) by (field; lra); assert (0 < 1 / epsilon) by (apply Rdiv_lt_0_compat; lra).
  split; [split; intros; nra|]; intros inside y; destruct law as (later & one & zero & same & _).
  apply Rle_trans with (1 := exchanged epsilon t t' u w y ltac:(lra) later one zero same); nra.
Qed.
