(* By induction over the steps that are left; an optimal value is at most the number of these. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Planner PrintedPlanner.
From pucb Require Import clipping_monotone_counters_statement.
Open Scope R_scope.

Example met : nonnegative 1 1 1 {| visits := fun _ _ _ => 0; rewards := fun _ _ _ => 0; moves := fun _ _ _ _ => 0 |} /\
  mdp 1 1 1 (fun _ _ _ => 1) (fun _ _ _ _ => 1).
Proof. split; intros j s a _ _ _; simpl; repeat split; intros; lra. Qed.

Theorem clipping_monotone_counters_verified : clipping_monotone_counters_statement.
Proof.
  intros S A H T E beta' undefined mean move told some level read counted law X; split.
  - intros j s early state; apply printed_range; assumption.
  - intros j s a Q early state act above; apply Rmin_glb; [|exact above].
    apply Rle_trans with (INR (Datatypes.S j)); [|apply le_INR; lia].
    apply (action_optimum_range S A H mean move law); try assumption; intros t small; apply (optimum_range S A H); trivial; lia.
Qed.
