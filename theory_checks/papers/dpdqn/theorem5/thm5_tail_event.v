(* Noise of deviation 2, k = 2, L = 1, a large step: the update exceeds the level with the probability Phi(-2) + Phi(-4). With the same
   noise in the target none is left, and without slope the level is 0: the update exceeds it for certain. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Normal NormalSeries NormalTail NormalMean NormalEvents LinearForms MeanExists OnePoint Bandit.
From dpdqn Require Import thm5_tail_event_formula thm5_tail_event_statement.
Open Scope R_scope.

Lemma tail_of_two : exp (-7) < Phi (- (2)).
Proof.
  rewrite (Phi_beyond 2); destruct (mills 2 ltac:(lra)) as [low _]; unfold mills_below in low.
  assert (root : sqrt (2 * PI) <= 3).
  { rewrite <- (sqrt_square 3) by lra; apply sqrt_le_1_alt; pose proof PI_4; lra. }
  pose proof root_pos as positive; apply (Rmult_lt_reg_r (sqrt (2 * PI))); [exact positive|].
  replace (beyond 2 / sqrt (2 * PI) * sqrt (2 * PI)) with (beyond 2) by (field; lra).
  assert (shape : bell 2 = exp (-7) * exp 5) by (unfold bell; rewrite <- exp_plus; f_equal; lra).
  pose proof (exp_pos (-7)) as some; assert (12 <= exp 5).
  { replace 5 with (5 / 2 + 5 / 2) by lra; rewrite exp_plus; pose proof (exp_ineq1_le (5 / 2)); nra. }
  rewrite shape in low; replace (2 * (2 * 2 + 5) / (2 * 2 * (2 * 2) + 6 * (2 * 2) + 3)) with (18 / 43) in low by field; nra.
Qed.

Lemma exceeded : chance (more_than 5000) (fun z => Rabs (2 - 2500 / 3 * (2 + 1 * 0 + 2 * z - (0 + 0 * (2 * z))) + 1 * 0 - (2 + 1 * 0))) (Phi (- (2)) + Phi (-4)).
Proof.
  apply (mean_without_point 2 (fun z => (if at_least 2 z then 1 else 0) + (if Rlt_dec z (-4) then 1 else 0))).
  - intros z other; destruct (Rdichotomy z 2 other);
      unfold at_least, more_than, Rabs; destruct (Rle_dec 2 z), (Rlt_dec z (-4)), (Rcase_abs _), (Rlt_dec _ _); lra.
  - exact (mean_of_one_sum _ _ _ _ (chance_of_tail 2) (chance_below (-4))).
Qed.

Lemma certain : chance (more_than 0) (fun z => Rabs (2 - 2500 / 3 * (2 + 0 * 0 + 2 * z - (0 + 1 * (2 * z))) + 0 * 0 - (2 + 0 * 0))) 1.
Proof.
  apply (mean_of_one_ext (fun _ => 1)); [|apply mean_of_one_const].
  intros z; unfold more_than, Rabs; destruct (Rcase_abs _), (Rlt_dec _ _); lra.
Qed.

Theorem thm5_tail_event_refuted : ~ thm5_tail_event_statement.
Proof.
  intros (outside & either & all); pose proof tail_of_two as tail; pose proof (exp_pos (-7)) as some; pose proof (Phi_between (-4)).
  assert (root : sqrt (1 / 10000) = 1 / 100) by (replace (1 / 10000) with (1 / 100 * (1 / 100)) by field; apply sqrt_square; lra).
  assert (outside = 0 \/ outside = 1) as [-> | ->] by (destruct (Rmult_integral _ _ either); [left|right]; lra).
  2: { assert (claim : thm5_tail_event_claim 1 0 (2500 / 3) (1 / 10000) 2 0 (ln 1) 2).
    { apply (all (2500 / 3) (1 / 10000) 2 0 0 0 2 2 0 0 1); try lra.
      - rewrite Rabs_pos_eq; lra.
      - exact certain.
      - unfold thm5_tail_event_domain; rewrite root; repeat split; lra.
      - unfold thm5_tail_event_defined; lra. }
    unfold thm5_tail_event_claim in claim; rewrite root, ln_1 in claim; lra. }
  assert (claim : thm5_tail_event_claim 1 1 (2500 / 3) (1 / 10000) 2 5000 (ln (Phi (- (2)) + Phi (-4))) 2).
  { apply (all (2500 / 3) (1 / 10000) 2 5000 0 0 2 2 0 1 (Phi (- (2)) + Phi (-4))); try lra.
    - rewrite Rabs_pos_eq; lra.
    - exact exceeded.
    - unfold thm5_tail_event_domain; rewrite root; repeat split; lra.
    - unfold thm5_tail_event_defined; lra. }
  unfold thm5_tail_event_claim in claim; rewrite root in claim.
  assert (-7 < ln (Phi (- (2)) + Phi (-4))); [|lra].
  rewrite <- (ln_exp (-7)) at 1; apply ln_increasing; lra.
Qed.
