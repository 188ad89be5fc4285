(* The seven displays, entry by entry: rows and columns are counted from 0, so that the even points are 2i/2n for i <= n and the odd ones
   (2i+1)/2n for i < n; beta_n = beta/2n, and z k is exp(-k beta_n). *)
From Coq Require Import Reals Arith Bool.
From TheoryChecks Require Import Sums Vectors Bridge.
Open Scope R_scope.

Definition point (n i : nat) : R := INR i / (2 * INR n).
Definition z (beta : R) (n k : nat) : R := exp (- (INR k * (beta / (2 * INR n)))).
Definition between (i j : nat) : nat := (i - j) + (j - i).

Definition K11 (beta : R) (n : nat) : matrix := fun i j => kernel beta (point n (2 * i + 1)) (point n (2 * j + 1)).
Definition K10 (beta : R) (n : nat) : matrix := fun i j => kernel beta (point n (2 * i + 1)) (point n (2 * j)).
Definition K00 (beta : R) (n : nat) : matrix := fun i j => kernel beta (point n (2 * i)) (point n (2 * j)).

Definition printed_inverse (beta : R) (n : nat) : matrix := fun i j =>
  1 / (1 - z beta n 4) *
  (if Nat.eqb i j then if Nat.eqb i 0 || Nat.eqb i n then 1 else 1 + z beta n 4
   else if Nat.eqb (between i j) 1 then - z beta n 2 else 0).
Definition printed_weights (beta : R) (n : nat) : matrix := fun i j =>
  z beta n 1 / (1 + z beta n 2) * (if Nat.eqb j i || Nat.eqb j (S i) then 1 else 0).
Definition printed_explained (beta : R) (n : nat) : matrix := fun i j =>
  z beta n 1 / (1 + z beta n 2) *
  (if Nat.eqb i j then 2 * z beta n 1 else z beta n (2 * between i j - 1) + z beta n (2 * between i j + 1)).

Definition claim12_statement : Prop :=
  forall (beta : R) (n : nat), 0 < beta -> (1 <= n)%nat ->
    (forall i j, (i < n)%nat -> (j < n)%nat -> K11 beta n i j = z beta n (2 * between i j)) /\
    (forall i j, (i < n)%nat -> (j <= n)%nat -> K10 beta n i j = z beta n (between (2 * i + 1) (2 * j))) /\
    (forall i j, (i <= n)%nat -> (j <= n)%nat -> K00 beta n i j = z beta n (2 * between i j)) /\
    (forall i j, (i <= n)%nat -> (j <= n)%nat ->
      sum (S n) (fun k => printed_inverse beta n i k * K00 beta n k j) = unit i j /\
      sum (S n) (fun k => K00 beta n i k * printed_inverse beta n k j) = unit i j) /\
    (forall i j, (i < n)%nat -> (j <= n)%nat ->
      sum (S n) (fun k => K10 beta n i k * printed_inverse beta n k j) = printed_weights beta n i j) /\
    (forall i j, (i < n)%nat -> (j < n)%nat ->
      sum (S n) (fun k => printed_weights beta n i k * K10 beta n j k) = printed_explained beta n i j /\
      K11 beta n i j - printed_explained beta n i j = (1 - z beta n 2) / (1 + z beta n 2) * unit i j).
