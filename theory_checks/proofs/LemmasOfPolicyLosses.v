(* What policies lose that are optimal for noised rewards. *)
From Coq Require Import Reals Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Duality Policies Normal NormalSeries NormalTail NormalMean NormalEvents Gaussian RewardNoise MeanExists LinearForms.
From TheoryChecks Require Import Bandit NormalCells LemmaWords LemmaFormulas GaussianFamilies LemmasOfRewardNoise.
Open Scope R_scope.

(* What a policy is worth, added up over its starts, is what it earns at its visits. *)
Lemma occupancy_earns n m gamma P r policy lambda u : chooses n m policy -> occupancy n m gamma P policy lambda ->
  policy_value n m gamma P r policy u -> sum n u = dual_objective n m r lambda.
Proof.
  intros law [feasible share] value; unfold dual_objective; rewrite sum_swap, (pairing n m gamma P lambda feasible u).
  apply sum_ext; intros s state; destruct (law s state) as [_ one]; set (visits := sum m (fun b => lambda b s)).
  rewrite (sum_ext m _ (fun a => visits * (u s * policy a s - policy a s * (gamma * sum n (fun t => P a s t * u t)))))
    by (intros a action; rewrite (share a s action state); fold visits; ring).
  rewrite (sum_ext m (fun a => lambda a s * r a s) (fun a => visits * (policy a s * r a s)))
    by (intros a action; rewrite (share a s action state); fold visits; ring).
  rewrite !sum_scale, sum_sub, sum_scale, one; f_equal; specialize (value s state).
  rewrite (sum_ext m _ (fun a => policy a s * r a s + policy a s * (gamma * sum n (fun t => P a s t * u t)))), sum_add in value
    by (intros; ring); lra.
Qed.

(* An optimal policy takes no action that is worse than another. *)
Lemma never_taken n m gamma P reward policy v a b s : chooses n m policy -> optimal_value n m gamma P reward v ->
  policy_value n m gamma P reward policy v -> (a < m)%nat -> (b < m)%nat -> (s < n)%nat ->
  backup n gamma P reward v a s < backup n gamma P reward v b s -> policy a s = 0.
Proof.
  intros law optimal value action other state worse; destruct (law s state) as [nonneg one]; destruct (optimal s state) as [above _].
  assert (none : sum m (fun c => policy c s * (v s - backup n gamma P reward v c s)) = 0).
  { rewrite (sum_ext m _ (fun c => v s * policy c s - policy c s * backup n gamma P reward v c s)) by (intros; ring).
    rewrite sum_sub, sum_scale, one; rewrite (value s state) at 1; unfold backup; ring. }
  assert (terms : forall c, (c < m)%nat -> 0 <= policy c s * (v s - backup n gamma P reward v c s)).
  { intros c small; specialize (above c small); apply Rmult_le_pos; [apply nonneg, small|lra]. }
  pose proof (none_above m _ terms none a action) as zero; cbv beta in zero.
  specialize (above b other); apply Rmult_integral in zero; destruct zero; lra.
Qed.

(* 1 where x is larger than e, 0 below 0, and a line between. *)
Definition ramp (e x : R) : R := Rmin 1 (Rmax 0 (x / e)).

Lemma ramp_between e x : 0 <= ramp e x <= 1.
Proof. unfold ramp; split; [apply Rmin_glb; [lra|apply Rmax_l]|apply Rmin_l]. Qed.

Lemma ramp_low e x : 0 < e -> x <= 0 -> ramp e x = 0.
Proof.
  intros positive low; assert (x / e <= 0) by (apply (Rmult_le_reg_r e); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
  unfold ramp; rewrite Rmax_left, Rmin_right by lra; reflexivity.
Qed.

Lemma ramp_high e x : 0 < e -> e <= x -> ramp e x = 1.
Proof.
  intros positive high; assert (1 <= x / e) by (apply (Rmult_le_reg_r e); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
  unfold ramp; rewrite Rmax_right, Rmin_left by lra; reflexivity.
Qed.

Lemma ramp_slow e x y : 0 < e -> Rabs (ramp e x - ramp e y) <= / e * Rabs (x - y).
Proof.
  intros positive; replace (/ e * Rabs (x - y)) with (Rabs (x / e - y / e)).
  - set (a := x / e); set (b := y / e); pose proof (Rle_abs (a - b)); pose proof (Rle_abs (- (a - b))) as back.
    rewrite Rabs_Ropp in back; unfold ramp; fold a b; apply Rabs_le; unfold Rmin, Rmax.
    destruct (Rle_dec 0 a), (Rle_dec 0 b);
      repeat match goal with |- context [Rle_dec ?u ?v] => destruct (Rle_dec u v) end; split; lra.
  - replace (x / e - y / e) with (/ e * (x - y)) by (field; lra); rewrite Rabs_mult, (Rabs_pos_eq (/ e)); [reflexivity|].
    left; apply Rinv_0_lt_compat, positive.
Qed.

(* A slow function between 0 and 1 of some of the noise has a mean, above that of what is below it. *)
Lemma mean_of_slow {Omega} (E : (Omega -> R) -> R -> Prop) k (z : nat -> Omega -> R) j which f c g p :
  standard E k z -> (forall i, (i < j)%nat -> (which i < k)%nat) ->
  (forall a b, (a < j)%nat -> (b < j)%nat -> which a = which b -> a = b) -> 0 <= c -> lipschitz j c f ->
  (forall x, 0 <= f x) -> (forall x, g x <= f x) -> mean j g p ->
  p <= average j f /\ E (fun w => f (fun i => z (which i) w)) (average j f).
Proof.
  intros noise inside different nonneg slow above below known; pose proof (lipschitz_mean j c f nonneg slow) as some.
  split; [exact (mean_le j _ _ _ _ known some below)|].
  apply (noise j which f c _ (average j f) inside different slow some).
  apply (mean_ext j f); [intros x; symmetry; apply Rabs_pos_eq, above|exact some].
Qed.

(* The chance that none of k others is ahead of one that begins c ahead. *)
Lemma chance_ahead k c p : mean_of_one (fun x => Phi (x + c) ^ k) p -> mean (S k) (fun z => below k (z k + c) z) p.
Proof.
  intros known; exists (fun x => Phi (x + c) ^ k); split; [|exact known]; intros x.
  apply (mean_ext k (below k (x + c))); [|apply chance_all_below]; intros z; rewrite Nat.eqb_refl; apply below_ext.
  intros i small; replace (Nat.eqb i k) with false; [reflexivity|symmetry; apply Nat.eqb_neq; lia].
Qed.

Lemma chance_exists k c : exists p, mean_of_one (fun x => Phi (x + c) ^ k) p.
Proof.
  apply (mean_of_one_exists 1 0 (fun x => Phi (x + c) ^ k)); try lra.
  - intros x; apply (ex_derive_continuous (fun x => Phi (x + c) ^ k)), ex_derive_pow.
    eexists; apply (is_derive_comp Phi (fun x => x + c)); [apply is_derive_Phi|auto_derive; [trivial|reflexivity]].
  - intros x; pose proof (Phi_between (x + c)); rewrite Rabs_pos_eq by (apply pow_le; lra).
    assert (Phi (x + c) ^ k <= 1) by (rewrite <- (pow1 k); apply pow_incr; lra); lra.
Qed.

Lemma Phi_slow x e : 0 <= e -> Phi (x + e) <= Phi x + e.
Proof.
  intros nonneg; destruct (MVT_gen Phi x (x + e) density) as (t & _ & equal).
  - intros t _; apply is_derive_Phi.
  - intros t _; apply continuity_pt_filterlim, (ex_derive_continuous Phi); exists (density t); apply is_derive_Phi.
  - pose proof (density_most t); pose proof (density_pos t); replace (x + e - x) with e in equal by ring; nra.
Qed.

Lemma power_slow k a b e : 0 <= a <= 1 -> 0 <= b <= 1 -> 0 <= e -> b <= a + e -> b ^ k <= a ^ k + INR k * e.
Proof.
  intros one two nonneg near; induction k as [|k IH]; [simpl; lra|]; rewrite S_INR; simpl.
  pose proof (pow_le a k ltac:(lra)); assert (a ^ k <= 1) by (rewrite <- (pow1 k); apply pow_incr; lra).
  pose proof (pos_INR k); assert (0 <= INR k * e) by (apply Rmult_le_pos; lra).
  apply Rle_trans with (b * (a ^ k + INR k * e)); [apply Rmult_le_compat_l; lra|].
  assert (b * (INR k * e) <= INR k * e) by nra; assert (b * a ^ k <= a * a ^ k + e) by nra; lra.
Qed.

(* A little more of a start is little more of a chance. *)
Lemma chance_slow k c e p q : 0 <= e -> mean_of_one (fun x => Phi (x + c) ^ k) p ->
  mean_of_one (fun x => Phi (x + (c + e)) ^ k) q -> q <= p + INR k * e.
Proof.
  intros nonneg one two; apply (mean_of_one_le _ _ _ _ two (mean_of_one_sum _ _ _ _ one (mean_of_one_const (INR k * e)))).
  intros x; replace (x + (c + e)) with (x + c + e) by ring; apply power_slow; [| |exact nonneg|apply Phi_slow, nonneg].
  - pose proof (Phi_between (x + c)); lra.
  - pose proof (Phi_between (x + c + e)); lra.
Qed.

(* The places of the noise of one state: that of one action is the last. *)
Definition last_is (n s c k i : nat) : nat := ((if Nat.ltb i k then if Nat.ltb i c then i else S i else c) * n + s)%nat.

Lemma last_is_place n s c k : (s < n)%nat -> (c < S k)%nat ->
  (forall i, (i < S k)%nat -> (last_is n s c k i < n * S k)%nat) /\
  (forall i j, (i < S k)%nat -> (j < S k)%nat -> last_is n s c k i = last_is n s c k j -> i = j).
Proof.
  intros state action; unfold last_is; split; [intros i small|intros i j one two].
  - destruct (Nat.ltb_spec i k), (Nat.ltb_spec i c); nia.
  - assert (apart : forall a b, (a * n + s = b * n + s)%nat -> a = b) by (intros; nia); intros same; apply apart in same.
    destruct (Nat.ltb_spec i k), (Nat.ltb_spec i c), (Nat.ltb_spec j k), (Nat.ltb_spec j c); lia.
Qed.

Section Bandit.
Variables (n k : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (gap : R).
Let m := S k.
Hypotheses (some : (0 < k)%nat) (discount : 0 <= gamma < 1) (rows : stochastic n m P)
  (stay : forall a, (a < m)%nat -> forall s, (s < n)%nat -> P a s s = 1).

Definition behind (x : nat -> R) (c : R) : R := best k x - x k - c.

Lemma behind_slow c e : 0 < e -> lipschitz (S k) (/ e) (fun x => ramp e (behind x c)).
Proof.
  intros positive x y; eapply Rle_trans; [apply ramp_slow, positive|]; apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat, positive|].
  unfold behind; replace (best k x - x k - c - (best k y - y k - c)) with (best k x - best k y + - (x k - y k)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]; rewrite Rabs_Ropp; cbn [sum]; pose proof (best_slow k x y some); lra.
Qed.

Lemma behind_above c e x : 0 < e -> 1 - below k (x k + (c + e)) x <= ramp e (behind x c).
Proof.
  intros positive; destruct (top_most k x some) as [inside most]; pose proof (top_best k x some) as equal.
  destruct (Rle_dec (x k + (c + e)) (x (top k x))) as [far|near].
  - rewrite (below_false k _ x (top k x) inside far), ramp_high; [lra|exact positive|unfold behind; lra].
  - rewrite below_true; [pose proof (ramp_between e (behind x c)); lra|]; intros i small; specialize (most i small); lra.
Qed.

Lemma earned_by_staying reward policy v s : chooses n m policy -> policy_value n m gamma P reward policy v -> (s < n)%nat ->
  (1 - gamma) * v s = sum m (fun a => policy a s * reward a s).
Proof.
  intros law value state; destruct (law s state) as [_ one]; specialize (value s state).
  rewrite (sum_ext m _ (fun a => policy a s * reward a s + gamma * v s * policy a s)), sum_add, sum_scale, one in value; [lra|].
  intros a action; rewrite (only_itself n m P rows stay a s v action state); ring.
Qed.

(* In each state one action is better than the others by the gap. *)
Variables (good : nat -> nat) (low : nat -> R).
Hypotheses (gap_nonneg : 0 <= gap) (inner : forall s, (s < n)%nat -> (good s < m)%nat)
  (form : forall a s, (a < m)%nat -> (s < n)%nat -> r a s = low s + (if Nat.eqb a (good s) then gap else 0)).

Lemma lost_by_policy v policy u s : optimal_value n m gamma P r v -> chooses n m policy -> policy_value n m gamma P r policy u ->
  (s < n)%nat -> v s - u s = gap / (1 - gamma) * (1 - policy (good s) s).
Proof.
  intros optimal law value state; apply (Rmult_eq_reg_l (1 - gamma)); [|lra].
  replace ((1 - gamma) * (v s - u s)) with ((1 - gamma) * v s - (1 - gamma) * u s) by ring.
  rewrite (value_of_stays n m gamma P ltac:(unfold m; lia) rows stay r v s optimal state), (earned_by_staying r policy u s law value state).
  destruct (law s state) as [_ one].
  rewrite (sum_ext m _ (fun a => low s * policy a s + plays good a s * (gap * policy a s))).
  - rewrite sum_add, sum_scale, one, (sum_plays m good s (fun a => gap * policy a s) (inner s state)).
    replace (best m (fun a => r a s)) with (low s + gap); [field; lra|]; apply Rle_antisym.
    + apply Rle_trans with (r (good s) s); [rewrite (form _ s (inner s state) state), Nat.eqb_refl; lra|].
      exact (best_above m (fun a => r a s) (good s) (inner s state)).
    + apply best_least; [unfold m; lia|]; intros a action; rewrite (form a s action state); destruct (Nat.eqb a (good s)); lra.
  - intros a action; rewrite (form a s action state); unfold plays; destruct (Nat.eqb a (good s)); ring.
Qed.

Lemma lost_if_behind sigma z e policy v' s : 0 < sigma -> 0 < e -> chooses n m policy ->
  optimal_value n m gamma P (noised n sigma r z) v' -> policy_value n m gamma P (noised n sigma r z) policy v' -> (s < n)%nat ->
  ramp e (behind (fun i => z (last_is n s (good s) k i)) (gap / sigma)) <= 1 - policy (good s) s.
Proof.
  intros positive slow law optimal value state; set (x := fun i => z (last_is n s (good s) k i)); destruct (law s state) as [nonneg one].
  assert (at_most : policy (good s) s <= 1).
  { rewrite <- one; pose proof (sum_plays m good s (fun a => policy a s) (inner s state)) as pick; cbv beta in pick; rewrite <- pick.
    apply sum_le; intros a action; specialize (nonneg a action); unfold plays; destruct (Nat.eqb a (good s)); lra. }
  destruct (Rle_dec (behind x (gap / sigma)) 0) as [ahead|late]; [rewrite ramp_low by assumption; lra|].
  rewrite (never_taken n m gamma P (noised n sigma r z) policy v' (good s)
    (let i := top k x in if Nat.ltb i (good s) then i else S i) s); trivial.
  - pose proof (ramp_between e (behind x (gap / sigma))); lra.
  - apply inner, state.
  - cbv zeta; destruct (top_most k x some) as [inside _]; unfold m; pose proof (inner s state); destruct (Nat.ltb_spec (top k x) (good s)); unfold m in *; lia.
  - cbv zeta; destruct (top_most k x some) as [inside _]; pose proof (top_best k x some) as equal; pose proof (inner s state) as mine.
    set (b := if Nat.ltb (top k x) (good s) then top k x else S (top k x)).
    assert (small : (b < m)%nat) by (unfold b, m in *; destruct (Nat.ltb_spec (top k x) (good s)); lia).
    assert (other : b <> good s) by (unfold b; destruct (Nat.ltb_spec (top k x) (good s)); lia).
    unfold backup; rewrite !(only_itself n m P rows stay _ s v') by assumption; unfold noised.
    rewrite (form b s small state), (form (good s) s mine state), Nat.eqb_refl.
    replace (Nat.eqb b (good s)) with false by (symmetry; apply Nat.eqb_neq, other).
    assert (z (b * n + s)%nat = best k x).
    { rewrite <- equal; change (x (top k x)) with (z (last_is n s (good s) k (top k x))); unfold last_is, b; replace (Nat.ltb (top k x) k) with true by (symmetry; apply Nat.ltb_lt, inside); reflexivity. }
    assert (z (good s * n + s)%nat = x k) by (unfold x, last_is; rewrite Nat.ltb_irrefl; reflexivity).
    unfold behind in late; assert (sigma * (gap / sigma) = gap) by (field; lra).
    assert (0 < best k x - x k - gap / sigma) by lra; nra.
Qed.
End Bandit.

(* In each state one action is better than the others, which are equal, by the gap. *)
Lemma one_is_better n m (r : nat -> nat -> R) gap : (0 < m)%nat ->
  (forall s, (s < n)%nat -> best m (fun a => r a s) - - best m (fun a => - r a s) = gap) ->
  (forall s, (s < n)%nat -> sum m (fun a => r a s) - INR m * - best m (fun a => - r a s) = gap) ->
  exists good, (forall s, (s < n)%nat -> (good s < m)%nat) /\ forall a s, (a < m)%nat -> (s < n)%nat ->
    r a s = - best m (fun a => - r a s) + (if Nat.eqb a (good s) then gap else 0).
Proof.
  intros some ends total.
  destruct (choose_all n (fun a s => (a < m)%nat /\ best m (fun b => r b s) = r a s)) as [good fits].
  { intros s _; exact (best_attained m (fun b => r b s) some). }
  exists good; split; [intros s state; apply fits, state|]; intros a s action state; destruct (fits s state) as [inner top].
  specialize (ends s state); specialize (total s state); set (low := - best m (fun a => - r a s)) in *.
  assert (above : forall b, (b < m)%nat -> 0 <= r b s - low - plays good b s * gap).
  { intros b small; pose proof (best_above m (fun a => - r a s) b small) as most; cbv beta in most; unfold plays.
    destruct (Nat.eqb_spec b (good s)) as [->|]; [rewrite <- top; lra|unfold low; lra]. }
  assert (none : sum m (fun b => r b s - low - plays good b s * gap) = 0).
  { rewrite !sum_sub, sum_const, (sum_plays m good s (fun _ => gap) inner); lra. }
  pose proof (none_above m _ above none a action) as equal; cbv beta in equal; unfold plays in equal.
  destruct (Nat.eqb a (good s)); lra.
Qed.

(* A bound that is missed by as little as one likes is met. *)
Lemma as_little x y c : 0 <= c -> (forall e, 0 < e -> y - c * e <= x) -> y <= x.
Proof.
  intros nonneg near; apply Rnot_lt_le; intros less; specialize (near ((y - x) / (c + 1))).
  assert (0 < (y - x) / (c + 1)) as positive by (apply Rdiv_lt_0_compat; lra); specialize (near positive).
  assert ((c + 1) * ((y - x) / (c + 1)) = y - x) by (field; lra); nra.
Qed.

(* What is lost is what is not earned at the visits. *)
Lemma lost_at_visits {Omega} (E : (Omega -> R) -> R -> Prop) n m gamma P r v best_policy (policy : Omega -> nat -> nat -> R)
  lambda lambda' u : expectation E -> (0 < n)%nat -> chooses n m best_policy -> policy_value n m gamma P r best_policy v ->
  occupancy n m gamma P best_policy lambda -> (forall w, chooses n m (policy w)) ->
  (forall w, occupancy n m gamma P (policy w) (lambda' w)) -> (forall w, policy_value n m gamma P r (policy w) (u w)) ->
  forall loss, E (fun w => sum n (fun s => v s - u w s) / INR n) loss <->
    E (fun w => dual_objective n m r (lambda' w)) (dual_objective n m r lambda - INR n * loss).
Proof.
  intros means some law value visits laws visited values loss; pose proof (lt_0_INR n some) as many.
  assert (equal : forall w, sum n (fun s => v s - u w s) = dual_objective n m r lambda - dual_objective n m r (lambda' w)).
  { intros w; rewrite sum_sub, (occupancy_earns n m gamma P r best_policy lambda v law visits value).
    rewrite (occupancy_earns n m gamma P r (policy w) (lambda' w) (u w) (laws w) (visited w) (values w)); reflexivity. }
  set (all := dual_objective n m r lambda) in *; split; intros of.
  - pose proof (mean_minus E means _ _ _ _ (mean_constant E means all) (mean_times E means (INR n) _ _ of)) as rest; revert rest.
    apply mean_is; [intros w; rewrite equal; field; lra|reflexivity].
  - pose proof (mean_times E means (/ INR n) _ _ (mean_minus E means _ _ _ _ (mean_constant E means all) of)) as rest; revert rest.
    apply mean_is; [intros w; rewrite equal; field; lra|field; lra].
Qed.

(* bandit-policy-loss *)
Theorem bandit_policy_loss {Omega} E n m gamma P r sigma (z : nat -> Omega -> R) v v' best_policy policy lambda lambda' u :
  bandit_policy_loss_requires n m gamma P r sigma -> expectation E -> standard E (n * m) z ->
  optimal_value n m gamma P r v -> (forall w, optimal_value n m gamma P (noised n sigma r (fun i => z i w)) (v' w)) ->
  chooses n m best_policy -> policy_value n m gamma P r best_policy v -> occupancy n m gamma P best_policy lambda ->
  (forall w, chooses n m (policy w) /\ policy_value n m gamma P (noised n sigma r (fun i => z i w)) (policy w) (v' w)) ->
  (forall w, occupancy n m gamma P (policy w) (lambda' w)) -> (forall w, policy_value n m gamma P r (policy w) (u w)) ->
  forall loss, (E (fun w => sum n (fun s => v s - u w s) / INR n) loss <->
    E (fun w => dual_objective n m r (lambda' w)) (dual_objective n m r lambda - INR n * loss)) /\
    (E (fun w => sum n (fun s => v s - u w s) / INR n) loss -> bandit_policy_loss_gives n m gamma P r sigma loss).
Proof.
  intros ((states & actions & discount & rows) & positive & two & stay & ends & total) means noise one all law value visits greedy
    visited values loss; split.
  { apply (lost_at_visits E n m gamma P r v best_policy policy lambda lambda' u); trivial; intros w; apply greedy. }
  intros of; unfold bandit_policy_loss_gives; cbv zeta; set (gap := best m _ - - best m _) in *.
  destruct (one_is_better n m r gap actions ends total) as (good & inner & form).
  destruct m as [|k]; [lia|]; assert (some : (0 < k)%nat) by (apply INR_lt; rewrite S_INR in two; simpl; lra).
  assert (nonneg : 0 <= gap).
  { pose proof (best_above (S k) (fun a => r a 0%nat) 0 actions); pose proof (best_above (S k) (fun a => - r a 0%nat) 0 actions).
    unfold gap; cbv beta in *; lra. }
  assert (factor : 0 <= gap / (1 - gamma)) by (apply Rmult_le_pos; [exact nonneg|left; apply Rinv_0_lt_compat; lra]).
  set (c := gap / sigma); destruct (chance_exists k c) as [p chance].
  assert (bound : gap / (1 - gamma) * (1 - p) <= loss).
  { apply (as_little _ _ (gap / (1 - gamma) * INR k)); [apply Rmult_le_pos; [exact factor|apply pos_INR]|]; intros e slow.
    destruct (chance_exists k (c + e)) as [q more]; pose proof (chance_slow k c e p q ltac:(lra) chance more) as near.
    assert (known : mean (S k) (fun x => 1 - below k (x k + (c + e)) x) (1 - q)).
    { apply (mean_ext (S k) (fun x => 1 + -1 * below k (x k + (c + e)) x)); [intros; ring|]; replace (1 - q) with (1 + -1 * q) by ring.
      exact (mean_add (S k) _ _ _ _ (mean_const (S k) 1) (MeanExists.mean_times (S k) (-1) _ _ (chance_ahead k (c + e) q more))). }
    set (f := fun x => ramp e (behind k x c)).
    assert (each : forall s, (s < n)%nat -> 1 - q <= average (S k) f /\
      E (fun w => f (fun i => z (last_is n s (good s) k i) w)) (average (S k) f)).
    { intros s state; destruct (last_is_place n s (good s) k state (inner s state)) as [inside different].
      apply (mean_of_slow E (n * S k) z (S k) (last_is n s (good s) k) f (/ e) (fun x => 1 - below k (x k + (c + e)) x)); trivial.
      - left; apply Rinv_0_lt_compat, slow.
      - exact (behind_slow k some c e slow).
      - intros x; apply ramp_between.
      - intros x; exact (behind_above k some c e x slow). }
    pose proof (mean_of_states E n (fun s w => f (fun i => z (last_is n s (good s) k i) w)) _ means states
      (fun s state => proj2 (each s state))) as least.
    destruct (each 0%nat states) as [large _].
    pose proof (mean_times E means (gap / (1 - gamma)) _ _ least) as scaled.
    assert (low : gap / (1 - gamma) * average (S k) f <= loss).
    { refine (mean_below E means _ _ _ _ _ scaled of); intros w; pose proof (lt_0_INR n states).
      match goal with |- ?g * (?x / _) <= ?y / _ =>
        replace (g * (x / INR n)) with (g * x * / INR n) by (unfold Rdiv; ring); change (g * x * / INR n <= y * / INR n) end.
      rewrite <- sum_scale.
      apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; assumption|]; apply sum_le; intros s state.
      destruct (greedy w) as [own fixed].
      rewrite (lost_by_policy n k gamma P r gap some discount rows stay good (fun s => - best (S k) (fun a => - r a s)) nonneg inner form v (policy w) (u w) s one own (values w) state).
      apply Rmult_le_compat_l; [exact factor|].
      exact (lost_if_behind n k gamma P r gap some rows stay good (fun s => - best (S k) (fun a => - r a s)) inner form sigma (fun i => z i w) e (policy w) (v' w) s
        positive slow own (all w) fixed state). }
    assert (gap / (1 - gamma) * (1 - q) <= gap / (1 - gamma) * average (S k) f) by (apply Rmult_le_compat_l; assumption).
    assert (gap / (1 - gamma) * (1 - p - INR k * e) <= gap / (1 - gamma) * (1 - q)) by (apply Rmult_le_compat_l; lra); lra. }
  pose proof (mean_of_power k c (/ 64) (257 / 64) 257 p ltac:(lra) ltac:(simpl; lra) chance) as most.
  apply Rle_ge; eapply Rle_trans; [|exact bound].
  match goal with |- gap * (?a - ?b) / _ <= _ => assert (same : b = sum 257 (fun i => cell k c (/ 64) (- (257 / 64) + / 64 + 2 * / 64 * INR i))) end.
  { apply sum_ext; intros i _; replace (INR (S k) - 1) with (INR k) by (rewrite S_INR; ring); rewrite power_INR.
    replace (- (257 / 64) + / 64 + 2 * / 64 * INR i) with ((INR i - 128) / 32) by field.
    set (x := (INR i - 128) / 32); unfold cell, powered, incline, ratio, density, bell; fold c.
    replace (x ^ 2 / 2) with (x * x / 2) by field; replace ((x + c) ^ 2 / 2) with ((x + c) * (x + c) / 2) by field.
    set (slope := INR k * _ / _ - x); replace (INR k * (exp (- ((x + c) * (x + c) / 2)) / sqrt (2 * PI) / Phi (x + c)) - x) with slope
      by (unfold slope, Rdiv; ring).
    replace ((slope * / 64) ^ 2 / 6) with (slope ^ 2 / 24576) by field; field; apply Rgt_not_eq, root_pos. }
  rewrite same; replace (gap * (2 * Phi (257 / 64) - 1 - sum 257 _) / (1 - gamma))
    with (gap / (1 - gamma) * (2 * Phi (257 / 64) - 1 - sum 257 (fun i => cell k c (/ 64) (- (257 / 64) + / 64 + 2 * / 64 * INR i)))) by (field; lra).
  apply Rmult_le_compat_l; [exact factor|lra].
Qed.
