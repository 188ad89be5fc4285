(* Networks with one unit for each layer, and an activation function with the Lipschitz constant c: for p at most 1 both bounds hold
   for all of them; for each p above 1 some such network does not keep them. The slope is the least Lipschitz constant, and the
   energy is that of the steps on grids: by a theorem of Riesz, which is not proved here, the integral of the squared weak derivative. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import Networks Chains.
From dpdqn Require Import v1_lemma8_gradient_formula.
Open Scope R_scope.

(* A network of N_c such layers, with these weights, slope and energy *)
Definition layered (N_c : Z) (c weights_ slope energy_ : R) (psi : R -> R) (units : list (R * R)) : Prop :=
  lipschitz c psi /\ N_c = Z.of_nat (length units) /\ weights_ = weights units /\
  steepest (chain psi units) slope /\ energy (chain psi units) energy_.

Definition v1_lemma8_gradient_statement : Prop :=
  (forall N_c c energy_ p slope weights_ psi units, layered N_c c weights_ slope energy_ psi units ->
    v1_lemma8_gradient_domain N_c c energy_ p slope weights_ -> v1_lemma8_gradient_region N_c c energy_ p slope weights_ ->
    v1_lemma8_gradient_claim N_c c energy_ p slope weights_) /\
  (forall N_c c p weights_, (forall slope energy_, v1_lemma8_gradient_domain N_c c energy_ p slope weights_ /\
      ~ v1_lemma8_gradient_region N_c c energy_ p slope weights_) ->
    exists slope energy_ psi units, layered N_c c weights_ slope energy_ psi units /\
      ~ v1_lemma8_gradient_claim N_c c energy_ p slope weights_).
