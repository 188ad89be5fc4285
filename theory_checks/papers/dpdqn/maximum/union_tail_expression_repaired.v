(* Chances of independent values multiply; Bernoulli's inequality; and the union bound. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Laws RandomElements Maximum Normal NormalTail NormalMean Expectation UnionBound.
From dpdqn Require Import union_tail_expression_repaired_formula union_tail_expression_repaired_statement.
Open Scope R_scope.

Lemma bernoulli p n : 0 <= p <= 1 -> 1 - (1 - p) ^ n <= INR n * p.
Proof.
  intros inside; induction n as [|n IH]; [simpl; lra|]; rewrite S_INR; cbn [pow].
  pose proof (pow_incr (1 - p) 1 n ltac:(lra)) as small; rewrite pow1 in small; assert (0 <= (1 - p) ^ n) by (apply pow_le; lra).
  assert (p * (1 - p) ^ n <= p * 1) by (apply Rmult_le_compat_l; lra); lra.
Qed.

Theorem union_tail_expression_repaired : union_tail_expression_repaired_statement.
Proof.
  split.
  - intros N c sigma tail known (noise & many); assert (count : (1 <= N)%Z) by (apply le_IZR; lra).
    pose proof (Phi_between (- c / sigma)) as between; set (n := Z.to_nat N) in *; assert (some : (0 < n)%nat) by (unfold n; lia).
    assert (same : IZR N = INR n) by (unfold n; rewrite INR_IZR_INZ, Z2Nat.id by lia; reflexivity).
    unfold union_tail_expression_repaired_defined, union_tail_expression_repaired_claim.
    assert (power : powerRZ (1 - Phi (- c / sigma)) N = (1 - Phi (- c / sigma)) ^ n).
    { rewrite pow_powerRZ; f_equal; unfold n; rewrite Z2Nat.id by lia; reflexivity. }
    rewrite power, same; split; [split; [lra|left; apply pos_INR]|]; split; [|apply bernoulli; lra].
    pose proof (mean_linear n _ _ _ _ 1 (-1) (mean_const n 1) (independent sigma c _ n (chance_of_scaled sigma c noise))) as product.
    assert (equal : tail = 1 * 1 + -1 * (1 - Phi (- c / sigma)) ^ n); [|lra].
    apply (mean_unique n _ _ _ known); apply (mean_ext n) with (2 := product); intros z; rewrite <- spared_best by exact some; ring.
  - intros Omega averages X N c sigma tail is_law each known (noise & many); assert (count : (1 <= N)%Z) by (apply le_IZR; lra).
    replace (IZR N) with (INR (Z.to_nat N)) by (rewrite INR_IZR_INZ, Z2Nat.id by lia; reflexivity).
    apply (union_bound Omega averages X (Z.to_nat N) c); [exact is_law|lia|intros; apply each|exact known].
Qed.
