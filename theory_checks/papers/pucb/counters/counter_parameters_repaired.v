(* Item 1 is in K partial sums, and no item in more, so that the loss is K over the scale. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import BinaryCounter.
From pucb Require Import counter_parameters_repaired_formula counter_parameters_repaired_statement.
Open Scope R_scope.

Example met : counter_loss 3 (INR 2 / 1) (INR 2 / (INR 2 / 1)) /\ counter_parameters_repaired_domain 2 3 1 1.
Proof. split; [apply counter_loss_exists; simpl; lra || lia|unfold counter_parameters_repaired_domain; simpl; lra]. Qed.

Theorem counter_parameters_repaired : counter_parameters_repaired_statement.
Proof.
  intros T K epsilon loss law; unfold counter_parameters_repaired_domain, counter_parameters_repaired_claim.
  intros (positive & _ & some & above & below); destruct (bits K T some above below) as [many few].
  rewrite <- INR_IZR_INZ in some; split.
  - rewrite (counter_loss_is K T (INR K / epsilon) loss ltac:(apply Rdiv_lt_0_compat; lra) many few law); right; field; lra.
  - intros scale more [low high] other; rewrite (counter_loss_is K T scale more low many few other); apply Rlt_not_le.
    apply (Rmult_lt_reg_r scale); [exact low|]; replace (INR K / scale * scale) with (INR K) by (field; lra).
    apply (Rmult_lt_compat_l epsilon) in high; [|lra]; replace (epsilon * (INR K / epsilon)) with (INR K) in high by (field; lra); lra.
Qed.
