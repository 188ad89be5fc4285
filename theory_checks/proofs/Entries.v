(* Sums over the entries of lists, in which generated formulas write them. *)
From Coq Require Import Reals List.
Open Scope R_scope.

Definition entries (xs : list R) : R := fold_right Rplus 0 xs.
Definition products (xs ys : list R) : R := entries (map (fun pair => fst pair * snd pair) (combine xs ys)).
