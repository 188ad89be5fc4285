(* Inside, the factor of step i is at most ((i - 1)/i)^2; outside, e_2 may be (eta - 1)^2 H, which is more than H. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From TheoryChecks Require Import Recursions.
From gpope Require Import thm3_induction_noiseless_formula thm3_induction_noiseless_statement.
Open Scope R_scope.

Theorem thm3_induction_noiseless_region : thm3_induction_noiseless_statement.
Proof.
  unfold thm3_induction_noiseless_statement, thm3_induction_noiseless_domain, thm3_induction_noiseless_region, thm3_induction_noiseless_defined, thm3_induction_noiseless_claim; split.
  - intros errors N H eta w [nonneg step] (rate & index & start & -> & _ & equal) small.
    rewrite <- INR_IZR_INZ in *; split; [lra|].
    assert (first : errors 1%nat <= H) by (rewrite equal; apply Rmax_l); assert (0 <= H) by lra.
    assert (all : forall j, (1 <= j <= N)%nat -> errors (S j) <= H / INR j).
    { induction j as [|j IH]; [lia|]; intros range; specialize (step (S j) ltac:(lia)); destruct j as [|j].
      - simpl in step |- *; specialize (nonneg 1%nat); assert (0 <= (eta - 1) ^ 2 <= 1) by nra; nra.
      - specialize (IH ltac:(lia)).
        assert (late : 2 <= INR (S (S j))) by (change 2 with (INR 2); apply le_INR; lia).
        replace (INR (S j)) with (INR (S (S j)) - 1) in IH by (rewrite (S_INR (S j)); ring).
        set (k := INR (S (S j))) in *; apply Rle_trans with (1 := step).
        replace (eta ^ 2 * 0 / k ^ 2) with 0 by (field; lra); rewrite Rplus_0_r.
        assert (0 <= 1 - eta / k <= (k - 1) / k).
        { split; apply (Rmult_le_reg_r k); try lra.
          - replace ((1 - eta / k) * k) with (k - eta) by (field; lra); lra.
          - replace ((1 - eta / k) * k) with (k - eta) by (field; lra).
            replace ((k - 1) / k * k) with (k - 1) by (field; lra); lra. }
        assert ((1 - eta / k) ^ 2 <= ((k - 1) / k) ^ 2) by (apply pow_incr; assumption).
        apply Rle_trans with (((k - 1) / k) ^ 2 * (H / (k - 1))).
        + apply Rmult_le_compat; [apply pow2_ge_0|apply nonneg|assumption|exact IH].
        + replace (((k - 1) / k) ^ 2 * (H / (k - 1))) with (H / k * (1 - / k)) by (field; lra).
          rewrite <- Rmult_1_r; apply Rmult_le_compat_l.
          * unfold Rdiv; apply Rmult_le_pos; [assumption|left; apply Rinv_0_lt_compat; lra].
          * assert (0 < / k) by (apply Rinv_0_lt_compat; lra); lra. }
    apply all; split; [apply INR_le; simpl; lra|lia].
  - intros eta rate outside.
    exists (fun j => if Nat.leb j 1 then 1 else (eta - 1) ^ 2), 1%nat, 1, 0.
    unfold allowed; simpl Z.of_nat; cbn [Nat.leb]; repeat split; try lra.
    + intros j; destruct (Nat.leb j 1); nra.
    + intros j range; replace j with 1%nat by lia; simpl; right; field.
    + replace (eta ^ 2 * 0 / (eta - 1)) with 0 by (field; lra); rewrite Rmax_left; lra.
    + nra.
Qed.
