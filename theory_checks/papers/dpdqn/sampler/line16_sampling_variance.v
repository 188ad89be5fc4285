(* The printed factor is negative: the squares of the two numerators add up to more than twice their product. *)
From Coq Require Import Reals Lra.
From dpdqn Require Import line16_sampling_variance_formula line16_sampling_variance_statement.
Open Scope R_scope.

Lemma negative a b : 0 < a -> 0 < b ->
  - (exp a - exp (- a)) * exp a / (exp (a + b) - exp (- (a + b)))
  - (exp b - exp (- b)) * exp b / (exp (a + b) - exp (- (a + b))) + 1 < 0.
Proof.
  intros left right; rewrite !exp_Ropp, exp_plus.
  assert (1 < exp a) by (rewrite <- exp_0; apply exp_increasing; lra).
  assert (1 < exp b) by (rewrite <- exp_0; apply exp_increasing; lra).
  set (x := exp a) in *; set (y := exp b) in *; assert (above : 1 < x * y) by nra.
  assert (inverse : x * y * / (x * y) = 1) by (apply Rinv_r; lra).
  assert (0 < / (x * y) < 1) by (split; [apply Rinv_0_lt_compat; lra|rewrite <- Rinv_1; apply Rinv_lt_contravar; lra]).
  set (u := / (x * y)) in *; set (span := x * y - u); assert (wide : 0 < span) by (unfold span; lra).
  apply (Rmult_lt_reg_r span); [exact wide|].
  replace ((- (x - / x) * x / span - (y - / y) * y / span + 1) * span) with (2 - x * x - y * y + span) by (field; lra).
  pose proof (Rle_0_sqr (x - y)); unfold Rsqr, span in *; nra.
Qed.

Theorem line16_sampling_variance_refuted : ~ line16_sampling_variance_statement.
Proof.
  intros (beta & s & s_minus & s_plus & sigma & w & w' & _ & inside & _ & _ & above).
  destruct inside as (_ & _ & _ & positive & low & high).
  pose proof (negative (beta * (s - s_minus)) (beta * (s_plus - s)) ltac:(nra) ltac:(nra)) as below.
  replace (beta * (s - s_minus) + beta * (s_plus - s)) with (beta * (s_plus - s_minus)) in below by ring; lra.
Qed.
