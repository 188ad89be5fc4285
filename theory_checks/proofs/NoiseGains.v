(* Noise on the rewards of a finite MDP: what an optimal policy is sure to gain from it, and what no policy can exceed. *)
From Coq Require Import Reals Lra Lia Arith.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Existence Policies NormalMean RewardNoise LinearForms MeanExists.
Open Scope R_scope.

Definition starts (s t : nat) : R := if Nat.eqb t s then 1 else 0.

Lemma sum_starts n s f : (s < n)%nat -> sum n (fun t => f t * starts s t) = f s.
Proof.
  intros state; rewrite (sum_ext n _ (fun t => plays (fun _ => s) t 0 * f t)) by (intros; unfold starts, plays; ring).
  exact (sum_plays n (fun _ => s) 0 f state).
Qed.

(* What a chain earns from s on is what it earns at its visits. *)
Lemma earned_at_visits n gamma (P : nat -> nat -> R) s mu x y : (s < n)%nat -> visited n gamma P (starts s) mu ->
  (forall t, (t < n)%nat -> x t = y t + gamma * sum n (fun u => P t u * x u)) -> x s = sum n (fun t => mu t * y t).
Proof.
  intros state visits value.
  transitivity (sum n (fun t => mu t * x t) - gamma * sum n (fun t => mu t * sum n (fun u => P t u * x u))).
  - rewrite (sum_ext n (fun t => mu t * sum n (fun u => P t u * x u)) (fun t => sum n (fun u => x u * (P t u * mu t))))
      by (intros; rewrite <- sum_scale; apply sum_ext; intros; ring).
    rewrite sum_swap, <- sum_scale, <- sum_sub, <- (sum_starts n s x state); apply sum_ext; intros t small.
    rewrite sum_scale, (visits t small) at 1; ring.
  - rewrite <- sum_scale, <- sum_sub; apply sum_ext; intros t small; rewrite (value t small) at 1; ring.
Qed.

Section Gains.
Variables (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (v : nat -> R) (s : nat).
Hypotheses (discount : 0 <= gamma < 1) (rows : stochastic n m P) (optimal : optimal_value n m gamma P r v) (state : (s < n)%nat).

Theorem sure_gain : exists pi mu, (forall t, (t < n)%nat -> (pi t < m)%nat /\ 0 <= mu t) /\ sum n mu = / (1 - gamma) /\
  forall noise v', optimal_value n m gamma P (fun a t => r a t + noise a t) v' ->
    sum n (fun t => mu t * noise (pi t) t) <= v' s - v s.
Proof.
  destruct (optimal_policy n m gamma P r v optimal) as [pi [small value]].
  pose proof (pure_rows n m P rows pi small) as chain.
  destruct (visited_exists n gamma (fun t => P (pi t) t) (starts s) discount chain) as [mu [visits above]].
  { intros t _; unfold starts; destruct (Nat.eqb t s); lra. }
  exists pi, mu; split; [|split].
  - intros t inside; split; [apply small, inside|]; apply Rle_trans with (starts s t); [unfold starts; destruct (Nat.eqb t s); lra|apply above, inside].
  - rewrite (total_visited n gamma _ _ discount chain mu visits).
    rewrite (sum_ext n (starts s) (fun t => 1 * starts s t)), (sum_starts n s (fun _ => 1) state) by (intros; ring); unfold Rdiv; ring.
  - intros noise v' better; pose proof (plays_chooses n m pi small) as law.
    destruct (policy_value_exists n m gamma P noise (plays pi) discount rows law) as [x gains].
    assert (both : policy_value n m gamma P (fun a t => r a t + noise a t) (plays pi) (fun t => v t + x t)).
    { intros t inside; rewrite (value t inside), (gains t inside), <- sum_add; apply sum_ext; intros a _.
      rewrite (sum_ext n (fun u => P a t u * (v u + x u)) (fun u => P a t u * v u + P a t u * x u)), sum_add by (intros; ring); ring. }
    pose proof (no_policy_is_better n m gamma P _ v' discount rows better (plays pi) _ law both s state).
    rewrite <- (earned_at_visits n gamma (fun t => P (pi t) t) s mu x (fun t => noise (pi t) t) state visits); [lra|].
    intros t inside; rewrite (gains t inside) at 1.
    exact (sum_plays m pi t (fun a => noise a t + gamma * sum n (fun u => P a t u * x u)) (small t inside)).
Qed.

Theorem most_gain policy noise w w' c : chooses n m policy -> policy_value n m gamma P r policy w ->
  policy_value n m gamma P (fun a t => r a t + noise a t) policy w' ->
  (forall a t, (a < m)%nat -> (t < n)%nat -> noise a t <= c) -> w' s - w s <= c / (1 - gamma).
Proof.
  intros law value value' below; destruct (largest n (fun t => w' t - w t) ltac:(lia)) as [top [inside most]].
  assert (gap : w' top - w top <= c + gamma * (w' top - w top)).
  { rewrite (value top inside) at 1; rewrite (value' top inside) at 1; rewrite <- sum_sub; destruct (law top inside) as [positive one].
    rewrite <- (Rmult_1_r (c + gamma * (w' top - w top))), <- one, <- sum_scale; apply sum_le; intros a action.
    replace (policy a top * (r a top + noise a top + gamma * sum n (fun t => P a top t * w' t)) - policy a top * (r a top + gamma * sum n (fun t => P a top t * w t)))
      with (policy a top * (noise a top + gamma * (sum n (fun t => P a top t * w' t) - sum n (fun t => P a top t * w t)))) by ring.
    rewrite (Rmult_comm _ (policy a top)); apply Rmult_le_compat_l; [apply positive, action|]; apply Rplus_le_compat; [apply below; assumption|].
    apply Rmult_le_compat_l; [lra|]; rewrite <- sum_sub, <- (average_constant n m P rows a top (w' top - w top) action inside).
    rewrite (sum_ext n _ (fun t => P a top t * (w' t - w t))) by (intros; ring).
    apply (average_le n m P rows a top); trivial. }
  specialize (most s state); simpl in most; apply Rle_trans with (w' top - w top); [exact most|].
  apply (Rmult_le_reg_r (1 - gamma)); [lra|]; replace (c / (1 - gamma) * (1 - gamma)) with c by (field; lra); lra.
Qed.

(* More of all rewards of a state is more for the state. *)
Theorem raised_state c r' v' : 0 <= c -> (forall a t, (a < m)%nat -> (t < n)%nat -> r' a t = r a t + c * starts s t) ->
  optimal_value n m gamma P r' v' -> v s + c <= v' s.
Proof.
  intros positive more better; assert (above : above_backups n m gamma P r (fun t => v' t - c * starts s t)).
  { intros a t action inside; destruct (better t inside) as [best _]; specialize (best a action); unfold backup in *.
    rewrite (more a t action inside) in best.
    assert (sum n (fun u => P a t u * (v' u - c * starts s u)) <= sum n (fun u => P a t u * v' u)).
    { apply (average_le n m P rows a t); trivial; intros u _; unfold starts; destruct (Nat.eqb u s); lra. }
    assert (gamma * sum n (fun u => P a t u * (v' u - c * starts s u)) <= gamma * sum n (fun u => P a t u * v' u))
      by (apply Rmult_le_compat_l; lra); lra. }
  pose proof (optimal_is_least n m gamma P r discount rows v _ optimal above s state) as known.
  unfold starts in known; rewrite Nat.eqb_refl in known; lra.
Qed.
End Gains.

(* Means of what the visits collect, and of its modulus. *)
Lemma coordinate_mean k i : (i < k)%nat -> mean k (fun z => z i) 0.
Proof.
  intros small; apply (mean_ext k (fun z => 0 + form k (fun j => starts i j) z)); [|apply mean_of_form].
  intros z; unfold form; rewrite Rplus_0_l, (sum_ext k _ (fun j => z j * starts i j)) by (intros; ring); apply sum_starts, small.
Qed.

Lemma modulus_mean k i : (i < k)%nat -> mean k (fun z => Rabs (z i)) mean_modulus.
Proof.
  induction k as [|k IH]; intros small; [lia|]; destruct (Nat.eq_dec i k) as [->|].
  - exists Rabs; split; [intros x; rewrite Nat.eqb_refl; apply mean_const|exact mean_absolute].
  - exists (fun _ => mean_modulus); split; [|apply mean_of_one_const]; intros x.
    replace (Nat.eqb i k) with false by (symmetry; apply Nat.eqb_neq; lia); apply IH; lia.
Qed.

Lemma sum_mean n k (f : nat -> (nat -> R) -> R) l : (forall t, (t < n)%nat -> mean k (f t) (l t)) -> mean k (fun z => sum n (fun t => f t z)) (sum n l).
Proof. induction n as [|n IH]; intros each; cbn [sum]; [apply mean_const|]; apply mean_add; [apply IH; intros; apply each; lia|apply each; lia]. Qed.

Lemma entry_small n m a t : (a < m)%nat -> (t < n)%nat -> (a * n + t < n * m)%nat.
Proof. intros; nia. Qed.
