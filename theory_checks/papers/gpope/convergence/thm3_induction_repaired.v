(* With the shift the factor 1 - eta/(i + i0) lies between 0 and 1, so that its square is at most itself. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From TheoryChecks Require Import Recursions.
From gpope Require Import thm3_induction_repaired_formula thm3_induction_repaired_statement.
Open Scope R_scope.

(* The hypotheses are met by errors that are 0. *)
Example met :
  (forall j, (1 <= j < 2)%nat -> let beta := 2 / (1 * (INR j + IZR 1)) in
    0 <= (1 - beta * 1) ^ 2 * 0 + beta ^ 2 * (0 + 0 * IZR 1 / IZR 1 ^ 2)) /\
  thm3_induction_repaired_domain 0 1 0 0 2 (Z.of_nat 2) 1 1 1 0.
Proof. split; [intros j range; replace j with 1%nat by lia|unfold thm3_induction_repaired_domain]; simpl; lra. Qed.

Theorem thm3_induction_repaired : thm3_induction_repaired_statement.
Proof.
  intros errors i N i0 m G2 c eta lmin step nonneg.
  unfold thm3_induction_repaired_statement, thm3_induction_repaired_domain, thm3_induction_repaired_defined, thm3_induction_repaired_claim; rewrite <- INR_IZR_INZ.
  intros (rate & shift & curve & first & index & size & noise & runs & paths).
  assert (0 < (eta - 1) * lmin ^ 2) by (assert (0 < lmin ^ 2) by nra; nra).
  assert (0 < IZR m ^ 2) by nra.
  split; [repeat split; lra|].
  set (v := G2 + c * IZR N / IZR m ^ 2) in *.
  set (most := Rmax ((1 + IZR i0) * errors 1%nat) (eta ^ 2 * v / ((eta - 1) * lmin ^ 2))).
  assert (start : (1 + IZR i0) * errors 1%nat <= most) by apply Rmax_l.
  assert (level : eta ^ 2 * v / ((eta - 1) * lmin ^ 2) <= most) by apply Rmax_r.
  assert (0 <= most) by (apply Rle_trans with (2 := start), Rmult_le_pos; lra).
  assert (all : forall j, (1 <= j <= i)%nat -> errors j <= most / (INR j + IZR i0)).
  { induction j as [|j IH]; [lia|]; intros range; destruct j as [|j].
    - apply (Rmult_le_reg_r (INR 1 + IZR i0)); [simpl; lra|].
      replace (most / (INR 1 + IZR i0) * (INR 1 + IZR i0)) with most by (field; simpl; lra); simpl; lra.
    - specialize (IH ltac:(lia)); specialize (step (S j) ltac:(lia)).
      assert (late : 1 <= INR (S j)) by (change 1 with (INR 1); apply le_INR; lia).
      rewrite (S_INR (S j)); set (k := INR (S j) + IZR i0) in *.
      replace (INR (S j) + 1 + IZR i0) with (k + 1) by (unfold k; ring).
      apply Rle_trans with (2 := harmonic_step eta most k (errors (S j)) ltac:(unfold k; lra) ltac:(assumption) IH).
      apply Rle_trans with (1 := step).
      assert (0 < k) by (unfold k; lra).
      replace (eta / (lmin * k) * lmin) with (eta / k) by (field; lra).
      assert (0 < eta / k <= 1).
      { split; [apply Rdiv_lt_0_compat; lra|].
        apply (Rmult_le_reg_r k); [lra|]; replace (eta / k * k) with eta by (field; lra); unfold k; lra. }
      apply Rplus_le_compat; [apply Rmult_le_compat_r; [apply nonneg|nra]|].
      replace ((eta / (lmin * k)) ^ 2 * v) with (eta ^ 2 * v / ((eta - 1) * lmin ^ 2) * ((eta - 1) / k ^ 2))
        by (field; repeat split; lra).
      replace ((eta - 1) * most / k ^ 2) with (most * ((eta - 1) / k ^ 2)) by (field; lra).
      apply Rmult_le_compat_r; [|exact level].
      unfold Rdiv; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; nra]. }
  assert (some : (1 <= i)%nat) by (apply INR_le; simpl; lra).
  unfold Rdiv at 1; rewrite Rmult_1_l, Rmult_comm; apply (all i); lia.
Qed.
