(* The three limits of the library, from the series of the logarithm. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Powers.
From gpope Require Import thm2_limit_repaired_statement.
Open Scope R_scope.

Theorem thm2_limit_repaired : thm2_limit_repaired_statement.
Proof.
  intros a k positive some factor; split; [|split].
  - intros less; exact (start_forgotten a k positive (conj some less)).
  - intros ->; exact (start_at_one a positive).
  - intros more; exact (start_kept a k positive more).
Qed.
