(* One update of Algorithm 1 at the state 0, which leads to itself, with one action, gamma = 0, T = B = J = 1 and
   Q_theta(s) = theta + L s, theta = 0 at first: what is released there, as a function of the noise z and of the reward r. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import NormalSeries NormalEvents.
Open Scope R_scope.

(* theta after line 22, a step of size alpha down the gradient 1: noise is added to the prediction of line 20, and next_noise
   to the target of line 19. *)
Definition step (alpha noise next_noise r : R) : R := - alpha * (noise - (r + next_noise)).

(* Line 19 with the noise inside the maximum, where gamma = 0 takes it away: Q, and Q with the path of training. *)
Definition without_noise (alpha deviation z r : R) : R := step alpha (deviation * z) 0 r.
Definition with_training_noise (alpha deviation z r : R) : R := step alpha (deviation * z) 0 r + deviation * z.

(* Line 19 as printed, where the noise g of training is the same in prediction and target: Q with a new path. *)
Definition with_fresh_noise (g alpha deviation z r : R) : R := step alpha g g r + deviation * z.

(* Noise that is added after the update alone. *)
Definition with_noise_carried (alpha deviation z r : R) : R := step alpha 0 0 r + deviation * z.

(* For neighbouring rewards some event has the probabilities p and q with p - exp(epsilon) q = spent, which delta must cover. *)
Definition spends (release : R -> R -> R) (epsilon spent : R) : Prop :=
  exists (r r' : R) (S : R -> bool) (p q : R), Rabs (r - r') <= 1 /\
    chance S (fun z => release z r) p /\ chance S (fun z => release z r') q /\ spent = p - exp epsilon * q.

Lemma chance_ext S f g p : (forall z, f z = g z) -> chance S f p -> chance S g p.
Proof. intros same; apply mean_of_one_ext; intros z; rewrite same; reflexivity. Qed.

Section Shifts.
Variables (release : R -> R -> R) (s b : R).
Hypotheses (positive : 0 < b) (far : 20 * b <= s).

Lemma spends_down : (forall z, release z 0 = 0 - b * z) -> (forall z, release z 1 = 0 + s - b * z) ->
  exists spent, spends release 1 spent /\ 9 / 10 <= spent.
Proof.
  intros first second; destruct (told_apart_down 0 s b positive far) as (S & p & q & one & other & large).
  exists (p - exp 1 * q); split; [|exact large]; exists 0, 1, S, p, q; split; [|split; [|split; [|reflexivity]]].
  - rewrite Rabs_left; lra.
  - apply (chance_ext S (fun z => 0 - b * z)); [intros; symmetry; apply first|exact one].
  - apply (chance_ext S (fun z => 0 + s - b * z)); [intros; symmetry; apply second|exact other].
Qed.

Lemma spends_up : (forall z, release z 0 = 0 + b * z) -> (forall z, release z 1 = 0 + s + b * z) ->
  exists spent, spends release 1 spent /\ 9 / 10 <= spent.
Proof.
  intros first second; destruct (told_apart_up 0 s b positive far) as (S & p & q & one & other & large).
  exists (p - exp 1 * q); split; [|exact large]; exists 1, 0, S, p, q; split; [|split; [|split; [|reflexivity]]].
  - rewrite Rabs_pos_eq; lra.
  - apply (chance_ext S (fun z => 0 + s + b * z)); [intros; symmetry; apply second|exact one].
  - apply (chance_ext S (fun z => 0 + b * z)); [intros; symmetry; apply first|exact other].
Qed.
End Shifts.

(* With the step 2 and noise of deviation 1/20 each way of release tells rewards apart. *)
Lemma without_noise_spends : exists spent, spends (without_noise 2 (1 / 20)) 1 spent /\ 9 / 10 <= spent.
Proof. apply (spends_down _ 2 (1 / 10)); try lra; intros z; unfold without_noise, step; lra. Qed.

Lemma with_training_noise_spends : exists spent, spends (with_training_noise 2 (1 / 20)) 1 spent /\ 9 / 10 <= spent.
Proof. apply (spends_down _ 2 (1 / 20)); try lra; intros z; unfold with_training_noise, step; lra. Qed.

Lemma with_fresh_noise_spends g : exists spent, spends (with_fresh_noise g 2 (1 / 20)) 1 spent /\ 9 / 10 <= spent.
Proof. apply (spends_up _ 2 (1 / 20)); try lra; intros z; unfold with_fresh_noise, step; lra. Qed.

Lemma with_noise_carried_spends : exists spent, spends (with_noise_carried 2 (1 / 20)) 1 spent /\ 9 / 10 <= spent.
Proof. apply (spends_up _ 2 (1 / 20)); try lra; intros z; unfold with_noise_carried, step; lra. Qed.

(* The conditions of the theorems. *)
Lemma logarithm_positive x : 0 <= x -> 0 <= ln (exp 1 + x).
Proof.
  intros positive; pose proof (exp_pos 1); destruct positive as [positive| <-].
  - left; apply Rlt_trans with (ln (exp 1)); [rewrite ln_exp; lra|apply ln_increasing; lra].
  - rewrite Rplus_0_r, ln_exp; lra.
Qed.

Lemma small_tail x : 2 <= x -> exp (- x ^ 2 / 2) <= 1 / 3.
Proof.
  intros far; replace (- x ^ 2 / 2) with (- (x ^ 2 / 2)) by field; rewrite exp_Ropp.
  replace (1 / 3) with (/ 3) by field; apply Rinv_le_contravar; [lra|].
  pose proof (exp_ineq1_le (x ^ 2 / 2)); simpl in *; nra.
Qed.
