(* Line 16: for some noise and some neighbours there is such a law. The factor d is that of Equation (2), printed; variance is
   what the prediction leaves of a unit path. To deny this is to say that for none there is one. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import line16_sampling_deviation_formula.
Open Scope R_scope.

Definition line16_sampling_deviation_statement : Prop :=
  exists beta s s_minus s_plus sigma w_minus w_plus : R,
    predicts beta s_minus s s_plus w_minus w_plus /\
    let variance := left_over beta s_minus s s_plus w_minus w_plus in
    line16_sampling_deviation_domain beta s s_minus s_plus sigma variance /\
    line16_sampling_deviation_defined beta s s_minus s_plus sigma variance /\
    line16_sampling_deviation_claim beta s s_minus s_plus sigma variance.
