(* The view shifts by 1, so the largest loss is 1 over the scale. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Vectors Laplace.
From pucb Require Import laplace_example_repaired_formula laplace_example_repaired_statement.
Open Scope R_scope.

(* The other way round *)
Lemma exchanged scale t t' u w y : 0 < scale -> (t < t')%nat -> u t = 1 -> w t = 0 -> (forall i, i <> t -> u i = w i) ->
  log_ratio scale (sum t' w) (sum t' u) y <= 1 / scale.
Proof.
  intros positive later one zero same; apply Rle_trans with (1 := log_ratio_most _ _ _ _ positive).
  rewrite Rabs_minus_sym, (shifted t t' u w later one zero same), Rabs_R1; apply Rle_refl.
Qed.

Theorem laplace_example_repaired : laplace_example_repaired_statement.
Proof.
  intros t t' u w epsilon loss law; unfold laplace_example_repaired_domain, laplace_example_repaired_claim; intros positive.
  assert (0 < 1 / epsilon) as scale by (apply Rdiv_lt_0_compat; lra); split; [|split].
  - rewrite (largest_loss_is _ t t' u w loss scale law); right; field; lra.
  - intros y; destruct law as (later & one & zero & same & _).
    apply Rle_trans with (1 := exchanged _ t t' u w y scale later one zero same); right; field; lra.
  - intros smaller more [some less] other; rewrite (largest_loss_is _ t t' u w more some other); apply Rlt_not_le.
    apply (Rmult_lt_reg_r smaller); [exact some|]; replace (1 / smaller * smaller) with 1 by (field; lra).
    apply (Rmult_lt_compat_l epsilon) in less; [|lra]; replace (epsilon * (1 / epsilon)) with 1 in less by (field; lra); lra.
Qed.
