(* One state and action without rewards, two steps, E = 100: at the last step 100 visits look like one, with the sum of rewards -99, so that
   the value is -97; at the first one 101 visits look like 200. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Maximum Estimates Planner PrintedPlanner Decide.
From pucb Require Import bonus_sufficient_printed_values_formula bonus_sufficient_printed_values_statement.
Open Scope R_scope.

Definition seen (j : nat) : R := match j with O => 1 | _ => 200 end.
Definition there (j : nat) : R := INR (100 + j).
Definition released : counts := {| visits := fun j _ _ => seen j; rewards := fun _ _ _ => -99; moves := fun j _ _ _ => there j + 99 |}.
Definition real : counts := {| visits := fun j _ _ => there j; rewards := fun _ _ _ => 0; moves := fun j _ _ _ => there j |}.

Lemma steps j : (j < 2)%nat -> j = 0%nat /\ there j = 100 \/ j = 1%nat /\ there j = 101.
Proof.
  intros small; destruct j as [|[|j]]; [left|right|lia]; (split; [reflexivity|]); unfold there; rewrite INR_IZR_INZ; simpl; reflexivity.
Qed.

Lemma last_value X undefined t : printed_value 1 1 2 X 100 undefined released 1 t = -97.
Proof.
  cbn [printed_value best sum]; unfold quotient_cut, bonus; cbn [visits rewards moves released seen].
  destruct (Req_EM_T 1 0); [lra|]; destruct (Rle_dec (2 * 100) 1); [lra|]; simpl INR; rewrite Rmin_right; lra.
Qed.

Theorem bonus_sufficient_printed_values_refuted : ~ bonus_sufficient_printed_values_statement.
Proof.
  intros all.
  specialize (all 1%nat 1%nat 2%nat 1000%nat 100 (1 / 10) 0 (fun _ _ _ => 0) (fun _ _ _ _ => 1) (fun j _ _ => (100 + j)%nat) released real).
  assert (law : mdp 1 1 2 (fun _ _ _ => 0) (fun _ _ _ _ => 1)) by (intros j s a _ _ _; simpl; repeat split; intros; lra).
  assert (possible_ : possible 1 1 2 (fun j _ _ => (100 + j)%nat) real).
  { intros j s a step _ _; destruct (steps j step) as [[_ here] | [_ here]]; cbn [visits rewards moves real sum];
      (split; [reflexivity|]); rewrite here; repeat split; intros; lra. }
  assert (near : exists less, less < 100 /\ within_level 1 1 2 less released real).
  { exists 99; split; [lra|]; intros j s a step _ _; cbn [visits rewards moves released real].
    destruct (steps j step) as [[which here] | [which here]]; rewrite here, which; cbn [seen]; repeat split; intros; apply Rabs_le; lra. }
  specialize (all law possible_ near 1%nat 0%nat 0%nat ltac:(lia) ltac:(lia) ltac:(lia)); cbv zeta in all.
  unfold action_optimum, estimate in all; cbn [sum optimum best visits rewards moves released seen] in all; rewrite last_value in all.
  destruct (steps 1 ltac:(lia)) as [[wrong _] | [_ here]]; [discriminate|]; rewrite here in all.
  unfold bonus_sufficient_printed_values_domain, bonus_sufficient_printed_values_claim in all; simpl Z.of_nat in all.
  replace (1000 / (1 / 10)) with 10000 in all by field; rewrite Rmax_left in all by lra.
  assert (root : sqrt (2 * ln 10000 / (200 - 100)) < 1) by decided.
  lapply all; [intros claim; clear all; lra|lra].
Qed.
