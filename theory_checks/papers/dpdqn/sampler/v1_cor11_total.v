(* Squares outgrow every multiple of their logarithms. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import LinkedList.
From dpdqn Require Import v1_cor11_total_formula v1_cor11_total_statement.
Open Scope R_scope.

Theorem v1_cor11_total_refuted : ~ v1_cor11_total_statement.
Proof.
  intros (C & positive & all); destruct (outgrown C positive) as (k & some & far); set (N := (k * k)%nat) in *.
  destruct (all (Z.of_nat N) ltac:(unfold N; nia)) as (steps & answers & _ & _ & claim); unfold v1_cor11_total_claim in claim.
  rewrite <- INR_IZR_INZ in *; pose proof (pos_INR N); lra.
Qed.
