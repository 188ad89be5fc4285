(* Optimal values, values of policies and their occupancies exist: increasing iterations have limits. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Maximum.
Open Scope R_scope.

Lemma constant_limit c : Un_cv (fun _ => c) c.
Proof. intros e positive; exists 0%nat; intros; rewrite R_dist_eq; exact positive. Qed.

Lemma sum_limit n (c : nat -> R) (u : nat -> nat -> R) v : (forall t, (t < n)%nat -> Un_cv (fun k => u k t) (v t)) ->
  Un_cv (fun k => sum n (fun t => c t * u k t)) (sum n (fun t => c t * v t)).
Proof.
  induction n as [|n IH]; intros limits; [apply (constant_limit 0)|]; cbn [sum].
  apply (CV_plus (fun k => sum n (fun t => c t * u k t))); [apply IH; intros; apply limits; lia|].
  apply (CV_mult (fun _ => c n)); [apply constant_limit|apply limits; lia].
Qed.

Section Iteration.
Variables (n : nat) (T : (nat -> R) -> nat -> R) (low : nat -> R) (M : R).

Fixpoint iterate (k : nat) : nat -> R := match k with O => low | S j => T (iterate j) end.

Hypotheses (monotone : forall v w, (forall s, (s < n)%nat -> v s <= w s) -> forall s, (s < n)%nat -> T v s <= T w s)
  (start : forall s, (s < n)%nat -> low s <= T low s)
  (bounded : forall k s, (s < n)%nat -> iterate k s <= M)
  (continuous : forall u v, (forall s, (s < n)%nat -> Un_cv (fun k => u k s) (v s)) ->
    forall s, (s < n)%nat -> Un_cv (fun k => T (u k) s) (T v s)).

Lemma iterate_grows k : forall s, (s < n)%nat -> iterate k s <= iterate (S k) s.
Proof. induction k as [|k IH]; [exact start|]; exact (monotone _ _ IH). Qed.

Theorem fixed_point : exists v, forall s, (s < n)%nat -> v s = T v s /\ low s <= v s.
Proof.
  set (u := fun s k => if lt_dec s n then iterate k s else 0).
  assert (grows : forall s, Un_growing (u s)).
  { intros s k; unfold u; destruct (lt_dec s n); [apply iterate_grows; assumption|apply Rle_refl]. }
  assert (held : forall s, has_ub (u s)).
  { intros s; exists (Rmax M 0); intros x [k ->]; unfold u; destruct (lt_dec s n) as [inside|].
    - pose proof (bounded k s inside); pose proof (Rmax_l M 0); lra.
    - apply Rmax_r. }
  set (v := fun s => proj1_sig (growing_cv (u s) (grows s) (held s))).
  assert (limits : forall s, (s < n)%nat -> Un_cv (fun k => iterate k s) (v s)).
  { intros s inside; pose proof (proj2_sig (growing_cv (u s) (grows s) (held s))) as known; fold (v s) in known.
    intros e positive; destruct (known e positive) as [N close]; exists N; intros k far; specialize (close k far).
    unfold u in close; destruct (lt_dec s n); [exact close|contradiction]. }
  exists v; intros s inside; split.
  - apply (UL_sequence (fun k => iterate (S k) s)).
    + intros e positive; destruct (limits s inside e positive) as [N close]; exists N; intros k far; apply close; lia.
    + exact (continuous iterate v limits s inside).
  - apply (growing_ineq (fun k => iterate k s) (v s)) with (n := 0%nat); [|exact (limits s inside)].
    intros k; apply iterate_grows; exact inside.
Qed.
End Iteration.

Lemma sum_member n f i : (forall j, (j < n)%nat -> 0 <= f j) -> (i < n)%nat -> f i <= sum n f.
Proof.
  induction n as [|n IH]; intros positive small; [lia|]; cbn [sum].
  assert (0 <= f n) by (apply positive; lia).
  destruct (Nat.eq_dec i n) as [->|].
  - assert (0 <= sum n f) by (apply sum_nonneg; intros; apply positive; lia); lra.
  - assert (f i <= sum n f) by (apply IH; [intros; apply positive; lia|lia]); lra.
Qed.

Lemma bounded_rewards n m (r : nat -> nat -> R) :
  exists c, 0 <= c /\ forall a s, (a < m)%nat -> (s < n)%nat -> Rabs (r a s) <= c.
Proof.
  exists (sum m (fun a => sum n (fun s => Rabs (r a s)))).
  assert (inner : forall a, 0 <= sum n (fun s => Rabs (r a s))) by (intros; apply sum_nonneg; intros; apply Rabs_pos).
  split; [apply sum_nonneg; intros; apply inner|]; intros a s action state.
  apply Rle_trans with (sum n (fun s => Rabs (r a s))).
  - apply (sum_member n (fun s => Rabs (r a s))); [intros; apply Rabs_pos|exact state].
  - apply (sum_member m (fun a => sum n (fun s => Rabs (r a s)))); [intros; apply inner|exact action].
Qed.

Section Values.
Variables (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R).
Hypotheses (discount : 0 <= gamma < 1) (rows : stochastic n m P).

(* An average of numbers is between their bounds. *)
Lemma average_le a s v w : (a < m)%nat -> (s < n)%nat -> (forall t, (t < n)%nat -> v t <= w t) ->
  sum n (fun t => P a s t * v t) <= sum n (fun t => P a s t * w t).
Proof.
  intros action state below; apply sum_le; intros t small.
  apply Rmult_le_compat_l; [apply (rows a s action state)|apply below]; exact small.
Qed.

Lemma average_constant a s c : (a < m)%nat -> (s < n)%nat -> sum n (fun t => P a s t * c) = c.
Proof.
  intros action state; rewrite (sum_ext n _ (fun t => c * P a s t)) by (intros; ring).
  rewrite sum_scale, (proj2 (rows a s action state)); ring.
Qed.

Lemma backup_le r v w a s : (a < m)%nat -> (s < n)%nat -> (forall t, (t < n)%nat -> v t <= w t) ->
  backup n gamma P r v a s <= backup n gamma P r w a s.
Proof.
  intros action state below; unfold backup; apply Rplus_le_compat_l, Rmult_le_compat_l; [lra|].
  apply average_le; assumption.
Qed.

Lemma backup_limit r (u : nat -> nat -> R) v a s : (forall t, (t < n)%nat -> Un_cv (fun k => u k t) (v t)) ->
  Un_cv (fun k => backup n gamma P r (u k) a s) (backup n gamma P r v a s).
Proof.
  intros limits; unfold backup; apply (CV_plus (fun _ => r a s)); [apply constant_limit|].
  apply (CV_mult (fun _ => gamma)); [apply constant_limit|apply sum_limit, limits].
Qed.

Lemma backup_constant r c d a s : (a < m)%nat -> (s < n)%nat -> Rabs (r a s) <= c -> d = c / (1 - gamma) ->
  - d <= backup n gamma P r (fun _ => - d) a s /\ backup n gamma P r (fun _ => d) a s <= d.
Proof.
  intros action state small ->; unfold backup; rewrite !(average_constant a s) by assumption.
  apply within in small; assert (c / (1 - gamma) * (1 - gamma) = c) by (field; lra).
  set (d := c / (1 - gamma)) in *; nra.
Qed.

Theorem optimal_value_exists r : (0 < m)%nat -> exists v, optimal_value n m gamma P r v.
Proof.
  intros some; destruct (bounded_rewards n m r) as [c [positive small]]; set (d := c / (1 - gamma)).
  set (T := fun v s => best m (fun a => backup n gamma P r v a s)).
  destruct (fixed_point n T (fun _ => - d) d) as [v fixed].
  - intros v w below s state; apply best_monotone; [exact some|]; intros a action; apply backup_le; assumption.
  - intros s state; apply Rle_trans with (backup n gamma P r (fun _ => - d) 0 s).
    + apply (backup_constant r c d 0 s); trivial; apply small; assumption.
    + apply (best_above m (fun a => backup n gamma P r (fun _ => - d) a s)), some.
  - intros k; induction k as [|k IH]; intros s state.
    + assert (0 <= d) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]); simpl; lra.
    + apply best_least; [exact some|]; intros a action; apply Rle_trans with (backup n gamma P r (fun _ => d) a s).
      * apply backup_le; [exact action|exact state|exact IH].
      * apply (backup_constant r c d a s); trivial; apply small; assumption.
  - intros u v limits s state; apply (best_limit m (fun k a => backup n gamma P r (u k) a s)); [exact some|].
    intros a action; apply backup_limit, limits.
  - exists v; intros s state; destruct (fixed s state) as [equal _]; rewrite equal; unfold T; split.
    + intros a action; exact (best_above m (fun b => backup n gamma P r v b s) a action).
    + apply (best_attained m (fun a => backup n gamma P r v a s)), some.
Qed.

(* What a policy moves and earns. *)
Definition moves (policy : nat -> nat -> R) (s t : nat) : R := sum m (fun a => policy a s * P a s t).

Lemma policy_backup r policy v s :
  sum m (fun a => policy a s * (r a s + gamma * sum n (fun t => P a s t * v t))) =
  sum m (fun a => policy a s * r a s) + gamma * sum n (fun t => moves policy s t * v t).
Proof.
  rewrite (sum_ext m _ (fun a => policy a s * r a s + gamma * sum n (fun t => policy a s * P a s t * v t))).
  - rewrite sum_add, sum_scale, sum_swap; do 2 f_equal; apply sum_ext; intros t _; unfold moves.
    rewrite (sum_ext m _ (fun a => v t * (policy a s * P a s t))) by (intros; ring); rewrite sum_scale; ring.
  - intros a _; rewrite (sum_ext n (fun t => policy a s * P a s t * v t) (fun t => policy a s * (P a s t * v t)))
      by (intros; ring).
    rewrite (sum_scale n (policy a s)); ring.
Qed.

Lemma moves_rows policy : chooses n m policy -> stochastic n 1 (fun _ => moves policy).
Proof.
  intros law a s _ state; destruct (law s state) as [positive one]; split.
  - intros t small; apply sum_nonneg; intros b action; apply Rmult_le_pos; [apply positive; exact action|].
    apply (rows b s action state), small.
  - unfold moves; rewrite sum_swap, <- one; apply sum_ext; intros b action.
    rewrite (sum_scale n (policy b s)), (proj2 (rows b s action state)); ring.
Qed.
End Values.

Theorem policy_value_exists n m gamma P r policy : 0 <= gamma < 1 -> stochastic n m P -> chooses n m policy ->
  exists v, policy_value n m gamma P r policy v.
Proof.
  intros discount rows law; pose proof (moves_rows n m P rows policy law) as one.
  destruct (optimal_value_exists n 1 gamma _ discount one (fun _ s => sum m (fun a => policy a s * r a s)))
    as [v value]; [lia|].
  exists v; intros s state; rewrite policy_backup.
  destruct (value s state) as [_ [a [_ equal]]]; exact equal.
Qed.

(* How often, discounted, the states are visited by a chain that starts c t times in state t. *)
Definition visited (n : nat) (gamma : R) (P : nat -> nat -> R) (c mu : nat -> R) : Prop :=
  forall t, (t < n)%nat -> mu t = c t + gamma * sum n (fun s => P s t * mu s).

Section Visits.
Variables (n : nat) (gamma : R) (P : nat -> nat -> R) (c : nat -> R).
Hypotheses (discount : 0 <= gamma < 1) (rows : stochastic n 1 (fun _ => P)).

Lemma entries s t : (s < n)%nat -> (t < n)%nat -> 0 <= P s t.
Proof. intros state small; apply (rows 0%nat s ltac:(lia) state), small. Qed.

Lemma mass_moves (x : nat -> R) : sum n (fun t => sum n (fun s => P s t * x s)) = sum n x.
Proof.
  rewrite sum_swap; apply sum_ext; intros s state; rewrite (sum_ext n _ (fun t => x s * P s t)) by (intros; ring).
  rewrite sum_scale, (proj2 (rows 0%nat s ltac:(lia) state)); ring.
Qed.

Lemma total_visited mu : visited n gamma P c mu -> sum n mu = sum n c / (1 - gamma).
Proof.
  intros solved; assert (sum n mu = sum n c + gamma * sum n mu); [|apply (Rmult_eq_reg_r (1 - gamma)); [field_simplify|]; lra].
  rewrite <- (mass_moves mu) at 2; rewrite <- sum_scale, <- sum_add; apply sum_ext; exact solved.
Qed.

Theorem visited_unique mu nu : visited n gamma P c mu -> visited n gamma P c nu -> forall t, (t < n)%nat -> mu t = nu t.
Proof.
  intros one other t small; set (d := fun s => Rabs (mu s - nu s)).
  assert (shrinks : sum n d <= gamma * sum n d).
  { rewrite <- (mass_moves d) at 2; rewrite <- (sum_scale n gamma); apply sum_le; intros u inside; unfold d at 1.
    replace (mu u - nu u) with (gamma * sum n (fun s => P s u * (mu s - nu s))).
    - rewrite Rabs_mult, (Rabs_pos_eq gamma) by lra; apply Rmult_le_compat_l; [lra|].
      assert (triangle : forall k f, Rabs (sum k f) <= sum k (fun s => Rabs (f s))).
      { intros k f; induction k as [|k IH]; cbn [sum]; [rewrite Rabs_R0; lra|].
        apply Rle_trans with (Rabs (sum k f) + Rabs (f k)); [apply Rabs_triang|lra]. }
      apply Rle_trans with (sum n (fun s => Rabs (P s u * (mu s - nu s)))); [apply triangle|].
      apply sum_le; intros s state; unfold d; rewrite Rabs_mult, (Rabs_pos_eq (P s u)); [lra|apply entries; assumption].
    - rewrite (one u inside), (other u inside), (sum_ext n _ (fun s => P s u * mu s - P s u * nu s)) by (intros; ring).
      rewrite sum_sub; ring. }
  assert (0 <= sum n d) by (apply sum_nonneg; intros; apply Rabs_pos).
  assert (d t <= sum n d) by (apply sum_member; [intros; apply Rabs_pos|exact small]).
  assert (sum n d <= 0) by (apply (Rmult_le_reg_l (1 - gamma)); lra).
  unfold d in *; pose proof (Rabs_pos (mu t - nu t)); apply Rminus_diag_uniq.
  destruct (Req_dec (mu t - nu t) 0) as [->|other']; [reflexivity|]; pose proof (Rabs_pos_lt _ other'); lra.
Qed.

Theorem visited_exists : (forall t, (t < n)%nat -> 0 <= c t) ->
  exists mu, visited n gamma P c mu /\ forall t, (t < n)%nat -> c t <= mu t.
Proof.
  intros starts; set (T := fun (mu : nat -> R) t => c t + gamma * sum n (fun s => P s t * mu s)).
  assert (monotone : forall v w, (forall s, (s < n)%nat -> v s <= w s) -> forall s, (s < n)%nat -> T v s <= T w s).
  { intros v w below s state; unfold T; apply Rplus_le_compat_l, Rmult_le_compat_l; [lra|]; apply sum_le; intros t small.
    apply Rmult_le_compat_l; [apply entries|apply below]; assumption. }
  assert (total : forall mu, sum n (T mu) = sum n c + gamma * sum n mu).
  { intros mu; unfold T; rewrite sum_add, sum_scale, mass_moves; reflexivity. }
  set (low := fun _ : nat => 0).
  assert (start : forall s, (s < n)%nat -> low s <= T low s).
  { intros s state; unfold T, low; rewrite (sum_ext n _ (fun _ => 0)), sum_const by (intros; ring).
    specialize (starts s state); lra. }
  assert (positive : forall k s, (s < n)%nat -> 0 <= iterate T low k s).
  { intros k; induction k as [|k IH]; intros s state; [apply Rle_refl|].
    apply Rle_trans with (T low s); [exact (start s state)|exact (monotone _ _ IH s state)]. }
  assert (held : forall k, sum n (iterate T low k) <= sum n c / (1 - gamma)).
  { assert (equal : sum n c / (1 - gamma) * (1 - gamma) = sum n c) by (field; lra).
    assert (0 <= sum n c / (1 - gamma))
      by (apply Rmult_le_pos; [apply sum_nonneg; exact starts|left; apply Rinv_0_lt_compat; lra]).
    intros k; induction k as [|k IH]; [cbn [iterate]; unfold low; rewrite sum_const; lra|].
    cbn [iterate]; rewrite total; set (d := sum n c / (1 - gamma)) in *; nra. }
  destruct (fixed_point n T low (sum n c / (1 - gamma)) monotone start) as [mu fixed].
  - intros k s state; apply Rle_trans with (sum n (iterate T low k)); [|apply held].
    apply sum_member; [apply positive|exact state].
  - intros u v limits s state; unfold T; apply (CV_plus (fun _ => c s)); [apply constant_limit|].
    apply (CV_mult (fun _ => gamma)); [apply constant_limit|apply sum_limit, limits].
  - exists mu; split; intros t small; destruct (fixed t small) as [equal above]; [exact equal|].
    rewrite equal; unfold T; assert (0 <= sum n (fun s => P s t * mu s)); [|nra].
    apply sum_nonneg; intros s state; apply Rmult_le_pos; [apply entries; assumption|apply fixed, state].
Qed.
End Visits.
