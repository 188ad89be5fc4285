(* A unit with a step: its gradient is 0 wherever it exists, and it rises by 1. *)
From Coq Require Import Reals Lra Lia List.
From TheoryChecks Require Import Networks.
From dpdqn Require Import v1_lemma8_bounded_almost_everywhere_formula v1_lemma8_bounded_almost_everywhere_statement.
Import ListNotations.
Open Scope R_scope.

Definition jump (u : R) : R := if Rlt_dec u 0 then 0 else 1.
Definition one_unit : list layer := [unit_layer 1 (- (1 / 2)); unit_layer 1 0].

Lemma flat_beside f p : (forall u, f u = jump (u - p)) -> bounded_gradient 0 f.
Proof.
  intros same; exists [p]; intros u other; exists 0; split; [|rewrite Rabs_R0; lra].
  assert (0 < Rabs (u - p)) as away by (apply Rabs_pos_lt; intros equal; apply other; left; lra).
  intros e positive; exists (mkposreal _ away); intros h some near; cbn [pos] in near.
  replace (f (u + h)) with (f u); [replace ((f u - f u) / h - 0) with 0 by (unfold Rdiv; ring); rewrite Rabs_R0; exact positive|].
  rewrite !same; unfold jump; revert near; unfold Rabs; destruct (Rcase_abs h), (Rcase_abs (u - p)), (Rlt_dec (u - p) 0), (Rlt_dec (u + h - p) 0); lra.
Qed.

Lemma rises x : value jump one_unit x = jump (x - 1 / 2).
Proof. unfold value, one_unit; simpl; unfold affine; simpl; rewrite Rplus_0_l, Rmult_1_l, Rplus_0_r; replace (0 + 1 * x + - (1 / 2)) with (x - 1 / 2) by ring; ring. Qed.

Theorem v1_lemma8_bounded_almost_everywhere_refuted : ~ v1_lemma8_bounded_almost_everywhere_statement.
Proof.
  intros all; destruct (all jump 0 0 one_unit 1%nat ends) as [goes | claim].
  - apply (flat_beside jump 0); intros; f_equal; ring.
  - repeat split; simpl; lia.
  - apply (flat_beside _ (1 / 2)), rises.
  - apply ends_grid.
  - unfold v1_lemma8_bounded_almost_everywhere_domain; lra.
  - destruct (goes (1 / 2) 1 ltac:(lra) ltac:(lra)) as (d & some & near).
    specialize (near (1 / 2 - Rmin (d / 2) (1 / 2))); pose proof (Rmin_l (d / 2) (1 / 2)); pose proof (Rmin_r (d / 2) (1 / 2)).
    assert (0 < Rmin (d / 2) (1 / 2)) by (apply Rmin_glb_lt; lra); set (m := Rmin (d / 2) (1 / 2)) in *.
    rewrite !rises in near; unfold jump in near; destruct (Rlt_dec (1 / 2 - m - 1 / 2) 0), (Rlt_dec (1 / 2 - 1 / 2) 0); try lra.
    assert (Rabs (0 - 1) < 1) as wrong.
    { apply near; [lra|]; replace (1 / 2 - m - 1 / 2) with (- m) by ring; rewrite Rabs_Ropp, Rabs_pos_eq; lra. }
    rewrite Rabs_left in wrong; lra.
  - unfold v1_lemma8_bounded_almost_everywhere_claim, steps in claim; simpl in claim; rewrite !rises in claim.
    unfold jump in claim; destruct (Rlt_dec (1 - 1 / 2) 0), (Rlt_dec (0 - 1 / 2) 0); lra.
Qed.
