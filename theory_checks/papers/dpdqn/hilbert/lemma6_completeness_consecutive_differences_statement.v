(* A sequence whose consecutive differences tend to 0 in the norm has values that converge; or at least N equal steps f of the
   squared norm (1 + beta/2)/N^2 do not move a value by more than 1/2. Both for functions with a continuous derivative. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import lemma6_completeness_consecutive_differences_formula.
Open Scope R_scope.

Definition as_sequences : Prop :=
  forall (beta : R) (f df : nat -> R -> R), beta > 0 -> (forall n, smooth (f n) (df n)) ->
    Un_cv (fun n => square beta (fun x => f n x - f (S n) x) (fun x => df n x - df (S n) x)) 0 ->
    forall x, 0 <= x <= 1 -> exists limit, Un_cv (fun n => f n x) limit.

Definition as_steps : Prop :=
  forall (N : Z) (beta x : R) (f df : R -> R), smooth f df -> 0 <= x <= 1 ->
    lemma6_completeness_consecutive_differences_domain N beta (f x) (square beta f df) ->
    lemma6_completeness_consecutive_differences_claim N beta (f x) (square beta f df).

Definition lemma6_completeness_consecutive_differences_statement : Prop := as_sequences \/ as_steps.
