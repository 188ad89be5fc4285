(* "The best known bound": no smaller noise was known. The classical noise of Dwork and Roth, for epsilon < 1, protects all paths at
   once, as Proposition 4 and its proof have it; known and the printed noise are in units of sqrt(T') ||f||/epsilon. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Gaussian.
From dpdqn Require Import thm5_best_known_formula.
Open Scope R_scope.

Definition thm5_best_known_statement : Prop :=
  forall delta epsilon known : R,
    epsilon < 1 -> known = sqrt (2 * ln (5 / 4 / delta)) -> (forall t, excess epsilon (epsilon / known) t <= delta) ->
    thm5_best_known_domain delta epsilon known -> thm5_best_known_defined delta epsilon known ->
    thm5_best_known_claim delta epsilon known.
