(* How far apart one update from the same theta, with the same states and noise, brings Q_theta(s) = theta + L s under the rewards
   reward t and reward' t of the steps t of the batch, at a state x; others t is the rest of the temporal difference. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums.
From dpdqn Require Import thm5_sensitivity_formula.
Open Scope R_scope.

Definition thm5_sensitivity_statement : Prop :=
  forall (B : nat) (alpha k theta L x : R) (others reward reward' : nat -> R),
    (forall t, (t < B)%nat -> Rabs (reward t - reward' t) <= 1) ->
    let updated r := theta - alpha * (sum B (fun t => others t - r t) / INR B) in
    let apart := Rabs ((updated reward + L * x) - (updated reward' + L * x)) in
    thm5_sensitivity_domain (Z.of_nat B) L alpha apart k ->
    thm5_sensitivity_defined (Z.of_nat B) L alpha apart k ->
    thm5_sensitivity_claim (Z.of_nat B) L alpha apart k.
