(* The probability of a single value is positive. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Normal NormalTail.
From dpdqn Require Import intro_union_bound_many_values_statement.
Open Scope R_scope.

Theorem intro_union_bound_many_values_verified : intro_union_bound_many_values_statement.
Proof.
  unfold intro_union_bound_many_values_statement, intro_union_bound_many_values_domain,
    intro_union_bound_many_values_defined, intro_union_bound_many_values_claim.
  intros N N_0 beta sigma u (_ & _ & _ & _ & root & nonzero & _ & first & more).
  split; [split; assumption|].
  set (p := Phi ((- ((868 / 100) * (sqrt beta) * sigma + u)) / sigma)) in *.
  assert (positive : 0 < p) by apply Phi_between.
  set (e := exp (- u ^ 2 / 2)) in *.
  assert (enough : e / p <= IZR N) by lra.
  apply (Rmult_le_compat_r p) in enough; [|lra].
  replace (e / p * p) with e in enough by (field; lra); exact enough.
Qed.
