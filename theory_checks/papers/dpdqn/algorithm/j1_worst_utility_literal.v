(* One state, two actions, discount 0, step 1, two updates: with the same noise there is no error, with new noise the action that
   the first noise makes the best is, as often as not, not the one of the larger second noise. *)
From Coq Require Import Reals Lra Lia Arith.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Policies NormalMean NormalEvents LinearForms MeanExists.
From dpdqn Require Import j1_worst_utility_literal_formula j1_worst_utility_literal_statement.
Open Scope R_scope.

Definition always (a s t : nat) : R := 1.

Definition gap (z : nat -> R) : R := Rabs (z 0%nat - z 1%nat).

Lemma gap_mean : exists e, mean_modulus <= e /\ mean 2 gap e.
Proof.
  exists (average 2 gap).
  assert (known : mean 2 gap (average 2 gap)).
  { apply (lipschitz_mean 2 1); [lra|]; intros z w; rewrite Rmult_1_l; eapply Rle_trans; [apply Rabs_triang_inv2|].
    cbn [sum]; unfold Rabs; repeat destruct (Rcase_abs _); lra. }
  split; [|exact known]; set (sign := fun x => if Rcase_abs x then -1 else 1).
  apply (mean_le 2 (fun z => Rabs (z 1%nat) + form 1 (fun _ => - sign (z 1%nat)) z) gap); [|exact known|].
  - exists (fun x => Rabs x); split; [|exact mean_absolute]; intros x; simpl Nat.eqb; cbv iota.
    apply (mean_ext 1 (fun z => Rabs x + form 1 (fun _ => - sign x) z)); [reflexivity|apply mean_of_form].
  - intros z; unfold form, gap, sign; cbn [sum]; unfold Rabs; destruct (Rcase_abs (z 1%nat)), (Rcase_abs _); lra.
Qed.

(* How much the number 0 is ahead of the number 1, or behind it. *)
Lemma ahead_mean c e : c * c = 1 -> mean 2 gap e -> mean 2 (fun z => Rmax 0 (c * (z 0%nat - z 1%nat))) (/ 2 * e).
Proof.
  intros unit known; replace (/ 2 * e) with (/ 2 * e + / 2 * 0) by ring.
  apply (mean_ext 2 (fun z => / 2 * gap z + / 2 * (0 + form 2 (fun i => if Nat.eqb i 0 then c else - c) z))).
  - intros z; unfold gap, form; cbn [sum]; simpl Nat.eqb; cbv iota.
    assert (c = 1 \/ c = -1) as [-> | ->] by (destruct (Rle_dec 0 c); [left|right]; nra);
      unfold Rmax, Rabs; destruct (Rle_dec _ _), (Rcase_abs _); lra.
  - apply mean_add; apply mean_times; [exact known|apply mean_of_form].
Qed.

Lemma first_of_two f : first_best 2 f = if Rlt_dec (f 0%nat) (f 1%nat) then 1%nat else 0%nat.
Proof. cbn [first_best]; destruct (Rlt_dec (f 0%nat) (f 0%nat)); [lra|reflexivity]. Qed.

Lemma updated g Q a : update 1 2 1 0 always (fun _ _ => 0) g Q a 0 = g (first_best 2 (fun b => Q b 0%nat)) 0%nat - g a 0%nat.
Proof. unfold update, always; cbn [sum]; ring. Qed.

(* What two updates with the noise g, then h, leave. *)
Lemma two_updates noise : let g a := noise 0%nat a 0%nat in let h a := noise 1%nat a 0%nat in
  error 1 2 1 0 always (fun _ _ => 0) noise 2 (fun _ => 0) = Rmax 0 ((if Rlt_dec (g 1%nat) (g 0%nat) then -1 else 1) * (h 0%nat - h 1%nat)).
Proof.
  intros g h; unfold error, norm1; cbn [sum trained best]; rewrite Rplus_0_l; simpl INR; unfold Rdiv; rewrite Rinv_1, Rmult_1_r;
   rewrite !updated, first_of_two, !updated, first_of_two; fold (g 0%nat) (g 1%nat).
  destruct (Rlt_dec 0 0) as [|_]; [lra|]; fold (g 0%nat) (g 1%nat) (h 0%nat) (h 1%nat).
  destruct (Rlt_dec (g 0%nat - g 0%nat) (g 0%nat - g 1%nat)), (Rlt_dec (g 1%nat) (g 0%nat)); try lra;
    fold (h 0%nat) (h 1%nat); unfold Rmax; repeat destruct (Rle_dec _ _); unfold Rabs; destruct (Rcase_abs _); lra.
Qed.

Theorem j1_worst_utility_literal_refuted : ~ j1_worst_utility_literal_statement.
Proof.
  intros all; destruct gap_mean as (e & large & known).
  assert (rows : stochastic 1 2 always) by (intros a s _ _; unfold always; split; [intros; lra|simpl; lra]).
  assert (claim : j1_worst_utility_literal_claim (/ 2 * e) 0 0 1 1).
  { apply (all 1%nat 2%nat 2%nat 0 1 1 (/ 2 * e) 0 always (fun _ _ => 0) (fun _ => 0)).
    - lia.
    - lia.
    - exact rows.
    - apply optimal_is_largest; [lra|exact rows|]; intros s _; unfold backup; simpl; split.
      + intros a _; lra.
      + exists 0%nat; split; [lia|lra].
    - exists (fun _ => / 2 * e); split; [intros x|apply mean_of_one_const].
      exists (fun _ => / 2 * e); split; [intros y|apply mean_of_one_const].
      apply (mean_ext 2 (fun z => Rmax 0 ((if Rlt_dec x y then -1 else 1) * (z 0%nat - z 1%nat)))).
      + intros z; rewrite two_updates; unfold path; simpl; rewrite !Rmult_1_l; reflexivity.
      + apply ahead_mean; [destruct (Rlt_dec x y); lra|exact known].
    - apply (mean_ext 2 (fun _ => 0)); [|apply mean_const]; intros z; rewrite two_updates; unfold path; simpl; rewrite !Rmult_1_l.
      unfold Rmax; destruct (Rlt_dec _ _), (Rle_dec _ _); lra.
    - unfold j1_worst_utility_literal_domain; repeat split; lra. }
  unfold j1_worst_utility_literal_claim in claim; assert (0 < mean_modulus); [|lra].
  unfold mean_modulus; apply sqrt_lt_R0, Rdiv_lt_0_compat; [lra|exact PI_RGT_0].
Qed.
