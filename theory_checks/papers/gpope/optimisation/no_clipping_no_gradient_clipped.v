(* The gradient is at least s^2 |w| long, and |w| has no bound. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Vectors Normal NormalSeries NormalTail NormalMean NormalEvents Laws Draws.
From gpope Require Import no_clipping_no_gradient_clipped_formula no_clipping_no_gradient_clipped_statement.
Open Scope R_scope.

Theorem no_clipping_no_gradient_clipped_refuted : ~ no_clipping_no_gradient_clipped_statement.
Proof.
  intros all; destruct (all 1 1 1) as (s & positive & none); try lra.
  set (t := 1 + / s ^ 2); assert (square : 0 < s ^ 2) by (apply pow_lt, positive).
  pose proof (Rinv_0_lt_compat _ square) as some.
  enough (Phi (- t) <= 0) by (pose proof (Phi_between (- t)); lra).
  apply (none (fun z => at_least t (z 1%nat)) (Phi (- t))).
  - intros z far; unfold at_least in far; destruct (Rle_dec t (z 1%nat)) as [late|]; [|discriminate].
    assert (long : 1 < s ^ 2 * z 1%nat).
    { apply Rlt_le_trans with (s ^ 2 * t); [unfold t; rewrite Rmult_plus_distr_l, Rinv_r; lra|apply Rmult_le_compat_l; lra]. }
    apply Rlt_le_trans with (1 := long); unfold length; rewrite <- (sqrt_square (s ^ 2 * z 1%nat)) by lra; apply sqrt_le_1_alt.
    unfold dot, gradient; cbn [sum]; set (other := s ^ 2 * - (1 * (1 * (1 * z 0%nat))) + s ^ 2 * - (1 * (1 * (1 * z 1%nat)))).
    pose proof (Rle_0_sqr other) as rest; unfold Rsqr in rest; lra.
  - exists (fun x => if at_least t x then 1 else 0); split; [|exact (chance_of_tail t)].
    intros x; exact (of_constant _ (normal_vector_law 1) (if at_least t x then 1 else 0)).
  - unfold no_clipping_no_gradient_clipped_domain; lra.
Qed.
