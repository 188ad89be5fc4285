(* For every pair of laws and every set: means under the law 1 are of any law, X is the log ratio of it to the law 0, which gives a set
   at least the mean of exp(-X) on it. X is infinite with a chance only if the mean on the right is, and then there is nothing to say. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Laws.
From dpdqn Require Import thm5_moment_bound_repaired_formula.
Open Scope R_scope.

Definition on {Omega : Type} (S : Omega -> bool) (f : Omega -> R) (w : Omega) : R := if S w then f w else 0.

Definition thm5_moment_bound_repaired_statement : Prop :=
  forall (Omega : Type) (averages : (Omega -> R) -> R -> Prop) (X : Omega -> R) (S : Omega -> bool)
    (chance_one chance_zero part epsilon excess lambda moment : R),
    is_law averages -> averages (on S (fun _ => 1)) chance_one ->
    averages (on S (fun w => exp (- X w))) part -> part <= chance_zero ->
    averages (fun w => exp (lambda * (X w - epsilon))) moment -> excess = chance_one - exp epsilon * chance_zero ->
    thm5_moment_bound_repaired_domain excess lambda moment ->
    thm5_moment_bound_repaired_defined excess lambda moment /\ thm5_moment_bound_repaired_claim excess lambda moment.
