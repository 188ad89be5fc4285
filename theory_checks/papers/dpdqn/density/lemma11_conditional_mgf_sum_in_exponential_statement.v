(* The moment of the conditional log ratio, which is normal: the innovations are independent and shifted. How squares is made of the
   shift is left out. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Moments.
From dpdqn Require Import lemma11_conditional_mgf_sum_in_exponential_formula.
Open Scope R_scope.

Definition lemma11_conditional_mgf_sum_in_exponential_statement : Prop :=
  forall lambda log_moment q sigma squares moment : R,
    ratio_moment 0 ((1 + q ^ 2) / (sigma ^ 2 * (1 - q ^ 2)) * squares) lambda 0 moment /\ log_moment = ln moment ->
    lemma11_conditional_mgf_sum_in_exponential_domain lambda log_moment q sigma squares ->
    lemma11_conditional_mgf_sum_in_exponential_defined lambda log_moment q sigma squares /\
    lemma11_conditional_mgf_sum_in_exponential_claim lambda log_moment q sigma squares.
