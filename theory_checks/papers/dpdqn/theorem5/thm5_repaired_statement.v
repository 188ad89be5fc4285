(* Theorem 5 repaired, its composition: the entries of all T tables are drawn one after the other, each shifted, in deviations, by
   what may depend on those before, with squares that add up to at most mu^2. With one number more, which can only help to tell the
   rewards apart, the logarithm of the likelihood ratio has for every t the mean of exp(t .) of a normal number of mean -mu^2/2 and
   deviation mu. That this law is that of a Gaussian mechanism with shift mu is left out; delta of that one, as far as half-lines
   tell, which decide it, is its curve. For tables: the update moves by at most Delta in the Euclidean norm, whatever y is, and for
   r + 1 by Delta. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Maximum ActionValues NormalMean Gaussian AdaptiveShifts.
From dpdqn Require Import thm5_repaired_formula.
Open Scope R_scope.

Definition update (n m : nat) (a gamma : R) (P : nat -> nat -> nat -> R) (r y : nat -> nat -> R) (b s : nat) : R :=
  (1 - a) * y b s + a * target n m gamma P r y b s.

Definition norm (n m : nat) (D : nat -> nat -> R) : R := sqrt (sum m (fun b => sum n (fun s => D b s ^ 2))).

Definition thm5_repaired_statement : Prop :=
  forall (T n m : nat) (Delta a epsilon mu sigma spends : R),
    thm5_repaired_domain Delta (Z.of_nat T) a epsilon (Z.of_nat m) mu (Z.of_nat n) sigma spends ->
    (forall k shift, adapted k shift -> (forall z, spent k shift z <= mu ^ 2) ->
      forall t, mean (S k) (fun z => exp (t * log_ratio k shift (mu ^ 2) z)) (exp ((t ^ 2 - t) * mu ^ 2 / 2))) /\
    mu ^ 2 = INR T * (Delta / sigma) ^ 2 /\
    (least_delta epsilon mu spends ->
      thm5_repaired_defined Delta (Z.of_nat T) a epsilon (Z.of_nat m) mu (Z.of_nat n) sigma spends /\
      thm5_repaired_claim Delta (Z.of_nat T) a epsilon (Z.of_nat m) mu (Z.of_nat n) sigma spends) /\
    forall gamma P r y,
      let moved r' := norm n m (fun b s => update n m a gamma P r' y b s - update n m a gamma P r y b s) in
      (forall r', (forall b s, (b < m)%nat -> (s < n)%nat -> Rabs (r' b s - r b s) <= 1) -> moved r' <= Delta) /\
      moved (fun b s => r b s + 1) = Delta.
