(* Term I of (6.4) over the exponential with all powers that do not vanish, J of them; factor is term I, with a/N^k for
   the step times lambda_min. *)
From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums.
From gpope Require Import thm2_term1_repaired_formula.
Open Scope R_scope.

Definition thm2_term1_repaired_statement : Prop :=
  forall (a k limit : R) (J : nat), INR J <= 1 / k < INR J + 1 ->
    let factor N := (1 - a / Rpower (INR N) k) ^ (2 * N) in
    let exponent N := - 2 * sum J (fun i => a ^ S i / INR (S i) * Rpower (INR N) (1 - INR (S i) * k)) in
    thm2_term1_repaired_domain a k limit ->
    (* the limit exists, and the claim is true of it; *)
    ex_finite_lim_seq (fun N => factor N / exp (exponent N)) /\
    (is_lim_seq (fun N => factor N / exp (exponent N)) limit -> thm2_term1_repaired_claim a k limit) /\
    (* above 1/2 it is the printed formula; *)
    (1 / 2 < k < 1 -> forall N, exponent N = - 2 * a * Rpower (INR N) (1 - k)) /\
    (* below 1 it falls faster than every power of N, and slower than every r^N. *)
    (k < 1 -> (forall p, is_lim_seq (fun N => factor N * Rpower (INR N) p) 0) /\
      (forall r, 0 < r < 1 -> is_lim_seq (fun N => factor N / r ^ N) p_infty)).
