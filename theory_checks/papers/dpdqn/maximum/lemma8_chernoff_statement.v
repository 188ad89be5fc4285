(* The largest of n independent normal numbers of deviation sigma_z: its mean, and that of its exponential. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import NormalMean Chernoff.
From dpdqn Require Import lemma8_chernoff_formula.
Open Scope R_scope.

Definition lemma8_chernoff_statement : Prop :=
  forall (exponential mean : R) (n : Z) (sigma_z t : R),
    NormalMean.mean (Z.to_nat n) (largest (Z.to_nat n) sigma_z) mean ->
    NormalMean.mean (Z.to_nat n) (fun z => exp (t * largest (Z.to_nat n) sigma_z z)) exponential ->
    lemma8_chernoff_domain exponential mean n sigma_z t ->
    lemma8_chernoff_defined exponential mean n sigma_z t /\ lemma8_chernoff_claim exponential mean n sigma_z t.
