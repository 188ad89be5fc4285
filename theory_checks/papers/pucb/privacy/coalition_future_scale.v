(* Together they have the loss of the first of them, 1/epsilon. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import Laplace Coalition Vectors.
From pucb Require Import coalition_future_scale_formula coalition_future_scale_statement.
Open Scope R_scope.

Example met : first_after 0 (fun i => (0 < i)%nat) 1 /\ coalition_loss 1 0 (fun i => (0 < i)%nat) (unit 0) (fun _ => 0) (1 / 1).
Proof.
  assert (first : first_after 0 (fun i => (0 < i)%nat) 1) by (repeat split; auto with arith).
  split; [exact first|apply (coalition_loss_exists 1 0 _ 1); try reflexivity; [lra|exact first|]].
  intros i other; unfold unit; destruct (PeanoNat.Nat.eqb_spec i 0); [contradiction|reflexivity].
Qed.

(* The other way round *)
Lemma exchanged scale t k member u w xi xi' : 0 < scale -> first_after t member k -> differ_at t u w -> u t = 1 -> w t = 0 ->
  (forall i, member i -> told u xi i = told w xi' i) -> ln (density scale 0 xi' / density scale 0 xi) <= 1 / scale.
Proof.
  intros positive (inside & _ & later) same one zero view; pose proof (view k inside) as heard.
  rewrite (told_alike t u w xi k same later) in heard; unfold told in heard; replace xi with (xi' + -1) by lra.
  rewrite noise_ratio by exact positive; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, positive|].
  pose proof (Rabs_triang xi' (-1)) as bound; replace (Rabs (-1)) with 1 in bound by (rewrite Rabs_left; lra); lra.
Qed.

Theorem coalition_future_scale_region : coalition_future_scale_statement.
Proof.
  intros t k member u w epsilon loss first law.
  unfold coalition_future_scale_domain, coalition_future_scale_claim, coalition_future_scale_region; intros positive.
  rewrite (coalition_loss_is epsilon t member k u w loss ltac:(lra) first law).
  assert (product : epsilon * (1 / epsilon) = 1) by (field; lra); assert (0 < 1 / epsilon) by (apply Rdiv_lt_0_compat; lra).
  split; [split; intros; nra|]; intros large xi xi' view; destruct law as (same & one & zero & _).
  apply Rle_trans with (1 := exchanged epsilon t k member u w xi xi' ltac:(lra) first same one zero view); nra.
Qed.
