(* Ratios turn means under the behaviour into means under the uniform policy, so that every row is Bellman's equation with the weight of
   its state. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Vectors Mdp Optimal LemmasOfMdps Existence.
From gpope Require Import mountain_car_off_policy_setup_repaired_formula mountain_car_off_policy_setup_repaired_statement.
Open Scope R_scope.

Example met : mountain_car_off_policy_setup_repaired_domain (1 / 2) (ratio 2 (1 / 2) (fun _ => 0%nat) 1 0).
Proof. unfold mountain_car_off_policy_setup_repaired_domain; lra. Qed.

Section Data.
Variables (n k tau : nat) (gamma eta : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (greedy : nat -> nat) (start : nat -> R).
Hypotheses (actions : (1 <= k)%nat) (long : (1 <= tau)%nat) (share : 0 < eta <= 1).

Lemma count_pos : 0 < INR k.
Proof. apply lt_0_INR; exact actions. Qed.

Lemma behaviour_least a s : eta / INR k <= behaviour k eta greedy a s.
Proof. unfold behaviour, uniform, Rdiv; destruct (Nat.eqb a (greedy s)); lra. Qed.

Lemma behaviour_pos a s : 0 < behaviour k eta greedy a s.
Proof. pose proof count_pos; apply Rlt_le_trans with (2 := behaviour_least a s); apply Rdiv_lt_0_compat; lra. Qed.

Lemma ratio_most a s : ratio k eta greedy a s <= 1 / eta.
Proof.
  pose proof count_pos; pose proof (behaviour_pos a s); unfold ratio, uniform.
  apply (Rmult_le_reg_r (behaviour k eta greedy a s * eta)); [apply Rmult_lt_0_compat; lra|].
  replace (/ INR k / behaviour k eta greedy a s * (behaviour k eta greedy a s * eta)) with (eta / INR k) by (field; lra).
  replace (1 / eta * (behaviour k eta greedy a s * eta)) with (behaviour k eta greedy a s) by (field; lra).
  apply behaviour_least.
Qed.

Lemma ratio_attained s : (2 <= k)%nat -> exists a, (a < k)%nat /\ ratio k eta greedy a s = 1 / eta.
Proof.
  clear long; intros several; pose proof count_pos; exists (if Nat.eqb (greedy s) 0 then 1%nat else 0%nat).
  split; [destruct (Nat.eqb (greedy s) 0); lia|]; unfold ratio, behaviour, uniform.
  replace (Nat.eqb (if Nat.eqb (greedy s) 0 then 1%nat else 0%nat) (greedy s)) with false; [field; lra|].
  symmetry; apply Nat.eqb_neq; destruct (Nat.eqb_spec (greedy s) 0); lia.
Qed.

(* The mean share of each state *)
Definition weight (s : nat) : R := / INR tau * sum (S tau) (fun t => at_time n k eta P greedy start t s).

Lemma reweighted f i : (i < n)%nat ->
  mean n k eta P greedy start tau (fun s a u => ratio k eta greedy a s * unit i s * f s a u)
  = weight i * sum k (fun a => uniform k a i * sum n (fun u => P a i u * f i a u)).
Proof.
  intros small; unfold mean, weight; rewrite Rmult_assoc; f_equal.
  rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros t _.
  transitivity (sum n (fun s => at_time n k eta P greedy start t s * sum k (fun a => uniform k a s * sum n (fun u => P a s u * f s a u)) * unit i s)).
  - apply sum_ext; intros s _; rewrite Rmult_assoc; f_equal; rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros a _.
    pose proof (behaviour_pos a s); unfold ratio.
    rewrite (sum_ext n _ (fun u => uniform k a s / behaviour k eta greedy a s * unit i s * (P a s u * f s a u))), sum_scale by (intros; ring).
    field; lra.
  - rewrite (sum_unit n i (fun s => at_time n k eta P greedy start t s * sum k (fun a => uniform k a s * sum n (fun u => P a s u * f s a u)))) by exact small.
    ring.
Qed.

Lemma behaviour_nonneg a s : 0 <= behaviour k eta greedy a s.
Proof. left; apply behaviour_pos. Qed.

Lemma at_time_nonneg : stochastic n k P -> (forall s, (s < n)%nat -> 0 <= start s) ->
  forall t s, (s < n)%nat -> 0 <= at_time n k eta P greedy start t s.
Proof.
  intros rows first; induction t as [|t IH]; intros s small; simpl; [apply first, small|].
  apply sum_nonneg; intros u inside; apply Rmult_le_pos; [apply IH, inside|]; apply sum_nonneg; intros a action.
  apply Rmult_le_pos; [apply behaviour_nonneg|apply (proj1 (rows a u action inside)), small].
Qed.

Lemma weight_pos s : stochastic n k P -> (forall s, (s < n)%nat -> 0 <= start s) -> (s < n)%nat ->
  (exists t, (t <= tau)%nat /\ 0 < at_time n k eta P greedy start t s) -> 0 < weight s.
Proof.
  intros rows first small [t [before some]]; apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat, lt_0_INR; exact long|].
  apply Rlt_le_trans with (1 := some).
  apply (sum_member (S tau) (fun t => at_time n k eta P greedy start t s) t); [|lia]; intros; apply at_time_nonneg; assumption.
Qed.
End Data.

Theorem mountain_car_off_policy_setup_repaired : mountain_car_off_policy_setup_repaired_statement.
Proof.
  intros n k tau gamma eta P r greedy start actions long share _; split; [|split].
  - intros a s _ domain; split; [unfold mountain_car_off_policy_setup_repaired_defined; destruct domain; lra|].
    apply ratio_most; assumption.
  - intros several s _; apply ratio_attained; assumption.
  - intros discount rows first visited theta v solved value.
    assert (law : chooses n k (uniform k)).
    { pose proof (count_pos k actions) as some; intros s _; split; [intros; left; apply Rinv_0_lt_compat, some|].
      unfold uniform; rewrite sum_const; field; lra. }
    refine (policy_value_unique n k gamma P r (uniform k) theta v discount rows law _ value); clear v value.
    intros s small; specialize (solved s small).
    pose proof (weight_pos n k tau eta P greedy start actions long share s rows first small (visited s small)) as positive.
    assert (left : image n (A n k gamma eta P greedy start tau) theta s = weight n k tau eta P greedy start s *
      sum k (fun a => uniform k a s * sum n (fun u => P a s u * (theta s - gamma * theta u)))).
    { unfold image, A.
      rewrite (sum_ext n _ (fun j => weight n k tau eta P greedy start s * sum k (fun a => uniform k a s * sum n (fun u =>
        P a s u * ((unit j s - gamma * unit j u) * theta j))))).
      - rewrite sum_scale; f_equal; rewrite sum_swap; apply sum_ext; intros a _; rewrite sum_scale; f_equal.
        rewrite sum_swap; apply sum_ext; intros u inside; rewrite sum_scale; f_equal.
        rewrite (sum_ext n _ (fun j => theta j * unit s j - gamma * (theta j * unit u j))).
        + rewrite sum_sub, sum_scale, !sum_unit by assumption; reflexivity.
        + intros j _; unfold unit; rewrite (Nat.eqb_sym s j), (Nat.eqb_sym u j); ring.
      - intros j _; rewrite (reweighted n k tau eta P greedy start actions share (fun s a u => unit j s - gamma * unit j u) s small).
        rewrite Rmult_comm, <- Rmult_assoc, (Rmult_comm (theta j)), Rmult_assoc; f_equal; rewrite <- sum_scale; apply sum_ext; intros a _.
        rewrite (sum_ext n (fun u => P a s u * ((unit j s - gamma * unit j u) * theta j))
          (fun u => theta j * (P a s u * (unit j s - gamma * unit j u)))), sum_scale by (intros; ring); ring. }
    unfold b in solved; rewrite left, (reweighted n k tau eta P greedy start actions share (fun s a _ => r a s) s small) in solved.
    apply Rmult_eq_reg_l in solved; [|lra].
    assert (one : forall c a, (a < k)%nat -> sum n (fun u => P a s u * c) = c).
    { intros c a action; rewrite (sum_ext n _ (fun u => c * P a s u)), sum_scale, (proj2 (rows a s action small)) by (intros; ring); ring. }
    transitivity (sum k (fun a => uniform k a s * r a s) + gamma * sum k (fun a => uniform k a s * sum n (fun u => P a s u * theta u))).
    + rewrite (sum_ext k (fun a => uniform k a s * r a s) (fun a => uniform k a s * sum n (fun u => P a s u * r a s)))
        by (intros a action; rewrite one by exact action; reflexivity); rewrite <- solved.
      rewrite (sum_ext k (fun a => uniform k a s * sum n (fun u => P a s u * (theta s - gamma * theta u)))
        (fun a => theta s * uniform k a s - gamma * (uniform k a s * sum n (fun u => P a s u * theta u)))).
      * rewrite sum_sub, !sum_scale, (proj2 (law s small)); ring.
      * intros a action; rewrite (sum_ext n _ (fun u => P a s u * theta s - gamma * (P a s u * theta u))), sum_sub, sum_scale, one
          by (trivial; intros; ring); ring.
    + rewrite <- sum_scale, <- sum_add; apply sum_ext; intros; ring.
Qed.
