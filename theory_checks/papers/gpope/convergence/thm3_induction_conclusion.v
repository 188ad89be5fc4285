(* Inside, e_2 is at most eta (eta - 1) H, so at most H, and the bound passes on; outside, e_2 may be that large. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From TheoryChecks Require Import Recursions.
From gpope Require Import thm3_induction_conclusion_formula thm3_induction_conclusion_statement.
Open Scope R_scope.

Lemma inside_square eta : 1 < eta -> eta <= (1 + sqrt 5) / 2 <-> eta ^ 2 - eta <= 1.
Proof.
  intros more; pose proof (sqrt_pos 5); pose proof (sqrt_sqrt 5 ltac:(lra)); split; intros; nra.
Qed.

(* From H/(k - 1) to H/k. *)
Lemma next eta H k e : 1 < eta -> eta ^ 2 - eta <= 1 -> 2 <= k -> 0 <= H -> 0 <= e <= H / (k - 1) ->
  (1 - eta / k) ^ 2 * e + (eta - 1) * H / k ^ 2 <= H / k.
Proof.
  intros rate small late positive [_ below].
  apply Rle_trans with ((1 - eta / k) ^ 2 * (H / (k - 1)) + (eta - 1) * H / k ^ 2).
  - apply Rplus_le_compat_r, Rmult_le_compat_l; [apply pow2_ge_0|exact below].
  - replace ((1 - eta / k) ^ 2 * (H / (k - 1)) + (eta - 1) * H / k ^ 2)
      with (H / k - H * (k * eta - eta ^ 2 + eta - 1) / (k ^ 2 * (k - 1))) by (field; lra).
    assert (0 <= H * (k * eta - eta ^ 2 + eta - 1) / (k ^ 2 * (k - 1))); [|lra].
    unfold Rdiv; apply Rmult_le_pos; [apply Rmult_le_pos; nra|left; apply Rinv_0_lt_compat].
    apply Rmult_lt_0_compat; nra.
Qed.

Theorem thm3_induction_conclusion_region : thm3_induction_conclusion_statement.
Proof.
  unfold thm3_induction_conclusion_statement, thm3_induction_conclusion_domain, thm3_induction_conclusion_region, thm3_induction_conclusion_defined, thm3_induction_conclusion_claim; split.
  - intros errors N H eta w [nonneg step] (rate & index & start & noise & _ & equal) small.
    rewrite <- INR_IZR_INZ in *; split; [lra|].
    apply inside_square in small; [|lra].
    assert (first : errors 1%nat <= H) by (rewrite equal; apply Rmax_l).
    assert (level : eta ^ 2 * w <= (eta - 1) * H).
    { apply (Rmult_le_reg_r (/ (eta - 1))); [apply Rinv_0_lt_compat; lra|].
      replace ((eta - 1) * H * / (eta - 1)) with H by (field; lra); rewrite equal; apply Rmax_r. }
    assert (0 <= H) by lra.
    assert (all : forall j, (1 <= j <= N)%nat -> errors (S j) <= H / INR j).
    { induction j as [|j IH]; [lia|]; intros range; specialize (step (S j) ltac:(lia)); destruct j as [|j].
      - simpl in step |- *; specialize (nonneg 1%nat); assert (0 <= (eta - 1) ^ 2) by nra.
        replace (eta ^ 2) with (eta * (eta * 1)) in level by ring; nra.
      - specialize (IH ltac:(lia)).
        assert (late : 2 <= INR (S (S j))) by (change 2 with (INR 2); apply le_INR; lia).
        replace (INR (S j)) with (INR (S (S j)) - 1) in IH by (rewrite (S_INR (S j)); ring).
        set (k := INR (S (S j))) in *.
        apply Rle_trans with (2 := next eta H k (errors (S (S j))) ltac:(lra) small late ltac:(assumption)
          (conj (nonneg _) IH)).
        apply Rle_trans with (1 := step), Rplus_le_compat_l.
        unfold Rdiv; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; nra|exact level]. }
    apply all; split; [apply INR_le; simpl; lra|lia].
  - intros eta rate outside; rewrite inside_square in outside by lra.
    assert (0 < eta ^ 2) by nra.
    exists (fun j => if Nat.leb j 1 then 1 else eta * (eta - 1)), 1%nat, 1, ((eta - 1) / eta ^ 2).
    unfold allowed; simpl Z.of_nat; cbn [Nat.leb]; repeat split; try lra.
    + intros j; destruct (Nat.leb j 1); nra.
    + intros j range; replace j with 1%nat by lia; simpl; right; field; lra.
    + unfold Rdiv; apply Rle_ge, Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
    + replace (eta ^ 2 * ((eta - 1) / eta ^ 2) / (eta - 1)) with 1 by (field; lra).
      rewrite Rmax_left; lra.
Qed.
