(* The sum up to 30 is above 8.68; all further terms are positive. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Ranges Tails Paths Decide.
From dpdqn Require Import lemma8_series_formula lemma8_series_statement.
Open Scope R_scope.

Definition increment (i : nat) : R := (sqrt (IZR (Z.of_nat i)) + 1 + 1 / exp (sqrt (IZR (Z.of_nat i)) + 1)) * sqrt (1 / 2 ^ i) * 1.

Theorem lemma8_series_refuted : ~ lemma8_series_statement.
Proof.
  intros all; pose proof PI_RGT_0 as pi; destruct (all 1 30%Z _ 0%Z 1 (mean_of_ends 1 1 Rlt_0_1 Rlt_0_1)) as [_ claim].
  - unfold lemma8_series_domain; lra.
  - assert (powers : forall i : Z, (0 <= i)%Z -> 0 < powerRZ 2 i) by (intros; apply powerRZ_lt; lra).
    unfold lemma8_series_defined; repeat split; intros; try lra.
    + left; apply Rdiv_lt_0_compat; lra.
    + apply (IZR_le 0); lia.
    + pose proof (powers i ltac:(lia)); lra.
    + left; apply Rdiv_lt_0_compat; [lra|apply powers; lia].
  - rewrite over_from_0, (sum_ext _ _ increment) in claim
      by (intros i _; unfold increment; rewrite pow_powerRZ; reflexivity).
    revert claim; apply Rle_not_lt; change (Z.to_nat (30 + 1)) with 31%nat; unfold increment; cbn [sum Z.of_nat Pos.of_succ_nat Pos.succ].
    rewrite sqrt_1; left; enclosed.
Qed.
