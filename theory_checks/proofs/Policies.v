(* The largest value over all policies is the solution of Bellman's optimality equation; program (4) and its dual. *)
From Coq Require Import Reals Lra Lia Arith.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Duality Existence.
Open Scope R_scope.

(* In every state no policy has more, and some policy has as much. *)
Definition largest_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (v : nat -> R) : Prop :=
  forall s, (s < n)%nat ->
    (forall policy w, chooses n m policy -> policy_value n m gamma P r policy w -> w s <= v s) /\
    (exists policy w, chooses n m policy /\ policy_value n m gamma P r policy w /\ v s = w s).

(* The constraints of program (4). *)
Definition above_backups (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (v : nat -> R) : Prop :=
  forall a s, (a < m)%nat -> (s < n)%nat -> backup n gamma P r v a s <= v s.

(* The policy that takes action pi s in state s. *)
Definition plays (pi : nat -> nat) (a s : nat) : R := if Nat.eqb a (pi s) then 1 else 0.

Definition dual_objective (n m : nat) (r lambda : nat -> nat -> R) : R := sum m (fun a => sum n (fun s => lambda a s * r a s)).

Lemma sum_plays m pi s f : (pi s < m)%nat -> sum m (fun a => plays pi a s * f a) = f (pi s).
Proof.
  unfold plays; induction m as [|m IH]; [lia|]; intros small; cbn [sum].
  destruct (Nat.eqb_spec m (pi s)) as [->|other].
  - rewrite (sum_ext (pi s) _ (fun _ => 0)), sum_const; [ring|].
    intros a below; replace (Nat.eqb a (pi s)) with false by (symmetry; apply Nat.eqb_neq; lia); ring.
  - rewrite IH by lia; ring.
Qed.

Lemma plays_chooses n m pi : (forall s, (s < n)%nat -> (pi s < m)%nat) -> chooses n m (plays pi).
Proof.
  intros small s state; split; [intros a _; unfold plays; destruct (Nat.eqb a (pi s)); lra|].
  rewrite (sum_ext m _ (fun a => plays pi a s * 1)) by (intros; ring).
  exact (sum_plays m pi s (fun _ => 1) (small s state)).
Qed.

(* One choice for each state. *)
Lemma choose_all n (K : nat -> nat -> Prop) : (forall s, (s < n)%nat -> exists a, K a s) ->
  exists pi, forall s, (s < n)%nat -> K (pi s) s.
Proof.
  induction n as [|n IH]; intros some; [exists (fun _ => 0%nat); intros; lia|].
  destruct IH as [pi fits]; [intros; apply some; lia|]; destruct (some n ltac:(lia)) as [a good].
  exists (fun s => if Nat.eqb s n then a else pi s); intros s small.
  destruct (Nat.eqb_spec s n) as [->|]; [exact good|apply fits; lia].
Qed.

Section Program.
Variables (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R).
Hypotheses (discount : 0 <= gamma < 1) (rows : stochastic n m P).

Theorem optimal_policy v : optimal_value n m gamma P r v ->
  exists pi, (forall s, (s < n)%nat -> (pi s < m)%nat) /\ policy_value n m gamma P r (plays pi) v.
Proof.
  intros optimal; destruct (choose_all n (fun a s => (a < m)%nat /\ v s = backup n gamma P r v a s)) as [pi fits].
  - intros s state; exact (proj2 (optimal s state)).
  - exists pi; split; [intros s state; apply fits, state|]; intros s state; destruct (fits s state) as [small equal].
    rewrite (sum_plays m pi s (fun a => r a s + gamma * sum n (fun t => P a s t * v t)) small); exact equal.
Qed.

Lemma optimal_is_largest v : optimal_value n m gamma P r v -> largest_value n m gamma P r v.
Proof.
  intros optimal s state; split.
  - intros policy w law value; apply (no_policy_is_better n m gamma P r v discount rows optimal policy); assumption.
  - destruct (optimal_policy v optimal) as [pi [small value]]; exists (plays pi), v.
    repeat split; trivial; apply (plays_chooses n m pi small); assumption.
Qed.

Lemma optimal_ext v w : (forall s, (s < n)%nat -> v s = w s) -> optimal_value n m gamma P r v -> optimal_value n m gamma P r w.
Proof.
  intros same optimal s state; destruct (optimal s state) as [above attained].
  assert (equal : forall a, backup n gamma P r w a s = backup n gamma P r v a s).
  { intros a; unfold backup; do 2 f_equal; apply sum_ext; intros t small; rewrite (same t small); reflexivity. }
  rewrite <- (same s state); split; [intros a action; rewrite equal; apply above, action|].
  destruct attained as [a [action attained]]; exists a; rewrite equal; split; assumption.
Qed.

Theorem largest_is_optimal v : (0 < m)%nat -> largest_value n m gamma P r v <-> optimal_value n m gamma P r v.
Proof.
  intros some; split; [|apply optimal_is_largest]; intros largest.
  destruct (optimal_value_exists n m gamma P discount rows r some) as [w optimal].
  apply (optimal_ext w v); [|exact optimal]; intros s state; apply Rle_antisym.
  - destruct (optimal_policy w optimal) as [pi [small value]].
    apply (proj1 (largest s state) (plays pi)); [apply plays_chooses, small|exact value].
  - destruct (proj2 (largest s state)) as [policy [u [law [value ->]]]].
    apply (no_policy_is_better n m gamma P r w discount rows optimal policy); assumption.
Qed.

Theorem optimal_is_least v w : optimal_value n m gamma P r v -> above_backups n m gamma P r w ->
  forall s, (s < n)%nat -> v s <= w s.
Proof.
  intros optimal above s state; destruct (largest n (fun t => v t - w t) ltac:(lia)) as [top [inside most]]; simpl in most.
  destruct (optimal top inside) as [_ [a [action equal]]]; specialize (above a top action inside); unfold backup in *.
  assert (sum n (fun t => P a top t * v t) <= sum n (fun t => P a top t * (w t + (v top - w top)))).
  { apply (average_le n m P rows a top); [exact action|exact inside|]; intros t small; specialize (most t small); lra. }
  rewrite (sum_ext n (fun t => P a top t * (w t + (v top - w top))) (fun t => P a top t * w t + P a top t * (v top - w top)))
    in H by (intros; ring).
  rewrite sum_add, (average_constant n m P rows a top _ action inside) in H.
  specialize (most s state); assert ((1 - gamma) * (v top - w top) <= 0) by nra.
  assert (v top - w top <= 0); [apply (Rmult_le_reg_l (1 - gamma)); lra|lra].
Qed.

Theorem weak_duality v lambda : above_backups n m gamma P r v -> dual_feasible n m gamma P lambda ->
  dual_objective n m r lambda <= sum n v.
Proof.
  intros above feasible; rewrite (pairing n m gamma P lambda feasible v); unfold dual_objective; rewrite sum_swap.
  apply sum_le; intros s state; apply sum_le; intros a action; apply Rmult_le_compat_l; [apply feasible; assumption|].
  specialize (above a s action state); unfold backup in above; lra.
Qed.

(* What a policy visits solves the dual's constraints, and earns there what its values add up to. *)
Section Occupancy.
Variables (pi : nat -> nat) (mu : nat -> R).
Hypotheses (small : forall s, (s < n)%nat -> (pi s < m)%nat)
  (solved : visited n gamma (fun s => P (pi s) s) (fun _ => 1) mu) (positive : forall t, (t < n)%nat -> 1 <= mu t).

Definition split (a s : nat) : R := plays pi a s * mu s.

Lemma split_total s : (s < n)%nat -> sum m (fun a => split a s) = mu s.
Proof. intros state; exact (sum_plays m pi s (fun _ => mu s) (small s state)). Qed.

Lemma split_feasible : dual_feasible n m gamma P split.
Proof.
  split; [intros t state|intros a s action state].
  - rewrite sum_sub, sum_scale, (split_total t state), sum_swap.
    rewrite (sum_ext n _ (fun s => P (pi s) s t * mu s)); [rewrite (solved t state) at 1; lra|].
    intros s inside; rewrite <- (sum_plays m pi s (fun a => P a s t * mu s) (small s inside)); apply sum_ext.
    intros a _; unfold split; ring.
  - unfold split, plays; specialize (positive s state); destruct (Nat.eqb a (pi s)); lra.
Qed.

Lemma split_earns v : policy_value n m gamma P r (plays pi) v -> dual_objective n m r split = sum n v.
Proof.
  intros value; symmetry; unfold dual_objective; rewrite sum_swap.
  rewrite (pairing n m gamma P split split_feasible v); apply sum_ext; intros s state.
  rewrite (sum_ext m _ (fun a => plays pi a s * (mu s * (v s - gamma * sum n (fun t => P a s t * v t)))))
    by (intros; unfold split; ring).
  rewrite (sum_ext m (fun a => split a s * r a s) (fun a => plays pi a s * (mu s * r a s))) by (intros; unfold split; ring).
  rewrite !(sum_plays m pi s _ (small s state)); f_equal; rewrite (value s state) at 1.
  rewrite (sum_plays m pi s (fun a => r a s + gamma * sum n (fun t => P a s t * v t)) (small s state)); ring.
Qed.
End Occupancy.

Lemma pure_rows pi : (forall s, (s < n)%nat -> (pi s < m)%nat) -> stochastic n 1 (fun _ s => P (pi s) s).
Proof. intros small a s _ state; exact (rows (pi s) s (small s state) state). Qed.

(* An optimal policy, what it visits, and the solution of the dual that is made of both. *)
Theorem dual_solution v : optimal_value n m gamma P r v ->
  exists pi mu, (forall s, (s < n)%nat -> (pi s < m)%nat) /\ policy_value n m gamma P r (plays pi) v /\
    visited n gamma (fun s => P (pi s) s) (fun _ => 1) mu /\ dual_feasible n m gamma P (split pi mu) /\
    dual_objective n m r (split pi mu) = sum n v.
Proof.
  intros optimal; destruct (optimal_policy v optimal) as [pi [small value]].
  destruct (visited_exists n gamma (fun s => P (pi s) s) (fun _ => 1) discount (pure_rows pi small)) as [mu [solved above]].
  { intros; lra. }
  exists pi, mu; repeat split; trivial.
  - apply (split_feasible pi mu small solved above).
  - apply (split_feasible pi mu small solved above).
  - apply (split_earns pi mu small solved above v value).
Qed.
End Program.
