(* Matrices Q j and vectors g j of m trajectories, drawn uniformly, and noise s Z; x = xi + optimum. Granted is a P with Q' P + P Q = I for the
   mean Q of the matrices, which there is where A has an inverse and C > 0. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors Draws.
From gpope Require Import assumption1_repaired_formula.
Open Scope R_scope.

Definition assumption1_repaired_statement : Prop :=
  forall (n m : nat) (P : matrix) (Q : nat -> matrix) (g : nat -> vector) (optimum xi : vector) (s beta mu L G1 : R), (1 <= m)%nat ->
    let mean_Q i k := / INR m * sum m (fun j => Q j i k) in
    let mean_g i := / INR m * sum m (fun j => g j i) in
    let x i := xi i + optimum i in
    let B j i := image n (Q j) x i - g j i in
    let e j i := image n (fun a k => Q j a k - mean_Q a k) optimum i - (g j i - mean_g i) in
    let trace := sum n (fun i => P i i) in
    let G0 := 2 * (/ INR m * sum m (fun j => square n P (e j))) in
    symmetric n P -> (forall y, 2 * dot n (image n mean_Q y) (image n P y) = dot n y y) ->
    (forall y, 0 <= square n P y) -> (forall y, mu * square n P y <= dot n y y) -> (forall y, square n P (image n mean_Q y) <= L * square n P y) ->
    same n (image n mean_Q optimum) mean_g ->
    (forall y, 2 * (/ INR m * sum m (fun j => square n P (image n (fun a k => Q j a k - mean_Q a k) y))) <= G1 * square n P y) ->
    let Delta j z i := B j i + s * z i - (image n mean_Q x i - mean_g i) in
    let next j z i := x i - beta * (B j i + s * z i) - optimum i in
    let drawn := noisy_draw n m (fun _ => / INR m) in
    (exists later, drawn (fun j z => square n P (next j z)) later) /\
    forall error later, drawn (fun j z => square n P (Delta j z)) error -> drawn (fun j z => square n P (next j z)) later ->
      assumption1_repaired_domain G0 G1 L later (square n P xi) beta mu s error trace ->
      assumption1_repaired_claim G0 G1 L later (square n P xi) beta mu s error trace.
