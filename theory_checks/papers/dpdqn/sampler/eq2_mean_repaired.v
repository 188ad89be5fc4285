(* By the equations of the prediction; on the way past a neighbour correlations multiply. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import eq2_mean_repaired_formula eq2_mean_repaired_statement.
Open Scope R_scope.

Lemma exp_twice x : exp (- (2 * x)) = exp (- x) * exp (- x).
Proof. rewrite <- exp_plus; f_equal; ring. Qed.

Theorem eq2_mean_repaired : eq2_mean_repaired_statement.
Proof.
  intros beta g_minus g_plus mean s s_minus s_plus w_minus w_plus known value (positive & low & high).
  split; [exact (span_positive beta s_minus s s_plus positive low high)|]; split; [|split].
  - split; [exact value|]; rewrite !exp_Ropp, (exp_low beta s_minus s), (exp_high beta s s_plus), (exp_whole beta s_minus s s_plus), !Rinv_inv by lra.
    apply (predicts_iff beta s_minus s s_plus positive low high) in known; destruct known as [-> ->].
    pose proof (p_between beta s_minus s positive low); pose proof (r_between beta s s_plus positive high).
    pose proof (below_one beta s_minus s s_plus positive low high).
    set (p := kernel beta s_minus s) in *; set (r := kernel beta s s_plus) in *.
    split; field; repeat split; try lra; nra.
  - intros a b; unfold a, b; rewrite value, !exp_twice.
    replace (beta * (s - s_minus) + beta * (s_plus - s)) with (beta * (s_plus - s_minus)) by ring.
    rewrite !exp_Ropp, (exp_low beta s_minus s), (exp_high beta s s_plus), (exp_whole beta s_minus s s_plus), !Rinv_inv by lra.
    apply (predicts_iff beta s_minus s s_plus positive low high) in known; destruct known as [-> ->].
    pose proof (below_one beta s_minus s s_plus positive low high); field; lra.
  - intros x outside; exact (further beta s_minus s s_plus positive low high w_minus w_plus x known outside).
Qed.
