(* The moment of the conditional log ratio, which is normal with the variance D. How squares is made of the shift is left out. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Moments.
From dpdqn Require Import lemma11_conditional_mgf_repaired_formula.
Open Scope R_scope.

Definition lemma11_conditional_mgf_repaired_statement : Prop :=
  forall D lambda log_moment q sigma squares moment : R,
    ratio_moment 0 D lambda 0 moment /\ 0 <= squares /\ log_moment = ln moment ->
    lemma11_conditional_mgf_repaired_domain D lambda log_moment q sigma squares ->
    lemma11_conditional_mgf_repaired_claim D lambda log_moment q sigma squares.
