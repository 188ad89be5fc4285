(* Lemmas about noise on the rewards of an MDP in which all actions stay and are rewarded alike. *)
From Coq Require Import Reals Lra Lia Arith.
From TheoryChecks Require Import Sums Mdp Optimal Maximum NormalMean NormalEvents Reflections RewardNoise.
From TheoryChecks Require Import LemmaWords LemmaFormulas GaussianFamilies LemmasOfMdps.
Open Scope R_scope.

(* Independent standard normal numbers: means of functions of some of them, which do not grow faster than a multiple of
   their arguments, are integrals over one number after the other. *)
Definition standard {Omega} (E : (Omega -> R) -> R -> Prop) (k : nat) (z : nat -> Omega -> R) : Prop :=
  forall m which f c l l', (forall i, (i < m)%nat -> (which i < k)%nat) ->
    (forall i j, (i < m)%nat -> (j < m)%nat -> which i = which j -> i = j) ->
    (forall x y : nat -> R, Rabs (f x - f y) <= c * sum m (fun i => Rabs (x i - y i))) ->
    mean m f l -> mean m (fun x => Rabs (f x)) l' -> E (fun w => f (fun i => z (which i) w)) l.

(* What the checker finds by integration: the means of the largest of m standard normal numbers, and of its modulus. *)
Definition largest_means (mean_max mean_abs_max : nat -> R) (m : nat) : Prop :=
  mean m (fun x => best m x) (mean_max m) /\ mean m (fun x => Rabs (best m x)) (mean_abs_max m).

Lemma one_of_sum m f i : (i < m)%nat -> (forall j, 0 <= f j) -> f i <= sum m f.
Proof.
  intros small above; induction m as [|m IH]; [lia|]; simpl; pose proof (sum_nonneg m f (fun j _ => above j)).
  destruct (Nat.eq_dec i m) as [->|]; [lra|specialize (IH ltac:(lia)); specialize (above m); lra].
Qed.

Lemma best_slow m x y : (0 < m)%nat -> Rabs (best m x - best m y) <= 1 * sum m (fun i => Rabs (x i - y i)).
Proof.
  intros some; rewrite Rmult_1_l; apply best_close; [exact some|]; intros a small.
  exact (one_of_sum m (fun i => Rabs (x i - y i)) a small (fun j => Rabs_pos _)).
Qed.

Lemma modulus_slow (f : (nat -> R) -> R) m : (forall x y, Rabs (f x - f y) <= 1 * sum m (fun i => Rabs (x i - y i))) ->
  forall x y, Rabs (Rabs (f x) - Rabs (f y)) <= 1 * sum m (fun i => Rabs (x i - y i)).
Proof. intros slow x y; eapply Rle_trans; [apply Rabs_triang_inv2|apply slow]. Qed.

Section Stays.
Variables (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R).
Hypotheses (some : (0 < m)%nat) (discount : 0 <= gamma < 1) (rows : stochastic n m P)
  (stay : forall a, (a < m)%nat -> forall s, (s < n)%nat -> P a s s = 1)
  (alike : forall a, (a < m)%nat -> forall s, (s < n)%nat -> r a s = r 0%nat s).

Lemma only_itself a s v : (a < m)%nat -> (s < n)%nat -> sum n (fun t => P a s t * v t) = v s.
Proof.
  intros action state; destruct (rows a s action state) as [nonneg one].
  assert (rest : sum n (fun t => if Nat.eqb t s then 0 else P a s t) = 0).
  { assert (split : sum n (fun t => if Nat.eqb t s then 0 else P a s t) = sum n (P a s) - sum n (fun t => P a s t * Vectors.unit s t)).
    { rewrite <- sum_sub; apply sum_ext; intros t _; unfold Vectors.unit; destruct (Nat.eqb t s); ring. }
    rewrite split, one, Vectors.sum_unit, stay by assumption; ring. }
  assert (above : forall t, (t < n)%nat -> 0 <= (if Nat.eqb t s then 0 else P a s t))
    by (intros t small; destruct (Nat.eqb t s); [lra|apply nonneg, small]).
  pose proof (none_above n _ above rest) as none.
  rewrite (sum_ext n _ (fun t => v t * Vectors.unit s t)); [apply Vectors.sum_unit, state|].
  intros t small; specialize (none t small); cbv beta in none; unfold Vectors.unit.
  destruct (Nat.eqb_spec t s) as [same|]; [rewrite same, stay by assumption; ring|rewrite none; ring].
Qed.

Lemma value_of_stays reward v s : optimal_value n m gamma P reward v -> (s < n)%nat ->
  (1 - gamma) * v s = best m (fun a => reward a s).
Proof.
  intros optimal state; destruct (optimal s state) as [above (a & action & equal)]; unfold backup in *.
  rewrite only_itself in equal by assumption; apply Rle_antisym.
  - replace ((1 - gamma) * v s) with (reward a s) by lra; exact (best_above m (fun a => reward a s) a action).
  - apply best_least; [exact some|]; intros b small; specialize (above b small); rewrite only_itself in above by assumption; lra.
Qed.

Lemma value_alike v s : optimal_value n m gamma P r v -> (s < n)%nat -> (1 - gamma) * v s = r 0%nat s.
Proof.
  intros optimal state; rewrite (value_of_stays r v s optimal state).
  destruct (best_attained m (fun a => r a s) some) as (a & action & ->); apply alike; assumption.
Qed.

(* What the noise adds to the value of a state. *)
Lemma value_gain sigma z v v' s : 0 < sigma -> optimal_value n m gamma P r v ->
  optimal_value n m gamma P (noised n sigma r z) v' -> (s < n)%nat ->
  v' s - v s = sigma / (1 - gamma) * best m (fun a => z (a * n + s)%nat).
Proof.
  intros positive one two state; apply (Rmult_eq_reg_l (1 - gamma)); [|lra].
  replace ((1 - gamma) * (v' s - v s)) with ((1 - gamma) * v' s - (1 - gamma) * v s) by ring.
  rewrite (value_of_stays _ v' s two state), (value_alike v s one state).
  replace ((1 - gamma) * (sigma / (1 - gamma) * best m (fun a => z (a * n + s)%nat)))
    with (sigma * best m (fun a => z (a * n + s)%nat)) by (field; lra).
  destruct (best_attained m (fun a => noised n sigma r z a s) some) as (a & action & equal).
  destruct (best_attained m (fun a => z (a * n + s)%nat) some) as (b & other & same).
  pose proof (best_above m (fun a => z (a * n + s)%nat) a action) as most.
  pose proof (best_above m (fun a => noised n sigma r z a s) b other) as top.
  rewrite equal in *; rewrite same in *; unfold noised in *; rewrite (alike a), (alike b) in * by assumption; nra.
Qed.
End Stays.

Lemma mean_of_states {Omega} (E : (Omega -> R) -> R -> Prop) n X a : expectation E -> (0 < n)%nat ->
  (forall s, (s < n)%nat -> E (X s) a) -> E (fun w => sum n (fun s => X s w) / INR n) a.
Proof.
  intros means some each; pose proof (lt_0_INR n some).
  pose proof (mean_times E means (/ INR n) _ _ (mean_sum E means n X (fun _ => a) each)) as all.
  revert all; apply mean_is; [intros w; unfold Rdiv; ring|rewrite sum_const; field; lra].
Qed.

Lemma noise_of_state n m s : (s < n)%nat ->
  (forall a, (a < m)%nat -> (a * n + s < n * m)%nat) /\
  (forall a b, (a < m)%nat -> (b < m)%nat -> (a * n + s = b * n + s)%nat -> a = b).
Proof. intros state; split; intros; nia. Qed.

(* identity-value-error *)
Theorem identity_value_error {Omega} E n m gamma P r sigma mean_max mean_abs_max (z : nat -> Omega -> R) v v' :
  identity_value_error_requires n m gamma P r sigma mean_abs_max -> expectation E -> standard E (n * m) z ->
  largest_means mean_max mean_abs_max m -> optimal_value n m gamma P r v ->
  (forall w, optimal_value n m gamma P (noised n sigma r (fun i => z i w)) (v' w)) ->
  E (fun w => norm1 n (fun s => v' w s - v s) / INR n) (identity_value_error_value n m gamma P r sigma mean_abs_max).
Proof.
  intros ((states & some & discount & rows) & positive & stay & alike) means noise [_ modulus] one two.
  apply (mean_of_states E n (fun s w => Rabs (v' w s - v s))); [exact means|exact states|]; intros s state.
  destruct (noise_of_state n m s state) as [inside different].
  pose proof (noise m (fun a => a * n + s)%nat (fun x => Rabs (best m x)) 1 _ (mean_abs_max m) inside different
    (modulus_slow (best m) m (fun x y => best_slow m x y some)) modulus
    (mean_ext m _ _ _ (fun x => eq_sym (Rabs_Rabsolu _)) modulus)) as of.
  pose proof (mean_times E means (sigma / (1 - gamma)) _ _ of) as all; revert all; apply mean_is.
  - intros w; rewrite (value_gain n m gamma P r some discount rows stay alike sigma (fun i => z i w) v (v' w) s)
      by (try assumption; try apply two; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (sigma / (1 - gamma))); [reflexivity|].
    apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
  - unfold identity_value_error_value; field; lra.
Qed.

(* identity-value-bias: lambda is the occupancy of a policy, policy times the visits of its state. *)
Definition occupancy (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (policy lambda : nat -> nat -> R) : Prop :=
  dual_feasible n m gamma P lambda /\
  forall a s, (a < m)%nat -> (s < n)%nat -> lambda a s = policy a s * sum m (fun b => lambda b s).

Lemma visits_of_stays n m gamma P policy lambda s : stochastic n m P ->
  (forall a, (a < m)%nat -> forall s, (s < n)%nat -> P a s s = 1) -> occupancy n m gamma P policy lambda -> (s < n)%nat ->
  (1 - gamma) * sum m (fun b => lambda b s) = 1.
Proof.
  intros rows stay [[balance _] _] state; etransitivity; [|exact (balance s state)]; rewrite <- sum_scale.
  apply sum_ext; intros a action.
  assert (back : sum n (fun t => P a t s * lambda a t) = lambda a s); [|rewrite back; ring].
  rewrite (sum_ext n _ (fun t => lambda a t * Vectors.unit s t)); [apply (Vectors.sum_unit n s (fun t => lambda a t)), state|].
  intros t small; unfold Vectors.unit; destruct (Nat.eqb_spec t s) as [->|other]; [rewrite stay by assumption; ring|].
  pose proof (only_itself n m P rows stay a t (Vectors.unit s) action small) as none.
  rewrite (Vectors.sum_unit n s (fun u => P a t u)) in none by exact state; rewrite none; unfold Vectors.unit.
  destruct (Nat.eqb_spec t s); [contradiction|ring].
Qed.

Theorem identity_value_bias {Omega} E n m gamma P r sigma mean_max mean_abs_max (z : nat -> Omega -> R) v v' best_policy
  policy lambda lambda' : identity_value_bias_requires n m gamma P r sigma mean_max -> expectation E ->
  standard E (n * m) z -> largest_means mean_max mean_abs_max m -> optimal_value n m gamma P r v ->
  (forall w, optimal_value n m gamma P (noised n sigma r (fun i => z i w)) (v' w)) ->
  chooses n m best_policy -> occupancy n m gamma P best_policy lambda ->
  (forall w, chooses n m (policy w) /\ policy_value n m gamma P (noised n sigma r (fun i => z i w)) (policy w) (v' w)) ->
  (forall w, occupancy n m gamma P (policy w) (lambda' w)) ->
  let value := identity_value_bias_value n m gamma P r sigma mean_max in
  E (fun w => sum n (fun s => v' w s - v s) / INR n) value /\
  E (fun w => sum n (fun s => sum m (fun a => (lambda' w a s - lambda a s) * (sigma * z (a * n + s)%nat w))) / INR n) value.
Proof.
  intros ((states & some & discount & rows) & positive & stay & alike) means noise [largest modulus] one two
    law' occupied greedy visited value.
  assert (each : forall s, (s < n)%nat -> E (fun w => v' w s - v s) value).
  { intros s state; destruct (noise_of_state n m s state) as [inside different].
    pose proof (noise m (fun a => a * n + s)%nat (best m) 1 _ (mean_abs_max m) inside different
      (fun x y => best_slow m x y some) largest modulus) as of.
    pose proof (mean_times E means (sigma / (1 - gamma)) _ _ of) as all; revert all; apply mean_is.
    - intros w; rewrite (value_gain n m gamma P r some discount rows stay alike sigma (fun i => z i w) v (v' w) s)
        by (try assumption; try apply two; lra); reflexivity.
    - unfold value, identity_value_bias_value; field; lra. }
  split; [apply (mean_of_states E n (fun s w => v' w s - v s)); assumption|].
  apply (mean_of_states E n (fun s w => sum m (fun a => (lambda' w a s - lambda a s) * (sigma * z (a * n + s)%nat w))));
    try assumption; intros s state.
  assert (centred : forall a, (a < m)%nat -> E (z (a * n + s)%nat) 0).
  { intros a action; destruct (noise_of_state n m s state) as [inside _].
    apply (noise 1%nat (fun _ => a * n + s)%nat (fun x => x 0%nat) 1 0 mean_modulus); [intros; apply inside, action|lia| | |].
    - intros x y; simpl; lra.
    - exists (fun x => x); split; [intros x; reflexivity|apply mean_centred].
    - exists Rabs; split; [intros x; reflexivity|apply mean_absolute]. }
  pose proof (mean_sum E means m (fun a w => lambda a s * sigma * z (a * n + s)%nat w) (fun _ => 0) (fun a action =>
    mean_is E _ _ _ _ (fun w => eq_refl) (Rmult_0_r _) (mean_times E means (lambda a s * sigma) _ _ (centred a action)))) as none.
  rewrite sum_const, Rmult_0_r in none.
  pose proof (mean_minus E means _ _ _ _ (each s state) none) as all; revert all; apply mean_is; [|ring].
  intros w; cbv beta.
  rewrite (sum_ext m (fun a => (lambda' w a s - lambda a s) * (sigma * z (a * n + s)%nat w))
    (fun a => lambda' w a s * (sigma * z (a * n + s)%nat w) - lambda a s * sigma * z (a * n + s)%nat w)) by (intros; ring).
  rewrite sum_sub; f_equal.
  pose proof (visits_of_stays n m gamma P (policy w) (lambda' w) s rows stay (visited w) state) as visits.
  destruct (greedy w) as [law fixed]; destruct (law s state) as [_ unit]; specialize (fixed s state).
  pose proof (value_alike n m gamma P r some rows stay alike v s one state) as base.
  apply (Rmult_eq_reg_l (1 - gamma)); [|lra].
  rewrite (sum_ext m _ (fun a => sum m (fun b => lambda' w b s) * (policy w a s * (sigma * z (a * n + s)%nat w)))).
  - rewrite sum_scale, <- Rmult_assoc, visits, Rmult_1_l.
    rewrite (sum_ext m _ (fun a => (r 0%nat s + gamma * v' w s) * policy w a s + policy w a s * (sigma * z (a * n + s)%nat w))) in fixed.
    + rewrite sum_add, sum_scale, unit in fixed; lra.
    + intros a action; rewrite (only_itself n m P rows stay a s (v' w)) by assumption; unfold noised.
      rewrite (alike a action s state); ring.
  - intros a action; destruct (visited w) as [_ share]; rewrite (share a s action state); ring.
Qed.

(* returned-value-error: in each state alike, so also in any number of copies side by side. *)
Theorem returned_value_error {Omega} E n m gamma P r sigma mean_max mean_abs_max (z : nat -> Omega -> R) v q :
  returned_value_error_requires n m gamma P r sigma mean_abs_max -> expectation E -> standard E (n * m) z ->
  largest_means mean_max mean_abs_max m -> optimal_value n m gamma P r v ->
  let g w a s := sigma * z (a * n + s)%nat w in
  (forall w a s, (a < m)%nat -> (s < n)%nat ->
    q w a s = r a s + gamma * sum n (fun t => P a s t * best m (fun b => q w b t + g w b t)) - g w a s) ->
  (forall s, (s < n)%nat -> E (fun w => Rabs (best m (fun a => q w a s) - v s))
    (returned_value_error_value n m gamma P r sigma mean_abs_max)) /\
  E (fun w => norm1 n (fun s => best m (fun a => q w a s) - v s) / INR n)
    (returned_value_error_value n m gamma P r sigma mean_abs_max).
Proof.
  intros ((states & some & discount & rows) & positive & stay & alike) means noise [_ modulus] optimal g fixed.
  assert (each : forall s, (s < n)%nat -> E (fun w => Rabs (best m (fun a => q w a s) - v s))
    (returned_value_error_value n m gamma P r sigma mean_abs_max)); [|split; [exact each|]].
  2: apply (mean_of_states E n (fun s w => Rabs (best m (fun a => q w a s) - v s))); assumption.
  intros s state; destruct (noise_of_state n m s state) as [inside different].
  assert (opposite : mean m (fun x => Rabs (best m (fun i => - x i))) (mean_abs_max m))
    by exact (reflected m (fun x => Rabs (best m x)) _ modulus).
  assert (slow : forall x y, Rabs (best m (fun i => - x i) - best m (fun i => - y i)) <= 1 * sum m (fun i => Rabs (x i - y i))).
  { intros x y; pose proof (best_slow m (fun i => - x i) (fun i => - y i) some) as of; cbv beta in of.
    rewrite (sum_ext m _ (fun i => Rabs (x i - y i))) in of by (intros; rewrite <- Rabs_Ropp; f_equal; ring); exact of. }
  pose proof (noise m (fun a => a * n + s)%nat (fun x => Rabs (best m (fun i => - x i))) 1 _ (mean_abs_max m) inside different
    (modulus_slow (fun x => best m (fun i => - x i)) m slow) opposite
    (mean_ext m _ _ _ (fun x => eq_sym (Rabs_Rabsolu _)) opposite)) as of.
  pose proof (mean_times E means sigma _ _ of) as all; revert all; apply mean_is; [|reflexivity].
  intros w; rewrite <- (Rabs_pos_eq sigma) at 1 by lra; rewrite <- Rabs_mult; f_equal.
  set (u := fun t => best m (fun b => q w b t + g w b t)).
  assert (solves : optimal_value n m gamma P r u).
  { assert (back : forall a t, (a < m)%nat -> (t < n)%nat -> q w a t + g w a t = backup n gamma P r u a t)
      by (intros a t action inner; rewrite (fixed w a t action inner); unfold backup, u; ring).
    intros t inner; split.
    - intros a action; rewrite <- back by assumption; exact (best_above m (fun b => q w b t + g w b t) a action).
    - destruct (best_attained m (fun b => q w b t + g w b t) some) as (a & action & equal); exists a; split; [exact action|].
      rewrite <- back by assumption; exact equal. }
  pose proof (optimal_value_unique n m gamma P r u v discount rows solves optimal) as same.
  pose proof (value_alike n m gamma P r some rows stay alike v s optimal state) as base.
  rewrite (best_ext m (fun a => q w a s) (fun a => - g w a s + v s)).
  - rewrite best_shift by exact some; replace (best m (fun a => - g w a s) + v s - v s) with (best m (fun a => - g w a s)) by ring.
    apply Rle_antisym.
    + destruct (best_attained m (fun i => - z (i * n + s)%nat w) some) as (a & action & ->); unfold g.
      pose proof (best_above m (fun a => - (sigma * z (a * n + s)%nat w)) a action) as top; cbv beta in top; lra.
    + destruct (best_attained m (fun a => - g w a s) some) as (a & action & ->); unfold g.
      pose proof (best_above m (fun i => - z (i * n + s)%nat w) a action) as top; cbv beta in top; nra.
  - intros a action; rewrite (fixed w a s action state).
    change (r a s + gamma * sum n (fun t => P a s t * u t) - g w a s = - g w a s + v s).
    rewrite (only_itself n m P rows stay a s u action state), (same s state), (alike a action s state); lra.
Qed.
