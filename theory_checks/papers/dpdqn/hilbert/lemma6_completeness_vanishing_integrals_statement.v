(* A sequence of functions whose differences have integrals that tend to 0, for all pairs, has values that converge; or at least a
   function with the integral 0 has no value above 1/2. Both for functions with a continuous derivative. *)
From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import lemma6_completeness_vanishing_integrals_formula.
Open Scope R_scope.

Definition as_sequences : Prop :=
  forall (f df : nat -> R -> R), (forall n, smooth (f n) (df n)) ->
    (forall e, 0 < e -> exists N, forall n m, (N <= n)%nat -> (N <= m)%nat -> Rabs (RInt (fun x => f n x - f m x) 0 1) < e) ->
    forall x, 0 <= x <= 1 -> exists limit, Un_cv (fun n => f n x) limit.

Definition as_differences : Prop :=
  forall (x : R) (f df : R -> R), smooth f df ->
    lemma6_completeness_vanishing_integrals_domain (RInt f 0 1) (f x) x ->
    lemma6_completeness_vanishing_integrals_claim (RInt f 0 1) (f x) x.

Definition lemma6_completeness_vanishing_integrals_statement : Prop := as_sequences \/ as_differences.
