(* The count is N (N - 1) (N + 7)/6. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import LinkedList.
From dpdqn Require Import sec33_other_kernels_quadratic_total_formula sec33_other_kernels_quadratic_total_statement.
Open Scope R_scope.

Lemma row_count k : INR (row_steps k) = INR k * (INR k + 1) / 2.
Proof. induction k as [|k IH]; [simpl; lra|]; cbn [row_steps]; rewrite S_INR, !plus_INR, IH; simpl (INR 1); field. Qed.

Lemma draw_count N : INR (all_draws N) = INR N * (INR N - 1) * (INR N + 7) / 6.
Proof.
  induction N as [|k IH]; [simpl; lra|]; cbn [all_draws]; unfold draw_steps; rewrite S_INR, !plus_INR, IH, row_count, mult_INR; simpl (INR 2); field.
Qed.

Theorem sec33_other_kernels_quadratic_total_refuted : ~ sec33_other_kernels_quadratic_total_statement.
Proof.
  intros (C & positive & all); destruct (unbounded (6 * C + 2)) as [N large]; specialize (all N); cbv zeta in all.
  unfold sec33_other_kernels_quadratic_total_domain, sec33_other_kernels_quadratic_total_claim in all; rewrite draw_count, <- INR_IZR_INZ in all.
  specialize (all ltac:(lra)); set (n := INR N) in *.
  assert (n * (n * n) <= 6 * C * (n * n)) by nra; assert (0 < n * n) by nra; nra.
Qed.
