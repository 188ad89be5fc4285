(* The noise, and the bits before, stand in both outputs. *)
From Coq Require Import Reals ZArith Lra.
From pucb Require Import collusion_attack_formula collusion_attack_statement.
Open Scope R_scope.

Theorem collusion_attack_verified : collusion_attack_statement.
Proof.
  unfold collusion_attack_statement, collusion_attack_domain, collusion_attack_claim.
  intros u xi t bits; simpl count; rewrite !plus_IZR.
  assert (nonneg : forall i, 0 <= IZR (u i) <= 1) by (intros i; destruct (bits i) as [-> | ->]; lra).
  assert (before : 0 <= IZR (count u t)).
  { induction t as [|t IH]; simpl; [lra|rewrite plus_IZR; specialize (nonneg (S t)); lra]. }
  pose proof (nonneg (S t)); pose proof (nonneg (S (S t))); lra.
Qed.
