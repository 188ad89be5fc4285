(* Appendix D, the noise of line 19 inside the maximum: the iterates of every start converge, to the only fixed point. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp ActionValues.
Open Scope R_scope.

Definition update (n m : nat) (alpha gamma : R) (P : nat -> nat -> nat -> R) (r g Q : nat -> nat -> R) (a s : nat) : R :=
  Q a s - alpha * (Q a s + g a s - target n m gamma P r (fun b t => Q b t + g b t) a s).

Definition convergence_bracketed_statement : Prop :=
  forall (n m : nat) (alpha gamma : R) (P : nat -> nat -> nat -> R) (r g : nat -> nat -> R),
    (0 < n)%nat -> (0 < m)%nat -> stochastic n m P -> 0 <= gamma < 1 -> 0 < alpha <= 1 ->
    exists limit : nat -> nat -> R,
      (forall Q : nat -> nat -> nat -> R, (forall k a s, Q (S k) a s = update n m alpha gamma P r g (Q k) a s) ->
        forall a s, (a < m)%nat -> (s < n)%nat -> Un_cv (fun k => Q k a s) (limit a s)) /\
      (forall Q, (forall a s, (a < m)%nat -> (s < n)%nat -> Q a s = update n m alpha gamma P r g Q a s) <->
        forall a s, (a < m)%nat -> (s < n)%nat -> Q a s = limit a s).
