(* The claim is the region, multiplied by (1 - beta lambda)^2; a start at 0 is outside. *)
From Coq Require Import Reals Lra Psatz.
From gpope Require Import thm2_divergence_initially_statement.
Open Scope R_scope.

Theorem thm2_divergence_initially_region : thm2_divergence_initially_statement.
Proof.
  unfold thm2_divergence_initially_statement, thm2_divergence_initially_domain, thm2_divergence_initially_region, thm2_divergence_initially_defined, thm2_divergence_initially_claim; split.
  - intros beta lmin start v (step & _ & short & curve & _ & noise) (nonzero & positive & far).
    split; [exact nonzero|].
    set (level := beta * v / (2 * lmin - beta * lmin ^ 2)) in *; set (r := (1 - beta * lmin) ^ 2) in *.
    assert (0 < r) by (assert (0 <= r) by apply pow2_ge_0; lra).
    apply Rge_le, (Rmult_le_compat_l r) in far; [|lra].
    replace (r * (level * (1 + 1 / r))) with (r * level + level) in far by (field; lra); lra.
  - intros all; specialize (all (1 / 2) 1 0 1); simpl in all; lra.
Qed.
