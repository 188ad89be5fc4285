(* These steps shrink the error by 1 - 2/(i + i0), and i0 is at least 2. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From TheoryChecks Require Import Recursions.
From gpope Require Import thm3_repaired_formula thm3_repaired_statement.
Open Scope R_scope.

(* The hypotheses are met by errors that are 0. *)
Example met : (forall beta, 0 <= (1 - beta * 1 + beta ^ 2 * (1 + 0)) * 0 + beta ^ 2 * 0) /\
  thm3_repaired_domain 0 1 1 0 (4 / 9) 0 1 8 1 0.
Proof. split; [intros beta|unfold thm3_repaired_domain]; simpl; lra. Qed.

Theorem thm3_repaired : thm3_repaired_statement.
Proof.
  intros errors N G1 L V i0 mu first convex nonneg step.
  unfold thm3_repaired_statement, thm3_repaired_domain, thm3_repaired_defined, thm3_repaired_claim.
  intros (_ & shift & _ & _ & curve & size & growth & noise & start & runs & _).
  assert (0 < mu ^ 2) by nra.
  assert (late : 8 * (L + G1) <= i0 * mu ^ 2).
  { apply Rge_le, (Rmult_le_compat_r (mu ^ 2)) in shift; [|lra].
    replace (8 * (L + G1) / mu ^ 2 * mu ^ 2) with (8 * (L + G1)) in shift by (field; lra); lra. }
  assert (2 <= i0) by (apply (Rmult_le_reg_r (mu ^ 2)); lra).
  split; [lra|]; rewrite <- INR_IZR_INZ in *.
  set (most := Rmax ((1 + i0) * errors 1%nat) (16 * V / mu ^ 2)).
  assert (begun : (1 + i0) * errors 1%nat <= most) by apply Rmax_l.
  assert (level : 16 * V / mu ^ 2 <= most) by apply Rmax_r.
  assert (0 <= most) by (apply Rle_trans with (2 := begun), Rmult_le_pos; lra).
  assert (all : forall j, (j <= N)%nat -> errors (S j) <= most / (INR (S j) + i0)).
  { induction j as [|j IH]; intros range.
    - apply (Rmult_le_reg_r (INR 1 + i0)); [simpl; lra|].
      replace (most / (INR 1 + i0) * (INR 1 + i0)) with most by (field; simpl; lra); simpl; lra.
    - specialize (IH ltac:(lia)).
      assert (far : 1 <= INR (S j)) by (change 1 with (INR 1); apply le_INR; lia).
      rewrite (S_INR (S j)); set (k := INR (S j) + i0) in *.
      replace (INR (S j) + 1 + i0) with (k + 1) by (unfold k; ring).
      assert (0 < k) by (unfold k; lra); assert (0 < mu * k) by nra.
      set (beta := 4 / (mu * k)).
      assert (below : errors (S (S j)) <= (1 - beta * mu + beta ^ 2 * (L + G1)) * errors (S j) + beta ^ 2 * V).
      { apply step; [lia|]; unfold thm3_repaired_domain; rewrite <- !INR_IZR_INZ; fold k.
        repeat split; try assumption; lra. }
      apply Rle_trans with (2 := harmonic_step 2 most k (errors (S j)) ltac:(unfold k; lra) ltac:(assumption) IH).
      apply Rle_trans with (1 := below); apply Rplus_le_compat.
      + apply Rmult_le_compat_r; [apply nonneg|].
        assert (beta * (L + G1) <= mu / 2).
        { apply (Rmult_le_reg_r (2 * mu * k)); [nra|].
          replace (beta * (L + G1) * (2 * mu * k)) with (8 * (L + G1)) by (unfold beta; field; lra).
          replace (mu / 2 * (2 * mu * k)) with (k * mu ^ 2) by field.
          apply Rle_trans with (1 := late), Rmult_le_compat_r; unfold k; lra. }
        assert (0 < beta) by (apply Rdiv_lt_0_compat; lra).
        replace (2 / k) with (beta * mu / 2) by (unfold beta; field; lra); nra.
      + replace (beta ^ 2 * V) with (16 * V / mu ^ 2 * (/ k ^ 2)) by (unfold beta; field; lra).
        replace ((2 - 1) * most / k ^ 2) with (most * / k ^ 2) by (field; lra).
        apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; nra|exact level]. }
  specialize (all N ltac:(lia)); rewrite S_INR in all.
  unfold Rdiv at 1; rewrite Rmult_1_l, Rmult_comm; exact all.
Qed.
