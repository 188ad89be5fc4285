(* The least that noise on rewards changes optimal values. *)
From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From TheoryChecks Require Import Sums Vectors Mdp Optimal NormalMean RewardNoise.
From TheoryChecks Require Import LemmaWords LemmaFormulas GaussianFamilies LemmasOfLogRatios.
Open Scope R_scope.

(* The law of a Gaussian family is determined by its covariances: it is that of each linear image that has them too. *)
Definition rotated {Omega} (E : (Omega -> R) -> R -> Prop) (k : nat) (g : nat -> Omega -> R) (cov : nat -> nat -> R) : Prop :=
  forall (M : nat -> nat -> R) (f : (nat -> R) -> R) l,
    (forall i j, (i < k)%nat -> (j < k)%nat -> sum k (fun a => sum k (fun b => M i a * M j b * cov a b)) = cov i j) ->
    (forall x y, (forall i, (i < k)%nat -> x i = y i) -> f x = f y) ->
    E (fun w => f (fun i => g i w)) l -> E (fun w => f (fun i => sum k (fun a => M i a * g a w))) l.

(* Where no reward falls, no value falls. *)
Lemma values_rise n m gamma P r r' v v' : 0 <= gamma < 1 -> stochastic n m P ->
  (forall a s, (a < m)%nat -> (s < n)%nat -> r a s <= r' a s) ->
  optimal_value n m gamma P r v -> optimal_value n m gamma P r' v' -> forall s, (s < n)%nat -> v s <= v' s.
Proof.
  intros discount rows up one two s state.
  destruct (Optimal.largest n (fun t => v t - v' t) ltac:(lia)) as [top [inside most]]; cbv beta in most.
  destruct (one top inside) as [_ (a & action & equal)]; destruct (two top inside) as [above _]; specialize (above a action).
  destruct (rows a top action inside) as [nonneg whole]; specialize (up a top action inside); unfold backup in *.
  assert (gap : sum n (fun t => P a top t * v t) - sum n (fun t => P a top t * v' t) <= v top - v' top).
  { rewrite <- sum_sub, <- (Rmult_1_r (v top - v' top)), <- whole, <- sum_scale; apply Optimal.sum_le; intros t small.
    specialize (most t small); specialize (nonneg t small); nra. }
  specialize (most s state); assert (v top - v' top <= 0); [|lra].
  assert (v top - v' top <= gamma * (v top - v' top)) by nra; apply (Rmult_le_reg_l (1 - gamma)); lra.
Qed.

(* Where the rewards of a state rise by c, and no others, its value rises by c at least. *)
Lemma value_rises n m gamma P r r' v v' s c : 0 <= gamma < 1 -> stochastic n m P -> 0 <= c -> (s < n)%nat ->
  (forall a t, (a < m)%nat -> (t < n)%nat -> r' a t = r a t + (if Nat.eqb t s then c else 0)) ->
  optimal_value n m gamma P r v -> optimal_value n m gamma P r' v' -> v s + c <= v' s.
Proof.
  intros discount rows nonneg state raised one two.
  pose proof (values_rise n m gamma P r r' v v' discount rows
    (fun a t action small => ltac:(rewrite (raised a t action small); destruct (Nat.eqb t s); lra)) one two) as up.
  destruct (one s state) as [_ (a & action & equal)]; destruct (two s state) as [above _]; specialize (above a action).
  destruct (rows a s action state) as [positive _]; unfold backup in *.
  rewrite (raised a s action state), Nat.eqb_refl in above.
  assert (sum n (fun t => P a s t * v t) <= sum n (fun t => P a s t * v' t)).
  { apply Optimal.sum_le; intros t small; apply Rmult_le_compat_l; [apply positive|apply up]; exact small. }
  assert (gamma * sum n (fun t => P a s t * v t) <= gamma * sum n (fun t => P a s t * v' t)) by (apply Rmult_le_compat_l; lra); lra.
Qed.

Section Mirror.
Variables (n m s : nat).
Hypotheses (some : (0 < m)%nat) (state : (s < n)%nat).
Definition of_state (i : nat) : R := if Nat.eqb (i mod n) s then 1 else 0.
(* The mean of the noise of the state changes its sign, and nothing else changes. *)
Definition mirror (i j : nat) : R := unit i j - 2 / INR m * of_state i * of_state j.

Lemma sum_of_state f : sum (n * m) (fun i => of_state i * f i) = sum m (fun a => f (a * n + s)%nat).
Proof.
  rewrite Nat.mul_comm, sum_of_pairs; apply sum_ext; intros a _.
  rewrite (sum_ext n _ (fun b => f (a * n + b)%nat * unit s b)).
  - apply (sum_unit n s (fun b => f (a * n + b)%nat)), state.
  - intros b small; unfold of_state, unit; destruct (pair_number n a b small) as [_ ->]; destruct (Nat.eqb b s); ring.
Qed.

Lemma mirrored x i : (i < n * m)%nat ->
  sum (n * m) (fun j => mirror i j * x j) = x i - 2 * of_state i * (sum m (fun a => x (a * n + s)%nat) / INR m).
Proof.
  intros small; pose proof (lt_0_INR m some).
  rewrite (sum_ext (n * m) _ (fun j => x j * unit i j - 2 / INR m * of_state i * (of_state j * x j))) by (intros; unfold mirror; ring).
  rewrite sum_sub, sum_scale, sum_of_state, (sum_unit (n * m) i x) by exact small; field; lra.
Qed.

Lemma mirror_keeps i j : (i < n * m)%nat -> (j < n * m)%nat ->
  sum (n * m) (fun a => sum (n * m) (fun b => mirror i a * mirror j b * apart 1 a b)) = apart 1 i j.
Proof.
  intros one two; pose proof (lt_0_INR m some).
  rewrite (sum_ext (n * m) _ (fun a => mirror i a * mirror j a)).
  - rewrite (mirrored (mirror j) i one).
    assert (total : sum m (fun a => mirror j (a * n + s)) = - of_state j).
    { rewrite <- (sum_of_state (mirror j)).
      rewrite (sum_ext (n * m) _ (fun i => mirror j i * of_state i)) by (intros; ring).
      rewrite (mirrored of_state j two), (sum_ext m _ (fun _ => 1)), sum_const; [field; lra|].
      intros a _; unfold of_state; destruct (pair_number n a s state) as [_ ->]; rewrite Nat.eqb_refl; reflexivity. }
    rewrite total; unfold mirror, apart, unit; rewrite Nat.eqb_sym; destruct (Nat.eqb j i); field; lra.
  - intros a small; rewrite (sum_ext (n * m) _ (fun b => (mirror i a * mirror j b) * unit a b)).
    + apply (sum_unit (n * m) a (fun b => mirror i a * mirror j b)), small.
    + intros b _; unfold apart, unit; rewrite Nat.eqb_sym; destruct (Nat.eqb b a); ring.
Qed.
End Mirror.

(* value-error-lower-bound: V z is the optimal value under the noise z, sigma times independent standard normal numbers; for
   each state, so for the mean over them, and for copies side by side, which are an MDP with as many actions. *)
Theorem value_error_lower_bound {Omega} E n m gamma P r sigma (z : nat -> Omega -> R) v V errors :
  value_error_lower_bound_requires n m gamma P r sigma -> expectation E ->
  gaussian E (n * m) z (apart 1) -> rotated E (n * m) z (apart 1) ->
  optimal_value n m gamma P r v -> (forall x, optimal_value n m gamma P (noised n sigma r x) (V x)) ->
  (forall s, (s < n)%nat -> E (fun w => Rabs (V (fun i => z i w) s - v s)) (errors s)) ->
  (forall s, (s < n)%nat -> value_error_lower_bound_gives n m gamma P r sigma (errors s)) /\
  value_error_lower_bound_gives n m gamma P r sigma (sum n errors / INR n).
Proof.
  intros ((states & some & discount & rows) & positive) means law turned one all of; unfold value_error_lower_bound_gives.
  pose proof (lt_0_INR m some) as many; pose proof (lt_0_INR n states) as places; pose proof PI_RGT_0.
  assert (each : forall s, (s < n)%nat -> errors s >= sigma * sqrt (2 / (PI * INR m))).
  { intros s state; specialize (of s state).
    set (t := fun x : nat -> R => sum m (fun a => x (a * n + s)%nat) / INR m).
    set (f := fun x : nat -> R => Rabs (V x s - v s)).
    assert (only : forall x y, (forall i, (i < n * m)%nat -> x i = y i) -> V x s = V y s).
    { intros x y same; assert (alike : forall a b, (a < m)%nat -> (b < n)%nat -> noised n sigma r x a b = noised n sigma r y a b)
        by (intros a b action small; unfold noised; rewrite same by nia; reflexivity).
      apply Rle_antisym; [apply (values_rise n m gamma P (noised n sigma r x) (noised n sigma r y))
        |apply (values_rise n m gamma P (noised n sigma r y) (noised n sigma r x))]; trivial; intros; rewrite alike by assumption; lra. }
    assert (other : E (fun w => f (fun i => sum (n * m) (fun a => mirror n m s i a * z a w))) (errors s)).
    { apply (turned (mirror n m s) f); [exact (mirror_keeps n m s some state)| |exact of].
      intros x y same; unfold f; rewrite (only x y same); reflexivity. }
    (* The two values are apart by twice the mean noise. *)
    assert (far : forall x, 2 * sigma * Rabs (t x) <= f x + f (fun i => sum (n * m) (fun a => mirror n m s i a * x a))).
    { intros x; set (y := fun i => sum (n * m) (fun a => mirror n m s i a * x a)).
      assert (at_state : forall a b, (a < m)%nat -> (b < n)%nat ->
        noised n sigma r y a b = noised n sigma r x a b + (if Nat.eqb b s then - (2 * sigma * t x) else 0)).
      { intros a b action small; unfold noised, y; rewrite mirrored by (try assumption; nia); unfold of_state.
        destruct (pair_number n a b small) as [_ ->]; fold (t x); destruct (Nat.eqb b s); ring. }
      assert (apart_by : 2 * sigma * Rabs (t x) <= Rabs (V x s - V y s)).
      { destruct (Rle_dec 0 (t x)) as [up|down].
        - assert (V y s + 2 * sigma * t x <= V x s).
          { apply (value_rises n m gamma P (noised n sigma r y) (noised n sigma r x) (V y) (V x) s); trivial;
              [apply Rmult_le_pos; lra|]; intros a b action small; rewrite (at_state a b action small); destruct (Nat.eqb b s); ring. }
          rewrite (Rabs_pos_eq (t x)) by exact up; eapply Rle_trans; [|apply Rle_abs]; lra.
        - assert (V x s + - (2 * sigma * t x) <= V y s).
          { apply (value_rises n m gamma P (noised n sigma r x) (noised n sigma r y) (V x) (V y) s); trivial; nra. }
          rewrite (Rabs_left1 (t x)), Rabs_minus_sym by lra; eapply Rle_trans; [|apply Rle_abs]; lra. }
      unfold f; eapply Rle_trans; [exact apart_by|].
      replace (V x s - V y s) with (V x s - v s + - (V y s - v s)) by ring.
      eapply Rle_trans; [apply Rabs_triang|]; rewrite Rabs_Ropp; lra. }
    assert (normal_t : normal E (fun w => t (fun i => z i w)) (/ sqrt (INR m))).
    { apply (combination E (n * m) z (apart 1) (fun i => of_state n s i * / INR m)); [exact law| | |].
      - intros w; unfold t; rewrite (sum_ext (n * m) _ (fun i => of_state n s i * (/ INR m * z i w))) by (intros; ring).
        rewrite (sum_of_state n m s state (fun i => / INR m * z i w)), sum_scale; unfold Rdiv; ring.
      - left; apply Rinv_0_lt_compat, sqrt_lt_R0, many.
      - rewrite <- Rinv_mult, sqrt_sqrt by lra; unfold spread.
        rewrite (sum_ext (n * m) _ (fun i => of_state n s i * (of_state n s i * (/ INR m * / INR m)))).
        + rewrite (sum_of_state n m s state (fun i => of_state n s i * (/ INR m * / INR m))), (sum_ext m _ (fun _ => / INR m * / INR m)).
          * rewrite sum_const; field; lra.
          * intros a _; unfold of_state; destruct (pair_number n a s state) as [_ ->]; rewrite Nat.eqb_refl; ring.
        + intros i small; rewrite (sum_ext (n * m) _ (fun j => (of_state n s i * / INR m * (of_state n s j * / INR m)) * unit i j)).
          * rewrite (sum_unit (n * m) i (fun j => of_state n s i * / INR m * (of_state n s j * / INR m))) by exact small; ring.
          * intros j _; unfold apart, unit; rewrite Nat.eqb_sym; destruct (Nat.eqb j i); ring. }
    pose proof (mean_times E means (2 * sigma) _ _ (mean_of_modulus E _ _ normal_t)) as low.
    pose proof (mean_below E means _ _ _ _ (fun w => far (fun i => z i w)) low (mean_plus E means _ _ _ _ of other)) as bound.
    rewrite Rabs_pos_eq in bound by (left; apply Rinv_0_lt_compat, sqrt_lt_R0, many).
    assert (same : / sqrt (INR m) * mean_modulus = sqrt (2 / (PI * INR m))).
    { unfold mean_modulus; replace (2 / (PI * INR m)) with (2 / PI * / INR m) by (field; lra).
      rewrite sqrt_mult, sqrt_inv by (left; try apply Rinv_0_lt_compat; try apply Rdiv_lt_0_compat; lra); ring. }
    rewrite same in bound; lra. }
  split; [exact each|]; apply Rle_ge, (Rmult_le_reg_r (INR n)); [exact places|].
  replace (sum n errors / INR n * INR n) with (sum n errors) by (field; lra).
  rewrite Rmult_comm, <- sum_const; apply Optimal.sum_le; intros s state; apply Rge_le, each, state.
Qed.
