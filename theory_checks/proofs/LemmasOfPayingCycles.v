(* A cycle of states that pays for going round: what is lost by a policy that stays somewhere. *)
From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Vectors Mdp Optimal Maximum Duality Policies Existence NoiseGains.
From TheoryChecks Require Import Normal NormalSeries NormalTail NormalMean NormalEvents Gaussian RewardNoise MeanExists LinearForms.
From TheoryChecks Require Import Bandit NormalCells LemmasOfLogRatios LemmaWords LemmaFormulas GaussianFamilies LemmasOfRewardNoise LemmasOfPolicyLosses.
Open Scope R_scope.

Definition next (n s : nat) : nat := if Nat.eqb (S s) n then O else S s.
Fixpoint ahead_by (n d s : nat) : nat := match d with O => s | S e => next n (ahead_by n e s) end.

Lemma next_small n s : (s < n)%nat -> (next n s < n)%nat.
Proof. intros small; unfold next; destruct (Nat.eqb_spec (S s) n); lia. Qed.

Lemma sum_first k f : sum (S k) f = f 0%nat + sum k (fun i => f (S i)).
Proof. induction k as [|k IH]; [simpl; ring|]; cbn [sum] in *; rewrite IH; ring. Qed.

Lemma sum_next n f : (0 < n)%nat -> sum n (fun s => f (next n s)) = sum n f.
Proof.
  intros some; destruct n as [|k]; [lia|]; rewrite (sum_first k f); cbn [sum]; unfold next at 2; rewrite Nat.eqb_refl.
  rewrite (sum_ext k (fun s => f (next (S k) s)) (fun i => f (S i))); [ring|].
  intros i small; unfold next; replace (Nat.eqb (S i) (S k)) with false by (symmetry; apply Nat.eqb_neq; lia); reflexivity.
Qed.

Lemma ahead_small n d s : (s < n)%nat -> (ahead_by n d s < n)%nat.
Proof. intros small; induction d as [|d IH]; [exact small|apply next_small, IH]. Qed.

Lemma ahead_next n d s : ahead_by n d (next n s) = next n (ahead_by n d s).
Proof. induction d as [|d IH]; [reflexivity|]; cbn [ahead_by]; rewrite IH; reflexivity. Qed.

Lemma sum_ahead n d f : (0 < n)%nat -> sum n (fun s => f (ahead_by n d s)) = sum n f.
Proof.
  intros some; induction d as [|d IH]; [reflexivity|]; rewrite <- IH, <- (sum_next n (fun s => f (ahead_by n d s)) some).
  apply sum_ext; intros s _; rewrite ahead_next; reflexivity.
Qed.

Lemma ahead_of_last k d : (d <= k)%nat -> ahead_by (S k) (S d) k = d.
Proof.
  induction d as [|d IH]; intros small; [simpl; unfold next; rewrite Nat.eqb_refl; reflexivity|].
  change (next (S k) (ahead_by (S k) (S d) k) = S d); rewrite IH by lia; unfold next.
  replace (Nat.eqb (S d) (S k)) with false by (symmetry; apply Nat.eqb_neq; lia); reflexivity.
Qed.

(* What is lost nowhere falls faster than by the discount on the way to the state where the most is lost. *)
Lemma lost_on_the_way n gamma q f G : 0 <= gamma < 1 -> (q < n)%nat -> 0 <= G -> f q = G ->
  (forall s, (s < n)%nat -> gamma * f (next n s) <= f s) -> G * ((1 - gamma ^ n) / (1 - gamma)) <= sum n f.
Proof.
  intros discount inside nonneg most falls; destruct n as [|k]; [lia|].
  rewrite <- (sum_ahead (S k) (S q) f ltac:(lia)); set (e := fun d => f (ahead_by (S k) (S q) d)).
  assert (step : forall d, (d < k)%nat -> gamma * e (S d) <= e d).
  { intros d small; unfold e; pose proof (falls (ahead_by (S k) (S q) d) (ahead_small (S k) (S q) d ltac:(lia))) as known.
    rewrite <- ahead_next in known; unfold next in known; replace (Nat.eqb (S d) (S k)) with false in known by (symmetry; apply Nat.eqb_neq; lia).
    exact known. }
  assert (last : e k = G) by (unfold e; rewrite ahead_of_last by lia; exact most).
  assert (all : forall j, (j <= k)%nat -> G * ((1 - gamma ^ j) / (1 - gamma)) * gamma + G <= sum (S j) (fun i => e (k - j + i)%nat) /\ gamma ^ j * G <= e (k - j)%nat).
  { induction j as [|j IH]; intros small.
    - cbn [sum]; replace (k - 0 + 0)%nat with k by lia; rewrite Nat.sub_0_r, last; simpl; unfold Rdiv; split; lra.
    - destruct (IH ltac:(lia)) as [total one]; pose proof (step (k - S j)%nat ltac:(lia)) as down; replace (S (k - S j)) with (k - j)%nat in down by lia.
      assert (gamma ^ S j * G <= e (k - S j)%nat).
      { apply Rle_trans with (2 := down); simpl; rewrite Rmult_assoc; apply Rmult_le_compat_l; lra. }
      split; [|assumption]; rewrite sum_first; replace (k - S j + 0)%nat with (k - S j)%nat by lia.
      rewrite (sum_ext (S j) _ (fun i => e (k - j + i)%nat)) by (intros; f_equal; lia).
      replace (G * ((1 - gamma ^ S j) / (1 - gamma)) * gamma + G) with (gamma ^ S j * G + (G * ((1 - gamma ^ j) / (1 - gamma)) * gamma + G)) by (simpl; field; lra); lra. }
  destruct (all k (le_n k)) as [total _]; rewrite Nat.sub_diag in total.
  apply Rle_trans with (2 := total); right; simpl; field; lra.
Qed.

Lemma choose_vectors n (K : nat -> (nat -> R) -> Prop) : (forall s, (s < n)%nat -> exists mu, K s mu) ->
  exists mu, forall s, (s < n)%nat -> K s (mu s).
Proof.
  induction n as [|n IH]; intros each; [exists (fun _ _ => 0); intros; lia|].
  destruct IH as [mu fits]; [intros; apply each; lia|]; destruct (each n ltac:(lia)) as [last good].
  exists (fun s => if Nat.eqb s n then last else mu s); intros s small.
  destruct (Nat.eqb_spec s n) as [->|]; [exact good|apply fits; lia].
Qed.

Lemma some_zero k (f : nat -> R) : (exists q, (q < k)%nat /\ f q = 0) \/ (forall q, (q < k)%nat -> f q <> 0).
Proof.
  induction k as [|k [(q & small & zero)|none]]; [right; intros; lia|left; exists q; split; [lia|exact zero]|].
  destruct (Req_dec (f k) 0) as [zero|other]; [left; exists k; split; [lia|exact zero]|].
  right; intros q small; destruct (Nat.eq_dec q k) as [->|]; [exact other|apply none; lia].
Qed.

Section Cycle.
Variables (n m c : nat) (gamma pay : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R).
Hypotheses (states : (0 < n)%nat) (goes : (c < m)%nat) (discount : 0 <= gamma < 1) (rows : stochastic n m P) (pays : 0 <= pay)
  (round : forall s v, (s < n)%nat -> sum n (fun t => P c s t * v t) = v (next n s))
  (stays : forall a s v, (a < m)%nat -> a <> c -> (s < n)%nat -> sum n (fun t => P a s t * v t) = v s)
  (rewards : forall a s, (a < m)%nat -> (s < n)%nat -> r a s = pay * (if Nat.eqb a c then 1 else 0)).

Lemma going_on v : optimal_value n m gamma P r v -> forall s, (s < n)%nat -> pay / (1 - gamma) <= v s.
Proof.
  intros optimal s state; destruct (Optimal.largest n (fun t => - v t) states) as [low [inside most]]; cbv beta in most.
  destruct (optimal low inside) as [above _]; specialize (above c goes); unfold backup in above.
  rewrite (round low v inside), (rewards c low goes inside), Nat.eqb_refl in above.
  pose proof (most (next n low) (next_small n low inside)); specialize (most s state).
  assert (gamma * v low <= gamma * v (next n low)) by (apply Rmult_le_compat_l; lra).
  apply Rle_trans with (v low); [|lra]; apply (Rmult_le_reg_l (1 - gamma)); [lra|].
  replace ((1 - gamma) * (pay / (1 - gamma))) with pay by (field; lra); lra.
Qed.

Lemma value_by_going policy u s : chooses n m policy -> policy_value n m gamma P r policy u -> (s < n)%nat ->
  u s = policy c s * (pay + gamma * u (next n s)) + (1 - policy c s) * (gamma * u s).
Proof.
  intros law value state; destruct (law s state) as [_ one]; rewrite (value s state) at 1.
  rewrite (sum_ext m _ (fun a => gamma * u s * policy a s + plays (fun _ => c) a s * (policy a s * (pay + gamma * u (next n s) - gamma * u s)))).
  - rewrite sum_add, sum_scale, one, (sum_plays m (fun _ => c) s (fun a => policy a s * (pay + gamma * u (next n s) - gamma * u s)) goes); ring.
  - intros a action; rewrite (rewards a s action state); unfold plays; destruct (Nat.eqb_spec a c) as [->|other].
    + rewrite (round s u state); ring.
    + rewrite (stays a s u action other state); ring.
Qed.

Lemma chance_of_going policy s : chooses n m policy -> (s < n)%nat -> 0 <= policy c s <= 1.
Proof.
  intros law state; destruct (law s state) as [nonneg one]; split; [apply nonneg, goes|]; rewrite <- one.
  pose proof (sum_plays m (fun _ => c) s (fun a => policy a s) goes) as pick; cbv beta in pick; rewrite <- pick.
  apply Optimal.sum_le; intros a action; specialize (nonneg a action); unfold plays; destruct (Nat.eqb a c); lra.
Qed.

Lemma value_nonneg policy u : chooses n m policy -> policy_value n m gamma P r policy u -> forall s, (s < n)%nat -> 0 <= u s.
Proof.
  intros law value s state; destruct (Optimal.largest n (fun t => - u t) states) as [low [inside most]]; cbv beta in most.
  pose proof (most (next n low) (next_small n low inside)); specialize (most s state).
  pose proof (value_by_going policy u low law value inside) as equal; pose proof (chance_of_going policy low law inside).
  assert (gamma * u low <= pay + gamma * u (next n low)) by (assert (gamma * u low <= gamma * u (next n low)) by (apply Rmult_le_compat_l; lra); lra).
  assert (gamma * u low <= u low) by (rewrite equal at 2; nra); nra.
Qed.

(* Where the policy never goes on in one state, all states lose what they would earn behind it. *)
Lemma lost_by_stopping v policy u q : optimal_value n m gamma P r v -> chooses n m policy -> policy_value n m gamma P r policy u ->
  (q < n)%nat -> policy c q = 0 -> pay / (1 - gamma) * ((1 - gamma ^ n) / (1 - gamma)) <= sum n (fun s => v s - u s).
Proof.
  intros optimal law value inside stops; set (G := pay / (1 - gamma)).
  assert (whole : (1 - gamma) * G = pay) by (unfold G; field; lra).
  assert (nonneg : 0 <= G) by (apply Rmult_le_pos; [exact pays|left; apply Rinv_0_lt_compat; lra]).
  apply Rle_trans with (sum n (fun s => G - u s)).
  - apply (lost_on_the_way n gamma q); trivial.
    + pose proof (value_by_going policy u q law value inside) as equal; rewrite stops in equal.
      assert (u q = 0); [|lra]; apply (Rmult_eq_reg_l (1 - gamma)); lra.
    + intros s state; pose proof (value_by_going policy u s law value state) as equal; pose proof (chance_of_going policy s law state) as p.
      pose proof (value_nonneg policy u law value (next n s) (next_small n s state)) as later; set (t := u (next n s)) in *; set (a := policy c s) in *.
      apply (Rmult_le_reg_l (1 - gamma + gamma * a)); [assert (0 <= gamma * a) by (apply Rmult_le_pos; lra); lra|].
      assert (same : (1 - gamma + gamma * a) * (G - u s) - (1 - gamma + gamma * a) * (gamma * (G - t))
        = (1 - a) * ((1 - gamma) * ((1 - gamma) * G + gamma * t))).
      { assert (own : (1 - gamma + gamma * a) * u s = a * (pay + gamma * t)) by lra.
        replace ((1 - gamma + gamma * a) * (G - u s)) with ((1 - gamma + gamma * a) * G - (1 - gamma + gamma * a) * u s) by ring.
        rewrite own, <- whole; ring. }
      assert (0 <= gamma * t) by (apply Rmult_le_pos; lra).
      assert (0 <= (1 - a) * ((1 - gamma) * ((1 - gamma) * G + gamma * t))) by (repeat apply Rmult_le_pos; lra); lra.
  - apply Optimal.sum_le; intros s state; pose proof (going_on v optimal s state) as known; fold G in known; lra.
Qed.

(* What going on for ever earns from each state on, by the noise of each. *)
Lemma kernels : exists mu : nat -> nat -> R, forall s, (s < n)%nat ->
  (forall t, (t < n)%nat -> 0 <= mu s t) /\ sum n (mu s) = / (1 - gamma) /\
  forall y w, (forall t, (t < n)%nat -> w t = y t + gamma * w (next n t)) -> w s = sum n (fun t => mu s t * y t).
Proof.
  assert (each : forall s, (s < n)%nat -> exists mu : nat -> R, (forall t, (t < n)%nat -> 0 <= mu t) /\ sum n mu = / (1 - gamma) /\
    forall y w, (forall t, (t < n)%nat -> w t = y t + gamma * w (next n t)) -> w s = sum n (fun t => mu t * y t)).
  { intros s state; pose proof (pure_rows n m P rows (fun _ => c) (fun _ _ => goes)) as chain; cbv beta in chain.
    destruct (visited_exists n gamma (P c) (starts s) discount chain) as [mu [visits above]].
    { intros t _; unfold starts; destruct (Nat.eqb t s); lra. }
    exists mu; split; [|split].
    - intros t inside; apply Rle_trans with (starts s t); [unfold starts; destruct (Nat.eqb t s); lra|apply above, inside].
    - rewrite (total_visited n gamma _ _ discount chain mu visits).
      rewrite (sum_ext n (starts s) (fun t => 1 * starts s t)), (sum_starts n s (fun _ => 1) state) by (intros; ring); unfold Rdiv; ring.
    - intros y w fixed; apply (earned_at_visits n gamma (P c) s mu w y state visits).
      intros t inside; rewrite (round t w inside); apply fixed, inside. }
  exact (choose_vectors n _ each).
Qed.

Variable mu : nat -> nat -> R.
Hypothesis earns : forall s, (s < n)%nat -> (forall t, (t < n)%nat -> 0 <= mu s t) /\ sum n (mu s) = / (1 - gamma) /\
  forall y w, (forall t, (t < n)%nat -> w t = y t + gamma * w (next n t)) -> w s = sum n (fun t => mu s t * y t).

Definition going (y : nat -> R) (s : nat) : R := (1 - gamma) * sum n (fun t => mu s t * y t).

Lemma going_total y : sum n (going y) = sum n y.
Proof.
  destruct (policy_value_exists n m gamma P (fun _ s => y s) (plays (fun _ => c)) discount rows
    (plays_chooses n m (fun _ => c) (fun _ _ => goes))) as [w value].
  assert (fixed : forall t, (t < n)%nat -> w t = y t + gamma * w (next n t)).
  { intros t inside; rewrite (value t inside) at 1.
    rewrite (sum_plays m (fun _ => c) t (fun a => y t + gamma * sum n (fun u => P a t u * w u)) goes), (round t w inside); reflexivity. }
  rewrite (sum_ext n (going y) (fun s => (1 - gamma) * w s)).
  - rewrite sum_scale; assert (sum n w = sum n y + gamma * sum n w); [|lra].
    rewrite (sum_ext n w (fun t => y t + gamma * w (next n t))) at 1 by exact fixed.
    rewrite sum_add, sum_scale, (sum_next n w states); reflexivity.
  - intros s state; unfold going; f_equal; symmetry; apply (earns s state), fixed.
Qed.

(* Where some stay is better than going on for ever, the policy stops in some state. *)
Lemma stops sigma z policy v' a s : chooses n m policy -> optimal_value n m gamma P (noised n sigma r z) v' ->
  policy_value n m gamma P (noised n sigma r z) policy v' -> (a < m)%nat -> a <> c -> (s < n)%nat ->
  pay + sigma * going (fun t => z (c * n + t)%nat) s < sigma * z (a * n + s)%nat ->
  exists q, (q < n)%nat /\ policy c q = 0.
Proof.
  intros law optimal value action other state better; destruct (some_zero n (policy c)) as [some|none]; [exact some|exfalso].
  assert (fixed : forall t, (t < n)%nat -> v' t = pay + sigma * z (c * n + t)%nat + gamma * v' (next n t)).
  { intros t inside; destruct (optimal t inside) as [above (b & small & equal)]; specialize (above c goes).
    assert (back : backup n gamma P (noised n sigma r z) v' c t = pay + sigma * z (c * n + t)%nat + gamma * v' (next n t)).
    { unfold backup, noised; rewrite (round t v' inside), (rewards c t goes inside), Nat.eqb_refl; ring. }
    rewrite <- back; apply Rle_antisym; [|exact above]; apply Rnot_lt_le; intros less; rewrite equal in less.
    exact (none t inside (never_taken n m gamma P _ policy v' c b t law optimal value goes small inside less)). }
  destruct (earns s state) as (_ & total & by_noise); pose proof (by_noise _ _ fixed) as known.
  rewrite (sum_ext n _ (fun t => pay * mu s t + sigma * (mu s t * z (c * n + t)%nat))), sum_add, !sum_scale, total in known by (intros; ring).
  destruct (optimal s state) as [above _]; specialize (above a action); unfold backup, noised in above.
  rewrite (stays a s v' action other state), (rewards a s action state) in above.
  replace (Nat.eqb a c) with false in above by (symmetry; apply Nat.eqb_neq, other); unfold going in better.
  assert ((1 - gamma) * v' s = pay + sigma * ((1 - gamma) * sum n (fun t => mu s t * z (c * n + t)%nat))) by (rewrite known; field; lra); lra.
Qed.
End Cycle.

(* All numbers are below their bounds. *)
Definition all_below (k : nat) (t z : nat -> R) : R := product k (fun i => if Rlt_dec (z i) (t i) then 1 else 0).

Lemma product_ext k f g : (forall i, (i < k)%nat -> f i = g i) -> product k f = product k g.
Proof. induction k as [|k IH]; intros same; [reflexivity|]; simpl; rewrite IH, same by (intros; try apply same; lia); reflexivity. Qed.

Lemma product_between k f : (forall i, (i < k)%nat -> 0 <= f i <= 1) -> 0 <= product k f <= 1.
Proof.
  induction k as [|k IH]; intros each; simpl; [lra|]; pose proof (each k ltac:(lia)).
  assert (0 <= product k f <= 1) by (apply IH; intros; apply each; lia); nra.
Qed.

Lemma product_slow k f g : (forall i, (i < k)%nat -> 0 <= f i <= 1) -> (forall i, (i < k)%nat -> 0 <= g i <= 1) ->
  Rabs (product k f - product k g) <= sum k (fun i => Rabs (f i - g i)).
Proof.
  induction k as [|k IH]; intros one two; simpl; [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra|].
  pose proof (IH ltac:(intros; apply one; lia) ltac:(intros; apply two; lia)) as near.
  pose proof (product_between k f ltac:(intros; apply one; lia)); pose proof (one k ltac:(lia)); pose proof (two k ltac:(lia)).
  replace (product k f * f k - product k g * g k) with ((product k f - product k g) * g k + product k f * (f k - g k)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]; rewrite !Rabs_mult, (Rabs_pos_eq (g k)), (Rabs_pos_eq (product k f)) by lra.
  pose proof (Rabs_pos (product k f - product k g)); pose proof (Rabs_pos (f k - g k)); nra.
Qed.

Lemma chance_each_below k t : mean k (all_below k t) (product k (fun i => Phi (t i))).
Proof.
  induction k as [|k IH]; [reflexivity|]; exists (fun x => (if Rlt_dec x (t k) then 1 else 0) * product k (fun i => Phi (t i))); split.
  - intros x; apply (mean_ext k (fun z => (if Rlt_dec x (t k) then 1 else 0) * all_below k t z)); [|exact (MeanExists.mean_times k _ _ _ IH)].
    intros z; unfold all_below; simpl; rewrite Nat.eqb_refl, Rmult_comm; f_equal; apply product_ext; intros i small.
    replace (Nat.eqb i k) with false; [reflexivity|symmetry; apply Nat.eqb_neq; lia].
  - apply (mean_of_one_ext (fun x => product k (fun i => Phi (t i)) * (if Rlt_dec x (t k) then 1 else 0))); [intros; ring|].
    simpl; exact (mean_of_one_scaled _ _ _ (chance_below (t k))).
Qed.

Definition joined (q : nat) (x y : nat -> R) (i : nat) : R := if Nat.ltb i q then x i else y (i - q)%nat.

(* First over some numbers, then over the others. *)
Lemma mean_joined q n : forall f G p, (forall x y, (forall i, (i < q + n)%nat -> x i = y i) -> f x = f y) ->
  (forall y, mean q (fun x => f (joined q x y)) (G y)) -> mean n G p -> mean (q + n) f p.
Proof.
  induction n as [|n IH]; intros f G p only inner outer.
  - rewrite Nat.add_0_r in *; simpl in outer; subst p; refine (mean_ext q _ _ _ _ (inner _)).
    intros x; apply only; intros i small; unfold joined; replace (Nat.ltb i q) with true by (symmetry; apply Nat.ltb_lt, small); reflexivity.
  - destruct outer as (g & each & last); rewrite Nat.add_succ_r; exists g; split; [|exact last]; intros a.
    apply (IH _ (fun y => G (fun i => if Nat.eqb i n then a else y i))); [|intros y|apply each].
    + intros x y same; apply only; intros i small; destruct (Nat.eqb_spec i (q + n)); [reflexivity|apply same; lia].
    + refine (mean_ext q _ _ _ _ (inner _)); intros x; f_equal; apply functional_extensionality; intros i; unfold joined.
      destruct (Nat.ltb_spec i q), (Nat.eqb_spec (i - q) n), (Nat.eqb_spec i (q + n)); try reflexivity; lia.
Qed.

Lemma product_of_Phi N T x : product N (fun i => Phi (T i)) <= Phi x ^ N * exp (ratio x * sum N (fun i => T i - x)).
Proof.
  induction N as [|N IH]; [simpl; rewrite Rmult_0_r, exp_0; lra|]; cbn [product sum].
  pose proof (Phi_between (T N)); pose proof (Phi_below_tangent x (T N)).
  pose proof (product_between N (fun i => Phi (T i)) (fun i _ => conj (Rlt_le _ _ (proj1 (Phi_between (T i)))) (Rlt_le _ _ (proj2 (Phi_between (T i)))))).
  apply Rle_trans with (Phi x ^ N * exp (ratio x * sum N (fun i => T i - x)) * (Phi x * exp (ratio x * (T N - x)))).
  - apply Rmult_le_compat; lra.
  - right; rewrite Rmult_plus_distr_l, exp_plus; simpl; ring.
Qed.

Section Noise.
Variables (n k : nat) (gamma : R) (mu : nat -> nat -> R) (c0 : R).
Hypotheses (states : (0 < n)%nat) (some : (0 < k)%nat) (discount : 0 <= gamma < 1)
  (weights : forall s, (s < n)%nat -> (forall t, (t < n)%nat -> 0 <= mu s t) /\ sum n (mu s) = / (1 - gamma))
  (total : forall y, sum n (going n gamma mu y) = sum n y).
Let N := (k * n)%nat.
Let others (x : nat -> R) (t : nat) : R := x (N + t)%nat.
Definition bound (y : nat -> R) (i : nat) : R := c0 + going n gamma mu y (i mod n).
Definition exceeds (x : nat -> R) : R := best (k * n) (fun i => x i - bound (others x) i).

Lemma going_slow y y' s : (s < n)%nat -> Rabs (going n gamma mu y s - going n gamma mu y' s) <= sum n (fun t => Rabs (y t - y' t)).
Proof.
  intros state; destruct (weights s state) as [nonneg whole].
  assert (half : forall u u', going n gamma mu u s - going n gamma mu u' s <= sum n (fun t => Rabs (u t - u' t))).
  { intros u u'; unfold going; rewrite <- Rmult_minus_distr_l, <- sum_sub; set (A := sum n (fun t => Rabs (u t - u' t))).
    apply Rle_trans with ((1 - gamma) * sum n (fun t => A * mu s t)); [|rewrite sum_scale, whole; right; field; lra].
    apply Rmult_le_compat_l; [lra|]; apply Optimal.sum_le; intros t small; rewrite <- Rmult_minus_distr_l, Rmult_comm.
    apply Rmult_le_compat_r; [apply nonneg, small|]; apply Rle_trans with (1 := Rle_abs _).
    exact (sum_member n (fun t => Rabs (u t - u' t)) t (fun j _ => Rabs_pos _) small). }
  apply Rabs_le; pose proof (half y y'); pose proof (half y' y) as back.
  rewrite (sum_ext n _ (fun t => Rabs (y t - y' t))) in back by (intros; apply Rabs_minus_sym); lra.
Qed.

Lemma place_of_state i : (i mod n < n)%nat.
Proof. apply Nat.mod_upper_bound; lia. Qed.

Lemma exceeds_slow e : 0 < e -> lipschitz (N + n) (/ e * 2) (fun x => ramp e (exceeds x)).
Proof.
  intros positive x y; eapply Rle_trans; [apply ramp_slow, positive|]; rewrite Rmult_assoc.
  apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat, positive|]; rewrite sum_app.
  pose proof (sum_nonneg N (fun i => Rabs (x i - y i)) (fun i _ => Rabs_pos _)).
  pose proof (sum_nonneg n (fun i => Rabs (x (N + i)%nat - y (N + i)%nat)) (fun i _ => Rabs_pos _)).
  apply best_close; [fold N; unfold N; nia|]; intros i small; unfold bound.
  pose proof (going_slow (others x) (others y) (i mod n) (place_of_state i)) as far.
  pose proof (sum_member N (fun i => Rabs (x i - y i)) i (fun j _ => Rabs_pos _) small) as near; cbv beta in near; unfold others at 3 4 in far.
  match goal with |- Rabs (?a - (?b + ?c) - (?d - (?b + ?f))) <= _ => replace (a - (b + c) - (d - (b + f))) with (a - d + - (c - f)) by ring end.
  eapply Rle_trans; [apply Rabs_triang|]; rewrite Rabs_Ropp; lra.
Qed.

Lemma exceeds_above e x : 0 < e -> 1 - all_below N (fun i => bound (others x) i + e) x <= ramp e (exceeds x).
Proof.
  intros positive; destruct (top_most (k * n) (fun i => x i - bound (others x) i) ltac:(nia)) as [inside most].
  pose proof (top_best (k * n) (fun i => x i - bound (others x) i) ltac:(nia)) as equal; fold (exceeds x) in equal; set (i := top _ _) in *; cbv beta in *.
  pose proof (ramp_between e (exceeds x)); destruct (Rle_dec e (exceeds x)) as [far|near].
  - rewrite (ramp_high e) by assumption; assert (0 <= all_below N (fun i => bound (others x) i + e) x); [|lra].
    apply product_between; intros j _; destruct (Rlt_dec _ _); lra.
  - unfold all_below; rewrite (product_ext N _ (fun _ => 1)).
    + assert (product N (fun _ => 1) = 1) as -> by (generalize N; intros j; induction j as [|j IH]; simpl; [|rewrite IH]; ring); lra.
    + intros j small; destruct (Rlt_dec _ _) as [|no]; [reflexivity|destruct no]; specialize (most j small); lra.
Qed.

Definition chance_of_bounds (e : R) (y : nat -> R) : R := product N (fun i => Phi (bound y i + e)).

Lemma chance_of_bounds_slow e : lipschitz n (INR N) (chance_of_bounds e).
Proof.
  intros x y; unfold chance_of_bounds; eapply Rle_trans; [apply product_slow; intros i _; pose proof (Phi_between (bound x i + e)); pose proof (Phi_between (bound y i + e)); lra|].
  rewrite <- sum_const; apply Optimal.sum_le; intros i _; apply Rle_trans with (2 := going_slow x y (i mod n) (place_of_state i)).
  assert (slow : forall a b, Phi a - Phi b <= Rabs (a - b)).
  { intros a b; destruct (Rle_dec a b) as [down|up]; [pose proof (Phi_monotone a b down); pose proof (Rabs_pos (a - b)); lra|].
    pose proof (Phi_slow b (a - b) ltac:(lra)) as known; replace (b + (a - b)) with a in known by ring; rewrite Rabs_pos_eq; lra. }
  replace (going n gamma mu x (i mod n) - going n gamma mu y (i mod n)) with (bound x i + e - (bound y i + e)) by (unfold bound; ring).
  apply Rabs_le; pose proof (slow (bound x i + e) (bound y i + e)); pose proof (slow (bound y i + e) (bound x i + e)) as back.
  rewrite Rabs_minus_sym in back; lra.
Qed.

Lemma chance_of_bounds_below e y : chance_of_bounds e y <= Phi (c0 + e + sum n y / INR n) ^ N.
Proof.
  pose proof (lt_0_INR n states); set (x := c0 + e + sum n y / INR n).
  pose proof (product_of_Phi N (fun i => bound y i + e) x) as known; cbv beta in known.
  assert (none : sum N (fun i => bound y i + e - x) = 0).
  { unfold N; rewrite sum_of_pairs, (sum_ext k _ (fun _ => 0)), sum_const; [ring|]; intros a _.
    rewrite (sum_ext n _ (fun s => going n gamma mu y s - sum n y / INR n)).
    - rewrite sum_sub, sum_const, total; field; lra.
    - intros s small; unfold bound; destruct (pair_number n a s small) as [_ ->]; unfold x; ring. }
  rewrite none, Rmult_0_r, exp_0, Rmult_1_r in known; exact known.
Qed.

Lemma chance_exceeds e : 0 < e -> 1 - average n (chance_of_bounds e) <= average (N + n) (fun x => ramp e (exceeds x)).
Proof.
  intros positive; set (g := fun x => 1 + -1 * all_below N (fun i => bound (others x) i + e) x).
  assert (known : mean (N + n) g (1 + -1 * average n (chance_of_bounds e))).
  { apply mean_add; [apply mean_const|apply MeanExists.mean_times].
    apply (mean_joined N n _ (chance_of_bounds e)); [| |exact (lipschitz_mean n _ _ (pos_INR N) (chance_of_bounds_slow e))].
    - intros x y same; unfold all_below; apply product_ext; intros i small; rewrite (same i ltac:(lia)).
      replace (bound (others x) i) with (bound (others y) i); [reflexivity|]; unfold bound, going; do 2 f_equal.
      apply sum_ext; intros t inside; unfold others; rewrite (same (N + t)%nat ltac:(lia)); reflexivity.
    - intros y; refine (mean_ext N _ _ _ _ (chance_each_below N (fun i => bound y i + e))); intros x; unfold all_below; apply product_ext.
      intros i small; replace (joined N x y i) with (x i) by (unfold joined; rewrite (proj2 (Nat.ltb_lt _ _) small); reflexivity).
      replace (others (joined N x y)) with y; [reflexivity|]; apply functional_extensionality; intros t; unfold others, joined.
      replace (Nat.ltb (N + t) N) with false by (symmetry; apply Nat.ltb_ge; lia); f_equal; lia. }
  replace (1 - average n (chance_of_bounds e)) with (1 + -1 * average n (chance_of_bounds e)) by ring.
  apply (mean_le (N + n) _ _ _ _ known (lipschitz_mean (N + n) (/ e * 2) _ ltac:(apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, positive|lra]) (exceeds_slow e positive))).
  intros x; unfold g; pose proof (exceeds_above e x positive); lra.
Qed.
End Noise.

(* The mean noise of one action is normal, and steps are below what rises. *)
Lemma mean_noise {Omega} E n m c (z : nat -> Omega -> R) : (0 < n)%nat -> (c < m)%nat -> gaussian E (n * m) z (apart 1) ->
  normal E (fun w => sum n (fun t => z (c * n + t)%nat w) / INR n) (/ sqrt (INR n)).
Proof.
  intros some goes law; pose proof (lt_0_INR n some) as many; pose proof (sqrt_lt_R0 _ many).
  assert (pick : forall f, sum (n * m) (fun i => plays (fun _ => c) (i / n) 0 * f i) = sum n (fun t => f (c * n + t)%nat)).
  { intros f; rewrite Nat.mul_comm, sum_of_pairs, <- (sum_plays m (fun _ => c) 0 (fun a => sum n (fun t => f (a * n + t)%nat)) goes).
    apply sum_ext; intros a _; rewrite <- sum_scale; apply sum_ext; intros t small; destruct (pair_number n a t small) as [-> _]; reflexivity. }
  apply (combination E (n * m) z (apart 1) (fun i => plays (fun _ => c) (i / n) 0 * / INR n)); [exact law| | |].
  - intros w; rewrite (sum_ext (n * m) _ (fun i => plays (fun _ => c) (i / n) 0 * (/ INR n * z i w))) by (intros; ring).
    rewrite (pick (fun i => / INR n * z i w)), sum_scale; unfold Rdiv; ring.
  - left; apply Rinv_0_lt_compat; assumption.
  - rewrite <- Rinv_mult, sqrt_sqrt by lra; unfold spread.
    rewrite (sum_ext (n * m) _ (fun i => plays (fun _ => c) (i / n) 0 * (plays (fun _ => c) (i / n) 0 * (/ INR n * / INR n)))).
    + rewrite (pick (fun i => plays (fun _ => c) (i / n) 0 * (/ INR n * / INR n))), (sum_ext n _ (fun _ => / INR n * / INR n)).
      * rewrite sum_const; field; lra.
      * intros t small; destruct (pair_number n c t small) as [-> _]; unfold plays; rewrite Nat.eqb_refl; ring.
    + intros i small; set (b := fun i => plays (fun _ => c) (i / n) 0 * / INR n); rewrite (sum_ext (n * m) _ (fun j => (b i * b j) * unit i j)).
      * rewrite (sum_unit (n * m) i (fun j => b i * b j)) by exact small; unfold b; ring.
      * intros j _; unfold apart, unit, b; rewrite Nat.eqb_sym; destruct (Nat.eqb j i); ring.
Qed.

Lemma steps_below (h : R -> R) K (a : nat -> R) p : (forall x y, x <= y -> h y <= h x) -> (forall x, 0 <= h x) ->
  (forall i, a i <= a (S i)) -> mean_of_one h p -> sum K (fun i => (Phi (a (S i)) - Phi (a i)) * h (a (S i))) <= p.
Proof.
  intros falls nonneg order known.
  set (level := fun i x => if at_least (a i) x then 1 else 0).
  assert (steps : mean_of_one (fun x => sum K (fun i => (level i x - level (S i) x) * h (a (S i)))) (sum K (fun i => (Phi (a (S i)) - Phi (a i)) * h (a (S i))))).
  { clear - K; induction K as [|K IH]; cbn [sum]; [exact (mean_of_one_const 0)|].
    apply (mean_of_one_sum _ (fun x => (level K x - level (S K) x) * h (a (S K)))); [exact IH|].
    apply (mean_of_one_ext (fun x => h (a (S K)) * (level K x + -1 * level (S K) x))); [intros; ring|].
    replace ((Phi (a (S K)) - Phi (a K)) * h (a (S K))) with (h (a (S K)) * (Phi (- a K) + -1 * Phi (- a (S K)))) by (rewrite !Phi_opposite; ring).
    apply mean_of_one_scaled, mean_of_one_sum; [exact (chance_of_tail (a K))|apply mean_of_one_scaled; exact (chance_of_tail (a (S K)))]. }
  refine (mean_of_one_le _ _ _ _ steps known _); intros x; clear - falls nonneg order.
  assert (all : sum K (fun i => (level i x - level (S i) x) * h (a (S i))) <= if Rlt_dec x (a K) then h x else 0).
  { induction K as [|K IH]; cbn [sum]; [destruct (Rlt_dec x (a 0%nat)); [apply nonneg|lra]|]; pose proof (order K); pose proof (nonneg x).
    pose proof (nonneg (a (S K))); unfold level, at_least in *.
    destruct (Rlt_dec x (a K)), (Rlt_dec x (a (S K))), (Rle_dec (a K) x), (Rle_dec (a (S K)) x); try lra.
    pose proof (falls x (a (S K)) ltac:(lra)); lra. }
  pose proof (nonneg x); destruct (Rlt_dec x (a K)); lra.
Qed.

Definition place_of (n c N i : nat) : nat :=
  if Nat.ltb i N then ((if Nat.ltb (i / n) c then i / n else S (i / n)) * n + i mod n)%nat else (c * n + (i - N))%nat.

Lemma split_place n i : (0 < n)%nat -> (i = (i / n) * n + i mod n)%nat /\ (i mod n < n)%nat.
Proof. intros some; pose proof (Nat.div_mod i n ltac:(lia)); pose proof (Nat.mod_upper_bound i n ltac:(lia)); split; lia. Qed.

Lemma pair_apart n a b s t : (s < n)%nat -> (t < n)%nat -> (a * n + s = b * n + t)%nat -> a = b /\ s = t.
Proof.
  intros one two same; destruct (pair_number n a s one) as [left right]; destruct (pair_number n b t two) as [left' right'].
  rewrite same in left, right; split; lia.
Qed.

Lemma place_of_fits n k c : (0 < n)%nat -> (c < S k)%nat ->
  (forall i, (i < k * n + n)%nat -> (place_of n c (k * n) i < n * S k)%nat) /\
  (forall i j, (i < k * n + n)%nat -> (j < k * n + n)%nat -> place_of n c (k * n) i = place_of n c (k * n) j -> i = j).
Proof.
  intros some goes; split.
  - intros i small; unfold place_of; destruct (split_place n i some) as [equal inside]; destruct (Nat.ltb_spec i (k * n)); [|nia].
    assert (i / n < k)%nat by (apply Nat.div_lt_upper_bound; lia); destruct (Nat.ltb_spec (i / n) c); nia.
  - intros i j one two; unfold place_of; destruct (split_place n i some) as [e1 l1]; destruct (split_place n j some) as [e2 l2].
    destruct (Nat.ltb_spec i (k * n)), (Nat.ltb_spec j (k * n)); intros same; apply pair_apart in same; try lia; destruct same as [a b].
    + destruct (Nat.ltb_spec (i / n) c), (Nat.ltb_spec (j / n) c); lia.
    + destruct (Nat.ltb_spec (i / n) c); lia.
    + destruct (Nat.ltb_spec (j / n) c); lia.
Qed.

(* A row of transitions that is sure of one state. *)
Lemma surely n m P a s t v : stochastic n m P -> (a < m)%nat -> (s < n)%nat -> (t < n)%nat -> P a s t = 1 ->
  sum n (fun u => P a s u * v u) = v t.
Proof.
  intros rows action state inside sure; destruct (rows a s action state) as [nonneg one].
  assert (none : sum n (fun u => P a s u - P a s u * unit t u) = 0) by (rewrite sum_sub, (sum_unit n t (P a s) inside), one, sure; ring).
  assert (above : forall u, (u < n)%nat -> 0 <= P a s u - P a s u * unit t u).
  { intros u small; specialize (nonneg u small); unfold unit; destruct (Nat.eqb t u), (Nat.eqb u t); lra. }
  pose proof (none_above n _ above none) as each; cbv beta in each.
  rewrite (sum_ext n _ (fun u => (P a s u * v u) * unit t u)); [rewrite (sum_unit n t (fun u => P a s u * v u) inside), sure; ring|].
  intros u small; specialize (each u small); assert (same : P a s u = P a s u * unit t u) by lra; rewrite same at 1; ring.
Qed.

Lemma floor_of x k : IZR k <= x < IZR k + 1 -> floor x = IZR k.
Proof.
  intros between; unfold floor, whole_part; rewrite <- (tech_up x (k + 1)); [f_equal; ring| |]; rewrite plus_IZR; lra.
Qed.

Lemma next_place n s : (s < n)%nat -> place (INR s + 1 - INR n * floor ((INR s + 1) / INR n)) = next n s.
Proof.
  intros small; pose proof (lt_0_INR n ltac:(lia)) as many; unfold next; pose proof (pos_INR s); destruct (Nat.eqb_spec (S s) n) as [<-|other].
  - rewrite (floor_of _ 1); [rewrite S_INR; replace (INR s + 1 - (INR s + 1) * 1) with (INR 0) by (simpl; ring); apply place_INR|].
    rewrite S_INR in *; replace ((INR s + 1) / (INR s + 1)) with 1 by (field; lra); lra.
  - assert (INR (S s) < INR n) by (apply lt_INR; lia); rewrite S_INR in *.
    rewrite (floor_of _ 0); [replace (INR s + 1 - INR n * 0) with (INR (S s)) by (rewrite S_INR; ring); apply place_INR|].
    split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat, many]|].
    apply (Rmult_lt_reg_r (INR n)); [exact many|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma all_or_none n (x : nat -> R) : let p := product n (fun j => if Req_EM_T (x j) 1 then 1 else 0) in
  (p = 1 /\ forall j, (j < n)%nat -> x j = 1) \/ p = 0.
Proof.
  induction n as [|n [[one each]|none]]; cbv zeta in *; simpl; [left; split; [reflexivity|intros; lia]| |right; rewrite none; ring].
  destruct (Req_EM_T (x n) 1); [left|right; ring]; split; [rewrite one; ring|].
  intros j small; destruct (Nat.eq_dec j n) as [->|]; [assumption|apply each; lia].
Qed.

(* One action goes round, and the others stay. *)
Lemma one_goes_round n m P : (1 < n)%nat -> stochastic n m P ->
  sum m (fun i => product n (fun j => if Req_EM_T (P i j j) 1 then 1 else 0)) = INR m - 1 ->
  sum m (fun i => product n (fun j => if Req_EM_T (P i j (place (INR j + 1 - INR n * floor ((INR j + 1) / INR n)))) 1 then 1 else 0)) = 1 ->
  exists c, (c < m)%nat /\ (forall s, (s < n)%nat -> P c s (next n s) = 1) /\
    forall a s, (a < m)%nat -> a <> c -> (s < n)%nat -> P a s s = 1.
Proof.
  intros many rows; set (stays := fun i => product n (fun j => if Req_EM_T (P i j j) 1 then 1 else 0)).
  set (steps := fun i => product n (fun j => if Req_EM_T (P i j (place (INR j + 1 - INR n * floor ((INR j + 1) / INR n)))) 1 then 1 else 0)).
  intros staying going; destruct (some_zero m (fun i => steps i - 1)) as [(c & action & one)|none].
  - exists c; assert (round : forall s, (s < n)%nat -> P c s (next n s) = 1).
    { destruct (all_or_none n (fun j => P c j (place (INR j + 1 - INR n * floor ((INR j + 1) / INR n))))) as [[_ each]|zero].
      - intros s small; rewrite <- (next_place n s small); apply each, small.
      - unfold steps in one; cbv zeta in zero; lra. }
    split; [exact action|]; split; [exact round|]; intros a s other apart state.
    assert (moves : stays c = 0).
    { destruct (all_or_none n (fun j => P c j j)) as [[_ each]|zero]; [exfalso|exact zero].
      pose proof (surely n m P c 0 0 (unit 0) rows action ltac:(lia) ltac:(lia) (each 0%nat ltac:(lia))) as here.
      pose proof (surely n m P c 0 (next n 0) (unit 0) rows action ltac:(lia) (next_small n 0 ltac:(lia)) (round 0%nat ltac:(lia))) as there.
      rewrite here in there; unfold unit, next in there; destruct (Nat.eqb_spec 1 n); [lia|simpl in there; lra]. }
    assert (above : forall i, (i < m)%nat -> 0 <= 1 - stays i - plays (fun _ => c) i 0 * 1).
    { intros i small; unfold plays; destruct (Nat.eqb_spec i c) as [->|]; [lra|].
      destruct (all_or_none n (fun j => P i j j)) as [[p _]|p]; cbv zeta in p; fold (stays i) in p; lra. }
    assert (nothing : sum m (fun i => 1 - stays i - plays (fun _ => c) i 0 * 1) = 0).
    { rewrite !sum_sub, sum_const, (sum_plays m (fun _ => c) 0 (fun _ => 1) action), staying; ring. }
    pose proof (none_above m _ above nothing a other) as equal; cbv beta in equal; unfold plays in equal.
    replace (Nat.eqb a c) with false in equal by (symmetry; apply Nat.eqb_neq, apart).
    destruct (all_or_none n (fun j => P a j j)) as [[_ each]|p]; [apply each, state|cbv zeta in p; fold (stays a) in p; lra].
  - rewrite (sum_ext m steps (fun _ => 0)), sum_const in going; [lra|]; intros i small; specialize (none i small).
    destruct (all_or_none n (fun j => P i j (place (INR j + 1 - INR n * floor ((INR j + 1) / INR n))))) as [[p _]|p]; cbv zeta in p; fold (steps i) in p; [lra|exact p].
Qed.

(* paying-cycle-policy-loss *)
Theorem paying_cycle_policy_loss {Omega} E n m gamma P r sigma (z : nat -> Omega -> R) v v' best_policy policy lambda lambda' u :
  paying_cycle_policy_loss_requires n m gamma P r sigma -> expectation E -> standard E (n * m) z -> gaussian E (n * m) z (apart 1) ->
  optimal_value n m gamma P r v -> (forall w, optimal_value n m gamma P (noised n sigma r (fun i => z i w)) (v' w)) ->
  chooses n m best_policy -> policy_value n m gamma P r best_policy v -> occupancy n m gamma P best_policy lambda ->
  (forall w, chooses n m (policy w) /\ policy_value n m gamma P (noised n sigma r (fun i => z i w)) (policy w) (v' w)) ->
  (forall w, occupancy n m gamma P (policy w) (lambda' w)) -> (forall w, policy_value n m gamma P r (policy w) (u w)) ->
  forall loss, (E (fun w => sum n (fun s => v s - u w s) / INR n) loss <->
    E (fun w => dual_objective n m r (lambda' w)) (dual_objective n m r lambda - INR n * loss)) /\
    (E (fun w => sum n (fun s => v s - u w s) / INR n) loss -> paying_cycle_policy_loss_gives n m gamma P r sigma loss).
Proof.
  intros ((states & actions & discount & rows) & positive & two & staying & more & going_round & pays) means noise law one all own value visits
    greedy visited values loss; split.
  { apply (lost_at_visits E n m gamma P r v best_policy policy lambda lambda' u); trivial; intros w; apply greedy. }
  intros of; unfold paying_cycle_policy_loss_gives; cbv zeta; set (pay := best m _) in *; rewrite staying in more.
  destruct (one_goes_round n m P ltac:(apply INR_lt; simpl; lra) rows staying going_round) as (c & goes & round & stays).
  assert (round' : forall s x, (s < n)%nat -> sum n (fun t => P c s t * x t) = x (next n s))
    by (intros s x small; apply (surely n m P c s (next n s)); auto using next_small).
  assert (stays' : forall a s x, (a < m)%nat -> a <> c -> (s < n)%nat -> sum n (fun t => P a s t * x t) = x s)
    by (intros a s x action other small; apply (surely n m P a s s); auto).
  assert (rewards : forall a s, (a < m)%nat -> (s < n)%nat -> r a s = pay * (if Nat.eqb a c then 1 else 0)).
  { intros a s action small; rewrite (pays a action s small); f_equal; destruct (Nat.eqb_spec a c) as [->|other].
    - destruct (Rlt_dec (P c 0%nat 0%nat) 1) as [|no]; [reflexivity|destruct no].
      pose proof (round' 0%nat (unit 0) states) as there; rewrite (sum_unit n 0 (P c 0%nat) states) in there; rewrite there.
      unfold unit, next; destruct (Nat.eqb_spec 1 n) as [<-|]; [simpl in two; lra|simpl; lra].
    - rewrite (stays a 0%nat action other states); destruct (Rlt_dec 1 1); lra. }
  destruct m as [|k]; [lia|]; assert (some : (0 < k)%nat) by (apply INR_lt; rewrite S_INR in more; simpl; lra).
  assert (nonneg : 0 <= pay).
  { set (a := if Nat.eqb c 0 then 1%nat else 0%nat); assert (a < S k /\ a <> c)%nat as [action other] by (unfold a; destruct (Nat.eqb_spec c 0); lia).
    pose proof (best_above (S k) (fun i => best n (fun j => r i j)) a action) as top; pose proof (best_above n (fun j => r a j) 0 states) as first.
    cbv beta in *; fold pay in top; rewrite (rewards a 0%nat action states) in first; replace (Nat.eqb a c) with false in first by (symmetry; apply Nat.eqb_neq, other); lra. }
  pose proof (lt_0_INR n states) as many; pose proof (sqrt_lt_R0 _ many) as root.
  destruct (kernels n (S k) c gamma P goes discount rows round') as [mu earns].
  set (delay := (1 - gamma ^ n) / (INR n * (1 - gamma) ^ 2)); set (c0 := pay / sigma); set (N := (k * n)%nat).
  assert (factor : 0 <= pay * delay).
  { apply Rmult_le_pos; [exact nonneg|]; apply Rmult_le_pos.
    - assert (gamma ^ n <= 1) by (rewrite <- (pow1 n); apply pow_incr; lra); lra.
    - left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; [exact many|apply pow_lt; lra]. }
  pose proof (going_total n (S k) c gamma P states goes discount rows round' mu earns) as total.
  assert (weights : forall s, (s < n)%nat -> (forall t, (t < n)%nat -> 0 <= mu s t) /\ sum n (mu s) = / (1 - gamma))
    by (intros s small; destruct (earns s small) as (p & q & _); split; assumption).
  assert (chance : forall e, exists p, mean_of_one (fun x => Phi (c0 + e + / sqrt (INR n) * x) ^ N) p).
  { intros e; apply (mean_of_one_exists 1 0); try lra.
    - intros x; apply (ex_derive_continuous (fun x => Phi (c0 + e + / sqrt (INR n) * x) ^ N)), ex_derive_pow.
      eexists; apply (is_derive_comp Phi (fun x => c0 + e + / sqrt (INR n) * x)); [apply is_derive_Phi|auto_derive; [trivial|reflexivity]].
    - intros x; pose proof (Phi_between (c0 + e + / sqrt (INR n) * x)) as b; rewrite Rabs_pos_eq by (apply pow_le; lra).
      assert (Phi (c0 + e + / sqrt (INR n) * x) ^ N <= 1) by (rewrite <- (pow1 N); apply pow_incr; lra); lra. }
  destruct (chance 0) as [p start].
  assert (bounded : pay * delay * (1 - p) <= loss).
  { apply (as_little _ _ (pay * delay * INR N)); [apply Rmult_le_pos; [exact factor|apply pos_INR]|]; intros e slow.
    destruct (chance e) as [q known].
    assert (near : q <= p + INR N * e).
    { apply (mean_of_one_le _ _ _ _ known (mean_of_one_sum _ _ _ _ start (mean_of_one_const (INR N * e)))); intros x.
      pose proof (Phi_between (c0 + 0 + / sqrt (INR n) * x)); pose proof (Phi_between (c0 + e + / sqrt (INR n) * x)).
      apply power_slow; try lra; replace (c0 + e + / sqrt (INR n) * x) with (c0 + 0 + / sqrt (INR n) * x + e) by ring; apply Phi_slow; lra. }
    set (f := fun x => ramp e (exceeds n k gamma mu c0 x)); set (b := chance_of_bounds n k gamma mu c0 e).
    destruct (place_of_fits n k c states goes) as [inside different].
    pose proof (exceeds_slow n k gamma mu c0 states some discount weights e slow) as lip.
    assert (size : 0 <= / e * 2) by (apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, slow|lra]).
    destruct (mean_of_slow E (n * S k) z (N + n) (place_of n c N) f (/ e * 2) f _ noise inside different size lip
      (fun x => proj1 (ramp_between e _)) (fun x => Rle_refl _) (lipschitz_mean (N + n) (/ e * 2) f size lip)) as [_ mean_f].
    pose proof (chance_of_bounds_slow n k gamma mu c0 states some discount weights e) as lip'.
    assert (b_nonneg : forall y, 0 <= b y).
    { intros y; apply product_between; intros i _; match goal with |- 0 <= Phi ?x <= 1 => pose proof (Phi_between x) end; lra. }
    assert (in_c : forall i, (i < n)%nat -> (c * n + i < n * S k)%nat) by (intros; nia).
    assert (apart_c : forall i j, (i < n)%nat -> (j < n)%nat -> (c * n + i = c * n + j)%nat -> i = j) by (intros; lia).
    destruct (mean_of_slow E (n * S k) z n (fun t => c * n + t)%nat b (INR N) b (average n b) noise in_c apart_c
      (pos_INR N) lip' b_nonneg (fun x => Rle_refl _) (lipschitz_mean n (INR N) b (pos_INR N) lip')) as [_ mean_b].
    pose proof (mean_noise E n (S k) c z states goes law) as normal_mean.
    assert (mean_h : E (fun w => Phi (c0 + e + sum n (fun t => z (c * n + t)%nat w) / INR n) ^ N) q).
    { apply (normal_mean (fun x => Phi (c0 + e + x) ^ N) q q known); apply (mean_of_one_ext _ _ _) with (2 := known).
      intros x; symmetry; apply Rabs_pos_eq, pow_le; pose proof (Phi_between (c0 + e + / sqrt (INR n) * x)); lra. }
    pose proof (mean_below E means _ _ _ _ (fun w => chance_of_bounds_below n k gamma mu c0 states total e (fun t => z (c * n + t)%nat w)) mean_b mean_h) as small.
    pose proof (chance_exceeds n k gamma mu c0 states some discount weights e slow) as large; fold b N f in large.
    pose proof (mean_times E means (pay * delay) _ _ mean_f) as scaled.
    assert (low : pay * delay * average (N + n) f <= loss).
    { refine (mean_below E means _ _ _ _ _ scaled of); intros w; destruct (greedy w) as [chosen fixed].
      set (x := fun i => z (place_of n c N i) w); unfold f.
      assert (at_least_nothing : 0 <= sum n (fun s => v s - u w s) / INR n).
      { apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, many]; apply sum_nonneg; intros s state.
        pose proof (no_policy_is_better n (S k) gamma P r v discount rows one (policy w) (u w) chosen (values w) s state); lra. }
      destruct (Rle_dec (exceeds n k gamma mu c0 x) 0) as [none|some_stay]; [rewrite (ramp_low e) by assumption; lra|].
      destruct (best_attained (k * n) (fun i => x i - bound n gamma mu c0 (fun t => x (k * n + t)%nat) i) ltac:(nia)) as (i & here & equal).
      destruct (split_place n i states) as [_ state]; assert (i / n < k)%nat as column by (apply Nat.div_lt_upper_bound; lia).
      set (a := if Nat.ltb (i / n) c then (i / n)%nat else S (i / n)).
      assert (a < S k /\ a <> c)%nat as [action other] by (unfold a; destruct (Nat.ltb_spec (i / n) c); lia).
      assert (noise_a : x i = z (a * n + i mod n)%nat w) by (unfold x, place_of, N; rewrite (proj2 (Nat.ltb_lt _ _) here); reflexivity).
      assert (noise_c : (fun t => x (k * n + t)%nat) = (fun t => z (c * n + t)%nat w)).
      { apply functional_extensionality; intros t; unfold x, place_of, N; replace (Nat.ltb (k * n + t) (k * n)) with false by (symmetry; apply Nat.ltb_ge; lia).
        do 2 f_equal; lia. }
      destruct (stops n (S k) c gamma pay P r goes discount round' stays' rewards mu earns sigma (fun i => z i w) (policy w) (v' w) a (i mod n)
        chosen (all w) fixed action other state) as (stop & inner & zero).
      { unfold exceeds in some_stay; rewrite equal, noise_c, noise_a in some_stay; unfold bound in some_stay.
        assert (sigma * c0 = pay) by (unfold c0; field; lra); apply Rnot_le_lt in some_stay; nra. }
      pose proof (lost_by_stopping n (S k) c gamma pay P r states goes discount nonneg round' stays' rewards v (policy w) (u w) stop one chosen
        (values w) inner zero) as lost.
      apply Rle_trans with (pay * delay); [pose proof (ramp_between e (exceeds n k gamma mu c0 x)); rewrite <- (Rmult_1_r (pay * delay)) at 2;
        apply Rmult_le_compat_l; lra|].
      apply (Rmult_le_reg_r (INR n)); [exact many|]; match goal with |- _ <= ?x / _ * _ => replace (x / INR n * INR n) with x by (field; lra) end.
      apply Rle_trans with (2 := lost); right; unfold delay; field; lra. }
    assert (pay * delay * (1 - p - INR N * e) <= pay * delay * average (N + n) f) by (apply Rmult_le_compat_l; lra); lra. }
  apply Rle_ge, Rle_trans with (2 := bounded); rewrite Rmult_assoc, Rmult_assoc, <- Rmult_assoc, <- (Rmult_assoc pay).
  apply Rmult_le_compat_l; [exact factor|].
  pose proof (steps_below (fun x => 1 - Phi (c0 + 0 + / sqrt (INR n) * x) ^ N) 256 (fun i => (INR i - 128) / 32) (1 - p)) as cells.
  refine (Rle_trans _ _ _ (Req_le _ _ _) (cells _ _ _ _)).
  - apply sum_ext; intros i _; cbv beta; rewrite (S_INR i); replace ((INR i + 1 - 128) / 32) with ((INR i - 127) / 32) by field.
    replace ((INR i - 127 - 1) / 32) with ((INR i - 128) / 32) by field; do 2 f_equal.
    replace (INR n * (INR (S k) - 1)) with (INR N) by (unfold N; rewrite mult_INR, S_INR; ring); rewrite power_INR; do 2 f_equal.
    unfold c0; field; lra.
  - intros x y up; assert (Phi (c0 + 0 + / sqrt (INR n) * x) ^ N <= Phi (c0 + 0 + / sqrt (INR n) * y) ^ N); [|lra].
    pose proof (Phi_between (c0 + 0 + / sqrt (INR n) * x)); apply pow_incr; split; [lra|]; apply Phi_monotone.
    assert (/ sqrt (INR n) * x <= / sqrt (INR n) * y) by (apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat, root|exact up]); lra.
  - intros x; pose proof (Phi_between (c0 + 0 + / sqrt (INR n) * x)).
    assert (Phi (c0 + 0 + / sqrt (INR n) * x) ^ N <= 1) by (rewrite <- (pow1 N); apply pow_incr; lra); lra.
  - intros i; rewrite S_INR; lra.
  - replace (1 - p) with (1 + -1 * p) by ring; apply (mean_of_one_ext (fun x => 1 + -1 * Phi (c0 + 0 + / sqrt (INR n) * x) ^ N)); [intros; ring|].
    apply mean_of_one_sum; [exact mean_one|exact (mean_of_one_scaled (-1) _ _ start)].
Qed.
