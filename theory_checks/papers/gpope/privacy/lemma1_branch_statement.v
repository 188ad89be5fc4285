(* Which of the two terms of the minimum is the smaller one, and the border. *)
From Coq Require Import Reals.
Open Scope R_scope.

Definition lemma1_branch_statement : Prop :=
  (forall sigma, 0 < sigma ->
    let first := 4 * (exp (1 / sigma ^ 2) - 1) in
    let second := 2 * exp (1 / sigma ^ 2) in
    (sigma ^ 2 >= 1 / ln 2 -> Rmin first second = first /\ first <= 8 / sigma ^ 2) /\
    (sigma ^ 2 < 1 / ln 2 -> Rmin first second = second)) /\
  Rabs (sqrt (1 / ln 2) - 1201 / 1000) <= 5 / 10000.
