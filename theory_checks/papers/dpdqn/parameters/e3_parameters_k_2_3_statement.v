(* There is a sign of the step, and a number of fresh paths on the released function (none, or one), for which the release is as private
   as claimed on the instance: least is the least delta of the Gaussian release, as far as half-lines tell, which decide it. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Gaussian TrackedReward.
From dpdqn Require Import e3_parameters_k_2_3_formula.
Open Scope R_scope.

Definition e3_parameters_k_2_3_statement : Prop :=
  exists (paths : Z) (step : R), (0 <= paths <= 1)%Z /\ step ^ 2 = (3 / 10 ^ 4) ^ 2 /\
    forall B J alpha beta delta epsilon k least mu sigma : R,
      mu = released_mu step sigma beta (IZR paths) 78 -> least_delta epsilon mu least ->
      e3_parameters_k_2_3_domain B J alpha beta delta epsilon k least mu paths sigma step ->
      e3_parameters_k_2_3_claim B J alpha beta delta epsilon k least mu paths sigma step.
