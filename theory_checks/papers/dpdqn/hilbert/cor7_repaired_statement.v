(* A network with a Lipschitz activation function is Lipschitz, with the constant L, and continuous; its steps on grids have an
   energy, which is at most L^2. That this energy is the integral of the squared weak derivative, and that with it the network is
   in H^1, is a theorem of Riesz, which is not proved here. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import Networks.
From dpdqn Require Import cor7_repaired_formula.
Open Scope R_scope.

Definition cor7_repaired_statement : Prop :=
  forall (psi : R -> R) (c : R) (ls : list layer), lipschitz c psi -> network ls ->
    let f := value psi ls in
    let d := Z.of_nat (length ls) in
    let L := powerRZ c (d - 1) * norms ls in
    (0 <= c -> continuous_inside f /\ exists e, energy f e) /\
    forall x y e, 0 <= x <= 1 -> 0 <= y <= 1 -> energy f e ->
      cor7_repaired_domain L c d (Rabs (x - y)) e (norms ls) (Rabs (f x - f y)) ->
      cor7_repaired_defined L c d (Rabs (x - y)) e (norms ls) (Rabs (f x - f y)) /\
      cor7_repaired_claim L c d (Rabs (x - y)) e (norms ls) (Rabs (f x - f y)).
