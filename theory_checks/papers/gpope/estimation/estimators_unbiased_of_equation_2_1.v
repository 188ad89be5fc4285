(* What other trajectories are does not matter to the mean over one of them. *)
From Coq Require Import Reals Lra Lia List.
From TheoryChecks Require Import Sums Vectors Laws Accountants Trajectories.
From gpope Require Import estimators_unbiased_of_equation_2_1_statement.
Import ListNotations.
Open Scope R_scope.

(* The hypotheses are met by a world of one trajectory. *)
Example met : is_law (point nobody) /\ point nobody (fun H => b_hat H 0%nat) (b_hat nobody 0%nat).
Proof. split; [apply point_law|reflexivity]. Qed.

Section World.
Variables (world : law trajectory).
Hypothesis lawful : is_law world.

Lemma sequence_law m past : is_law (in_sequence m (fun _ => world) past).
Proof.
  revert past; induction m as [|m IH]; intros past; [split; simpl; intros; subst; trivial|]; split.
  - intros c; exists (fun _ => c); split; [intros; apply (of_constant _ (IH _))|apply (of_constant _ lawful)].
  - intros f g a b k l (h & inner & outer) (h' & inner' & outer'); exists (fun H => a * h H + b * h' H); split.
    + intros H; apply (of_sum _ (IH _)); [apply inner|apply inner'].
    + apply (of_sum _ lawful); assumption.
  - intros f g k l below (h & inner & outer) (h' & inner' & outer'); apply (in_order _ lawful h h'); trivial.
    intros H; exact (in_order _ (IH _) _ _ _ _ below (inner H) (inner' H)).
Qed.

Lemma one_of_them f l : world f l -> forall m k past, (k < m)%nat ->
  in_sequence m (fun _ => world) past (fun data => f (nth k data nobody)) l.
Proof.
  intros known; induction m as [|m IH]; intros k past small; [lia|]; destruct (Nat.eq_dec k m) as [->|other].
  - exists f; split; [|exact known]; intros H; apply (in_sequence_ext _ m (H :: past) (fun _ => f H)).
    + intros new <-; rewrite app_nth2, Nat.sub_diag by lia; reflexivity.
    + apply (of_constant _ (sequence_law m (H :: past))).
  - exists (fun _ => l); split; [intros H; apply IH; lia|apply (of_constant _ lawful)].
Qed.

Lemma both f l : world f l -> forall m, (1 <= m)%nat -> let over_data := in_sequence m (fun _ => world) [] in
  (forall k, (k < m)%nat -> over_data (fun data => f (nth k data nobody)) l) /\
  over_data (fun data => / INR m * sum m (fun k => f (nth k data nobody))) l.
Proof.
  intros known m some over_data; split; [intros k small; apply one_of_them; assumption|].
  assert (INR m <> 0) by (apply not_0_INR; lia); replace l with (/ INR m * sum m (fun _ => l)) by (rewrite sum_const; field; assumption).
  apply (law_scaled _ (sequence_law m [])), (law_sum _ (sequence_law m [])); intros k small; apply one_of_them; assumption.
Qed.
End World.

Theorem estimators_unbiased_of_equation_2_1_verified : estimators_unbiased_of_equation_2_1_statement.
Proof.
  intros gamma world A C b lawful first second third m some over_data unbiased.
  split; [|split; [|split]]; intros; unfold unbiased, over_data.
  - apply (both world lawful (fun H => A_hat gamma H i j)); [apply first|exact some].
  - apply (both world lawful (fun H => b_hat H i)); [apply second|exact some].
  - apply (both world lawful (fun H => C_hat H i j)); [apply third|exact some].
  - apply (both world lawful estimate truth); assumption.
Qed.
