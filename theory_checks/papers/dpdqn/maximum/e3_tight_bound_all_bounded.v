(* For a level next to 0 the expression is next to 1, and the first value is below the level about every other time. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Normal NormalMean UnionBound Decide.
From dpdqn Require Import e3_tight_bound_all_bounded_formula e3_tight_bound_all_bounded_statement.
Open Scope R_scope.

Theorem e3_tight_bound_all_bounded_refuted : ~ e3_tight_bound_all_bounded_statement.
Proof.
  intros (probability & most & all); set (level := 2 * (1 / 100)); set (P := probability 1%Z (1 / 1000000) (1 / 100) 1).
  pose proof (most 1%Z (1 / 1000000) (1 / 100) 1 _ ltac:(lra) ltac:(lra) ltac:(lia) (chance_of_scaled 1 level ltac:(lra))) as high.
  assert (inside : e3_tight_bound_all_bounded_domain 1 (1 / 1000000) (1 / 100) P 1)
    by (unfold e3_tight_bound_all_bounded_domain; decided).
  assert (defined : e3_tight_bound_all_bounded_defined 1 (1 / 1000000) (1 / 100) P 1)
    by (unfold e3_tight_bound_all_bounded_defined; split; [lra|left; lra]).
  destruct (all 1%Z (1 / 1000000) (1 / 100) 1 inside defined) as [low _]; fold P in low, high; simpl in low, high.
  assert (Phi (- level / 1) > 2 / 5) by (unfold level; decided).
  assert (9 / 10 < exp (- (2 * (1 / 100) - 868 / 100 * sqrt (1 / 1000000) * 1) ^ 2 / 2)) by decided.
  simpl in *; lra.
Qed.
