(* c1 N/m^2 is c1 epsilon^2/d, and all symbols may be 1. *)
From Coq Require Import Reals Lra Psatz.
From gpope Require Import erm_lower_bound_with_theorem_1_statement.
Open Scope R_scope.

Theorem erm_lower_bound_with_theorem_1_region : erm_lower_bound_with_theorem_1_statement.
Proof.
  unfold erm_lower_bound_with_theorem_1_statement, erm_lower_bound_with_theorem_1_domain, erm_lower_bound_with_theorem_1_region, erm_lower_bound_with_theorem_1_defined, erm_lower_bound_with_theorem_1_claim; split.
  - intros N c1 d epsilon m (constant & level & many & size & _ & ->) (_ & more).
    split; [apply Rgt_not_eq; nra|].
    replace (c1 * (IZR m ^ 2 * epsilon ^ 2 / IZR d) / IZR m ^ 2) with (epsilon * (epsilon * c1 / IZR d))
      by (field; split; lra).
    rewrite <- (Rmult_1_r epsilon) at 1; apply Rmult_lt_compat_l; [lra|].
    apply (Rmult_lt_reg_r (IZR d)); [lra|].
    apply (Rmult_gt_compat_r c1) in more; [|lra].
    replace (IZR d / c1 * c1) with (IZR d) in more by (field; lra).
    replace (epsilon * c1 / IZR d * IZR d) with (epsilon * c1) by (field; lra); lra.
  - intros all; specialize (all 1 1 1%Z 1 1%Z); simpl in all; lra.
Qed.
