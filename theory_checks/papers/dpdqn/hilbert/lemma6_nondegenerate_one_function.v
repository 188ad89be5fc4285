(* f = 1 and g = x - 1/2. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import lemma6_nondegenerate_one_function_formula lemma6_nondegenerate_one_function_statement.
Open Scope R_scope.

Theorem lemma6_nondegenerate_one_function_refuted : ~ lemma6_nondegenerate_one_function_statement.
Proof.
  intros all; pose proof (all 1 (fun x => 1 + 0 * x) (fun _ => 0) (fun x => - (1 / 2) + 1 * x) (fun _ => 1)
    (smooth_line 1 0) (smooth_line (- (1 / 2)) 1)) as claim.
  unfold lemma6_nondegenerate_one_function_domain, lemma6_nondegenerate_one_function_claim, square in claim; rewrite !inner_lines in claim by lra.
  apply claim; [repeat split; lra|lra].
Qed.
