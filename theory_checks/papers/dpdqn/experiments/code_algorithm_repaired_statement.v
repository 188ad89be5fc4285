(* The program's expected update of tables, with the noise g_p in the prediction and g_t in the target. Algorithm 1 with the noise
   inside the maximum has one table g in both places. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp ActionValues.
Open Scope R_scope.

Definition plus_noise (Q g : nat -> nat -> R) (a s : nat) : R := Q a s + g a s.

Definition program (n m : nat) (alpha gamma : R) (P : nat -> nat -> nat -> R) (r g_p g_t Q : nat -> nat -> R) (a s : nat) : R :=
  Q a s - alpha * (plus_noise Q g_p a s - target n m gamma P r (plus_noise Q g_t) a s).

Definition algorithm (n m : nat) (alpha gamma : R) (P : nat -> nat -> nat -> R) (r g : nat -> nat -> R) :=
  program n m alpha gamma P r g g.

Definition stands (n m : nat) (update : (nat -> nat -> R) -> nat -> nat -> R) (Q : nat -> nat -> R) : Prop :=
  forall a s, (a < m)%nat -> (s < n)%nat -> Q a s = update Q a s.

Definition code_algorithm_repaired_statement : Prop :=
  forall (n m : nat) (alpha gamma : R) (P : nat -> nat -> nat -> R) (r g_p g_t : nat -> nat -> R),
    (0 < m)%nat -> 0 < gamma < 1 -> stochastic n m P -> 0 < alpha ->
    let moved a s := r a s + g_t a s - g_p a s in
    (forall Q a s, program n m alpha gamma P r g_p g_t Q a s = algorithm n m alpha gamma P moved g_t Q a s) /\
    (exists Q, stands n m (program n m alpha gamma P r g_p g_t) Q) /\
    (forall Q, stands n m (program n m alpha gamma P r g_p g_t) Q -> optimal_table n m gamma P moved (plus_noise Q g_t)) /\
    ((forall a s, (a < m)%nat -> (s < n)%nat -> g_t a s = g_p a s) ->
      (forall Q a s, (a < m)%nat -> (s < n)%nat ->
        program n m alpha gamma P r g_p g_t Q a s = algorithm n m alpha gamma P r g_p Q a s) /\
      (forall Q, stands n m (program n m alpha gamma P r g_p g_t) Q -> optimal_table n m gamma P r (plus_noise Q g_p))).
