(* One state, gamma = 0, reward 0, feature s: A = C = s^2 and b = 0. From (0, 0) the first step leads to - beta h sigma Z; S are draws
   of Z after which the second gradient is longer than h, and clipped is the probability of S. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Vectors NormalMean.
From gpope Require Import no_clipping_no_gradient_clipped_formula.
Open Scope R_scope.

(* Equation (4.1): (- A w, A theta + C w) *)
Definition gradient (s : R) (x : vector) : vector := fun i =>
  match i with O => - (s ^ 2 * x 1%nat) | _ => s ^ 2 * x 0%nat + s ^ 2 * x 1%nat end.

(* Some scale of the features clips nothing, whatever the clip, the step and the noise are. *)
Definition no_clipping_no_gradient_clipped_statement : Prop :=
  forall (h beta sigma : R), 0 < h -> 0 < beta -> 0 < sigma -> exists s, 0 < s /\
    forall (S : vector -> bool) (clipped : R),
      (forall z, S z = true -> h < length 2 (gradient s (fun i => - (beta * (h * (sigma * z i)))))) ->
      mean 2 (fun z => if S z then 1 else 0) clipped ->
      no_clipping_no_gradient_clipped_domain beta clipped h s sigma -> no_clipping_no_gradient_clipped_claim beta clipped h s sigma.
