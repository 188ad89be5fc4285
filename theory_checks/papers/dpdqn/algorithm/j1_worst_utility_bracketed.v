(* Two states that follow each other, one action, discount 1/2, step 1, two updates: with the same noise the error at the second is
   3/4 of its noise, with new noise it is all of the last noise and some more. *)
From Coq Require Import Reals Lra Lia Arith.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Policies NormalMean NormalEvents LinearForms MeanExists.
From dpdqn Require Import j1_worst_utility_bracketed_formula j1_worst_utility_bracketed_statement.
Open Scope R_scope.

Definition swap (a s t : nat) : R := if Nat.eqb s t then 0 else 1.

Lemma swap_rows : stochastic 2 1 swap.
Proof.
  intros a s _ state; split; [intros t _; unfold swap; destruct (Nat.eqb s t); lra|].
  destruct s as [|[|s]]; [| |lia]; unfold swap; simpl; lra.
Qed.

Definition last_error (z : nat -> R) : R := z 1%nat / 4 - z 0%nat / 2 + z 2%nat / 2 - z 3%nat.

Lemma sign_exists x : exists c, -1 <= c <= 1 /\ c * x = Rabs x.
Proof. unfold Rabs; destruct (Rcase_abs x); [exists (-1)|exists 1]; lra. Qed.

Lemma fresh_error : exists fresh, mean_modulus <= fresh /\ mean 4 (fun z => Rabs (last_error z)) fresh.
Proof.
  exists (average 4 (fun z => Rabs (last_error z))).
  assert (known : mean 4 (fun z => Rabs (last_error z)) (average 4 (fun z => Rabs (last_error z)))).
  { apply (lipschitz_mean 4 1); [lra|]; intros z w; rewrite Rmult_1_l; eapply Rle_trans; [apply Rabs_triang_inv2|].
    unfold last_error; cbn [sum]; unfold Rabs; repeat destruct (Rcase_abs _); lra. }
  split; [|exact known]; set (sign := fun x => if Rcase_abs x then -1 else 1).
  apply (mean_le 4 (fun z => sign (z 3%nat) * z 3%nat + form 3 (fun i => - sign (z 3%nat) * (if Nat.eqb i 0 then - / 2 else if Nat.eqb i 1 then / 4 else / 2)) z)
    (fun z => Rabs (last_error z))); [|exact known|].
  - exists (fun x => Rabs x); split; [|exact mean_absolute]; intros x; simpl Nat.eqb; cbv iota.
    apply (mean_ext 3 (fun z => Rabs x + form 3 (fun i => - sign x * (if Nat.eqb i 0 then - / 2 else if Nat.eqb i 1 then / 4 else / 2)) z)); [|apply mean_of_form].
    intros z; f_equal; unfold sign, Rabs; destruct (Rcase_abs x); lra.
  - intros z; unfold form, last_error, sign; cbn [sum]; simpl Nat.eqb; cbv iota; unfold Rabs; destruct (Rcase_abs (z 3%nat)), (Rcase_abs _); lra.
Qed.

Theorem j1_worst_utility_bracketed_refuted : ~ j1_worst_utility_bracketed_statement.
Proof.
  intros all; destruct fresh_error as (fresh & large & known).
  assert (claim : j1_worst_utility_bracketed_claim fresh (1 / 2) (3 / 4 * mean_modulus) 1 2 1).
  { change 2 with (INR 2); apply (all 2%nat 1%nat 2%nat (1 / 2) 1 1 fresh (3 / 4 * mean_modulus) swap (fun _ _ => 0) (fun _ => 0) 1%nat).
    - exact swap_rows.
    - apply optimal_is_largest; [lra|exact swap_rows|]; intros s _; unfold backup; simpl; split.
      + intros a _; lra.
      + exists 0%nat; split; [lia|lra].
    - lia.
    - apply (mean_ext 4 (fun z => Rabs (last_error z))); [|exact known]; intros z; unfold error, last_error; f_equal.
      unfold path, swap; simpl; unfold update; simpl; field.
    - exists (fun x => 3 / 4 * Rabs x); split; [|apply mean_of_one_scaled, mean_absolute]; intros x.
      apply (mean_ext 1 (fun _ => 3 / 4 * Rabs x)); [|apply mean_const]; intros z; unfold error, path, swap; simpl; unfold update; simpl.
      rewrite <- (Rabs_pos_eq (3 / 4)) by lra; rewrite <- Rabs_mult, <- Rabs_Ropp; f_equal; field.
    - unfold j1_worst_utility_bracketed_domain; simpl; repeat split; lra. }
  unfold j1_worst_utility_bracketed_claim in claim; assert (0 < mean_modulus); [|lra].
  unfold mean_modulus; apply sqrt_lt_R0, Rdiv_lt_0_compat; [lra|exact PI_RGT_0].
Qed.
