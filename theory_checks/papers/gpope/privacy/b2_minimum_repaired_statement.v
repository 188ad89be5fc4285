(* The least exponents with the log moment of the proof, and with lambda (lambda + 1) in place of lambda^2. Left out is that exp is
   increasing, so that it has its least value where its exponent has. *)
From Coq Require Import Reals ZArith.
From gpope Require Import b2_minimum_repaired_formula.
Open Scope R_scope.

Definition least_exponent (f : R -> R) (exponent : R) : Prop :=
  (exists lambda, 0 < lambda /\ f lambda = exponent) /\ forall lambda, 0 < lambda -> exponent <= f lambda.

Definition b2_minimum_repaired_statement : Prop :=
  forall (m N : Z) (sigma epsilon exponent : R),
    let A := 4 * IZR N / (IZR m ^ 2 * sigma ^ 2) in
    b2_minimum_repaired_domain N epsilon exponent m sigma ->
    b2_minimum_repaired_defined N epsilon exponent m sigma /\
    (least_exponent (fun lambda => A * lambda ^ 2 - lambda * epsilon) exponent <->
      b2_minimum_repaired_claim N epsilon exponent m sigma) /\
    (epsilon > A ->
      least_exponent (fun lambda => A * (lambda * (lambda + 1)) - lambda * epsilon) (- ((epsilon - A) ^ 2 / (4 * A)))).
