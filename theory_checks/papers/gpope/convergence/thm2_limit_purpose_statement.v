(* Why k is taken from (0, 1): the expression vanishes for k < 1, and for no k of [1, oo), where one bound keeps it from 0. *)
From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

Definition thm2_limit_purpose_statement : Prop :=
  (forall k, 0 < k < 1 -> is_lim_seq (fun N => (1 - 1 / Rpower (INR N) k) ^ (2 * N)) 0) /\
  (exists least, 0 < least /\
    forall k N, 1 <= k -> (2 <= N)%nat -> least <= (1 - 1 / Rpower (INR N) k) ^ (2 * N)).
