(* At the published epsilon and delta the printed noise is larger by the root of ln(e + epsilon/delta), which is above 9. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Normal Gaussian Decide.
From dpdqn Require Import thm5_best_known_formula thm5_best_known_statement.
Open Scope R_scope.

Theorem thm5_best_known_refuted : ~ thm5_best_known_statement.
Proof.
  intros all; pose proof (all (1 / 20000) (9 / 10) _ ltac:(lra) eq_refl) as point.
  assert (enough : forall t, excess (9 / 10) (9 / 10 / sqrt (2 * ln (5 / 4 / (1 / 20000)))) t <= 1 / 20000).
  { intros t; pose proof (classical (9 / 10) (1 / 20000) 1 (sqrt (2 * ln (5 / 4 / (1 / 20000))) * (1 / (9 / 10)))) as known.
    assert (0 < sqrt (2 * ln (5 / 4 / (1 / 20000)))) by decided.
    replace (9 / 10 / sqrt (2 * ln (5 / 4 / (1 / 20000)))) with (1 / (sqrt (2 * ln (5 / 4 / (1 / 20000))) * (1 / (9 / 10))))
      by (field; lra); apply known; lra. }
  unfold thm5_best_known_domain, thm5_best_known_defined, thm5_best_known_claim in point.
  specialize (point enough); denied point.
Qed.
