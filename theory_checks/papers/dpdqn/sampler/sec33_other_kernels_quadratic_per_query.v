(* The count is (n - 1) (n + 4)/2. *)
From Coq Require Import Reals ZArith Lra Lia.
From dpdqn Require Import sec33_other_kernels_quadratic_per_query_formula sec33_other_kernels_quadratic_per_query_statement.
Open Scope R_scope.

Lemma row_count k : INR (row_steps k) = INR k * (INR k + 1) / 2.
Proof. induction k as [|k IH]; [simpl; lra|]; cbn [row_steps]; rewrite S_INR, !plus_INR, IH; simpl (INR 1); field. Qed.

Theorem sec33_other_kernels_quadratic_per_query_verified : sec33_other_kernels_quadratic_per_query_statement.
Proof.
  intros k n steps; unfold n, steps, draw_steps, sec33_other_kernels_quadratic_per_query_domain, sec33_other_kernels_quadratic_per_query_claim.
  rewrite <- INR_IZR_INZ, S_INR, plus_INR, row_count, mult_INR; simpl (INR 2); pose proof (pos_INR k); split; nra.
Qed.
