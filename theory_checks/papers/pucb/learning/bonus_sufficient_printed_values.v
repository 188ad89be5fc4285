(* One state and action without rewards, two steps, 101 episodes, E = 100: at the last step the visits look like two, with the sum of
   rewards -99, so that the value is -95/2; at the first one they look like 200. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Maximum Estimates Planner PrintedPlanner Decide.
From pucb Require Import bonus_sufficient_printed_values_formula bonus_sufficient_printed_values_statement.
Open Scope R_scope.

Definition seen (j : nat) : R := match j with O => 2 | _ => 200 end.
Definition released : counts := {| visits := fun j _ _ => seen j; rewards := fun _ _ _ => -99; moves := fun _ _ _ _ => 200 |}.
Definition real : counts := {| visits := fun _ _ _ => 101; rewards := fun _ _ _ => 0; moves := fun _ _ _ _ => 101 |}.

Lemma last_value X undefined t : printed_value 1 1 2 X 100 undefined released 1 t = -95 / 2.
Proof.
  cbn [printed_value best sum]; unfold quotient_cut, bonus; cbn [visits rewards moves released seen].
  destruct (Req_EM_T 2 0); [lra|]; destruct (Rle_dec (2 * 100) 2); [lra|]; simpl INR; rewrite Rmin_right; lra.
Qed.

Theorem bonus_sufficient_printed_values_refuted : ~ bonus_sufficient_printed_values_statement.
Proof.
  intros all.
  specialize (all 1%nat 1%nat 2%nat 1000%nat 100 (1 / 10) 0 (fun _ _ _ => 0) (fun _ _ _ _ => 1) (fun _ _ _ => 101%nat) released real).
  assert (law : mdp 1 1 2 (fun _ _ _ => 0) (fun _ _ _ _ => 1)) by (intros j s a _ _ _; simpl; repeat split; intros; lra).
  assert (possible_ : possible 1 1 2 (fun _ _ _ => 101%nat) real).
  { intros j s a _ _ _; cbn [visits rewards moves real sum]; split; [rewrite INR_IZR_INZ; reflexivity|]; repeat split; intros; lra. }
  assert (episodes : of_episodes 1 1 2 real) by (split; intros; cbn [visits moves real sum]; lra).
  assert (near : exists less, less < 100 /\ within_level 1 1 2 less released real).
  { exists 99; split; [lra|]; intros j s a _ _ _; cbn [visits rewards moves released real].
    destruct j; cbn [seen]; repeat split; intros; apply Rabs_le; lra. }
  specialize (all law possible_ episodes near 1%nat 0%nat 0%nat ltac:(lia) ltac:(lia) ltac:(lia)); cbv zeta in all.
  unfold action_optimum, estimate in all; cbn [sum optimum best visits rewards moves released seen] in all; rewrite last_value in all.
  unfold bonus_sufficient_printed_values_domain, bonus_sufficient_printed_values_claim in all; simpl Z.of_nat in all.
  replace (1000 / (1 / 10)) with 10000 in all by field; rewrite Rmax_left in all by lra.
  assert (root : sqrt (2 * ln 10000 / (200 - 100)) < 1) by decided.
  lapply all; [intros claim; clear all; lra|lra].
Qed.
