(* The Bellman equation on any set of states, with bounded rewards and finitely many actions: its right side brings bounded
   functions nearer, so that exactly one of them is a solution. *)
From Coq Require Import Reals Lra Lia Arith.
From TheoryChecks Require Import Maximum.
Open Scope R_scope.

Section Definitions.
Variable S : Type.

Definition bounded (f : S -> R) : Prop := exists c, forall s, Rabs (f s) <= c.

(* The functions of which means are taken, such as the measurable ones. *)
Definition closed_class (K : (S -> R) -> Prop) : Prop :=
  (forall c, K (fun _ => c)) /\
  (forall f g c, K f -> K g -> K (fun s => f s + c * g s)) /\
  (forall f g, K f -> K g -> K (fun s => Rmax (f s) (g s))) /\
  (forall (f : nat -> S -> R) g, (forall k, K (f k)) -> (forall s, Un_cv (fun k => f k s) (g s)) -> K g).

(* E a s f is the mean of f in the state that follows s under action a. Means have more properties; these suffice. *)
Definition means (m : nat) (K : (S -> R) -> Prop) (E : nat -> S -> (S -> R) -> R) : Prop :=
  forall a, (a < m)%nat ->
    (forall f, K f -> bounded f -> K (fun s => E a s f)) /\
    (forall s c, E a s (fun _ => c) = c) /\
    forall s f g, K f -> bounded f -> K g -> bounded g ->
      ((forall t, f t <= g t) -> E a s f <= E a s g) /\ (forall c, E a s (fun t => f t + c) = E a s f + c).

Definition table (m : nat) (K : (S -> R) -> Prop) (Q : nat -> S -> R) : Prop :=
  forall a, (a < m)%nat -> K (Q a) /\ bounded (Q a).

Definition bellman (m : nat) (gamma : R) (E : nat -> S -> (S -> R) -> R) (r Q : nat -> S -> R) (a : nat) (s : S) : R :=
  r a s + gamma * E a s (fun t => best m (fun b => Q b t)).

Definition solves (m : nat) (gamma : R) (E : nat -> S -> (S -> R) -> R) (r Q : nat -> S -> R) : Prop :=
  forall a s, (a < m)%nat -> Q a s = bellman m gamma E r Q a s.

(* The distance in the sup norm *)
Definition apart (m : nat) (Q Q' : nat -> S -> R) (d : R) : Prop :=
  is_lub (fun x => exists a s, (a < m)%nat /\ x = Rabs (Q a s - Q' a s)) d.
End Definitions.
Arguments bounded {S}. Arguments closed_class {S}. Arguments means {S}. Arguments table {S}. Arguments bellman {S}.
Arguments solves {S}. Arguments apart {S}.

Section Contraction.
Variables (S : Type) (m : nat) (gamma : R) (K : (S -> R) -> Prop) (E : nat -> S -> (S -> R) -> R) (r : nat -> S -> R).
Hypotheses (some : (0 < m)%nat) (discount : 0 <= gamma < 1) (class : closed_class K) (kernel : means m K E) (rewards : table m K r).

Lemma shifted f c : K f -> K (fun t => f t + c).
Proof.
  intros inside; destruct class as (constant & line & _ & limits).
  apply (limits (fun _ t => f t + 1 * c)); [intros _; apply (line f (fun _ => c) 1 inside), constant|].
  intros s; rewrite Rmult_1_l; intros e positive; exists 0%nat; intros; rewrite R_dist_eq; exact positive.
Qed.

Lemma same_class f g : K f -> (forall s, f s = g s) -> K g.
Proof.
  intros inside same; destruct class as (_ & _ & _ & limits); apply (limits (fun _ => f)); [intros _; exact inside|].
  intros s; rewrite same; intros e positive; exists 0%nat; intros; rewrite R_dist_eq; exact positive.
Qed.

Lemma best_of_table Q : table m K Q -> K (fun t => best m (fun b => Q b t)) /\ bounded (fun t => best m (fun b => Q b t)).
Proof.
  clear rewards kernel; intros fits; destruct class as (constant & line & greater & limits).
  destruct m as [|k]; [lia|]; clear some; induction k as [|k IH].
  - destruct (fits 0%nat ltac:(lia)) as [inside [c below]]; split; [exact (same_class _ _ inside (fun _ => eq_refl))|exists c; exact below].
  - destruct IH as [inside [c below]]; [intros a small; apply fits; lia|].
    destruct (fits (Datatypes.S k) ltac:(lia)) as [next [d under]]; split.
    + apply (same_class (fun t => Rmax (best (Datatypes.S k) (fun b => Q b t)) (Q (Datatypes.S k) t))); [apply greater; assumption|].
      intros t; reflexivity.
    + exists (Rmax c d); intros t; rewrite best_next; specialize (below t); specialize (under t); apply within in below; apply within in under.
      pose proof (Rmax_l c d); pose proof (Rmax_r c d); apply Rabs_le; unfold Rmax at 2 3; destruct (Rle_dec _ _); lra.
Qed.

Lemma mean_between a s f c : (a < m)%nat -> K f -> (forall t, Rabs (f t) <= c) -> Rabs (E a s f) <= c.
Proof.
  intros action inside below; destruct class as (constant & _); destruct (kernel a action) as (_ & flat & known).
  assert (limits : bounded f) by (exists c; exact below).
  assert (level : forall d, bounded (fun _ : S => d)) by (intros d; exists (Rabs d); intros; lra).
  destruct (known s f (fun _ => c) inside limits (constant _) (level c)) as [up _].
  destruct (known s (fun _ => - c) f (constant _) (level (- c)) inside limits) as [down _].
  rewrite flat in *; assert (both : forall t, - c <= f t <= c) by (intros t; apply within, below).
  assert (E a s f <= c) by (apply up; intros t; specialize (both t); lra).
  assert (- c <= E a s f) by (apply down; intros t; specialize (both t); lra).
  apply Rabs_le; lra.
Qed.

Lemma means_near a s f g c : (a < m)%nat -> K f -> bounded f -> K g -> bounded g -> (forall t, Rabs (f t - g t) <= c) ->
  Rabs (E a s f - E a s g) <= c.
Proof.
  intros action inside limits inside' limits' near; destruct (kernel a action) as (_ & _ & known).
  assert (wide : forall f d, bounded f -> bounded (fun t : S => f t + d)).
  { intros h d [e below]; exists (e + Rabs d); intros t; eapply Rle_trans; [apply Rabs_triang|]; specialize (below t); lra. }
  assert (both : forall t, - c <= f t - g t <= c) by (intros t; apply within, near).
  destruct (known s f (fun t => g t + c) inside limits (shifted g c inside') (wide g c limits')) as [up _].
  destruct (known s g (fun t => f t + c) inside' limits' (shifted f c inside) (wide f c limits)) as [down _].
  destruct (known s f g inside limits inside' limits') as [_ f_up]; destruct (known s g f inside' limits' inside limits) as [_ g_up].
  rewrite g_up in up; rewrite f_up in down.
  assert (E a s f <= E a s g + c) by (apply up; intros t; specialize (both t); lra).
  assert (E a s g <= E a s f + c) by (apply down; intros t; specialize (both t); lra).
  apply Rabs_le; lra.
Qed.

Theorem bellman_contracts Q Q' c : table m K Q -> table m K Q' -> (forall a s, (a < m)%nat -> Rabs (Q a s - Q' a s) <= c) ->
  forall a s, (a < m)%nat -> Rabs (bellman m gamma E r Q a s - bellman m gamma E r Q' a s) <= gamma * c.
Proof.
  intros fits fits' near a s action; unfold bellman.
  destruct (best_of_table Q fits) as [inside limits]; destruct (best_of_table Q' fits') as [inside' limits'].
  replace (_ - _) with (gamma * (E a s (fun t => best m (fun b => Q b t)) - E a s (fun t => best m (fun b => Q' b t)))) by ring.
  rewrite Rabs_mult, (Rabs_pos_eq gamma) by lra; apply Rmult_le_compat_l; [lra|]; apply means_near; trivial.
  intros t; apply best_close; [exact some|]; intros b other; apply near, other.
Qed.

Lemma bellman_below Q a s c d : table m K Q -> (a < m)%nat -> (forall t, Rabs (r a t) <= d) ->
  (forall b t, (b < m)%nat -> Rabs (Q b t) <= c) -> Rabs (bellman m gamma E r Q a s) <= d + gamma * c.
Proof.
  intros fits action given below; unfold bellman; destruct (best_of_table Q fits) as [inside _].
  eapply Rle_trans; [apply Rabs_triang|]; apply Rplus_le_compat; [apply given|].
  rewrite Rabs_mult, (Rabs_pos_eq gamma) by lra; apply Rmult_le_compat_l; [lra|]; apply mean_between; trivial.
  intros t; destruct (best_attained m (fun b => Q b t) some) as [b [other ->]]; apply below, other.
Qed.

Lemma bellman_table Q : table m K Q -> table m K (bellman m gamma E r Q).
Proof.
  intros fits a action; destruct (best_of_table Q fits) as [inside [c below]]; destruct (rewards a action) as [given [d under]].
  destruct class as (_ & line & _); destruct (kernel a action) as (stays & _); split.
  - unfold bellman; apply line; [exact given|]; apply stays; [exact inside|exists c; exact below].
  - exists (d + gamma * c); intros s; unfold bellman; eapply Rle_trans; [apply Rabs_triang|]; apply Rplus_le_compat; [apply under|].
    rewrite Rabs_mult, (Rabs_pos_eq gamma) by lra; apply Rmult_le_compat_l; [lra|]; apply mean_between; assumption.
Qed.

Lemma rewards_below : exists d, 0 <= d /\ forall a s, (a < m)%nat -> Rabs (r a s) <= d.
Proof.
  clear some kernel; induction m as [|k IH]; [exists 0; split; [lia || lra|intros; lia]|].
  destruct IH as [d [low below]]; [intros a small; apply rewards; lia|]; destruct (rewards k ltac:(lia)) as [_ [e under]].
  exists (Rmax d e); pose proof (Rmax_l d e); pose proof (Rmax_r d e); split; [lra|]; intros a s small.
  destruct (Nat.eq_dec a k) as [->|]; [specialize (under s); lra|specialize (below a s ltac:(lia)); lra].
Qed.

(* From 0 on, one update after the other. *)
Fixpoint iterate (k : nat) : nat -> S -> R :=
  match k with O => fun _ _ => 0 | Datatypes.S j => bellman m gamma E r (iterate j) end.

Lemma iterate_table k : table m K (iterate k).
Proof.
  induction k as [|k IH]; [|exact (bellman_table _ IH)]; intros a _; split; [exact (proj1 class 0)|exists 0; intros; simpl; rewrite Rabs_R0; lra].
Qed.

Section Limit.
Variables (d : R).
Hypotheses (low : 0 <= d) (below : forall a s, (a < m)%nat -> Rabs (r a s) <= d).

Lemma iterate_step k : forall a s, (a < m)%nat -> Rabs (iterate (Datatypes.S k) a s - iterate k a s) <= gamma ^ k * d.
Proof.
  induction k as [|k IH]; intros a s action.
  - simpl iterate at 2; rewrite Rminus_0_r; replace (gamma ^ 0 * d) with (d + gamma * 0) by (simpl; ring).
    apply bellman_below; trivial; [apply (iterate_table 0)|intros; apply below; assumption|intros; simpl; rewrite Rabs_R0; lra].
  - replace (gamma ^ Datatypes.S k * d) with (gamma * (gamma ^ k * d)) by (simpl; ring).
    exact (bellman_contracts _ _ _ (iterate_table (Datatypes.S k)) (iterate_table k) IH a s action).
Qed.

Lemma iterate_far j k a s : (a < m)%nat -> Rabs (iterate (k + j) a s - iterate k a s) <= gamma ^ k * d / (1 - gamma) * (1 - gamma ^ j).
Proof.
  intros action; induction j as [|j IH].
  - rewrite Nat.add_0_r, Rminus_diag_eq, Rabs_R0 by reflexivity; simpl; lra.
  - rewrite Nat.add_succ_r; pose proof (iterate_step (k + j) a s action) as step; rewrite pow_add in step.
    replace (iterate (Datatypes.S (k + j)) a s - iterate k a s)
      with ((iterate (Datatypes.S (k + j)) a s - iterate (k + j) a s) + (iterate (k + j) a s - iterate k a s)) by ring.
    eapply Rle_trans; [apply Rabs_triang|].
    replace (gamma ^ k * d / (1 - gamma) * (1 - gamma ^ Datatypes.S j))
      with (gamma ^ k * gamma ^ j * d + gamma ^ k * d / (1 - gamma) * (1 - gamma ^ j)) by (simpl; field; lra); lra.
Qed.

Lemma iterate_close j k a s : (a < m)%nat -> (k <= j)%nat -> Rabs (iterate j a s - iterate k a s) <= gamma ^ k * (d / (1 - gamma)).
Proof.
  intros action late; replace j with (k + (j - k))%nat by lia; eapply Rle_trans; [apply iterate_far, action|].
  assert (0 <= gamma ^ k) by (apply pow_le; lra); assert (0 <= gamma ^ (j - k)) by (apply pow_le; lra).
  assert (0 <= d / (1 - gamma)) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  replace (gamma ^ k * d / (1 - gamma)) with (gamma ^ k * (d / (1 - gamma))) by (field; lra).
  rewrite <- (Rmult_1_r (gamma ^ k * (d / (1 - gamma)))) at 2; apply Rmult_le_compat_l; [apply Rmult_le_pos; assumption|lra].
Qed.

Lemma small_power e : 0 < e -> exists k, gamma ^ k * (d / (1 - gamma)) < e.
Proof.
  intros positive; assert (0 <= d / (1 - gamma)) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  destruct (pow_lt_1_zero gamma ltac:(rewrite Rabs_pos_eq; lra) (e / (d / (1 - gamma) + 1)) ltac:(apply Rdiv_lt_0_compat; lra)) as [k small].
  exists k; specialize (small k ltac:(lia)); rewrite Rabs_pos_eq in small by (apply pow_le; lra).
  assert (0 <= gamma ^ k) by (apply pow_le; lra).
  apply (Rmult_lt_compat_r (d / (1 - gamma) + 1)) in small; [|lra]; replace (e / (d / (1 - gamma) + 1) * (d / (1 - gamma) + 1)) with e in small by (field; lra); nra.
Qed.

Lemma limit_exists a s : (a < m)%nat -> {l | Un_cv (fun k => iterate k a s) l}.
Proof.
  intros action; destruct (R_complete (fun k => iterate k a s)) as [l known]; [|exists l; exact known].
  intros e positive; destruct (small_power (e / 2) ltac:(lra)) as [k small]; exists k; intros i j first second; unfold R_dist.
  pose proof (iterate_close i k a s action first) as one; pose proof (iterate_close j k a s action second) as two.
  replace (iterate i a s - iterate j a s) with ((iterate i a s - iterate k a s) - (iterate j a s - iterate k a s)) by ring.
  eapply Rle_lt_trans; [apply Rabs_triang|]; rewrite Rabs_Ropp; lra.
Qed.

Lemma limit_close a s l k : (a < m)%nat -> Un_cv (fun k => iterate k a s) l -> Rabs (l - iterate k a s) <= gamma ^ k * (d / (1 - gamma)).
Proof.
  intros action limit; apply Rnot_lt_le; intros far; destruct (limit _ (Rlt_Rminus _ _ far)) as [N near].
  specialize (near (N + k)%nat ltac:(lia)); unfold R_dist in near.
  pose proof (iterate_close (N + k) k a s action ltac:(lia)) as close.
  pose proof (Rabs_triang (l - iterate (N + k) a s) (iterate (N + k) a s - iterate k a s)) as triangle.
  replace (l - iterate (N + k) a s + (iterate (N + k) a s - iterate k a s)) with (l - iterate k a s) in triangle by ring.
  rewrite (Rabs_minus_sym l (iterate (N + k) a s)) in triangle; lra.
Qed.
End Limit.

Theorem solution_unique Q Q' : table m K Q -> table m K Q' -> solves m gamma E r Q -> solves m gamma E r Q' ->
  forall a s, (a < m)%nat -> Q a s = Q' a s.
Proof.
  intros fits fits' solution solution'.
  assert (start : exists c, 0 <= c /\ forall a s, (a < m)%nat -> Rabs (Q a s - Q' a s) <= c).
  { clear solution solution' some kernel rewards; induction m as [|k IH]; [exists 0; split; [lra|intros; lia]|].
    destruct IH as [c [low near]]; [intros a small; apply fits; lia|intros a small; apply fits'; lia|].
    destruct (fits k ltac:(lia)) as [_ [e under]]; destruct (fits' k ltac:(lia)) as [_ [e' under']].
    exists (Rmax c (e + e')); pose proof (Rmax_l c (e + e')); pose proof (Rmax_r c (e + e')); split; [lra|]; intros a s small.
    destruct (Nat.eq_dec a k) as [->|]; [|specialize (near a s ltac:(lia)); lra].
    eapply Rle_trans; [apply Rabs_triang|]; rewrite Rabs_Ropp; specialize (under s); specialize (under' s); lra. }
  destruct start as [c [low near]]; intros a s action; apply Rminus_diag_uniq.
  assert (shrink : forall k b t, (b < m)%nat -> Rabs (Q b t - Q' b t) <= gamma ^ k * c).
  { induction k as [|k IH]; intros b t other; [simpl; rewrite Rmult_1_l; apply near, other|].
    rewrite (solution b t other), (solution' b t other); replace (gamma ^ Datatypes.S k * c) with (gamma * (gamma ^ k * c)) by (simpl; ring).
    apply bellman_contracts; trivial. }
  destruct (Req_dec (Q a s - Q' a s) 0) as [same|other]; [exact same|]; pose proof (Rabs_pos_lt _ other) as gap.
  destruct (small_power (c * (1 - gamma)) ltac:(apply Rmult_le_pos; lra) (Rabs (Q a s - Q' a s)) gap) as [k small].
  specialize (shrink k a s action); replace (c * (1 - gamma) / (1 - gamma)) with c in small by (field; lra); lra.
Qed.

Theorem solution_exists : exists Q, table m K Q /\ solves m gamma E r Q.
Proof.
  destruct rewards_below as [d [low below]].
  set (Q := fun a s => match lt_dec a m with left action => proj1_sig (limit_exists d low below a s action) | right _ => 0 end).
  assert (limits : forall a s, (a < m)%nat -> Un_cv (fun k => iterate k a s) (Q a s)).
  { intros a s action; unfold Q; destruct (lt_dec a m) as [small|]; [exact (proj2_sig (limit_exists d low below a s small))|contradiction]. }
  assert (close : forall k a s, (a < m)%nat -> Rabs (Q a s - iterate k a s) <= gamma ^ k * (d / (1 - gamma)))
    by (intros k a s action; apply limit_close; auto).
  assert (fits : table m K Q).
  { intros a action; split.
    - destruct class as (_ & _ & _ & closed); apply (closed (fun k => iterate k a)); [|intros s; apply limits, action].
      intros k; apply (iterate_table k a action).
    - exists (d / (1 - gamma)); intros s; specialize (close 0%nat a s action); simpl in close; rewrite Rminus_0_r, Rmult_1_l in close.
      exact close. }
  exists Q; split; [exact fits|]; intros a s action; apply Rminus_diag_uniq.
  destruct (Req_dec (Q a s - bellman m gamma E r Q a s) 0) as [same|other]; [exact same|]; pose proof (Rabs_pos_lt _ other) as gap.
  destruct (small_power d low (Rabs (Q a s - bellman m gamma E r Q a s) / 2) ltac:(lra)) as [k small].
  pose proof (close (Datatypes.S k) a s action) as one.
  pose proof (bellman_contracts (iterate k) Q _ (iterate_table k) fits
    (fun b t other => Rle_trans _ _ _ (Req_le _ _ (Rabs_minus_sym _ _)) (close k b t other)) a s action) as two.
  pose proof (Rabs_triang (Q a s - iterate (Datatypes.S k) a s) (iterate (Datatypes.S k) a s - bellman m gamma E r Q a s)) as triangle.
  replace (Q a s - iterate (Datatypes.S k) a s + (iterate (Datatypes.S k) a s - bellman m gamma E r Q a s))
    with (Q a s - bellman m gamma E r Q a s) in triangle by ring.
  change (bellman m gamma E r (iterate k) a s) with (iterate (Datatypes.S k) a s) in two.
  replace (gamma ^ Datatypes.S k * (d / (1 - gamma))) with (gamma * (gamma ^ k * (d / (1 - gamma)))) in one by (simpl; ring).
  assert (gamma * (gamma ^ k * (d / (1 - gamma))) <= gamma ^ k * (d / (1 - gamma))); [|lra].
  pose proof (Rabs_pos (Q a s - iterate k a s)); specialize (close k a s action); nra.
Qed.
End Contraction.
