(* Lemmas about values in finite MDPs, and about what data of a policy say of them. *)
From Coq Require Import Reals Lra Lia Arith.
From TheoryChecks Require Import Sums Vectors Mdp Optimal Maximum LemmaWords LemmaFormulas.
Open Scope R_scope.

(* What solves the Bellman equation of a policy is its value. *)
Lemma policy_value_unique n m gamma P r policy v w : 0 <= gamma < 1 -> stochastic n m P -> chooses n m policy ->
  policy_value n m gamma P r policy v -> policy_value n m gamma P r policy w -> forall s, (s < n)%nat -> v s = w s.
Proof.
  assert (half : forall v w, 0 <= gamma < 1 -> stochastic n m P -> chooses n m policy ->
    policy_value n m gamma P r policy v -> policy_value n m gamma P r policy w -> forall s, (s < n)%nat -> w s <= v s).
  { clear v w; intros v w discount rows law one other s state.
    destruct (Optimal.largest n (fun t => w t - v t) ltac:(lia)) as [top [inside most]]; simpl in most.
    destruct (law top inside) as [positive unit].
    assert (gap : w top - v top <= gamma * (w top - v top)).
    { rewrite (one top inside) at 1; rewrite (other top inside) at 1; rewrite <- sum_sub.
      rewrite <- (Rmult_1_r (gamma * (w top - v top))), <- unit, <- sum_scale; apply sum_le; intros a action.
      destruct (rows a top action inside) as [nonneg whole].
      replace (policy a top * (r a top + gamma * sum n (fun t => P a top t * w t))
        - policy a top * (r a top + gamma * sum n (fun t => P a top t * v t)))
        with (policy a top * (gamma * (sum n (fun t => P a top t * w t) - sum n (fun t => P a top t * v t)))) by ring.
      rewrite (Rmult_comm _ (policy a top)); apply Rmult_le_compat_l; [apply positive; exact action|].
      apply Rmult_le_compat_l; [lra|].
      rewrite <- sum_sub, <- (Rmult_1_r (w top - v top)), <- whole, <- sum_scale; apply sum_le; intros t small.
      replace (P a top t * w t - P a top t * v t) with (P a top t * (w t - v t)) by ring.
      rewrite (Rmult_comm (w top - v top)); apply Rmult_le_compat_l; [apply nonneg|apply most]; exact small. }
    specialize (most s state); assert (w top - v top <= 0); [|lra].
    apply (Rmult_le_reg_l (1 - gamma)); lra. }
  intros discount rows law one other s state; apply Rle_antisym; apply half; assumption.
Qed.

Lemma no_modulus x : Rabs x = 0 -> x = 0.
Proof. intros none; destruct (Req_dec x 0) as [|some]; [assumption|contradict none; apply Rabs_no_R0, some]. Qed.

(* The lemmas say of a policy in one number that it is one. *)
Lemma is_policy n m policy :
  sum n (fun i => Rabs (1 - sum m (fun j => policy j i)) + sum m (fun j => Rmax 0 (- policy j i))) = 0 -> chooses n m policy.
Proof.
  intros none s state.
  assert (all := none_above n _ (fun i _ => Rplus_le_le_0_compat _ _ (Rabs_pos _)
    (sum_nonneg m (fun j => Rmax 0 (- policy j i)) (fun j _ => Rmax_l 0 _))) none s state); cbv beta in all.
  pose proof (Rabs_pos (1 - sum m (fun j => policy j s))); pose proof (sum_nonneg m _ (fun j _ => Rmax_l 0 (- policy j s))).
  cbv beta in *; split.
  - intros a action; pose proof (none_above m _ (fun j _ => Rmax_l 0 (- policy j s)) ltac:(cbv beta; lra) a action) as no.
    cbv beta in no; pose proof (Rmax_r 0 (- policy a s)); lra.
  - assert (zero : Rabs (1 - sum m (fun j => policy j s)) = 0) by lra; apply no_modulus in zero; lra.
Qed.

(* policy-value-entry *)
Theorem policy_value_entry n m gamma P r state value policy true_value :
  policy_value_entry_requires n m gamma P r state value policy -> (state < n)%nat ->
  policy_value n m gamma P r policy true_value ->
  true_value state = policy_value_entry_value n m gamma P r state value policy.
Proof.
  intros ((_ & _ & discount & rows) & law & fixed) small is.
  apply (policy_value_unique n m gamma P r policy); try assumption; [apply is_policy, law|].
  intros s inside; apply Rminus_diag_uniq, no_modulus, (none_above n _ (fun i _ => Rabs_pos _) fixed s inside).
Qed.

(* uniform-policy-value *)
Lemma uniform_chooses n m : (0 < m)%nat -> chooses n m (fun _ _ => / INR m).
Proof.
  intros some s _; apply lt_INR in some; simpl in some.
  split; [intros; left; apply Rinv_0_lt_compat, some|rewrite sum_const; field; lra].
Qed.

Theorem uniform_policy_value n m gamma P r state value true_value :
  uniform_policy_value_requires n m gamma P r state value -> (state < n)%nat ->
  policy_value n m gamma P r (fun _ _ => / INR m) true_value ->
  true_value state = uniform_policy_value_value n m gamma P r state value.
Proof.
  intros ((_ & some & discount & rows) & fixed) small is.
  apply (policy_value_unique n m gamma P r (fun _ _ => / INR m)); try assumption; [apply uniform_chooses, some|].
  intros s inside; rewrite (fixed s inside), sum_scale; field; apply not_0_INR; lia.
Qed.

(* fixed-point-of-taken-actions: visits s is the mean number of transitions of the data out of s, and the ratio of a
   transition is that of the uniform policy to the action that is taken. *)
Theorem fixed_point_of_taken_actions n m gamma P r state policy value visits theta :
  fixed_point_of_taken_actions_requires n m gamma P r state policy value -> (state < n)%nat ->
  (forall s, (s < n)%nat -> 0 < visits s) ->
  let ratio a s := / INR m / policy a s in
  let A s t := sum m (fun a => visits s * policy a s * ratio a s * ((if Nat.eqb s t then 1 else 0) - gamma * P a s t)) in
  let b s := sum m (fun a => visits s * policy a s * ratio a s * r a s) in
  (forall s, (s < n)%nat -> sum n (fun t => A s t * theta t) = b s) ->
  theta state = fixed_point_of_taken_actions_value n m gamma P r state policy value.
Proof.
  intros ((_ & some & discount & rows) & taken & one & fixed) small visited ratio A b solved.
  assert (law : chooses n m policy).
  { intros s inside; split; [intros a action; specialize (taken a action s inside); nra|apply one, inside]. }
  pose proof (lt_0_INR m some) as many.
  apply (policy_value_unique n m gamma P r policy); try assumption; intros s inside.
  specialize (solved s inside); specialize (visited s inside).
  set (c := visits s * / INR m); assert (0 < c) by (apply Rmult_lt_0_compat; [exact visited|apply Rinv_0_lt_compat, many]).
  assert (weight : forall a, (a < m)%nat -> visits s * policy a s * ratio a s = c * policy a s).
  { intros a action; unfold ratio, c; specialize (taken a action s inside).
    destruct (Req_dec (policy a s) 0) as [->|other]; [ring|].
    assert (is : policy a s = 1) by nra; rewrite is; field; lra. }
  apply (Rmult_eq_reg_l c); [|lra].
  rewrite <- (sum_scale m c).
  assert (right : b s = sum m (fun a => c * (policy a s * r a s)))
    by (unfold b; apply sum_ext; intros a action; rewrite weight by exact action; ring).
  assert (left : sum n (fun t => A s t * theta t) = c * theta s - sum m (fun a => c * (policy a s * (gamma * sum n (fun t => P a s t * theta t))))).
  { rewrite (sum_ext n _ (fun t => (c * theta t) * unit s t - sum m (fun a => c * policy a s * gamma * (P a s t * theta t)))).
    - rewrite sum_sub, (sum_unit n s (fun t => c * theta t)) by exact inside; f_equal.
      rewrite sum_swap; apply sum_ext; intros a _; rewrite sum_scale; ring.
    - intros t _; unfold A; rewrite Rmult_comm, <- sum_scale.
      rewrite (sum_ext m _ (fun a => (theta t * c * (if Nat.eqb s t then 1 else 0)) * policy a s - c * policy a s * gamma * (P a s t * theta t)))
        by (intros a action; rewrite weight by exact action; ring).
      rewrite sum_sub, sum_scale, one by exact inside; unfold unit; rewrite Nat.eqb_sym; ring. }
  rewrite left, right in solved.
  rewrite (sum_ext m (fun a => c * (policy a s * (r a s + gamma * sum n (fun t => P a s t * theta t))))
    (fun a => c * (policy a s * r a s) + c * (policy a s * (gamma * sum n (fun t => P a s t * theta t))))) by (intros; ring).
  rewrite sum_add; lra.
Qed.

(* tabular-bellman-error: (b - A v)' C^-1 (b - A v), where C^-1 is anything that C undoes; states of share 0 have rows of 0. *)
Theorem tabular_bellman_error n m gamma P r value size_w weights u :
  tabular_bellman_error_requires n m gamma P r value size_w weights ->
  let A s t := weights s * ((if Nat.eqb s t then 1 else 0) - gamma * P 0%nat s t) in
  let C s t := weights s * (if Nat.eqb s t then 1 else 0) in
  let e s := weights s * r 0%nat s - sum n (fun t => A s t * value t) in
  (forall s, (s < n)%nat -> image n C u s = e s) ->
  dot n e u = tabular_bellman_error_value n m gamma P r value size_w weights.
Proof.
  intros _ A C e solved; unfold tabular_bellman_error_value; apply sum_ext; intros s inside; specialize (solved s inside).
  assert (diagonal : forall f, sum n (fun t => weights s * (if Nat.eqb s t then 1 else 0) * f t) = weights s * f s).
  { intros f; rewrite (sum_ext n _ (fun t => (weights s * f t) * unit s t))
      by (intros t _; unfold unit; rewrite Nat.eqb_sym; ring).
    rewrite (sum_unit n s (fun t => weights s * f t)) by exact inside; reflexivity. }
  unfold image, C in solved; rewrite diagonal in solved.
  set (d := r 0%nat s + gamma * sum n (fun j => P 0%nat s j * value j) - value s).
  assert (residual : e s = weights s * d).
  { unfold e, A, d; rewrite (sum_ext n _ (fun t => weights s * (if Nat.eqb s t then 1 else 0) * value t
      - weights s * gamma * (P 0%nat s t * value t))) by (intros; ring).
    rewrite sum_sub, diagonal, sum_scale; ring. }
  rewrite residual in *; destruct (Req_dec (weights s) 0) as [->|some]; [ring|].
  apply Rmult_eq_reg_l in solved; [|exact some]; rewrite solved; ring.
Qed.

(* squared-value-error *)
Theorem squared_value_error n m gamma P r value size_k vector size_w weights true_value :
  squared_value_error_requires n m gamma P r value size_k vector size_w weights ->
  policy_value n m gamma P r (fun _ _ => 1) true_value ->
  sum n (fun s => weights s * (value s - true_value s) ^ 2)
  = squared_value_error_value n m gamma P r value size_k vector size_w weights.
Proof.
  intros ((_ & _ & discount & rows) & _ & _ & one & _ & _ & _ & _ & fixed) is; unfold squared_value_error_value.
  change 1 with (INR 1) in one; apply INR_eq in one; subst m; apply sum_ext; intros s inside; do 3 f_equal.
  apply (policy_value_unique n 1 gamma P r (fun _ _ => 1)); try assumption.
  - intros t _; split; [intros; lra|simpl; ring].
  - intros t small; pose proof (none_above n _ (fun i _ => pow2_ge_0 _) fixed t small) as zero; cbv beta in zero; simpl; nra.
Qed.

(* The law of the state before transition t, and the mean of a sum over the transitions of f of their action and state. *)
Fixpoint law (n m : nat) (P : nat -> nat -> nat -> R) (behaviour : nat -> nat -> R) (initial : nat -> R) (t s : nat) : R :=
  match t with
  | O => initial s
  | S t => sum n (fun u => sum m (fun c => law n m P behaviour initial t u * behaviour c u * P c u s))
  end.
Definition mean_over (n m : nat) P behaviour initial (transitions : nat) (f : nat -> nat -> R) : R :=
  sum transitions (fun t => sum n (fun s => law n m P behaviour initial t s * sum m (fun a => behaviour a s * f a s))).

Lemma one_or_two n m P behaviour initial transitions f length : (length - 1) * (length - 2) = 0 -> length = INR transitions ->
  mean_over n m P behaviour initial transitions f = sum n (fun s => (initial s
    + (length - 1) * sum n (fun u => sum m (fun c => initial u * behaviour c u * P c u s))) * sum m (fun a => behaviour a s * f a s)).
Proof.
  intros cases ->; assert (is : transitions = 1%nat \/ transitions = 2%nat).
  { destruct (Rmult_integral _ _ cases) as [one|two]; [left|right]; apply INR_eq; simpl; lra. }
  unfold mean_over; destruct is as [-> | ->]; simpl sum at 1; simpl law; [rewrite Rplus_0_l|rewrite Rplus_0_l, <- sum_add];
    apply sum_ext; intros s _; simpl INR; ring.
Qed.

(* Where the data hold an action the ratio is that of the policies; what is added up is 0 where they do not. *)
Lemma seen b p x : Rmin 1 (1000000 * b) * (1 - Rmin 1 (1000000 * b)) = 0 -> b * (p / b * x) = Rmin 1 (1000000 * b) * p * x.
Proof.
  intros whole; destruct (Req_dec b 0) as [->|some].
  - rewrite Rmult_0_r, Rmin_right by lra; ring.
  - assert (one : Rmin 1 (1000000 * b) = 1); [|rewrite one; field; exact some].
    destruct (Rmult_integral _ _ whole) as [none|one]; [|lra]; unfold Rmin in none; destruct (Rle_dec 1 (1000000 * b)); lra.
Qed.

Lemma all_seen n m (behaviour : nat -> nat -> R) : chooses n m behaviour ->
  sum n (fun i => sum m (fun j => Rmin 1 (1000000 * behaviour j i) * (1 - Rmin 1 (1000000 * behaviour j i)))) = 0 ->
  forall a s, (a < m)%nat -> (s < n)%nat -> Rmin 1 (1000000 * behaviour a s) * (1 - Rmin 1 (1000000 * behaviour a s)) = 0.
Proof.
  intros laws none a s action state.
  assert (above : forall i j, (i < n)%nat -> (j < m)%nat -> 0 <= Rmin 1 (1000000 * behaviour j i) * (1 - Rmin 1 (1000000 * behaviour j i))).
  { intros i j small inside; destruct (laws i small) as [positive _]; specialize (positive j inside).
    pose proof (Rmin_l 1 (1000000 * behaviour j i)); apply Rmult_le_pos; [apply Rmin_glb; lra|lra]. }
  pose proof (none_above n _ (fun i small => sum_nonneg m _ (fun j => above i j small)) none s state) as row; cbv beta in row.
  exact (none_above m _ (fun j => above s j state) row a action).
Qed.

(* mean-reward-estimate *)
Theorem mean_reward_estimate n m gamma P r length behaviour initial policy feature transitions :
  mean_reward_estimate_requires n m gamma P r length behaviour initial policy feature -> length = INR transitions ->
  mean_over n m P behaviour initial transitions (fun a s => policy a s / behaviour a s * feature s * r a s)
  = mean_reward_estimate_value n m gamma P r length behaviour initial policy feature.
Proof.
  intros (_ & cases & _ & data & _ & held) is; unfold mean_reward_estimate_value.
  pose proof (all_seen n m behaviour (is_policy n m behaviour data) held) as whole.
  rewrite (one_or_two n m P behaviour initial transitions _ length cases is); apply sum_ext; intros s state.
  rewrite Rmult_assoc; f_equal; rewrite <- sum_scale; apply sum_ext; intros a action.
  rewrite !Rmult_assoc, seen by (apply whole; assumption); ring.
Qed.

(* mean-matrix-estimate *)
Theorem mean_matrix_estimate n m gamma P r length behaviour initial policy feature transitions :
  mean_matrix_estimate_requires n m gamma P r length behaviour initial policy feature -> length = INR transitions ->
  mean_over n m P behaviour initial transitions (fun a s =>
    sum n (fun t => P a s t * (policy a s / behaviour a s * feature s * (feature s - gamma * feature t))))
  = mean_matrix_estimate_value n m gamma P r length behaviour initial policy feature.
Proof.
  intros ((_ & _ & _ & rows) & cases & _ & data & _ & held) is; unfold mean_matrix_estimate_value.
  pose proof (all_seen n m behaviour (is_policy n m behaviour data) held) as whole.
  rewrite (one_or_two n m P behaviour initial transitions _ length cases is); apply sum_ext; intros s state.
  rewrite Rmult_assoc; f_equal; rewrite <- sum_scale; apply sum_ext; intros a action; destruct (rows a s action state) as [_ one].
  rewrite (sum_ext n _ (fun t => policy a s / behaviour a s * feature s * feature s * P a s t
    - policy a s / behaviour a s * feature s * gamma * (P a s t * feature t))) by (intros; ring).
  rewrite sum_sub, !sum_scale, one.
  transitivity (behaviour a s * (policy a s / behaviour a s * (feature s * (feature s - gamma * sum n (fun t => P a s t * feature t)))));
    [ring|rewrite seen by (apply whole; assumption); ring].
Qed.

(* mean-reward-of-visits: the mean number of transitions that start in s is the sum of their laws there. *)
Theorem mean_reward_of_visits n m gamma P r policy feature length behaviour initial transitions :
  mean_reward_of_visits_requires n m gamma P r policy feature length behaviour initial -> length = INR transitions ->
  let D s := sum transitions (fun t => law n m P behaviour initial t s) in
  sum n (fun s => D s * feature s * sum m (fun a => policy a s * r a s))
  = mean_reward_of_visits_value n m gamma P r policy feature length behaviour initial.
Proof.
  intros (_ & cases & _) is D; unfold mean_reward_of_visits_value; apply sum_ext; intros s _; do 2 f_equal; unfold D.
  assert (counts : transitions = 1%nat \/ transitions = 2%nat).
  { rewrite is in cases; destruct (Rmult_integral _ _ cases) as [one|two]; [left|right]; apply INR_eq; simpl; lra. }
  rewrite is; destruct counts as [-> | ->]; simpl; ring.
Qed.

(* one-transition-solution *)
Theorem one_transition_solution n m gamma P r behaviour (ratio : nat -> R) :
  one_transition_solution_requires n m gamma P r behaviour -> (forall a, (a < m)%nat -> 0 < ratio a) ->
  sum m (fun a => behaviour a 0%nat * (ratio a * r a 0%nat / (ratio a * (1 - gamma))))
  = one_transition_solution_value n m gamma P r behaviour.
Proof.
  intros ((_ & _ & discount & _) & _) positive; unfold one_transition_solution_value, Rdiv.
  rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros a action; specialize (positive a action); field; lra.
Qed.

(* tabular-saddle-offset *)
Theorem tabular_saddle_offset n m gamma P r row size_w weights size_k offset matrix :
  tabular_saddle_offset_requires n m gamma P r row size_w weights size_k offset matrix -> (row < 2 * n)%nat ->
  (if Nat.ltb row n then 0 else weights (row - n)%nat * r 0%nat (row - n)%nat)
  = tabular_saddle_offset_value n m gamma P r row size_w weights size_k offset matrix.
Proof.
  intros (_ & _ & _ & _ & _ & _ & _ & _ & upper & lower & _) small; unfold tabular_saddle_offset_value.
  destruct (Nat.ltb_spec row n) as [first|second]; [symmetry; apply upper, first|].
  rewrite <- lower by lia; f_equal; lia.
Qed.
