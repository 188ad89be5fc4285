(* Two networks of one architecture, the same numbers of units in each layer, have the same (least) Lipschitz constant. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import Networks.
From dpdqn Require Import cor7_architecture_formula.
Open Scope R_scope.

Definition architecture (ls : list layer) : list (nat * nat) := map (fun l => (inputs l, outputs l)) ls.

Definition cor7_architecture_statement : Prop :=
  forall (psi : R -> R) (c : R) (ls ls' : list layer) (L L_other : R),
    lipschitz c psi -> network ls -> network ls' -> architecture ls = architecture ls' ->
    steepest (value psi ls) L -> steepest (value psi ls') L_other ->
    cor7_architecture_domain L L_other (Z.of_nat (length ls)) -> cor7_architecture_claim L L_other (Z.of_nat (length ls)).
