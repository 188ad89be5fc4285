(* Equation (C.4) in the norm of P, Q'P + PQ = I for Q = ((0, -A'), (A, C)); vectors stack theta and w. norm_P and norm_2 are the squared
   norms of I - beta Q: attained, and the least bounds. Left out is that there is such a P, and that norms are attained. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors.
From gpope Require Import lemma2_spectral_repaired_formula.
Open Scope R_scope.

(* Vectors of 2n numbers: theta, then w. *)
Definition saddle (n : nat) (A C : matrix) (x : vector) : vector := fun i =>
  if Nat.ltb i n then - image n (transposed A) (fun j => x (n + j)%nat) i
  else image n A x (i - n)%nat + image n C (fun j => x (n + j)%nat) (i - n)%nat.
Definition step (n : nat) (A C : matrix) (beta : R) (x : vector) : vector := fun i => x i - beta * saddle n A C x i.

Definition lemma2_spectral_repaired_statement : Prop :=
  forall (n : nat) (A C P : matrix) (L beta mu norm_2 norm_P sigma : R) (z v : vector),
    let m := (n + n)%nat in
    let Q := saddle n A C in
    symmetric m P -> (forall x, 2 * dot m (Q x) (image m P x) = dot m x x) ->
    (forall x, mu * square m P x <= dot m x x) -> (forall x, square m P (Q x) <= L * square m P x) ->
    0 < square m P z -> square m P (step n A C beta z) = norm_P * square m P z ->
    (forall x, dot m (step n A C beta x) (step n A C beta x) <= norm_2 * dot m x x) ->
    0 < dot n v v -> dot n (image n A v) (image n A v) = sigma ^ 2 * dot n v v ->
    lemma2_spectral_repaired_domain L beta mu norm_2 norm_P sigma ->
    lemma2_spectral_repaired_claim L beta mu norm_2 norm_P sigma.
