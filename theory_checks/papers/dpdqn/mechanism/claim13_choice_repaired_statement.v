(* The end of the proof of Claim 13, repaired. Outputs are at a distance of at most Delta; the privacy loss of a pair is normal,
   with the mean d^2/(2 sigma^2) and the deviation d/sigma (repaired step of this proof). *)
From Coq Require Import Reals.
From TheoryChecks Require Import NormalEvents.
From dpdqn Require Import claim13_choice_repaired_formula.
Open Scope R_scope.

Definition claim13_choice_repaired_statement : Prop :=
  forall Delta delta epsilon sigma tail u distance : R,
    0 <= distance <= Delta ->
    chance (at_least epsilon) (fun y => distance ^ 2 / (2 * sigma ^ 2) + distance / sigma * y) tail ->
    claim13_choice_repaired_domain Delta delta epsilon sigma tail u ->
    3 / 2 <= u /\
    claim13_choice_repaired_defined Delta delta epsilon sigma tail u /\
    claim13_choice_repaired_claim Delta delta epsilon sigma tail u.
