(* Markov's inequality: where the ratio is above exp(epsilon), its power is above exp(lambda epsilon). *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Laws Accountants.
From gpope Require Import thm4_tail_statement.
Open Scope R_scope.

Lemma beyond epsilon lambda x s : 0 <= x -> 0 < lambda -> s = 0 \/ s = 1 ->
  x * s <= exp epsilon * s + exp (- (lambda * epsilon)) * (x * loss_power x lambda).
Proof.
  intros nonneg order event; pose proof (exp_pos epsilon); pose proof (exp_pos (- (lambda * epsilon))) as small.
  assert (0 <= exp (- (lambda * epsilon)) * (x * loss_power x lambda))
    by (repeat apply Rmult_le_pos; try assumption; [lra|apply loss_power_nonneg]).
  destruct (Rle_dec x (exp epsilon)) as [below|above]; [destruct event as [-> | ->]; lra|].
  assert (1 <= exp (- (lambda * epsilon)) * loss_power x lambda).
  { unfold loss_power; destruct (Req_EM_T x 0); [lra|]; unfold Rpower; rewrite <- exp_plus, <- exp_0.
    assert (epsilon < ln x) by (rewrite <- (ln_exp epsilon); apply ln_increasing; lra).
    left; apply exp_increasing; pose proof (Rmult_lt_compat_l lambda _ _ order ltac:(eassumption)); lra. }
  assert (x * 1 <= x * (exp (- (lambda * epsilon)) * loss_power x lambda)) by (apply Rmult_le_compat_l; assumption).
  destruct event as [-> | ->]; lra.
Qed.

(* The hypotheses are met by a mechanism that tells nothing: its accountant is 0. *)
Example met : exists delta, infimum (fun y => exists lambda a, 0 < lambda /\
  accountant (fun _ _ => True) (fun (_ : unit) (_ : nat) => point tt) lambda a /\ y = exp (a - lambda * 1)) delta.
Proof.
  assert (one : forall lambda, loss_power 1 lambda = exp 0).
  { intros; unfold loss_power; destruct (Req_EM_T 1 0); [lra|]; unfold Rpower; rewrite ln_1, Rmult_0_r; reflexivity. }
  assert (ratio : density_ratio (point tt) (point tt) (fun _ => 1)) by (split; [intros; lra|unfold point; intros; lra]).
  assert (only : forall lambda x, 0 < lambda -> moment_of_a_pair (fun _ _ => True) (fun (_ : unit) (_ : nat) => point tt) lambda x -> x = 0).
  { intros lambda x order (aux & d & d' & r & _ & [_ dense] & moment); unfold log_moment, point in *.
    specialize (dense (fun _ => 1) 1 eq_refl); simpl in dense; replace (r tt) with 1 in moment by lra.
    rewrite one in moment; apply exp_inv; exact moment. }
  assert (known : forall lambda, 0 < lambda -> accountant (fun _ _ => True) (fun (_ : unit) (_ : nat) => point tt) lambda 0).
  { intros lambda order; split.
    - intros aux d d' _; exists (fun _ => 1), 0; split; [exact ratio|]; unfold log_moment, point; rewrite one; reflexivity.
    - split; [intros x some; right; exact (only lambda x order some)|]; intros b above; apply above.
      exists tt, 0%nat, 0%nat, (fun _ => 1); split; [trivial|split; [exact ratio|]]; unfold log_moment, point; rewrite one; reflexivity. }
  set (E := fun y => exists lambda a, 0 < lambda /\
    accountant (fun _ _ => True) (fun (_ : unit) (_ : nat) => point tt) lambda a /\ y = exp (a - lambda * 1)).
  assert (bounded : bound (fun y => E (- y))).
  { exists 0; intros y (lambda & a & _ & _ & equal); pose proof (exp_pos (a - lambda * 1)); lra. }
  assert (some : exists y, E (- y)).
  { exists (- exp (0 - 1 * 1)), 1, 0; split; [lra|split; [apply known; lra|ring]]. }
  destruct (completeness _ bounded some) as [top [above least]].
  exists (- top); split.
  - intros y given; assert (- y <= top) by (apply above; cbv beta; rewrite Ropp_involutive; exact given); lra.
  - intros b below; assert (top <= - b); [apply least; intros y given; specialize (below _ given); lra|lra].
Qed.

Theorem thm4_tail_verified : thm4_tail_statement.
Proof.
  intros A D Y adjacent M _ lawful epsilon delta _ [_ greatest] aux d d' event p q near indicator one two.
  assert (p - exp epsilon * q <= delta); [|lra]; apply greatest.
  intros y (lambda & a & order & [defined [above _]] & ->).
  destruct (defined aux d d' near) as (ratio & x & dense & moment).
  assert (x <= a) by (apply above; exists aux, d, d', ratio; repeat split; try assumption; apply dense).
  destruct dense as [nonneg dense]; pose proof (dense _ _ one) as left; pose proof (dense _ _ moment) as power.
  pose proof (of_sum _ (lawful aux d') _ _ (exp epsilon) (exp (- (lambda * epsilon))) _ _ two power) as right.
  assert (bound := in_order _ (lawful aux d') _ _ _ _ (fun y => beyond epsilon lambda (ratio y) (event y) (nonneg y) order (indicator y)) left right).
  rewrite <- exp_plus in bound; replace (- (lambda * epsilon) + x) with (x - lambda * epsilon) in bound by ring.
  assert (exp (x - lambda * epsilon) <= exp (a - lambda * epsilon)); [|lra].
  destruct (Rle_lt_or_eq_dec (x - lambda * epsilon) (a - lambda * epsilon) ltac:(lra)) as [less| ->]; [left; apply exp_increasing, less|apply Rle_refl].
Qed.
