(* By conditioning on the earlier outcomes: the last step multiplies the moment by at most its own. *)
From Coq Require Import Reals Lra Lia List.
From TheoryChecks Require Import Sums Laws Accountants.
From gpope Require Import thm4_composability_statement.
Open Scope list_scope.
Open Scope R_scope.

Lemma sum_first n f : sum (S n) f = f 0%nat + sum n (fun i => f (S i)).
Proof. induction n as [|n IH]; [simpl; ring|]; change (sum (S n) f + f (S n) = f 0%nat + (sum n (fun i => f (S i)) + f (S n))); rewrite IH; ring. Qed.

Lemma exp_monotone x y : x <= y -> exp x <= exp y.
Proof. intros [less| ->]; [left; apply exp_increasing, less|apply Rle_refl]. Qed.

Section One.
Context {Y : Type} (step : list Y -> law Y) (ratio : list Y -> Y -> R) (lambda : R) (alpha : nat -> R).
Hypotheses (lawful : forall past, is_law (step past)) (nonneg : forall past y, 0 <= ratio past y).

Lemma first_factor y past new : loss_power (joint_ratio (S (length new)) ratio (new ++ y :: past)) lambda
  = loss_power (ratio past y) lambda * loss_power (joint_ratio (length new) ratio (new ++ y :: past)) lambda.
Proof.
  rewrite joint_ratio_first, loss_power_product; [ring|apply joint_ratio_nonneg, nonneg|apply nonneg].
Qed.

Lemma at_most k : forall past c l, 0 <= c ->
  (forall seen, (length past <= length seen < length past + k)%nat ->
    exists x, x <= alpha (length seen) /\ log_moment (step seen) (ratio seen) lambda x) ->
  in_sequence k step past (fun seen => c * loss_power (joint_ratio k ratio seen) lambda) l ->
  l <= c * exp (sum k (fun i => alpha (length past + i)%nat)).
Proof.
  induction k as [|k IH]; intros past c l positive bounded; simpl in_sequence.
  - intros ->; simpl; rewrite exp_0; unfold loss_power; destruct (Req_EM_T 1 0); [lra|].
    unfold Rpower; rewrite ln_1, Rmult_0_r, exp_0; apply Rle_refl.
  - intros (g & inner & outer); destruct (bounded past ltac:(lia)) as [x [small moment]].
    set (rest := sum k (fun i => alpha (length past + S i)%nat)).
    assert (each : forall y, g y <= c * exp rest * loss_power (ratio past y) lambda).
    { intros y; apply Rle_trans with (c * loss_power (ratio past y) lambda * exp (sum k (fun i => alpha (length (y :: past) + i)%nat))).
      - apply (IH (y :: past)); [apply Rmult_le_pos; [exact positive|apply loss_power_nonneg]| |].
        + intros seen size; apply bounded; simpl in size; lia.
        + apply (in_sequence_ext step k (y :: past) (fun seen => c * loss_power (joint_ratio (S k) ratio seen) lambda)); [|apply inner].
          intros new <-; rewrite first_factor; ring.
      - right; unfold rest; rewrite (sum_ext k (fun i => alpha (length (y :: past) + i)%nat) (fun i => alpha (length past + S i)%nat))
          by (intros; simpl; f_equal; lia); ring. }
    pose proof (law_scaled (step past) (lawful past) _ (c * exp rest) _ moment) as right.
    pose proof (in_order _ (lawful past) _ _ _ _ each outer right) as bound.
    apply Rle_trans with (1 := bound); rewrite sum_first, Nat.add_0_r, exp_plus; fold rest.
    replace (c * (exp (alpha (length past)) * exp rest)) with (c * exp rest * exp (alpha (length past))) by ring.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; [exact positive|left; apply exp_pos]|apply exp_monotone, small].
Qed.

Lemma attained k : forall past c,
  (forall seen, (length past <= length seen < length past + k)%nat -> log_moment (step seen) (ratio seen) lambda (alpha (length seen))) ->
  in_sequence k step past (fun seen => c * loss_power (joint_ratio k ratio seen) lambda)
    (c * exp (sum k (fun i => alpha (length past + i)%nat))).
Proof.
  induction k as [|k IH]; intros past c known.
  - simpl; rewrite exp_0; unfold loss_power; destruct (Req_EM_T 1 0); [lra|].
    unfold Rpower; rewrite ln_1, Rmult_0_r, exp_0; reflexivity.
  - set (rest := sum k (fun i => alpha (length past + S i)%nat)).
    rewrite sum_first, Nat.add_0_r, exp_plus; fold rest.
    replace (c * (exp (alpha (length past)) * exp rest)) with (c * exp rest * exp (alpha (length past))) by ring.
    exists (fun y => c * exp rest * loss_power (ratio past y) lambda); split.
    + intros y; replace (c * exp rest * loss_power (ratio past y) lambda)
        with (c * loss_power (ratio past y) lambda * exp (sum k (fun i => alpha (length (y :: past) + i)%nat))).
      * apply (in_sequence_ext step k (y :: past)
          (fun seen => c * loss_power (ratio past y) lambda * loss_power (joint_ratio k ratio seen) lambda)
          (fun seen => c * loss_power (joint_ratio (S k) ratio seen) lambda)).
        { intros new <-; pose proof (first_factor y past new) as equal; rewrite equal; ring. }
        apply (IH (y :: past)); intros seen size; apply known; simpl in size; lia.
      * unfold rest; rewrite (sum_ext k (fun i => alpha (length (y :: past) + i)%nat) (fun i => alpha (length past + S i)%nat))
          by (intros; simpl; f_equal; lia); ring.
    + apply (law_scaled (step past) (lawful past) (fun y => loss_power (ratio past y) lambda)), known; lia.
Qed.
End One.

(* The hypotheses are met by steps that tell nothing. *)
Example met : accountant_of_step (fun _ _ => True) (fun (_ _ : unit) _ => point tt) (fun _ _ _ _ _ => 1) 1 0 0.
Proof.
  assert (one : loss_power 1 1 = exp 0).
  { unfold loss_power; destruct (Req_EM_T 1 0); [lra|]; unfold Rpower; rewrite ln_1, Rmult_0_r; reflexivity. }
  split; [intros; exists 0; symmetry; exact one|split].
  - intros x (aux & d & d' & past & _ & _ & moment); unfold log_moment, point in moment; rewrite one in moment.
    right; apply exp_inv, moment.
  - intros b above; apply above; exists tt, tt, tt, nil; repeat split; unfold log_moment, point; rewrite one; reflexivity.
Qed.

Theorem thm4_composability_verified : thm4_composability_statement.
Proof.
  intros A D Y adjacent step ratio lawful dense k; split.
  { intros aux d d' near; apply joint_density; [intros; apply lawful|intros; apply dense, near]. }
  intros lambda alpha order accounts; split.
  - intros a [_ least]; apply least; intros x (aux & d & d' & near & moment); unfold log_moment in moment.
    assert (bound : exp x <= 1 * exp (sum k (fun i => alpha (0 + i)%nat))).
    { apply (at_most (step aux d) (ratio aux d d') lambda alpha (lawful aux d) (fun past => proj1 (dense aux d d' past near)) k nil);
        [lra| |].
      - intros seen size; destruct (accounts (length seen) ltac:(simpl in size; lia)) as [defined [above _]].
        destruct (defined aux d d' seen near eq_refl) as [z known]; exists z; split; [|exact known].
        apply above; exists aux, d, d', seen; repeat split; assumption.
      - apply (in_sequence_ext _ k nil (fun seen => loss_power (joint_ratio k (ratio aux d d') seen) lambda)); [intros; ring|exact moment]. }
    rewrite Rmult_1_l in bound; change (exp x <= exp (sum k alpha)) in bound; apply Rnot_lt_le; intros more; apply exp_increasing in more; lra.
  - intros aux d d' near known; exists aux, d, d'; split; [exact near|]; unfold log_moment.
    pose proof (attained (step aux d) (ratio aux d d') lambda alpha (lawful aux d) (fun past => proj1 (dense aux d d' past near)) k nil 1) as all.
    rewrite Rmult_1_l in all; simpl in all.
    apply (in_sequence_ext _ k nil (fun seen => 1 * loss_power (joint_ratio k (ratio aux d d') seen) lambda)); [intros; ring|].
    apply all; intros seen size; apply known; lia.
Qed.
