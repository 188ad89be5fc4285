(* The core of Theorem 2 (repaired): each of N steps shrinks the error as a step in the norm of P does, up to the noise. *)
From Coq Require Import Reals ZArith.
From gpope Require Import thm2_repaired_lyapunov_norm_formula.
Open Scope R_scope.

Definition thm2_repaired_lyapunov_norm_statement : Prop :=
  forall (errors : nat -> R) (N : nat) (G1 L V beta mu : R),
    (forall i, (1 <= i <= N)%nat ->
      errors (S i) <= (1 - beta * mu + beta ^ 2 * L) * errors i + beta ^ 2 * (V + G1 * errors i)) ->
    thm2_repaired_lyapunov_norm_domain G1 L (Z.of_nat N) V beta (errors (S N)) mu (errors 1%nat) ->
    thm2_repaired_lyapunov_norm_defined G1 L (Z.of_nat N) V beta (errors (S N)) mu (errors 1%nat) /\
    thm2_repaired_lyapunov_norm_claim G1 L (Z.of_nat N) V beta (errors (S N)) mu (errors 1%nat).
