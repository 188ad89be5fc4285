(* No entry moves by more than 1/(1 - gamma), and for r + 1 each moves by that. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Existence ActionValues.
From dpdqn Require Import v1_alg1_release_repaired_formula v1_alg1_release_repaired_statement.
Open Scope R_scope.

Theorem v1_alg1_release_repaired : v1_alg1_release_repaired_statement.
Proof.
  intros n m gamma sigma P rows moves (positive & low & high & states & actions).
  assert (some : (0 < n)%nat /\ (0 < m)%nat) by (apply Rge_le in states; apply Rge_le in actions; apply le_IZR in states; apply le_IZR in actions; lia).
  destruct some as [states' actions']; assert (discount : 0 <= gamma < 1) by lra; set (c := / (1 - gamma)).
  assert (step : 0 < c) by (apply Rinv_0_lt_compat; lra); assert (fixed : 1 + gamma * c = c) by (unfold c; field; lra).
  assert (entries : forall r r' Q Q', neighbours n m r r' -> optimal_table n m gamma P r Q -> optimal_table n m gamma P r' Q' ->
    forall a s, (a < m)%nat -> (s < n)%nat -> Rabs (Q a s - Q' a s) <= c).
  { intros r r' Q Q' close optimal optimal'; set (D := largest_entry n m (fun a s => Q a s - Q' a s)).
    assert (below : D <= 1 + gamma * D).
    { apply largest_entry_least; trivial; intros a s action state; rewrite (optimal a s action state), (optimal' a s action state).
      pose proof (target_contracts n m gamma P r actions' discount rows Q Q' D (fun b t one two => entry_below n m (fun a s => Q a s - Q' a s) b t one two) a s action state) as near.
      replace (target n m gamma P r Q a s - target n m gamma P r' Q' a s)
        with ((r a s - r' a s) + (target n m gamma P r Q a s - target n m gamma P r Q' a s)) by (unfold target; ring).
      eapply Rle_trans; [apply Rabs_triang|]; specialize (close a s action state); lra. }
    intros a s action state; pose proof (entry_below n m (fun a s => Q a s - Q' a s) a s action state) as inside; fold D in inside.
    assert (D <= c); [|lra]; apply (Rmult_le_reg_l (1 - gamma)); [lra|]; unfold c; rewrite Rinv_r; lra. }
  assert (whole : forall D, (forall a s, (a < m)%nat -> (s < n)%nat -> D a s = c ^ 2) -> sum m (fun a => sum n (D a)) = INR m * (INR n * c ^ 2)).
  { intros D same; rewrite <- sum_const; apply sum_ext; intros a action; rewrite <- sum_const; apply sum_ext; intros s state; apply same; assumption. }
  set (most := sqrt (INR m * (INR n * c ^ 2))).
  assert (reached : moves most).
  { destruct (optimal_table_exists n m gamma P (fun _ _ => 0) actions' discount rows) as [Q optimal].
    exists (fun _ _ => 1), (fun _ _ => 0), (fun a s => Q a s + c), Q; split; [intros a s _ _; rewrite Rabs_pos_eq; lra|].
    split; [|split; [exact optimal|]].
    - intros a s action state; rewrite (optimal a s action state); unfold target.
      rewrite (sum_ext n (fun t => P a s t * best m (fun b => Q b t + c)) (fun t => P a s t * best m (fun b => Q b t) + P a s t * c))
        by (intros; rewrite best_shift by exact actions'; ring).
      rewrite sum_add, (average_constant n m P rows a s c action state); lra.
    - unfold most, distance; f_equal; symmetry; apply (whole (fun a s => (Q a s + c - Q a s) ^ 2)); intros; f_equal; ring. }
  exists most; split; [|split; [exact reached|]].
  - split; [|intros b above; apply above, reached]; intros x (r & r' & Q & Q' & close & optimal & optimal' & ->).
    apply sqrt_le_1_alt; rewrite <- (whole (fun _ _ => c ^ 2)) by reflexivity; apply sum_le; intros a action; apply sum_le; intros s state.
    rewrite <- (pow2_abs (Q a s - Q' a s)); apply pow_incr; split; [apply Rabs_pos|apply (entries r r'); assumption].
  - unfold v1_alg1_release_repaired_defined, v1_alg1_release_repaired_claim; rewrite <- !INR_IZR_INZ.
    pose proof (pos_INR n); pose proof (pos_INR m); split; [split; [apply Rmult_le_pos; assumption|apply Rgt_not_eq; apply Rmult_lt_0_compat; lra]|].
    unfold most; replace (INR m * (INR n * c ^ 2)) with (INR n * INR m * (c * c)) by ring.
    rewrite sqrt_mult by nra; rewrite sqrt_square by lra; unfold c; field; lra.
Qed.
