(* One state with the discount 3/5: Q has the eigenvalues 1/5 and 4/5, and (1, 0) goes to (1, -1/2), where 9/16 is claimed. *)
From Coq Require Import Reals ZArith Lra Psatz.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import lemma2_printed_formula lemma2_printed_statement.
Open Scope R_scope.

Theorem lemma2_printed_refuted : ~ lemma2_printed_statement.
Proof.
  intros all.
  destruct (two_roots (fun _ _ => 1 - 3 / 5) (fun _ _ => 1) (2 / 5) 1 ltac:(lra) eq_refl ltac:(lra) (4 / 5) (1 / 5)
    ltac:(lra) ltac:(lra) ltac:(lra)) as (_ & low & high).
  specialize (all 1%nat _ _ (fun _ => 1, fun _ => 0) (5 / 4) _ _ 0 0 1%Z 1%Z (one_state (3 / 5) ltac:(lra))
    (ex_intro _ _ (scalar_inverse (1 - 3 / 5) ltac:(lra))) (scalar_positive 1 ltac:(lra)) low high).
  unfold lemma2_printed_domain, lemma2_printed_defined, lemma2_printed_claim, squares, dot, run, upper, lower, image, transposed in all; simpl in all; lra.
Qed.
