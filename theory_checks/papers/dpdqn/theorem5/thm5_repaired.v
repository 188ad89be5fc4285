(* One normal law after the other; an update of a table moves by the step times the difference of the rewards. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Sums Optimal Maximum ActionValues NormalMean Gaussian AdaptiveShifts.
From dpdqn Require Import thm5_repaired_formula thm5_repaired_statement.
Open Scope R_scope.

Theorem thm5_repaired : thm5_repaired_statement.
Proof.
  intros T n m Delta a epsilon mu sigma spends domain; unfold thm5_repaired_domain in domain; rewrite <- !INR_IZR_INZ in domain.
  destruct domain as (updates & _ & shift_size & size & step & positive & _ & some & long & many & several); split; [|split; [|split]].
  - intros k shift past below t; apply log_ratio_normal; assumption.
  - rewrite shift_size; replace ((sqrt (INR T) * Delta / sigma) ^ 2) with (sqrt (INR T) * sqrt (INR T) * (Delta / sigma) ^ 2) by (field; lra).
    rewrite sqrt_sqrt by exact updates; reflexivity.
  - intros known; assert (0 < INR n * INR m) by nra; unfold thm5_repaired_defined, thm5_repaired_claim.
    assert (apart : 0 < mu).
    { rewrite shift_size, step; apply Rdiv_lt_0_compat; [|lra].
      apply Rmult_lt_0_compat; [|apply Rmult_lt_0_compat]; try apply sqrt_lt_R0; lra. }
    split; [lra|]; rewrite <- curve_formula by exact apart.
    right; exact (is_lub_u _ _ _ known (least_delta_curve epsilon mu apart)).
  - intros gamma P r y moved.
    assert (entry : forall r' b s, update n m a gamma P r' y b s - update n m a gamma P r y b s = a * (r' b s - r b s))
      by (intros; unfold update, target; ring).
    assert (whole : norm n m (fun _ _ => a) = Delta).
    { unfold norm; rewrite (sum_ext m _ (fun _ => INR n * a ^ 2)), sum_const by (intros; apply sum_const).
      replace (INR m * (INR n * a ^ 2)) with (a * a * (INR n * INR m)) by ring; rewrite sqrt_mult, sqrt_square by nra; rewrite step; reflexivity. }
    split.
    + intros r' near; rewrite <- whole; apply sqrt_le_1_alt, sum_le; intros b action; apply sum_le; intros s state.
      rewrite entry, <- (pow2_abs (a * _)), Rabs_mult, (Rabs_pos_eq a) by lra; specialize (near b s action state).
      pose proof (Rabs_pos (r' b s - r b s)); apply pow_incr; nra.
    + rewrite <- whole; unfold moved, norm; f_equal; apply sum_ext; intros b _; apply sum_ext; intros s _; rewrite entry; ring.
Qed.
