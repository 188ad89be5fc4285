(* One state with the discount 3/5 and eta = 2: the first step, of length 10, takes (1, 0) to (1, -4). *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import thm3_formula thm3_statement.
Open Scope R_scope.

Theorem thm3_refuted : ~ thm3_statement.
Proof.
  intros all.
  destruct (two_roots (fun _ _ => 1 - 3 / 5) (fun _ _ => 1) (2 / 5) 1 ltac:(lra) eq_refl ltac:(lra) (4 / 5) (1 / 5)
    ltac:(lra) ltac:(lra) ltac:(lra)) as (real & low & _).
  specialize (all 1%nat 1%nat _ _ (fun _ => 1, fun _ => 0) 0 0 2 _ 1%Z (one_state (3 / 5) ltac:(lra))
    (ex_intro _ _ (scalar_inverse (1 - 3 / 5) ltac:(lra))) (scalar_positive 1 ltac:(lra)) real low).
  unfold thm3_domain, thm3_defined, thm3_claim, squares, dot, run, upper, lower, image, transposed in all; simpl in all.
  rewrite Rmax_left in all; lra.
Qed.
