(* The limit that Appendix C.2 prints for every k of [1, oo): it exists, is 1 for k > 1, and another number for k = 1. *)
From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
From gpope Require Import thm2_limit_limit_formula.
Open Scope R_scope.

Definition thm2_limit_limit_statement : Prop :=
  forall k, thm2_limit_limit_domain k 1 -> exists limit : R,
    is_lim_seq (fun N => (1 - 1 / Rpower (INR N) k) ^ (2 * N)) limit /\
    (thm2_limit_limit_region k limit -> thm2_limit_limit_claim k limit) /\
    (~ thm2_limit_limit_region k limit -> ~ thm2_limit_limit_claim k limit).
