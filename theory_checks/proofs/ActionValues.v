(* Action values: Bellman's operator on tables Q a s brings two tables nearer by the discount, in the largest difference. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Existence.
Open Scope R_scope.

Definition target (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r Q : nat -> nat -> R) (a s : nat) : R :=
  r a s + gamma * sum n (fun t => P a s t * best m (fun b => Q b t)).

(* The table of optimal action values. *)
Definition optimal_table (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r Q : nat -> nat -> R) : Prop :=
  forall a s, (a < m)%nat -> (s < n)%nat -> Q a s = target n m gamma P r Q a s.

(* The largest modulus of an entry. *)
Definition largest_entry (n m : nat) (Q : nat -> nat -> R) : R := best n (fun s => best m (fun a => Rabs (Q a s))).

Lemma entry_below n m Q a s : (a < m)%nat -> (s < n)%nat -> Rabs (Q a s) <= largest_entry n m Q.
Proof.
  intros action state; apply Rle_trans with (best m (fun b => Rabs (Q b s))).
  - exact (best_above m (fun b => Rabs (Q b s)) a action).
  - exact (best_above n (fun t => best m (fun b => Rabs (Q b t))) s state).
Qed.

Lemma largest_entry_least n m Q c : (0 < n)%nat -> (0 < m)%nat ->
  (forall a s, (a < m)%nat -> (s < n)%nat -> Rabs (Q a s) <= c) -> largest_entry n m Q <= c.
Proof.
  intros states actions below; apply best_least; [exact states|]; intros s state.
  apply best_least; [exact actions|]; intros a action; apply below; assumption.
Qed.

Lemma largest_entry_nonneg n m Q : (0 < n)%nat -> (0 < m)%nat -> 0 <= largest_entry n m Q.
Proof. intros states actions; apply Rle_trans with (Rabs (Q 0%nat 0%nat)); [apply Rabs_pos|apply entry_below; assumption]. Qed.

Section Contraction.
Variables (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R).
Hypotheses (some : (0 < m)%nat) (discount : 0 <= gamma < 1) (rows : stochastic n m P).

Theorem target_contracts Q S c : (forall a s, (a < m)%nat -> (s < n)%nat -> Rabs (Q a s - S a s) <= c) ->
  forall a s, (a < m)%nat -> (s < n)%nat -> Rabs (target n m gamma P r Q a s - target n m gamma P r S a s) <= gamma * c.
Proof.
  intros close a s action state; unfold target.
  set (q := fun t => best m (fun b => Q b t)); set (p := fun t => best m (fun b => S b t)).
  change (Rabs (r a s + gamma * sum n (fun t => P a s t * q t) - (r a s + gamma * sum n (fun t => P a s t * p t))) <= gamma * c).
  assert (near : forall t, (t < n)%nat -> - c <= q t - p t <= c).
  { intros t small; apply within, best_close; [exact some|]; intros b other; apply close; assumption. }
  replace (r a s + gamma * sum n (fun t => P a s t * q t) - (r a s + gamma * sum n (fun t => P a s t * p t)))
    with (gamma * sum n (fun t => P a s t * (q t - p t))).
  - rewrite Rabs_mult, (Rabs_pos_eq gamma) by lra; apply Rmult_le_compat_l; [lra|]; apply Rabs_le; split.
    + rewrite <- (average_constant n m P rows a s (- c) action state); apply (average_le n m P rows a s); trivial; apply near.
    + rewrite <- (average_constant n m P rows a s c action state); apply (average_le n m P rows a s); trivial; apply near.
  - rewrite (sum_ext n (fun t => P a s t * (q t - p t)) (fun t => P a s t * q t - P a s t * p t)) by (intros; ring).
    rewrite sum_sub; ring.
Qed.

Theorem optimal_table_exists : exists Q, optimal_table n m gamma P r Q.
Proof.
  destruct (optimal_value_exists n m gamma P discount rows r some) as [v optimal].
  exists (backup n gamma P r v); intros a s action state; unfold target; unfold backup at 1; do 2 f_equal.
  apply sum_ext; intros t small; f_equal; destruct (optimal t small) as [above [b [other equal]]]; apply Rle_antisym.
  - rewrite equal; exact (best_above m (fun c => backup n gamma P r v c t) b other).
  - apply best_least; assumption.
Qed.

(* What a table that is optimal says of values. *)
Lemma table_value Q : optimal_table n m gamma P r Q -> optimal_value n m gamma P r (fun s => best m (fun a => Q a s)).
Proof.
  intros optimal s state; split.
  - intros a action; replace (backup _ _ _ _ _ a s) with (Q a s) by (apply optimal; assumption).
    exact (best_above m (fun b => Q b s) a action).
  - destruct (best_attained m (fun a => Q a s) some) as [a [action equal]]; exists a; split; [exact action|].
    rewrite equal; apply optimal; assumption.
Qed.

(* A step of size alpha towards the target. *)
Definition towards (alpha : R) (X : nat -> nat -> R) (a s : nat) : R :=
  X a s - alpha * (X a s - target n m gamma P r X a s).

Theorem step_contracts alpha X S c : 0 < alpha -> optimal_table n m gamma P r S ->
  (forall a s, (a < m)%nat -> (s < n)%nat -> Rabs (X a s - S a s) <= c) ->
  forall a s, (a < m)%nat -> (s < n)%nat -> Rabs (towards alpha X a s - S a s) <= (Rabs (1 - alpha) + alpha * gamma) * c.
Proof.
  intros positive optimal close a s action state.
  pose proof (target_contracts X S c close a s action state) as inner; rewrite <- (optimal a s action state) in inner.
  replace (towards alpha X a s - S a s)
    with ((1 - alpha) * (X a s - S a s) + alpha * (target n m gamma P r X a s - S a s)) by (unfold towards; ring).
  apply Rle_trans with (Rabs (1 - alpha) * Rabs (X a s - S a s) + alpha * Rabs (target n m gamma P r X a s - S a s)).
  - eapply Rle_trans; [apply Rabs_triang|]; rewrite !Rabs_mult, (Rabs_pos_eq alpha) by lra; lra.
  - specialize (close a s action state); pose proof (Rabs_pos (1 - alpha)).
    assert (Rabs (1 - alpha) * Rabs (X a s - S a s) <= Rabs (1 - alpha) * c) by (apply Rmult_le_compat_l; assumption).
    assert (alpha * Rabs (target n m gamma P r X a s - S a s) <= alpha * (gamma * c)) by (apply Rmult_le_compat_l; lra); lra.
Qed.

Theorem optimal_table_unique Q S : optimal_table n m gamma P r Q -> optimal_table n m gamma P r S ->
  forall a s, (a < m)%nat -> (s < n)%nat -> Q a s = S a s.
Proof.
  intros one other a s action state; set (D := fun b t => Q b t - S b t).
  assert (states : (0 < n)%nat) by lia; pose proof (largest_entry_nonneg n m D states some).
  assert (shrinks : largest_entry n m D <= gamma * largest_entry n m D).
  { apply largest_entry_least; trivial; intros b t action' state'; unfold D at 1.
    rewrite (one b t action' state'), (other b t action' state'); apply target_contracts; trivial.
    intros c u action'' state''; apply (entry_below n m D c u); assumption. }
  assert (largest_entry n m D <= 0) by (apply (Rmult_le_reg_l (1 - gamma)); lra).
  pose proof (entry_below n m D a s action state) as below; unfold D in below; pose proof (Rabs_pos (Q a s - S a s)).
  apply Rminus_diag_uniq; destruct (Req_dec (Q a s - S a s) 0) as [->|apart]; [reflexivity|].
  pose proof (Rabs_pos_lt _ apart); fold D in below; lra.
Qed.
End Contraction.
