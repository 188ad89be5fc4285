(* Both sides are divided by m, and epsilon, c1 and m may be 1. *)
From Coq Require Import Reals Lra Psatz.
From gpope Require Import thm1_region_one_pass_statement.
Open Scope R_scope.

Theorem thm1_region_one_pass_region : thm1_region_one_pass_statement.
Proof.
  unfold thm1_region_one_pass_statement, thm1_region_one_pass_domain, thm1_region_one_pass_region, thm1_region_one_pass_defined, thm1_region_one_pass_claim; split.
  - intros N c1 epsilon m (many & -> & constant & level) (_ & few).
    split; [apply Rgt_not_eq; nra|].
    replace (c1 * IZR m / IZR m ^ 2) with (c1 / IZR m) by (field; lra).
    apply (Rmult_lt_reg_r (IZR m)); [lra|].
    apply (Rmult_lt_compat_r epsilon) in few; [|lra].
    replace (c1 / epsilon * epsilon) with c1 in few by (field; lra).
    replace (c1 / IZR m * IZR m) with c1 by (field; lra); lra.
  - intros all; specialize (all 1 1 1 1%Z); simpl in all; lra.
Qed.
