(* The induction of Theorem 3 with shifted steps: (6.3) is granted for beta_i = eta/(lambda_min(Q) (i + i0)). *)
From Coq Require Import Reals ZArith.
From gpope Require Import thm3_induction_repaired_formula.
Open Scope R_scope.

Definition thm3_induction_repaired_statement : Prop :=
  forall (errors : nat -> R) (i : nat) (N i0 m : Z) (G2 c eta lmin : R),
    (forall j, (1 <= j < i)%nat -> let beta := eta / (lmin * (INR j + IZR i0)) in
      errors (S j) <= (1 - beta * lmin) ^ 2 * errors j + beta ^ 2 * (G2 + c * IZR N / IZR m ^ 2)) ->
    (forall j, 0 <= errors j) ->
    thm3_induction_repaired_domain G2 N (errors i) c eta (Z.of_nat i) i0 lmin m (errors 1%nat) ->
    thm3_induction_repaired_defined G2 N (errors i) c eta (Z.of_nat i) i0 lmin m (errors 1%nat) /\
    thm3_induction_repaired_claim G2 N (errors i) c eta (Z.of_nat i) i0 lmin m (errors 1%nat).
