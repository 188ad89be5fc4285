(* The (least) Lipschitz constant of a network through the norms of its layers, and through a bound w of all of them. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import Networks.
From dpdqn Require Import cor7_architecture_repaired_formula.
Open Scope R_scope.

Definition cor7_architecture_repaired_statement : Prop :=
  forall (psi : R -> R) (c w L : R) (ls : list layer),
    0 <= c -> lipschitz c psi -> network ls -> (forall l, In l ls -> norm l <= w) -> steepest (value psi ls) L ->
    let d := Z.of_nat (length ls) in
    cor7_architecture_repaired_domain L c d (norms ls) w /\ cor7_architecture_repaired_defined L c d (norms ls) w /\
    cor7_architecture_repaired_claim L c d (norms ls) w.
