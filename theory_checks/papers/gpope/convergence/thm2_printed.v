(* One state with the discount 3/5, one step of length 1: (1, 0) goes to (1, -2/5), which is longer. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import thm2_printed_formula thm2_printed_statement.
Open Scope R_scope.

Theorem thm2_printed_refuted : ~ thm2_printed_statement.
Proof.
  intros all.
  destruct (two_roots (fun _ _ => 1 - 3 / 5) (fun _ _ => 1) (2 / 5) 1 ltac:(lra) eq_refl ltac:(lra) (4 / 5) (1 / 5)
    ltac:(lra) ltac:(lra) ltac:(lra)) as (real & low & _).
  specialize (all 1%nat 1%nat _ _ (fun _ => 1, fun _ => 0) 0 0 1 0 _ 1%Z (one_state (3 / 5) ltac:(lra))
    (ex_intro _ _ (scalar_inverse (1 - 3 / 5) ltac:(lra))) (scalar_positive 1 ltac:(lra)) real low).
  unfold thm2_printed_domain, thm2_printed_defined, thm2_printed_claim, squares, dot, run, upper, lower, image, transposed in all; simpl in all; lra.
Qed.
