(* Networks with one unit for each layer, and an activation function with the Lipschitz constant c: the energy of their steps on
   grids exists and is at most p^2. By a theorem of Riesz, which is not proved here, it is the integral of the squared weak
   derivative. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import Networks Chains.
From dpdqn Require Import v1_lemma8_gradient_repaired_formula.
Open Scope R_scope.

Definition v1_lemma8_gradient_repaired_statement : Prop :=
  forall (psi : R -> R) (c p : R) (units : list (R * R)), lipschitz c psi ->
    let N_c := Z.of_nat (length units) in
    forall any, v1_lemma8_gradient_repaired_domain N_c c any p (weights units) ->
      exists energy_, energy (chain psi units) energy_ /\ v1_lemma8_gradient_repaired_claim N_c c energy_ p (weights units).
