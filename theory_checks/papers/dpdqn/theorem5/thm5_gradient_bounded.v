(* A step of 1/10000 asks for little noise, and the noise of the prediction shrinks with the step. *)
From Coq Require Import Reals ZArith Lra.
From Interval Require Import Tactic.
From TheoryChecks Require Import NormalEvents OneUpdate Decide.
From dpdqn Require Import thm5_gradient_bounded_formula thm5_gradient_bounded_statement.
Open Scope R_scope.

Theorem thm5_gradient_bounded_refuted : ~ thm5_gradient_bounded_statement.
Proof.
  intros all.
  assert (told : exists spent, spends (without_noise (1 / 10000) (1 / 400)) 1 spent /\ 9 / 10 <= spent).
  { apply (spends_down _ (1 / 10000) (1 / 4000000)); try lra; intros z; unfold without_noise, step; lra. }
  destruct told as [spent [known large]]; set (v := 8 / 10000).
  assert (claim : thm5_gradient_bounded_claim 1 (v ^ 2 + v) 1 1 1 (1 / 10000) 1250 (1 / 100) 1 1 1 (1 / 400) spent v).
  { apply (all (v ^ 2 + v) 1 (1 / 10000) 1250 (1 / 100) 1 1 (1 / 400) spent v); [lra|exact known| |].
    - unfold thm5_gradient_bounded_domain, v; repeat split; try lra; decided.
    - unfold thm5_gradient_bounded_defined; lra. }
  unfold thm5_gradient_bounded_claim in claim.
  assert (exp (- (2 * 1 - 217 / 25 * sqrt 1250 * (1 / 400)) ^ 2 / 2) <= 1 / 2) by decided; lra.
Qed.
