(* The union bound, and the smaller of two bounds. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Laws RandomElements Maximum Normal UnionBound.
From dpdqn Require Import intro_union_bound_repaired_formula intro_union_bound_repaired_statement.
Open Scope R_scope.

Theorem intro_union_bound_repaired : intro_union_bound_repaired_statement.
Proof.
  intros Omega averages X N beta c m sigma tail is_law each known granted value (positive & noise & _ & many).
  assert (count : (1 <= N)%Z) by (apply le_IZR; lra); pose proof (sqrt_lt_R0 PI ltac:(pose proof PI_RGT_0; lra)).
  unfold intro_union_bound_repaired_defined, intro_union_bound_repaired_claim; split; [repeat split; lra|]; split; [|exact value].
  apply Rmin_glb; [|exact granted]; replace (IZR N) with (INR (Z.to_nat N)) by (rewrite INR_IZR_INZ, Z2Nat.id by lia; reflexivity).
  apply (union_bound Omega averages X (Z.to_nat N) c); [exact is_law|lia|intros; apply each|exact known].
Qed.
