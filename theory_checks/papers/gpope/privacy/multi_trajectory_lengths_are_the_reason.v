(* The only batch of two records of one length, at sigma = 4: one gradient of three times the length turns the clipped mean round. *)
From Coq Require Import Reals ZArith Lra Lia List.
From TheoryChecks Require Import Sums Vectors Trajectories Releases Batches Opposites Decide.
From gpope Require Import multi_trajectory_lengths_are_the_reason_formula multi_trajectory_lengths_are_the_reason_statement.
Import ListNotations.
Open Scope R_scope.

Definition outcome (r : R) : vector := clipped (1 + 1) 1 (mean_gradient 1 0 (fun _ => 0) [paying r; paying (-1)]).

Lemma outcome_value r c i : (r = 3 /\ c = -1) \/ (r = -1 /\ c = 1) -> (i < 2)%nat -> outcome r i = match i with O => 0 | _ => c end.
Proof.
  intros pair small.
  assert (first : mean_gradient 1 0 (fun _ => 0) [paying r; paying (-1)] 0%nat = 0) by (unfold mean_gradient, gradient; simpl; field).
  assert (second : mean_gradient 1 0 (fun _ => 0) [paying r; paying (-1)] 1%nat = 2 * c).
  { unfold mean_gradient, gradient, b_hat; simpl; destruct pair as [[-> ->]|[-> ->]]; field. }
  unfold outcome, clipped, Vectors.length, dot; change (1 + 1)%nat with 2%nat; cbn [sum]; rewrite first, second.
  replace (0 + 0 * 0 + 2 * c * (2 * c)) with (2 * 2) by (destruct pair as [[_ ->]|[_ ->]]; ring).
  rewrite sqrt_square, Rmax_right by lra; destruct i as [|[|i]]; [rewrite first|rewrite second|lia]; field.
Qed.

Theorem multi_trajectory_lengths_are_the_reason_refuted : ~ multi_trajectory_lengths_are_the_reason_statement.
Proof.
  intros all.
  assert (apart : dot 2 (fun i => outcome 3 i - outcome (-1) i) (fun i => outcome 3 i - outcome (-1) i) = / 4 * (1 * 4) ^ 2).
  { unfold dot; cbn [sum]; rewrite (outcome_value 3 (-1) 0), (outcome_value 3 (-1) 1), (outcome_value (-1) 1 0), (outcome_value (-1) 1 1)
      by (try lia; lra); field. }
  pose proof (opposite_moment 2 (1 * 4) (/ 4) (outcome 3) (outcome (-1)) ltac:(lra) apart 0 0) as known.
  specialize (all 1%nat 2%nat 1%nat 0 1 4 (fun _ => 0) [paying 3; paying (-1)] [paying (-1); paying (-1)] 1 _ ltac:(lra) (paid_data 3 1) (paid_data (-1) 1)
    (ex_intro _ [] (ex_intro _ (paying 3) (ex_intro _ (paying (-1)) (ex_intro _ [paying (-1)] (conj eq_refl eq_refl)))))
    ltac:(intros H inside; simpl in inside; repeat (destruct inside as [<-|inside]; [reflexivity|]); destruct inside) known).
  replace (INR 1) with 1 in all by reflexivity; simpl Z.of_nat in all.
  unfold multi_trajectory_lengths_are_the_reason_domain, multi_trajectory_lengths_are_the_reason_defined,
    multi_trajectory_lengths_are_the_reason_claim in all.
  specialize (all ltac:(decided) ltac:(decided)); denied all.
Qed.
