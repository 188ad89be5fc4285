(* With one state, of a trajectory that ends A sees 1 - gamma + gamma/length and b sees 1/length, whose mean is at least 5/8. *)
From Coq Require Import Reals ZArith Lra Lia List.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Vectors Absorbed.
From gpope Require Import saddle_fixed_point_chain_formula saddle_fixed_point_chain_statement.
Import ListNotations.
Open Scope R_scope.

Definition stays (k : nat) : list (nat * nat) := repeat (0%nat, 0%nat) k.
Definition share (f : nat * nat -> R) (seen : list (nat * nat)) : R := / INR (List.length seen) * total f seen.
Definition of_A (gamma : R) : nat * nat -> R := fun '(s, t) => feature 1 0 s * (feature 1 0 s - gamma * feature 1 0 t).
Definition of_b : nat * nat -> R := fun '(s, t) => feature 1 0 s * at_end 1 s t.

Lemma step f T k : over_trajectories 1 walk (S T) 0 (stays k) f
  = / 2 * over_trajectories 1 walk T 0 (stays (S k)) f + / 2 * f ((0%nat, 1%nat) :: stays k).
Proof.
  change (0 + walk 0 0 * over_trajectories 1 walk T 0 (stays (S k)) f + walk 0 1 * over_trajectories 1 walk T 1 ((0%nat, 1%nat) :: stays k) f
    = / 2 * over_trajectories 1 walk T 0 (stays (S k)) f + / 2 * f ((0%nat, 1%nat) :: stays k)).
  replace (over_trajectories 1 walk T 1 ((0%nat, 1%nat) :: stays k) f) with (f ((0%nat, 1%nat) :: stays k)) by (destruct T; reflexivity).
  unfold walk; simpl; ring.
Qed.

Lemma total_stays f k : total f (stays k) = INR k * f (0%nat, 0%nat).
Proof. induction k as [|k IH]; [simpl; ring|]; rewrite S_INR; unfold total, stays in *; simpl; rewrite IH; ring. Qed.

Lemma b_of_end k : share of_b ((0%nat, 1%nat) :: stays k) = / INR (S k).
Proof.
  unfold share; change (total of_b ((0%nat, 1%nat) :: stays k)) with (of_b (0%nat, 1%nat) + total of_b (stays k)).
  rewrite total_stays; cbn [List.length]; unfold stays; rewrite repeat_length; unfold of_b, feature, unit, at_end; simpl; ring.
Qed.

Lemma A_of_end gamma k : share (of_A gamma) ((0%nat, 1%nat) :: stays k) = 1 - gamma + gamma * / INR (S k).
Proof.
  unfold share; change (total (of_A gamma) ((0%nat, 1%nat) :: stays k)) with (of_A gamma (0%nat, 1%nat) + total (of_A gamma) (stays k)).
  rewrite total_stays; cbn [List.length]; unfold stays; rewrite repeat_length; assert (INR (S k) <> 0) by (apply not_0_INR; lia).
  replace (of_A gamma (0%nat, 1%nat)) with 1 by (unfold of_A, feature, unit; simpl; ring).
  replace (of_A gamma (0%nat, 0%nat)) with (1 - gamma) by (unfold of_A, feature, unit; simpl; ring).
  rewrite S_INR in *; field; assumption.
Qed.

Lemma b_of_stays k : share of_b (stays k) = 0.
Proof. unfold share; rewrite total_stays; unfold of_b, feature, unit, at_end; simpl; ring. Qed.

Lemma A_of_stays gamma k : share (of_A gamma) (stays (S k)) = 1 - gamma.
Proof.
  unfold share; rewrite total_stays; unfold stays; rewrite repeat_length; unfold of_A, feature, unit; simpl Nat.eqb; cbv iota.
  assert (INR (S k) <> 0) by (apply not_0_INR; lia); field; assumption.
Qed.

Lemma together gamma T : forall k, (1 <= T + k)%nat -> over_trajectories 1 walk T 0 (stays k) (share (of_A gamma))
  = 1 - gamma + gamma * over_trajectories 1 walk T 0 (stays k) (share of_b).
Proof.
  induction T as [|T IH]; intros k some.
  - destruct k as [|k]; [lia|]; simpl over_trajectories; rewrite A_of_stays, b_of_stays; ring.
  - rewrite !step, IH, A_of_end, b_of_end by lia; field; apply not_0_INR; lia.
Qed.

(* The mean of 1/length over trajectories that end within T steps *)
Lemma grows T : forall k, 0 <= over_trajectories 1 walk T 0 (stays k) (share of_b) <= over_trajectories 1 walk (S T) 0 (stays k) (share of_b) /\
  over_trajectories 1 walk T 0 (stays k) (share of_b) <= 1.
Proof.
  induction T as [|T IH]; intros k.
  - assert (0 < / INR (S k)) by (apply Rinv_0_lt_compat, lt_0_INR; lia).
    rewrite step, b_of_end; simpl over_trajectories; rewrite !b_of_stays; lra.
  - assert (1 <= INR (S k)) by (change 1 with (INR 1); apply le_INR; lia).
    assert (0 < / INR (S k) <= 1) by (split; [apply Rinv_0_lt_compat; lra|rewrite <- Rinv_1; apply Rinv_le_contravar; lra]).
    destruct (IH (S k)) as [[nonneg more] less]; rewrite (step _ (S T)), (step _ T), b_of_end; lra.
Qed.

Definition mean_b (T : nat) : R := over_trajectories 1 walk T 0 (stays 0) (share of_b).

Lemma b_is T : b 1 walk (at_end 1) (uniform 1) T 0%nat = mean_b T.
Proof. unfold b, expected, uniform; cbn [sum INR]; fold of_b; fold (share of_b); unfold mean_b, stays; simpl repeat; field. Qed.

Lemma A_is gamma T : (1 <= T)%nat -> A 1 walk gamma (uniform 1) T 0%nat 0%nat = 1 - gamma + gamma * mean_b T.
Proof.
  intros some; unfold mean_b; rewrite <- (together gamma T 0) by lia; unfold A, expected, uniform; cbn [sum INR].
  fold (of_A gamma); fold (share (of_A gamma)); unfold stays; simpl repeat; field.
Qed.

Theorem saddle_fixed_point_chain_refuted : ~ saddle_fixed_point_chain_statement.
Proof.
  intros all; set (gamma := 99 / 100).
  destruct (ex_finite_lim_seq_incr mean_b 1) as [c limit]; [intros T; apply (grows T 0)|intros T; apply (grows T 0)|].
  assert (large : 5 / 8 <= c).
  { apply (is_lim_seq_le_loc (fun _ => 5 / 8) mean_b (5 / 8) c); [|apply is_lim_seq_const|exact limit].
    exists 2%nat; intros T late; replace (5 / 8) with (mean_b 2) by (unfold mean_b; rewrite !step, !b_of_end; simpl over_trajectories;
      rewrite b_of_stays; simpl; field).
    induction late as [|T late IH]; [apply Rle_refl|]; apply Rle_trans with (1 := IH), (grows T 0). }
  set (a := 1 - gamma + gamma * c); assert (positive : 0 < a) by (unfold a, gamma; lra).
  enough (c / a = 1 / (2 - gamma)) as equal.
  { apply (Rmult_eq_compat_r (a * (2 - gamma))) in equal.
    replace (c / a * (a * (2 - gamma))) with (c * (2 - gamma)) in equal by (field; lra).
    replace (1 / (2 - gamma) * (a * (2 - gamma))) with a in equal by (unfold gamma; field); unfold a, gamma in equal; lra. }
  apply (all 1%nat gamma (1 / (2 - gamma)) (fun _ _ => a) (fun _ _ => / a) (fun _ => c) (fun _ => c / a)).
  - intros i j one two; replace i with 0%nat by lia; replace j with 0%nat by lia.
    apply (is_lim_seq_ext_loc (fun T => 1 - gamma + gamma * mean_b T)); [exists 1%nat; intros T late; symmetry; apply A_is, late|].
    apply (is_lim_seq_plus' (fun _ => 1 - gamma) (fun T => gamma * mean_b T)); [apply is_lim_seq_const|].
    exact (is_lim_seq_scal_l mean_b gamma c limit).
  - intros i one; replace i with 0%nat by lia; apply (is_lim_seq_ext mean_b); [intros T; symmetry; apply b_is|exact limit].
  - intros x; split; intros i one; replace i with 0%nat by lia; unfold image; simpl; field; lra.
  - intros i _; unfold image; simpl; field; lra.
  - unfold saddle_fixed_point_chain_domain, gamma; simpl; lra.
Qed.
