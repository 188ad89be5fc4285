(* At sigma = 2, beta = 1/10000 and k = 2 the first value of one path reaches 4 with a chance of more than 1/100. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Normal NormalMean UnionBound Decide.
From dpdqn Require Import e3_tight_bound_some_path_exceeds_formula e3_tight_bound_some_path_exceeds_statement.
Open Scope R_scope.

Theorem e3_tight_bound_some_path_exceeds_refuted : ~ e3_tight_bound_some_path_exceeds_statement.
Proof.
  intros (probability & least & all); set (level := 2 * 2); set (P := probability 1%Z (1 / 10000) 2 2).
  pose proof (least 1%Z (1 / 10000) 2 2 _ ltac:(lra) ltac:(lra) ltac:(lia) (chance_of_scaled 2 level ltac:(lra))) as low.
  assert (inside : e3_tight_bound_some_path_exceeds_domain 1 (1 / 10000) 2 P 2)
    by (unfold e3_tight_bound_some_path_exceeds_domain; decided).
  assert (defined : e3_tight_bound_some_path_exceeds_defined 1 (1 / 10000) 2 P 2)
    by (unfold e3_tight_bound_some_path_exceeds_defined; split; [lra|left; lra]).
  destruct (all 1%Z (1 / 10000) 2 2 inside defined) as [high _]; fold P in low, high; simpl in high, low.
  assert (1 / 100 < Phi (- level / 2)) by (unfold level; decided).
  assert (exp (- (2 * 2 - 868 / 100 * sqrt (1 / 10000) * 2) ^ 2 / 2) < 1 / 100) by decided.
  simpl in *; lra.
Qed.
