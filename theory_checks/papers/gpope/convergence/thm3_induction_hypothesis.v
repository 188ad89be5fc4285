(* Inside, eta is below 2 and e_2 is at most eta (eta - 1) H, so at most H/2; outside, e_2 may be that large. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From TheoryChecks Require Import Recursions.
From gpope Require Import thm3_induction_hypothesis_formula thm3_induction_hypothesis_statement.
Open Scope R_scope.

Lemma inside_square eta : 1 < eta -> eta <= (1 + sqrt 3) / 2 <-> 2 * eta ^ 2 - 2 * eta <= 1.
Proof.
  intros more; pose proof (sqrt_pos 3); pose proof (sqrt_sqrt 3 ltac:(lra)); split; intros; nra.
Qed.

Theorem thm3_induction_hypothesis_region : thm3_induction_hypothesis_statement.
Proof.
  unfold thm3_induction_hypothesis_statement, thm3_induction_hypothesis_domain, thm3_induction_hypothesis_region, thm3_induction_hypothesis_defined, thm3_induction_hypothesis_claim; split.
  - intros errors i H eta w [nonneg step] (rate & index & start & noise & _ & equal) small.
    rewrite <- INR_IZR_INZ in *; split; [lra|].
    apply inside_square in small; [|lra].
    assert (first : errors 1%nat <= H) by (rewrite equal; apply Rmax_l).
    assert (level : eta ^ 2 * w <= (eta - 1) * H).
    { apply (Rmult_le_reg_r (/ (eta - 1))); [apply Rinv_0_lt_compat; lra|].
      replace ((eta - 1) * H * / (eta - 1)) with H by (field; lra); rewrite equal; apply Rmax_r. }
    assert (0 <= H) by lra.
    assert (all : forall j, (1 <= j <= i)%nat -> errors j <= H / INR j).
    { induction j as [|j IH]; [lia|]; intros range; destruct j as [|j]; [simpl; lra|].
      specialize (IH ltac:(lia)); specialize (step (S j) ltac:(lia)); destruct j as [|j].
      - simpl in step |- *; specialize (nonneg 1%nat); assert (0 <= (eta - 1) ^ 2) by nra.
        replace (eta ^ 2) with (eta * (eta * 1)) in level by ring; nra.
      - assert (late : 2 <= INR (S (S j))) by (change 2 with (INR 2); apply le_INR; lia).
        rewrite S_INR; set (k := INR (S (S j))) in *.
        apply Rle_trans with (2 := harmonic_step eta H k (errors (S (S j))) ltac:(nra) ltac:(assumption) IH).
        apply Rle_trans with (1 := step); apply Rplus_le_compat.
        + apply Rmult_le_compat_r; [apply nonneg|].
          assert (0 < eta / k <= 1); [|nra].
          split; [apply Rdiv_lt_0_compat; lra|].
          apply (Rmult_le_reg_r k); [lra|]; replace (eta / k * k) with eta by (field; lra); nra.
        + unfold Rdiv; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; nra|exact level]. }
    apply all; split; [apply INR_le; simpl; lra|lia].
  - intros eta rate outside; rewrite inside_square in outside by lra.
    assert (0 < eta ^ 2) by nra.
    exists (fun j => if Nat.leb j 1 then 1 else eta * (eta - 1)), 2%nat, 1, ((eta - 1) / eta ^ 2).
    unfold allowed; simpl Z.of_nat; cbn [Nat.leb]; repeat split; try lra.
    + intros j; destruct (Nat.leb j 1); nra.
    + intros j range; replace j with 1%nat by lia; simpl; right; field; lra.
    + unfold Rdiv; apply Rle_ge, Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
    + replace (eta ^ 2 * ((eta - 1) / eta ^ 2) / (eta - 1)) with 1 by (field; lra).
      rewrite Rmax_left; lra.
Qed.
