(* Lemmas about noise on the rewards of an MDP in which each action stays, or goes round. *)
From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require MeanExists Policies LemmasOfLogRatios.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Existence NormalMean RewardNoise.
From TheoryChecks Require Import LemmaWords LemmaFormulas GaussianFamilies LemmasOfRewardNoise LemmasOfValueErrors.
Open Scope R_scope.

(* What the checker finds by integration: the mean of the largest of m standard normal numbers, and of c with each of
   several deviations. *)
Definition means_of_largest (mean_max : nat -> R) (mean_max_of : nat -> (nat -> R) -> nat -> R) : Prop :=
  (forall m, mean m (best m) (mean_max m)) /\
  (forall d scale c, mean (d * c) (fun x => best (d * c) (fun i => scale (i / c)%nat * x i)) (mean_max_of d scale c)).

(* The state after s, and what the table says it is. *)
Definition after (n s : nat) : nat := (S s mod n)%nat.

Lemma place_after n s : (s < n)%nat -> place (INR s + 1 - INR n * floor ((INR s + 1) / INR n)) = after n s.
Proof.
  intros state; pose proof (lt_0_INR n ltac:(lia)) as many; unfold after, floor; rewrite <- S_INR.
  destruct (Nat.eq_dec (S s) n) as [->|other].
  - rewrite Nat.mod_same by lia; replace (INR n / INR n) with (IZR 1) by (field; lra).
    rewrite whole_part_IZR; replace (INR n - INR n * 1) with (INR 0) by (simpl; ring); apply place_INR.
  - rewrite Nat.mod_small by lia; assert (less : INR (S s) < INR n) by (apply lt_INR; lia).
    assert (0 <= INR (S s) / INR n) by (apply Rmult_le_pos; [apply pos_INR|left; apply Rinv_0_lt_compat, many]).
    assert (INR (S s) / INR n < 1) by (apply (Rmult_lt_reg_r (INR n)); [exact many|field_simplify; lra]).
    assert (one : 1%Z = up (INR (S s) / INR n)) by (apply tech_up; lra); unfold whole_part; rewrite <- one.
    replace (INR (S s) - INR n * IZR (1 - 1)) with (INR (S s)) by (simpl; ring); apply place_INR.
Qed.

(* The checker counts actions by sums of products of what is 1 or 0. *)
Lemma all_or_not n Q : let f := product n (fun j => if Req_EM_T (Q j) 1 then 1 else 0) in
  f = 0 \/ f = 1 /\ forall j, (j < n)%nat -> Q j = 1.
Proof.
  induction n as [|n IH]; cbn [product]; [right; split; [reflexivity|lia]|].
  destruct IH as [->|[-> all]]; [left; ring|]; destruct (Req_EM_T (Q n) 1) as [one|]; [right|left; ring].
  split; [ring|]; intros j small; destruct (Nat.eq_dec j n) as [->|]; [exact one|apply all; lia].
Qed.

Lemma counted m f : (forall a, (a < m)%nat -> f a = 0 \/ f a = 1) -> exists k which, sum m f = INR k /\
  (forall i, (i < k)%nat -> (which i < m)%nat /\ f (which i) = 1) /\
  (forall i j, (i < k)%nat -> (j < k)%nat -> which i = which j -> i = j).
Proof.
  induction m as [|m IH]; intros two; [exists 0%nat, (fun i => i); repeat split; intros; lia|].
  destruct IH as (k & which & total & inside & different); [intros; apply two; lia|]; cbn [sum]; rewrite total.
  destruct (two m ltac:(lia)) as [none|one].
  - exists k, which; rewrite none; split; [ring|]; split; [|exact different].
    intros i small; destruct (inside i small); split; [lia|assumption].
  - exists (S k), (fun i => if Nat.eqb i k then m else which i); rewrite S_INR, one; split; [ring|]; split.
    + intros i small; destruct (Nat.eqb_spec i k); [split; [lia|exact one]|].
      destruct (inside i ltac:(lia)); split; [lia|assumption].
    + intros i j small small'; destruct (Nat.eqb_spec i k), (Nat.eqb_spec j k); intros same; try lia.
      * destruct (inside j ltac:(lia)); lia.
      * destruct (inside i ltac:(lia)); lia.
      * apply different; lia.
Qed.

(* The law of independent standard normal numbers stays the same if some of them change their signs. *)
Lemma signs_changed m : forall (e : nat -> bool) f l, mean m f l -> mean m (fun x => f (fun i => if e i then - x i else x i)) l.
Proof.
  induction m as [|m IH]; intros e f l of.
  - simpl in *; rewrite of; f_equal; apply functional_extensionality; intros i; destruct (e i); lra.
  - destruct of as (g & inner & outer); exists (fun x => g (if e m then - x else x)); split.
    + intros x; pose proof (IH e _ _ (inner (if e m then - x else x))) as known; revert known; apply mean_ext; intros z; f_equal.
      apply functional_extensionality; intros i; destruct (Nat.eqb_spec i m) as [->|]; reflexivity.
    + destruct (e m); [apply reflected_one|]; exact outer.
Qed.

(* The noise of action b with the other sign. *)
Definition turned (n b : nat) (x : nat -> R) (i : nat) : R := if Nat.eqb (i / n) b then - x i else x i.

Lemma turned_at n b x a s : (s < n)%nat -> turned n b x (a * n + s) = if Nat.eqb a b then - x (a * n + s)%nat else x (a * n + s)%nat.
Proof. intros state; unfold turned; destruct (LemmasOfLogRatios.pair_number n a s state) as [-> _]; reflexivity. Qed.

Section Walks.
Variables (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R).
Hypotheses (states : (0 < n)%nat) (some : (0 < m)%nat) (discount : 0 <= gamma < 1) (rows : stochastic n m P).

Lemma goes_there a s u v : (a < m)%nat -> (s < n)%nat -> (u < n)%nat -> P a s u = 1 -> sum n (fun t => P a s t * v t) = v u.
Proof.
  intros action state there sure; destruct (rows a s action state) as [nonneg one].
  assert (rest : sum n (fun t => if Nat.eqb t u then 0 else P a s t) = 0).
  { rewrite (sum_ext n _ (fun t => P a s t - P a s t * Vectors.unit u t))
      by (intros t _; unfold Vectors.unit; destruct (Nat.eqb t u); ring).
    rewrite sum_sub, one, (Vectors.sum_unit n u (P a s)), sure by exact there; ring. }
  assert (above : forall t, (t < n)%nat -> 0 <= (if Nat.eqb t u then 0 else P a s t))
    by (intros t small; destruct (Nat.eqb t u); [lra|apply nonneg, small]).
  pose proof (none_above n _ above rest) as none.
  rewrite (sum_ext n _ (fun t => v t * Vectors.unit u t)); [apply Vectors.sum_unit, there|].
  intros t small; specialize (none t small); cbv beta in none; unfold Vectors.unit.
  destruct (Nat.eqb_spec t u) as [same|]; [rewrite same, sure; ring|rewrite none; ring].
Qed.

Lemma value_of_stay reward v a s : optimal_value n m gamma P reward v -> (a < m)%nat -> (s < n)%nat -> P a s s = 1 ->
  reward a s <= (1 - gamma) * v s.
Proof.
  intros optimal action state stay; destruct (optimal s state) as [above _]; specialize (above a action).
  unfold backup in above; rewrite (goes_there a s s) in above by assumption; lra.
Qed.

(* Going round for d steps. *)
Lemma value_of_walk reward v b : optimal_value n m gamma P reward v -> (b < m)%nat ->
  (forall s, (s < n)%nat -> P b s (after n s) = 1) -> forall d s, (s < n)%nat ->
  sum d (fun j => gamma ^ j * reward b ((s + j) mod n)%nat) + gamma ^ d * v ((s + d) mod n)%nat <= v s.
Proof.
  intros optimal action walk d s state; induction d as [|d IH]; [simpl; rewrite Nat.add_0_r, Nat.mod_small by exact state; lra|].
  cbn [sum]; refine (Rle_trans _ _ _ _ IH); set (t := ((s + d) mod n)%nat).
  assert (inside : (t < n)%nat) by (apply Nat.mod_upper_bound; lia).
  assert (next : ((s + S d) mod n)%nat = after n t).
  { unfold after, t; replace (s + S d)%nat with (1 + (s + d))%nat by lia; rewrite <- Nat.add_mod_idemp_r by lia; reflexivity. }
  destruct (optimal t inside) as [above _]; specialize (above b action); unfold backup in above.
  rewrite (goes_there b t (after n t)) in above by (try assumption; try apply walk, inside; apply Nat.mod_upper_bound; lia).
  rewrite next; pose proof (pow_le gamma d ltac:(lra)) as nonneg; simpl; nra.
Qed.

Lemma raised_everywhere reward v c : optimal_value n m gamma P reward v ->
  optimal_value n m gamma P (fun a s => reward a s + c) (fun s => v s + c / (1 - gamma)).
Proof.
  intros optimal s state; assert (equal : forall a, (a < m)%nat ->
    backup n gamma P (fun a s => reward a s + c) (fun s => v s + c / (1 - gamma)) a s = backup n gamma P reward v a s + c / (1 - gamma)).
  { intros a action; unfold backup; rewrite (sum_ext n _ (fun t => P a s t * v t + c / (1 - gamma) * P a s t)) by (intros; ring).
    rewrite sum_add, sum_scale, (proj2 (rows a s action state)); field; lra. }
  destruct (optimal s state) as [above (a & action & attained)]; split.
  - intros b other; rewrite equal by exact other; specialize (above b other); lra.
  - exists a; split; [exact action|]; rewrite equal, <- attained by exact action; reflexivity.
Qed.

Variables (sigma : R) (r : nat -> nat -> R).
Hypotheses (positive : 0 < sigma) (nothing : forall a, (a < m)%nat -> forall s, (s < n)%nat -> r a s = 0).

(* The optimal value under the noise x. *)
Definition value (x : nat -> R) (s : nat) : R :=
  real (Lub_Rbar (fun u => exists v, optimal_value n m gamma P (noised n sigma r x) v /\ u = v s)).

Lemma value_is x v s : optimal_value n m gamma P (noised n sigma r x) v -> (s < n)%nat -> value x s = v s.
Proof.
  intros optimal state; unfold value; rewrite (is_lub_Rbar_unique _ (Finite (v s))); [reflexivity|]; split.
  - intros u (w & other & ->); right; exact (optimal_value_unique n m gamma P _ w v discount rows other optimal s state).
  - intros b above; apply above; exists v; split; [exact optimal|reflexivity].
Qed.

Lemma value_optimal x : optimal_value n m gamma P (noised n sigma r x) (value x).
Proof.
  destruct (optimal_value_exists n m gamma P discount rows (noised n sigma r x) some) as [v optimal].
  apply (Policies.optimal_ext n m gamma P _ v); [|exact optimal].
  intros s state; symmetry; apply value_is; assumption.
Qed.

Lemma value_of_nothing v s : optimal_value n m gamma P r v -> (s < n)%nat -> v s = 0.
Proof.
  intros optimal state; apply (optimal_value_unique n m gamma P r v (fun _ => 0) discount rows optimal); [|exact state].
  intros t inside; assert (equal : forall a, (a < m)%nat -> backup n gamma P r (fun _ => 0) a t = 0).
  { intros a action; unfold backup; rewrite (sum_ext n _ (fun _ => 0)), sum_const by (intros; ring).
    rewrite nothing by assumption; ring. }
  split; [intros a action; rewrite equal by exact action; lra|exists 0%nat; rewrite equal by exact some; split; [exact some|reflexivity]].
Qed.

Lemma value_slow s : (s < n)%nat -> forall x y,
  Rabs (value x s - value y s) <= sigma / (1 - gamma) * sum (n * m) (fun i => Rabs (x i - y i)).
Proof.
  intros state; assert (half : forall x y, value x s <= value y s + sigma / (1 - gamma) * sum (n * m) (fun i => Rabs (x i - y i))).
  { intros x y; set (d := sum (n * m) (fun i => Rabs (x i - y i))).
    replace (sigma / (1 - gamma) * d) with (sigma * d / (1 - gamma)) by (unfold Rdiv; ring).
    apply (values_rise n m gamma P (noised n sigma r x) (fun a s => noised n sigma r y a s + sigma * d) (value x)
      (fun s => value y s + sigma * d / (1 - gamma))); try assumption; [|apply value_optimal|apply raised_everywhere, value_optimal].
    intros a t action inside; unfold noised.
    pose proof (one_of_sum (n * m) (fun i => Rabs (x i - y i)) (a * n + t) ltac:(nia) (fun i => Rabs_pos _)) as part.
    cbv beta in part; fold d in part; pose proof (Rle_abs (x (a * n + t)%nat - y (a * n + t)%nat)); nra. }
  intros x y; pose proof (half x y); pose proof (half y x) as back.
  rewrite (sum_ext (n * m) _ (fun i => Rabs (x i - y i))) in back by (intros; apply Rabs_minus_sym); apply Rabs_le; lra.
Qed.

(* Going round and then staying, under both signs of the noise of going round. *)
Lemma both_ways a b x d s : (a < m)%nat -> (b < m)%nat -> a <> b -> (forall s, (s < n)%nat -> P a s s = 1) ->
  (forall s, (s < n)%nat -> P b s (after n s) = 1) -> (s < n)%nat ->
  2 * (sigma * (gamma ^ d * x (a * n + (s + d) mod n)%nat)) <= (1 - gamma) * (value x s + value (turned n b x) s).
Proof.
  intros action other different stay walk state; set (t := ((s + d) mod n)%nat).
  assert (inside : forall j, ((s + j) mod n < n)%nat) by (intros; apply Nat.mod_upper_bound; lia).
  pose proof (value_of_walk _ _ b (value_optimal x) other walk d s state) as one.
  pose proof (value_of_walk _ _ b (value_optimal (turned n b x)) other walk d s state) as two.
  pose proof (value_of_stay _ _ a t (value_optimal x) action (inside d) (stay t (inside d))) as three.
  pose proof (value_of_stay _ _ a t (value_optimal (turned n b x)) action (inside d) (stay t (inside d))) as four.
  rewrite (sum_ext d (fun j => gamma ^ j * noised n sigma r (turned n b x) b ((s + j) mod n)%nat)
    (fun j => -1 * (gamma ^ j * noised n sigma r x b ((s + j) mod n)%nat))), sum_scale in two.
  - unfold noised in three, four; rewrite (nothing a action t (inside d)) in three, four.
    rewrite turned_at in four by apply inside; replace (Nat.eqb a b) with false in four by (symmetry; apply Nat.eqb_neq, different).
    fold t in one, two; pose proof (pow_le gamma d ltac:(lra)) as nonneg.
    apply Rle_trans with ((1 - gamma) * (gamma ^ d * value x t + gamma ^ d * value (turned n b x) t)).
    + replace ((1 - gamma) * (gamma ^ d * value x t + gamma ^ d * value (turned n b x) t))
        with (gamma ^ d * ((1 - gamma) * value x t + (1 - gamma) * value (turned n b x) t)) by ring.
      replace (2 * (sigma * (gamma ^ d * x (a * n + t)%nat))) with (gamma ^ d * (2 * (sigma * x (a * n + t)%nat))) by ring.
      apply Rmult_le_compat_l; [exact nonneg|lra].
    + apply Rmult_le_compat_l; lra.
  - intros j _; unfold noised; rewrite (nothing b other _ (inside j)), turned_at, Nat.eqb_refl by apply inside; ring.
Qed.

Context {Omega : Type} (E : (Omega -> R) -> R -> Prop) (z : nat -> Omega -> R).
Hypotheses (means : expectation E) (noise : standard E (n * m) z).

Lemma mean_exists f c : 0 <= c -> (forall x y : nat -> R, Rabs (f x - f y) <= c * sum (n * m) (fun i => Rabs (x i - y i))) ->
  E (fun w => f (fun i => z i w)) (MeanExists.average (n * m) f).
Proof.
  intros nonneg slow; apply (noise (n * m)%nat (fun i => i) f c _ (MeanExists.average (n * m) (fun x => Rabs (f x)))); trivial.
  - apply (MeanExists.lipschitz_mean (n * m) c); assumption.
  - apply (MeanExists.lipschitz_mean (n * m) c); [exact nonneg|]; intros x y; eapply Rle_trans; [apply Rabs_triang_inv2|apply slow].
Qed.

Definition mean_value (s : nat) : R := MeanExists.average (n * m) (fun x => value x s).

Lemma rate_nonneg : 0 <= sigma / (1 - gamma).
Proof. apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]. Qed.

Lemma mean_value_is s : (s < n)%nat -> E (fun w => value (fun i => z i w) s) (mean_value s).
Proof. intros state; exact (mean_exists (fun x => value x s) _ rate_nonneg (value_slow s state)). Qed.

(* What two values of opposite noise are above together, each has half of in the mean. *)
Lemma mean_value_above b s k which scale M : (s < n)%nat -> (0 < k)%nat -> (forall i, (i < k)%nat -> (which i < n * m)%nat) ->
  (forall i j, (i < k)%nat -> (j < k)%nat -> which i = which j -> i = j) -> (forall i, (i < k)%nat -> 0 <= scale i <= 1) ->
  mean k (fun x => best k (fun i => scale i * x i)) M ->
  (forall x i, (i < k)%nat -> 2 * (sigma * (scale i * x (which i))) <= (1 - gamma) * (value x s + value (turned n b x) s)) ->
  sigma * M / (1 - gamma) <= mean_value s.
Proof.
  intros state any inside different small of far.
  assert (slow : forall x y, Rabs (best k (fun i => scale i * x i) - best k (fun i => scale i * y i)) <= 1 * sum k (fun i => Rabs (x i - y i))).
  { intros x y; rewrite Rmult_1_l; apply best_close; [exact any|]; intros i low; specialize (small i low).
    pose proof (one_of_sum k (fun i => Rabs (x i - y i)) i low (fun i => Rabs_pos _)) as part; cbv beta in part.
    replace (scale i * x i - scale i * y i) with (scale i * (x i - y i)) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq (scale i)) by lra; pose proof (Rabs_pos (x i - y i)); nra. }
  assert (modulus : mean k (fun x => Rabs (best k (fun i => scale i * x i))) (MeanExists.average k (fun x => Rabs (best k (fun i => scale i * x i))))).
  { apply (MeanExists.lipschitz_mean k 1); [lra|]; intros x y; eapply Rle_trans; [apply Rabs_triang_inv2|apply slow]. }
  pose proof (noise k which _ 1 _ _ inside different slow of modulus) as low; cbv beta in low.
  assert (other : E (fun w => value (turned n b (fun i => z i w)) s) (mean_value s)).
  { assert (slow' : forall x y, Rabs (value (turned n b x) s - value (turned n b y) s) <= sigma / (1 - gamma) * sum (n * m) (fun i => Rabs (x i - y i))).
    { intros x y; eapply Rle_trans; [apply (value_slow s state)|]; right; f_equal; apply sum_ext; intros i _; unfold turned.
      destruct (Nat.eqb (i / n) b); [rewrite <- Rabs_Ropp; f_equal; ring|reflexivity]. }
    pose proof (mean_exists (fun x => value (turned n b x) s) _ rate_nonneg slow') as is; revert is; apply mean_is; [reflexivity|].
    apply (mean_unique (n * m) (fun x => value (turned n b x) s)).
    - exact (MeanExists.lipschitz_mean (n * m) _ _ rate_nonneg slow').
    - apply (signs_changed (n * m) (fun i => Nat.eqb (i / n) b) (fun x => value x s)).
      exact (MeanExists.lipschitz_mean (n * m) _ _ rate_nonneg (value_slow s state)). }
  assert (bound : 2 * sigma * M <= (1 - gamma) * (mean_value s + mean_value s)).
  { refine (mean_below E means _ _ _ _ _ (mean_times E means (2 * sigma) _ _ low)
      (mean_times E means (1 - gamma) _ _ (mean_plus E means _ _ _ _ (mean_value_is s state) other))).
    intros w; destruct (best_attained k (fun i => scale i * z (which i) w) any) as (i & most & ->).
    pose proof (far (fun i => z i w) i most); lra. }
  apply (Rmult_le_reg_r (1 - gamma)); [lra|]; replace (sigma * M / (1 - gamma) * (1 - gamma)) with (sigma * M) by (field; lra); lra.
Qed.
End Walks.
