(* Sums over a range of integers, in which generated formulas write sums. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums.
Open Scope R_scope.

Definition over (low high : Z) (f : Z -> R) : R := sum (Z.to_nat (high + 1 - low)) (fun i => f (low + Z.of_nat i)%Z).
