(* Lemmas about noise on the rewards of an MDP in which each action stays, or goes round. *)
From Coq Require Import Reals Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Duality MeanExists Policies LemmasOfLogRatios.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Existence NormalMean Reflections RewardNoise.
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

Lemma mean_over_states {Omega} (E : (Omega -> R) -> R -> Prop) n X a : expectation E -> (0 < n)%nat ->
  (forall s, (s < n)%nat -> E (X s) (a s)) -> E (fun w => sum n (fun s => X s w) / INR n) (sum n a / INR n).
Proof.
  intros means states each; pose proof (mean_times E means (/ INR n) _ _ (mean_sum E means n X a each)) as all.
  revert all; apply mean_is; [intros w|]; unfold Rdiv; ring.
Qed.

Lemma over_states_above n a b : (0 < n)%nat -> (forall s, (s < n)%nat -> a s >= b) -> sum n a / INR n >= b.
Proof.
  intros states each; pose proof (lt_0_INR n states); apply Rle_ge, (Rmult_le_reg_r (INR n)); [assumption|].
  replace (sum n a / INR n * INR n) with (sum n a) by (field; lra).
  rewrite Rmult_comm, <- sum_const; apply Optimal.sum_le; intros s state; apply Rge_le, each, state.
Qed.

Lemma rounds_apart n s d e : (s < n)%nat -> (d < n)%nat -> (e < n)%nat -> ((s + d) mod n = (s + e) mod n)%nat -> d = e.
Proof.
  intros state one two same.
  pose proof (Nat.div_mod (s + d) n ltac:(lia)); pose proof (Nat.div_mod (s + e) n ltac:(lia)).
  assert ((s + d) / n < 2)%nat by (apply Nat.div_lt_upper_bound; lia).
  assert ((s + e) / n < 2)%nat by (apply Nat.div_lt_upper_bound; lia).
  destruct ((s + d) / n)%nat as [|[|]], ((s + e) / n)%nat as [|[|]]; lia.
Qed.

(* In each state alike, by Jensen's inequality for the noise of going round. *)
Lemma mean_value_of_walks {Omega} E n m gamma P r sigma mean_max mean_max_of (z : nat -> Omega -> R) :
  walk_and_stay_value_error_requires n m gamma P r sigma mean_max mean_max_of -> expectation E -> standard E (n * m) z ->
  means_of_largest mean_max mean_max_of -> forall s, (s < n)%nat ->
  walk_and_stay_value_error_gives n m gamma P r sigma mean_max mean_max_of (mean_value n m gamma P sigma r s).
Proof.
  unfold walk_and_stay_value_error_requires, walk_and_stay_value_error_gives; cbv zeta.
  intros ((states & some & discount & rows) & positive & several & stays & steps & _ & nothing) means noise [alike scaled] s state.
  destruct (counted m (fun i => product n (fun j => if Req_EM_T (P i j j) 1 then 1 else 0))) as (k & which & total & inside & different).
  { intros a _; destruct (all_or_not n (fun j => P a j j)) as [|[one _]]; [left|right]; assumption. }
  rewrite total in *; rewrite place_INR; assert (any : (0 < k)%nat) by (apply INR_lt; exact stays).
  assert (stay : forall i, (i < k)%nat -> forall t, (t < n)%nat -> P (which i) t t = 1).
  { intros i small; destruct (inside i small) as [_ one]; destruct (all_or_not n (fun j => P (which i) j j)) as [none|[_ all]]; [|exact all].
    cbv zeta in none; rewrite none in one; lra. }
  assert (walker : exists b, (b < m)%nat /\ forall t, (t < n)%nat -> P b t (after n t) = 1).
  { set (there := fun j => place (INR j + 1 - INR n * floor ((INR j + 1) / INR n))).
    destruct (counted m (fun i => product n (fun j => if Req_EM_T (P i j (there j)) 1 then 1 else 0))) as (k' & which' & total' & inside' & _).
    { intros a _; destruct (all_or_not n (fun j => P a j (there j))) as [|[one _]]; [left|right]; assumption. }
    unfold there in total'; rewrite total' in steps; destruct (inside' 0%nat ltac:(apply INR_lt; exact steps)) as [action one].
    exists (which' 0%nat); split; [exact action|]; intros t inner.
    destruct (all_or_not n (fun j => P (which' 0%nat) j (there j))) as [none|[_ all]]; [cbv zeta in none; rewrite none in one; lra|].
    rewrite <- (place_after n t inner); exact (all t inner). }
  destruct walker as (b & action & walk).
  assert (two : (1 < n)%nat) by (apply INR_lt; exact several).
  assert (other : forall i, (i < k)%nat -> which i <> b).
  { intros i small same; pose proof (stay i small 0%nat states) as here; rewrite same in here.
    assert (next : after n 0 = 1%nat) by (unfold after; apply Nat.mod_small, two).
    pose proof (walk 0%nat states) as there; rewrite next in there.
    pose proof (goes_there n m P rows b 0 0 (Vectors.unit 0) action states states here) as one.
    rewrite (goes_there n m P rows b 0 1 (Vectors.unit 0) action states two there) in one; cbv in one; lra. }
  assert (moved : forall j, ((s + j) mod n < n)%nat) by (intros; apply Nat.mod_upper_bound; lia).
  destruct (Rgt_dec gamma 0) as [later|now]; apply Rle_ge.
  - assert (part : forall i, (i < n * k)%nat -> (i mod k < k)%nat /\ (i / k < n)%nat)
      by (intros i small; split; [apply Nat.mod_upper_bound; lia|apply Nat.div_lt_upper_bound; lia]).
    apply (mean_value_above n m gamma P states some discount rows sigma r positive E z means noise b s (n * k)
      (fun i => which (i mod k) * n + (s + i / k) mod n)%nat (fun i => gamma ^ (i / k))); try assumption.
    + nia.
    + intros i small; destruct (part i small) as [low _]; destruct (inside _ low) as [act _]; specialize (moved (i / k)%nat); nia.
    + intros i j small small' same; destruct (part i small) as [low early], (part j small') as [low' early'].
      destruct (LemmasOfLogRatios.pair_number n (which (i mod k)) _ (moved (i / k)%nat)) as [one rest].
      destruct (LemmasOfLogRatios.pair_number n (which (j mod k)) _ (moved (j / k)%nat)) as [one' rest'].
      rewrite same in one, rest; rewrite one in one'; rewrite rest in rest'.
      apply (different _ _ low low') in one'; apply (rounds_apart n s) in rest'; try assumption.
      rewrite (Nat.div_mod i k), (Nat.div_mod j k) by lia; congruence.
    + intros i _; split; [apply pow_le; lra|]; rewrite <- (pow1 (i / k)); apply pow_incr; lra.
    + exact (scaled n (fun i => gamma ^ i) k).
    + intros x i small; destruct (part i small) as [low _]; destruct (inside _ low) as [act _].
      apply (both_ways n m gamma P states some discount rows sigma r nothing); try assumption; [apply other, low|apply stay, low].
  - apply (mean_value_above n m gamma P states some discount rows sigma r positive E z means noise b s k
      (fun i => which i * n + s)%nat (fun _ => 1)); try assumption.
    + intros i small; destruct (inside i small) as [act _]; nia.
    + intros i j small small' same; apply different; [exact small|exact small'|nia].
    + intros; lra.
    + apply (mean_ext k (best k)); [|apply alike]; intros x; apply best_ext; intros; ring.
    + intros x i small; destruct (inside i small) as [act _].
      pose proof (both_ways n m gamma P states some discount rows sigma r nothing (which i) b x 0 s act action
        (other i small) (stay i small) walk state) as far.
      rewrite Nat.add_0_r, Nat.mod_small in far by exact state; exact far.
Qed.

(* walk-and-stay-value-error *)
Theorem walk_and_stay_value_error {Omega} E n m gamma P r sigma mean_max mean_max_of (z : nat -> Omega -> R) v v' :
  walk_and_stay_value_error_requires n m gamma P r sigma mean_max mean_max_of -> expectation E -> standard E (n * m) z ->
  means_of_largest mean_max mean_max_of -> optimal_value n m gamma P r v ->
  (forall w, optimal_value n m gamma P (noised n sigma r (fun i => z i w)) (v' w)) ->
  exists error, E (fun w => norm1 n (fun s => v' w s - v s) / INR n) error /\
    walk_and_stay_value_error_gives n m gamma P r sigma mean_max mean_max_of error.
Proof.
  intros asked means noise largest one optimal.
  pose proof (mean_value_of_walks E n m gamma P r sigma mean_max mean_max_of z asked means noise largest) as low.
  destruct asked as ((states & some & discount & rows) & positive & _ & _ & _ & _ & nothing).
  set (errors := fun s => MeanExists.average (n * m) (fun x => Rabs (value n m gamma P sigma r x s))).
  assert (each : forall s, (s < n)%nat -> E (fun w => Rabs (value n m gamma P sigma r (fun i => z i w) s)) (errors s)).
  { intros s state; apply (mean_exists n m E z noise (fun x => Rabs (value n m gamma P sigma r x s)) _ (rate_nonneg gamma discount sigma positive)).
    intros x y; eapply Rle_trans; [apply Rabs_triang_inv2|]; apply value_slow; assumption. }
  exists (sum n errors / INR n); split.
  - apply (mean_over_states E n (fun s w => Rabs (v' w s - v s))); [exact means|exact states|]; intros s state.
    specialize (each s state); revert each; apply mean_is; [|reflexivity]; intros w.
    rewrite (value_is n m gamma P discount rows sigma r _ _ s (optimal w) state).
    rewrite (value_of_nothing n m gamma P some discount rows r nothing v s one state), Rminus_0_r; reflexivity.
  - unfold walk_and_stay_value_error_gives in *; cbv zeta in *; apply over_states_above; [exact states|]; intros s state.
    apply Rge_trans with (mean_value n m gamma P sigma r s); [|exact (low s state)]; apply Rle_ge.
    refine (mean_below E means _ _ _ _ _ (mean_value_is n m gamma P states some discount rows sigma r positive E z noise s state) (each s state)).
    intros w; apply Rle_abs.
Qed.

(* walk-and-stay-value-bias: all policies are optimal without noise. *)
Theorem walk_and_stay_value_bias {Omega} E n m gamma P r sigma mean_max mean_max_of (z : nat -> Omega -> R) v v' best_policy
  policy lambda lambda' : walk_and_stay_value_bias_requires n m gamma P r sigma mean_max mean_max_of -> expectation E ->
  standard E (n * m) z -> means_of_largest mean_max mean_max_of -> optimal_value n m gamma P r v ->
  (forall w, optimal_value n m gamma P (noised n sigma r (fun i => z i w)) (v' w)) ->
  chooses n m best_policy -> occupancy n m gamma P best_policy lambda ->
  (forall w, chooses n m (policy w) /\ policy_value n m gamma P (noised n sigma r (fun i => z i w)) (policy w) (v' w)) ->
  (forall w, occupancy n m gamma P (policy w) (lambda' w)) ->
  exists bias, E (fun w => sum n (fun s => v' w s - v s) / INR n) bias /\
    E (fun w => sum n (fun s => sum m (fun a => (lambda' w a s - lambda a s) * (sigma * z (a * n + s)%nat w))) / INR n) bias /\
    walk_and_stay_value_bias_gives n m gamma P r sigma mean_max mean_max_of bias.
Proof.
  intros asked means noise largest one optimal _ _ greedy visited.
  pose proof (mean_value_of_walks E n m gamma P r sigma mean_max mean_max_of z asked means noise largest) as low.
  destruct asked as ((states & some & discount & rows) & positive & _ & _ & _ & _ & nothing).
  assert (gain : forall w s, (s < n)%nat -> v' w s - v s = value n m gamma P sigma r (fun i => z i w) s).
  { intros w s state; rewrite (value_is n m gamma P discount rows sigma r _ _ s (optimal w) state).
    rewrite (value_of_nothing n m gamma P some discount rows r nothing v s one state); ring. }
  assert (all : E (fun w => sum n (fun s => v' w s - v s) / INR n) (sum n (mean_value n m gamma P sigma r) / INR n)).
  { apply (mean_over_states E n (fun s w => v' w s - v s)); [exact means|exact states|]; intros s state.
    pose proof (mean_value_is n m gamma P states some discount rows sigma r positive E z noise s state) as of; revert of.
    apply mean_is; [intros w; symmetry; apply gain, state|reflexivity]. }
  exists (sum n (mean_value n m gamma P sigma r) / INR n); split; [exact all|]; split.
  2: { unfold walk_and_stay_value_error_gives, walk_and_stay_value_bias_gives in *; cbv zeta in *.
    apply over_states_above; assumption. }
  assert (centred : forall a s, (a < m)%nat -> (s < n)%nat -> E (z (a * n + s)%nat) 0).
  { intros a s action state; destruct (noise_of_state n m s state) as [inside _].
    apply (noise 1%nat (fun _ => a * n + s)%nat (fun x => x 0%nat) 1 0 mean_modulus); [intros; apply inside, action|lia| | |].
    - intros x y; simpl; lra.
    - exists (fun x => x); split; [intros x; reflexivity|apply mean_centred].
    - exists Rabs; split; [intros x; reflexivity|apply mean_absolute]. }
  assert (none : E (fun w => sum n (fun s => sum m (fun a => lambda a s * sigma * z (a * n + s)%nat w)) / INR n) 0).
  { assert (zero : sum n (fun _ => 0) / INR n = 0) by (rewrite sum_const; unfold Rdiv; ring); rewrite <- zero.
    apply (mean_over_states E n (fun s w => sum m (fun a => lambda a s * sigma * z (a * n + s)%nat w))); [exact means|exact states|].
    intros s state; pose proof (mean_sum E means m (fun a w => lambda a s * sigma * z (a * n + s)%nat w) (fun _ => 0)
      (fun a action => mean_is E _ _ _ _ (fun w => eq_refl) (Rmult_0_r _)
        (mean_times E means (lambda a s * sigma) _ _ (centred a s action state)))) as each.
    rewrite sum_const, Rmult_0_r in each; exact each. }
  pose proof (mean_minus E means _ _ _ _ all none) as both; revert both; apply mean_is; [|ring]; intros w; cbv beta.
  destruct (visited w) as [feasible share].
  assert (earns : sum n (v' w) = sum n (fun s => sum m (fun a => lambda' w a s * noised n sigma r (fun i => z i w) a s))).
  { apply (Duality.earned n m gamma P (lambda' w) discount rows feasible _ (policy w)); [|apply greedy].
    intros a s action state; pose proof (Duality.visits_at_least_one n m gamma P (lambda' w) discount rows feasible s state) as some'.
    unfold Duality.visits in *; rewrite (share a s action state) at 1; field; lra. }
  assert (less : sum n (fun s => v' w s - v s) = sum n (v' w)).
  { apply sum_ext; intros s state; rewrite (value_of_nothing n m gamma P some discount rows r nothing v s one state); ring. }
  rewrite less, earns; unfold Rdiv; rewrite <- Rmult_minus_distr_r, <- sum_sub; f_equal; apply sum_ext; intros s state.
  rewrite <- sum_sub; apply sum_ext; intros a action; unfold noised; rewrite (nothing a action s state); ring.
Qed.
