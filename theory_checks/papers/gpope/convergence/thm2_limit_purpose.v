(* With x = 1/N^k at most 1/N and at most 1/2, - ln (1 - x) is at most 2 x. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Powers.
From gpope Require Import thm2_limit_purpose_statement.
Open Scope R_scope.

Theorem thm2_limit_purpose_verified : thm2_limit_purpose_statement.
Proof.
  split; [intros k inside; exact (start_forgotten 1 k ltac:(lra) inside)|].
  exists (exp (- 4)); split; [apply exp_pos|]; intros k N exponent late.
  assert (two : 2 <= INR N) by (change 2 with (INR 2); apply le_INR, late).
  assert (below : INR N * share 1 k N <= 1).
  { pose proof (share_powers 1 k 1 N ltac:(lia)) as equal; simpl in equal; rewrite Rmult_1_r in equal; rewrite equal.
    apply Rle_trans with (Rpower (INR N) 0); [rewrite !Rmult_1_l; apply Rle_Rpower; lra|rewrite Rpower_O by lra; apply Rle_refl]. }
  pose proof (share_positive 1 k N ltac:(lra)) as some; set (x := share 1 k N) in *.
  assert (x <= / 2) by nra.
  pose proof (logarithm_terms 0 x ltac:(lra)) as [_ bound]; unfold terms in bound; simpl in bound.
  assert (- ln (1 - x) <= 2 * x).
  { apply Rle_trans with (x * 1 / (1 * (1 - x))); [lra|]; apply (Rmult_le_reg_r (1 - x)); [lra|].
    replace (x * 1 / (1 * (1 - x)) * (1 - x)) with x by (field; lra); nra. }
  change (exp (- 4) <= (1 - share 1 k N) ^ (2 * N)); rewrite power_as_exponential by (fold x; lra); fold x.
  assert (INR N * - ln (1 - x) <= INR N * (2 * x)) by (apply Rmult_le_compat_l; lra).
  assert (- 4 <= - 2 * (INR N * - ln (1 - x))) as [less|equal] by lra.
  - left; apply exp_increasing, less.
  - rewrite equal; apply Rle_refl.
Qed.
