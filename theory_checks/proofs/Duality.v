(* What every feasible point of the dual program satisfies, optimal or not. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Mdp.
Open Scope R_scope.

Section Feasible.
Variables (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (lambda : nat -> nat -> R).
Hypotheses (discount : 0 <= gamma < 1) (rows : stochastic n m P) (feasible : dual_feasible n m gamma P lambda).

Definition visits (s : nat) : R := sum m (fun a => lambda a s).

Lemma balance t : (t < n)%nat -> visits t = 1 + gamma * sum m (fun a => sum n (fun s => P a s t * lambda a s)).
Proof.
  intros state; destruct feasible as [flow _]; specialize (flow t state).
  rewrite sum_sub, sum_scale in flow; unfold visits; lra.
Qed.

Lemma visits_at_least_one t : (t < n)%nat -> 1 <= visits t.
Proof.
  intros state; rewrite (balance t state).
  assert (0 <= sum m (fun a => sum n (fun s => P a s t * lambda a s))).
  { apply sum_nonneg; intros a action; apply sum_nonneg; intros s from.
    apply Rmult_le_pos; [apply (rows a s); assumption|apply feasible; assumption]. }
  assert (0 <= gamma * sum m (fun a => sum n (fun s => P a s t * lambda a s))) by (apply Rmult_le_pos; lra).
  lra.
Qed.

(* Multiply the constraint by v and add up: the visits weigh each state by v minus its discounted successors. *)
Lemma pairing v : sum n v =
  sum n (fun s => sum m (fun a => lambda a s * (v s - gamma * sum n (fun t => P a s t * v t)))).
Proof.
  set (flow := fun s a t => lambda a s * (P a s t * v t)).
  transitivity (sum n (fun s => visits s * v s) - gamma * sum n (fun s => sum m (fun a => sum n (flow s a)))).
  - transitivity (sum n (fun t => visits t * v t - gamma * sum m (fun a => sum n (fun s => flow s a t)))).
    + apply sum_ext; intros t state.
      replace (sum m (fun a => sum n (fun s => flow s a t)))
        with (v t * sum m (fun a => sum n (fun s => P a s t * lambda a s))).
      * rewrite (balance t state); ring.
      * rewrite <- sum_scale; apply sum_ext; intros a _; rewrite <- sum_scale; apply sum_ext; intros s _.
        unfold flow; ring.
    + rewrite sum_sub, sum_scale; do 2 f_equal; rewrite sum_swap.
      rewrite (sum_swap n m); apply sum_ext; intros a _; apply sum_swap.
  - rewrite <- sum_scale, <- sum_sub; apply sum_ext; intros s _; unfold visits.
    rewrite (Rmult_comm _ (v s)), <- !sum_scale, <- sum_sub; apply sum_ext; intros a _.
    unfold flow; rewrite sum_scale; ring.
Qed.

Lemma total_visits : (1 - gamma) * sum n visits = INR n.
Proof.
  rewrite <- (Rmult_1_r (INR n)), <- sum_const, (pairing (fun _ => 1)), <- sum_scale.
  apply sum_ext; intros s state; unfold visits; rewrite <- sum_scale; apply sum_ext; intros a action.
  rewrite (sum_ext n (fun t => P a s t * 1) (P a s)) by (intros; ring).
  rewrite (proj2 (rows a s action state)); ring.
Qed.

(* The policy read off lambda is worth the objective of the program, summed over the states at its start. *)
Lemma earned r policy v : (forall a s, (a < m)%nat -> (s < n)%nat -> policy a s = lambda a s / visits s) ->
  policy_value n m gamma P r policy v -> sum n v = sum n (fun s => sum m (fun a => lambda a s * r a s)).
Proof.
  intros read value; rewrite (pairing v); apply sum_ext; intros s state.
  pose proof (visits_at_least_one s state) as positive.
  assert (weighed : visits s * v s = sum m (fun a => lambda a s * (r a s + gamma * sum n (fun t => P a s t * v t)))).
  { rewrite (value s state), <- sum_scale; apply sum_ext; intros a action; rewrite (read a s action state); field; lra. }
  assert (visits s * v s = sum m (fun a => lambda a s * v s))
    by (unfold visits; rewrite (Rmult_comm _ (v s)), <- sum_scale; apply sum_ext; intros; ring).
  rewrite (sum_ext m _ (fun a => lambda a s * v s - gamma * (lambda a s * sum n (fun t => P a s t * v t))))
    by (intros; ring).
  rewrite (sum_ext m _ (fun a => lambda a s * r a s + gamma * (lambda a s * sum n (fun t => P a s t * v t)))) in weighed
    by (intros; ring).
  rewrite sum_sub, sum_scale; rewrite sum_add, sum_scale in weighed; lra.
Qed.
End Feasible.
