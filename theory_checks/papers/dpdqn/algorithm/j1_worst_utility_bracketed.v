(* Two states that follow each other, one action, discount 3/4, step 1, two updates: with the same noise the error of a state is
   7/16 of its noise; with new noise it is all of one of the last noises and some more, and 3/4 of the other and some more. *)
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

Definition at_first (z : nat -> R) : R := 9 / 16 * z 0%nat - 3 / 4 * z 1%nat + 3 / 4 * z 3%nat - z 2%nat.
Definition at_second (z : nat -> R) : R := 9 / 16 * z 1%nat - 3 / 4 * z 0%nat + 3 / 4 * z 2%nat - z 3%nat.
Definition errors (z : nat -> R) : R := (Rabs (at_first z) + Rabs (at_second z)) / 2.

(* The outermost noise has the weights 3/4 and -1 in the errors; the other numbers have the mean 0. *)
Lemma fresh_error : exists fresh, 7 / 8 * mean_modulus <= fresh /\ mean 4 errors fresh.
Proof.
  exists (average 4 errors).
  assert (known : mean 4 errors (average 4 errors)).
  { apply (lipschitz_mean 4 1); [lra|]; intros z w; rewrite Rmult_1_l; unfold errors.
    pose proof (Rabs_triang_inv2 (at_first z) (at_first w)) as one; pose proof (Rabs_triang_inv2 (at_second z) (at_second w)) as two.
    replace ((Rabs (at_first z) + Rabs (at_second z)) / 2 - (Rabs (at_first w) + Rabs (at_second w)) / 2)
      with ((Rabs (at_first z) - Rabs (at_first w)) / 2 + (Rabs (at_second z) - Rabs (at_second w)) / 2) by field.
    eapply Rle_trans; [apply Rabs_triang|]; unfold Rdiv; rewrite !Rabs_mult, (Rabs_pos_eq (/ 2)) by lra.
    apply Rle_trans with (Rabs (at_first z - at_first w) * / 2 + Rabs (at_second z - at_second w) * / 2); [lra|].
    unfold at_first, at_second; cbn [sum]; set (a := z 0%nat - w 0%nat); set (b := z 1%nat - w 1%nat); set (c := z 2%nat - w 2%nat); set (d := z 3%nat - w 3%nat).
    replace (9 / 16 * z 0%nat - 3 / 4 * z 1%nat + 3 / 4 * z 3%nat - z 2%nat - (9 / 16 * w 0%nat - 3 / 4 * w 1%nat + 3 / 4 * w 3%nat - w 2%nat))
      with (9 / 16 * a - 3 / 4 * b + 3 / 4 * d - c) by (unfold a, b, c, d; ring).
    replace (9 / 16 * z 1%nat - 3 / 4 * z 0%nat + 3 / 4 * z 2%nat - z 3%nat - (9 / 16 * w 1%nat - 3 / 4 * w 0%nat + 3 / 4 * w 2%nat - w 3%nat))
      with (9 / 16 * b - 3 / 4 * a + 3 / 4 * c - d) by (unfold a, b, c, d; ring).
    assert (bound : forall x y u v, Rabs (9 / 16 * x - 3 / 4 * y + 3 / 4 * u - v) <= 9 / 16 * Rabs x + 3 / 4 * Rabs y + 3 / 4 * Rabs u + Rabs v).
    { intros x y u v; pose proof (Rle_abs x); pose proof (Rle_abs (- x)); pose proof (Rle_abs y); pose proof (Rle_abs (- y));
      pose proof (Rle_abs u); pose proof (Rle_abs (- u)); pose proof (Rle_abs v); pose proof (Rle_abs (- v)); rewrite ?Rabs_Ropp in *.
      apply Rabs_le; lra. }
    pose proof (bound a b d c); pose proof (bound b a c d); pose proof (Rabs_pos a); pose proof (Rabs_pos b); pose proof (Rabs_pos c); pose proof (Rabs_pos d); lra. }
  split; [|exact known]; set (sign := fun x => if Rcase_abs x then -1 else 1).
  apply (mean_le 4 (fun z => 7 / 8 * Rabs (z 3%nat) + form 3 (fun i => sign (z 3%nat) / 2 * (if Nat.eqb i 0 then 21 / 16 else if Nat.eqb i 1 then - (21 / 16) else - (7 / 4))) z)
    errors); [|exact known|].
  - exists (fun x => 7 / 8 * Rabs x); split; [|exact (mean_of_one_scaled (7 / 8) _ _ mean_absolute)]; intros x; simpl Nat.eqb; cbv iota.
    apply (mean_ext 3 (fun z => 7 / 8 * Rabs x + form 3 (fun i => sign x / 2 * (if Nat.eqb i 0 then 21 / 16 else if Nat.eqb i 1 then - (21 / 16) else - (7 / 4))) z)); [reflexivity|apply mean_of_form].
  - intros z; unfold form, errors, sign; cbn [sum]; simpl Nat.eqb; cbv iota.
    pose proof (Rle_abs (at_first z)); pose proof (Rle_abs (- at_first z)); pose proof (Rle_abs (at_second z)); pose proof (Rle_abs (- at_second z)).
    rewrite Rabs_Ropp in *; unfold at_first, at_second in *; unfold Rabs at 1; destruct (Rcase_abs (z 3%nat)); lra.
Qed.

Theorem j1_worst_utility_bracketed_refuted : ~ j1_worst_utility_bracketed_statement.
Proof.
  intros all; destruct fresh_error as (fresh & large & known).
  assert (claim : j1_worst_utility_bracketed_claim fresh (3 / 4) (7 / 16 * mean_modulus) 1 2 1).
  { change 2 with (INR 2); apply (all 2%nat 1%nat 2%nat (3 / 4) 1 1 fresh (7 / 16 * mean_modulus) swap (fun _ _ => 0) (fun _ => 0)).
    - lia.
    - lia.
    - exact swap_rows.
    - apply optimal_is_largest; [lra|exact swap_rows|]; intros s _; unfold backup; simpl; split.
      + intros a _; lra.
      + exists 0%nat; split; [lia|lra].
    - apply (mean_ext 4 errors); [|exact known]; intros z; unfold error, norm1, errors, at_first, at_second.
      unfold path, swap; simpl; unfold update; simpl; rewrite Rplus_0_l; do 2 f_equal; f_equal; field.
    - apply (mean_ext 2 (fun z => 7 / 32 * sum 2 (fun i => Rabs (z i)))).
      + intros z; unfold error, norm1, path, swap; simpl; unfold update; simpl.
        rewrite <- (Rabs_pos_eq (7 / 32)) by lra; rewrite Rmult_plus_distr_l, Rmult_plus_distr_l, <- !Rabs_mult.
        replace (7 / 32 * 0) with 0 by ring; rewrite Rmult_0_r, !Rplus_0_l; unfold Rdiv at 3; rewrite Rmult_plus_distr_r.
        rewrite <- (Rabs_pos_eq (/ (1 + 1))) by lra; rewrite <- !Rabs_mult.
        rewrite <- (Rabs_Ropp (7 / 32 * z 0%nat)), <- (Rabs_Ropp (7 / 32 * z 1%nat)); f_equal; f_equal; field.
      + replace (7 / 16 * mean_modulus) with (7 / 32 * (0 + 1 * (INR 2 * mean_modulus))) by (simpl; field).
        apply mean_times, (mean_ext 2 (fun z => 0 + 1 * sum 2 (fun i => Rabs (z i)))); [intros; ring|apply mean_of_moduli].
    - unfold j1_worst_utility_bracketed_domain; simpl; repeat split; lra. }
  unfold j1_worst_utility_bracketed_claim in claim; assert (0 < mean_modulus); [|lra].
  unfold mean_modulus; apply sqrt_lt_R0, Rdiv_lt_0_compat; [lra|exact PI_RGT_0].
Qed.
