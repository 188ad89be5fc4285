(* Line 16 repaired: d is what the prediction leaves of a unit path, variance what it leaves of a path of deviation sigma. That all
   values drawn together have the law of one path is left out. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import line16_sampling_repaired_formula.
Open Scope R_scope.

Definition line16_sampling_repaired_statement : Prop :=
  forall beta sigma s s_minus s_plus w_minus w_plus : R,
    0 < beta -> s_minus < s < s_plus -> predicts beta s_minus s s_plus w_minus w_plus ->
    let covariance x y := sigma ^ 2 * kernel beta x y in
    let d := left_over beta s_minus s s_plus w_minus w_plus in
    let variance := covariance s s - (w_minus * covariance s s_minus + w_plus * covariance s s_plus) in
    line16_sampling_repaired_domain d sigma variance ->
    (w_minus * covariance s_minus s_minus + w_plus * covariance s_plus s_minus = covariance s s_minus /\
     w_minus * covariance s_minus s_plus + w_plus * covariance s_plus s_plus = covariance s s_plus) /\
    0 < d < 1 /\ line16_sampling_repaired_claim d sigma variance.
