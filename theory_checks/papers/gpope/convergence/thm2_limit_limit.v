(* For k = 1 the limit is exp(-2). *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Powers.
From gpope Require Import thm2_limit_limit_formula thm2_limit_limit_statement.
Open Scope R_scope.

(* Both sides of the border are met. *)
Example met : thm2_limit_limit_domain 2 1 /\ thm2_limit_limit_region 2 1 /\ thm2_limit_limit_domain 1 1 /\ ~ thm2_limit_limit_region 1 1.
Proof. unfold thm2_limit_limit_domain, thm2_limit_limit_region; repeat split; lra. Qed.

Theorem thm2_limit_limit_region : thm2_limit_limit_statement.
Proof.
  unfold thm2_limit_limit_statement, thm2_limit_limit_domain, thm2_limit_limit_formula.thm2_limit_limit_region, thm2_limit_limit_claim.
  intros k large; destruct (Rlt_dec 1 k) as [more|less].
  - exists 1; split; [exact (start_kept 1 k ltac:(lra) more)|split; [reflexivity|lra]].
  - assert (k = 1) as -> by lra; exists (exp (- (2 * 1))); split; [exact (start_at_one 1 ltac:(lra))|split; [intros; lra|]].
    intros _; apply Rlt_not_eq; apply Rlt_le_trans with (exp 0); [apply exp_increasing; lra|rewrite exp_0; apply Rle_refl].
Qed.
