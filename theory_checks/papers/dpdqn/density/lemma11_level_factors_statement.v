(* The display for n = 1: the log ratio on the points 0, 1/2 and 1 is normal by Cameron and Martin, with g^T K^-1 g for its norm. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Moments GridNorm.
From dpdqn Require Import lemma11_level_factors_formula.
Open Scope R_scope.

Definition lemma11_level_factors_statement : Prop :=
  forall beta differences ends first lambda last log_moment middle norm sigma squares moment : R,
    grid_norm beta 2 (fun i => match i with O => first | 1%nat => middle | _ => last end) norm ->
    ratio_moment 0 (norm / sigma ^ 2) lambda 0 moment /\ log_moment = ln moment ->
    lemma11_level_factors_domain beta differences ends first lambda last log_moment middle norm sigma squares ->
    lemma11_level_factors_defined beta differences ends first lambda last log_moment middle norm sigma squares ->
    lemma11_level_factors_claim beta differences ends first lambda last log_moment middle norm sigma squares.
