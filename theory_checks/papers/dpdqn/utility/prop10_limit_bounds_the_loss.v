(* States that are never left lose the same, however many they are. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal NormalMean RewardNoise.
From dpdqn Require Import prop10_limit_bounds_the_loss_formula prop10_limit_bounds_the_loss_statement.
Open Scope R_scope.

Theorem prop10_limit_bounds_the_loss_refuted : ~ prop10_limit_bounds_the_loss_statement.
Proof.
  intros (gamma & sigma & discount & positive & all).
  set (loss := sigma / (1 - gamma) * mean_modulus).
  assert (some : 0 < loss).
  { apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra|]; unfold mean_modulus; apply sqrt_lt_R0.
    apply Rdiv_lt_0_compat; [lra|exact PI_RGT_0]. }
  destruct (all (loss / 2)) as [least below].
  assert (claim : prop10_limit_bounds_the_loss_claim (loss / 2) loss sigma).
  { apply (below (S least) 1%nat stay (fun _ _ => 0) loss); [lia|apply stay_rows|apply stay_error; [lia|lra|exact positive]|].
    split; lra. }
  unfold prop10_limit_bounds_the_loss_claim in claim; lra.
Qed.
