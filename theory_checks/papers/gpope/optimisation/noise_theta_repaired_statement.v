(* The noise on (theta, w): the law of an entry of h zeta. Left out is that the law is normal, and that entries are independent. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums NormalMean.
From gpope Require Import noise_theta_repaired_formula.
Open Scope R_scope.

(* An entry of h zeta is h sigma Z, with Z standard normal; its mean is 0, and its variance the mean of its square. *)
Definition noise_theta_repaired_statement : Prop :=
  forall (h sigma variance : R), mean 1 (fun z => (h * (sigma * z 0%nat)) ^ 2) variance ->
    noise_theta_repaired_domain h sigma variance -> noise_theta_repaired_claim h sigma variance.
