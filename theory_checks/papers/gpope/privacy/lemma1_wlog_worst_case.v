(* Two records with opposite gradients, at sigma = 1: their moment is above 2, those of the proof are below 1. *)
From Coq Require Import Reals ZArith Lra Lia List.
From TheoryChecks Require Import Sums Vectors NormalMean Laws Trajectories Draws Releases Opposites Decide.
From gpope Require Import lemma1_wlog_worst_case_formula lemma1_wlog_worst_case_statement.
Import ListNotations.
Open Scope R_scope.

Definition one : vector := fun _ => 1.

Lemma apart : dot 1 (fun i => one i - nowhere i) (fun i => one i - nowhere i) = 1 * 1 ^ 2.
Proof. unfold dot, one, nowhere; simpl; ring. Qed.

Lemma apart_back : dot 1 (fun i => nowhere i - one i) (fun i => nowhere i - one i) = 1 * 1 ^ 2.
Proof. unfold dot, one, nowhere; simpl; ring. Qed.

Lemma below_1 a : exp a <= 2 -> a <= 1.
Proof.
  intros small; apply Rnot_lt_le; intros more; apply exp_increasing in more.
  assert (2 < exp 1) by decided; lra.
Qed.

Lemma mixture_first a : log_moment 1 1 (one :: repeat nowhere 1) [nowhere] 1 a -> a <= 1.
Proof.
  intros known; pose proof (opposite_moment 1 1 1 one nowhere ltac:(lra) apart 1 0) as value.
  pose proof (noisy_draw_unique _ _ _ _ _ _ known value) as equal; apply below_1; rewrite equal, exp_ln.
  - replace (INR 2) with 2 by (simpl; ring); assert (exp 1 <= 3) by decided; lra.
  - replace (INR 2) with 2 by (simpl; ring); assert (1 < exp 1) by decided; lra.
Qed.

Lemma mixture_second a : log_moment 1 1 [nowhere] (one :: repeat nowhere 1) 1 a -> a <= 1.
Proof.
  intros (q & known & equal); cbn [List.length sum INR] in *; specialize (known 0%nat ltac:(lia)); cbn [nth] in known.
  apply below_1; rewrite equal; pose proof (normal_vector_law 1) as lawful.
  pose proof (mean_shifted 1 1 1 nowhere one ltac:(lra) apart_back (1 / 2)) as far.
  pose proof (of_sum (mean 1) lawful (fun _ => 1) _ (/ 2) (/ 2) _ _ (of_constant _ lawful 1) far) as upper.
  assert (q 0%nat <= / 2 * 1 + / 2 * exp (1 / 2 + 1 / 2)).
  { refine (in_order (mean 1) lawful _ _ _ _ _ known upper); intros z; cbv beta zeta.
    rewrite <- (from_a 1 1 1 nowhere one ltac:(lra) apart_back z); set (v := fun i => nowhere i + 1 * z i).
    pose proof (hill_pos 1 1 one v) as first; pose proof (hill_pos 1 1 nowhere v) as second.
    set (s := hill 1 1 one v) in *; set (t := hill 1 1 nowhere v) in *.
    assert (form : density 1 1 [nowhere] v / density 1 1 (one :: repeat nowhere 1) v = t / (/ 2 * (s + t))).
    { unfold density; simpl repeat; cbn [List.length sum nth INR]; fold s t; field; repeat split; lra. }
    rewrite form, Rpower_1 by (apply Rdiv_lt_0_compat; lra).
    apply (Rmult_le_reg_r (/ 2 * (s + t) * s)); [repeat apply Rmult_lt_0_compat; lra|].
    replace (t / (/ 2 * (s + t)) * (/ 2 * (s + t) * s)) with (t * s) by (field; lra).
    replace ((/ 2 * 1 + / 2 * (t / s)) * (/ 2 * (s + t) * s)) with (/ 4 * (s + t) * (s + t)) by (field; lra).
    pose proof (Rle_0_sqr (s - t)) as square; unfold Rsqr in square; lra. }
  assert (exp (1 / 2 + 1 / 2) <= 3) by decided; lra.
Qed.

Theorem lemma1_wlog_worst_case_refuted : ~ lemma1_wlog_worst_case_statement.
Proof.
  intros all; specialize (all 1%nat 0 1 1 (fun _ => 0) _ _ _ 1 ltac:(lra) (paid_data 1 1) (paid_data (-1) 1) (one_turned 1)
    (opposite_step 1 1 1 ltac:(lra)) mixture_first mixture_second).
  replace (INR 2) with 2 in all by (simpl; ring); unfold lemma1_wlog_worst_case_domain, lemma1_wlog_worst_case_claim in all.
  simpl Z.of_nat in all; specialize (all ltac:(decided)); denied all.
Qed.
