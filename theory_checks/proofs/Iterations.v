(* Steps towards the target: how fast they come to the optimal table. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Maximum ActionValues.
Open Scope R_scope.

Lemma Un_cv_shifted u c l : Un_cv (fun k => u k + c) l -> Un_cv u (l - c).
Proof.
  intros limit e positive; destruct (limit e positive) as [N close]; exists N; intros k far; specialize (close k far).
  unfold R_dist in *; replace (u k - (l - c)) with (u k + c - l) by ring; exact close.
Qed.

Section Steps.
Variables (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R).
Hypotheses (some : (0 < m)%nat) (discount : 0 <= gamma < 1) (rows : stochastic n m P).
Variables (alpha : R) (size : 0 < alpha <= 1) (optimum : nat -> nat -> R) (X : nat -> nat -> nat -> R).
Hypotheses (optimal : optimal_table n m gamma P r optimum)
  (steps : forall k a s, X (S k) a s = towards n m gamma P r alpha (X k) a s).

Definition far (k : nat) : R := largest_entry n m (fun a s => X k a s - optimum a s).

Theorem steps_rate : (0 < n)%nat -> forall k, far k <= (1 - alpha * (1 - gamma)) ^ k * far 0.
Proof.
  intros states; induction k as [|k IH]; [simpl; lra|]; cbn [pow]; rewrite Rmult_assoc.
  assert (factor : 0 <= 1 - alpha * (1 - gamma)) by nra.
  apply Rle_trans with ((1 - alpha * (1 - gamma)) * far k); [|apply Rmult_le_compat_l; assumption].
  apply largest_entry_least; trivial; intros a s action state; rewrite steps.
  replace (1 - alpha * (1 - gamma)) with (Rabs (1 - alpha) + alpha * gamma) by (rewrite Rabs_pos_eq by lra; ring).
  apply (step_contracts n m gamma P r some discount rows); trivial; [lra|]; intros b t.
  apply (entry_below n m (fun a s => X k a s - optimum a s) b t).
Qed.

Theorem steps_converge a s : (a < m)%nat -> (s < n)%nat -> Un_cv (fun k => X k a s) (optimum a s).
Proof.
  intros action state e positive; assert (states : (0 < n)%nat) by lia; set (q := 1 - alpha * (1 - gamma)).
  assert (below : Rabs q < 1) by (unfold q; rewrite Rabs_pos_eq; nra).
  pose proof (largest_entry_nonneg n m (fun a s => X 0%nat a s - optimum a s) states some) as start; fold (far 0) in start.
  destruct (pow_lt_1_zero q below (e / (far 0 + 1))) as [N small]; [apply Rdiv_lt_0_compat; lra|].
  exists N; intros k late; specialize (small k late); unfold R_dist.
  apply Rle_lt_trans with (far k); [apply (entry_below n m (fun a s => X k a s - optimum a s) a s); assumption|].
  apply Rle_lt_trans with (q ^ k * far 0); [apply steps_rate, states|].
  pose proof (Rle_abs (q ^ k)).
  apply Rle_lt_trans with (Rabs (q ^ k) * (far 0 + 1)).
  - apply Rle_trans with (Rabs (q ^ k) * far 0); [apply Rmult_le_compat_r; lra|pose proof (Rabs_pos (q ^ k)); nra].
  - apply (Rmult_lt_compat_r (far 0 + 1)) in small; [|lra].
    replace (e / (far 0 + 1) * (far 0 + 1)) with e in small by (field; lra); exact small.
Qed.
End Steps.
