(* No recorded transition starts in the last state. *)
From Coq Require Import Reals ZArith Lra Lia List.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums.
From gpope Require Import c_invertible_forty_features_formula c_invertible_forty_features_statement.
Import ListNotations.
Open Scope R_scope.

Lemma never n T : forall s starts, ~ In n starts -> over_trajectories n T s starts (share n) = 0.
Proof.
  induction T as [|T IH]; intros s starts none; simpl.
  - unfold share; rewrite (proj1 (count_occ_not_In Nat.eq_dec starts n) none); simpl; ring.
  - destruct (Nat.eqb_spec s n) as [_|other].
    + unfold share; rewrite (proj1 (count_occ_not_In Nat.eq_dec starts n) none); simpl; ring.
    + rewrite !IH; [ring| |]; intros [equal|inside]; [exact (other equal)|exact (none inside)|exact (other equal)|exact (none inside)].
Qed.

Theorem c_invertible_forty_features_refuted : ~ c_invertible_forty_features_statement.
Proof.
  intros all; apply (all 39%nat 39%nat 0).
  - apply (is_lim_seq_ext (fun _ => 0)); [|apply is_lim_seq_const]; intros T; unfold diagonal.
    rewrite (sum_ext 39 _ (fun _ => 0)), sum_const; [ring|]; intros first _; apply never; intros [].
  - unfold c_invertible_forty_features_domain; simpl; lra.
  - reflexivity.
Qed.
