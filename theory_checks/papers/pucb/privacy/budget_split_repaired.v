(* All counters change by at most 6 H, in each of K partial sums, and the scale is 6 H K/epsilon. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Budget.
From pucb Require Import budget_split_repaired_formula budget_split_repaired_statement.
Open Scope R_scope.

Theorem budget_split_repaired : budget_split_repaired_statement.
Proof.
  unfold budget_split_repaired_statement, budget_split_repaired_domain, budget_split_repaired_claim.
  intros S A H fed K T epsilon epsilon_prime s u v visits rewards moves one two.
  intros (level & _ & _ & _ & -> & states & steps & _ & part & _ & sums & _ & _); rewrite <- !INR_IZR_INZ in *.
  assert (fed_part : (fed <= H)%nat) by (apply INR_le; lra).
  assert (positive : 0 < 6 * INR H / epsilon * INR K).
  { apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat|]; lra. }
  apply Rle_trans with (1 := loss_most S A H fed K _ u v visits rewards moves positive).
  pose proof (change_most S A H fed u v fed_part one two).
  replace epsilon with (INR K * (6 * INR H) / (6 * INR H / epsilon * INR K)) at 2 by (field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact positive|]; apply Rmult_le_compat_l; lra.
Qed.
