(* The largest of n independent normal numbers of deviation sigma_z: its mean, and that of its exponential, which is
   that of the largest exponential. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Maximum NormalMean Chernoff.
From dpdqn Require Import lemma8_chernoff_formula.
Open Scope R_scope.

Definition lemma8_chernoff_statement : Prop :=
  forall (exponential largest_exponential mean : R) (n : Z) (sigma_z t : R),
    NormalMean.mean (Z.to_nat n) (largest (Z.to_nat n) sigma_z) mean ->
    NormalMean.mean (Z.to_nat n) (fun z => exp (t * largest (Z.to_nat n) sigma_z z)) exponential ->
    NormalMean.mean (Z.to_nat n) (fun z => best (Z.to_nat n) (fun i => exp (t * (sigma_z * z i)))) largest_exponential ->
    lemma8_chernoff_domain exponential mean n sigma_z t ->
    lemma8_chernoff_defined exponential mean n sigma_z t /\ lemma8_chernoff_claim exponential mean n sigma_z t /\
    exponential = largest_exponential.
