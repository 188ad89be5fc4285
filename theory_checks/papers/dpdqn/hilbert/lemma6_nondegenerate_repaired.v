(* The last part of the norm alone; f = 1 and g = x - 1/2. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import lemma6_nondegenerate_repaired_formula lemma6_nondegenerate_repaired_statement.
Open Scope R_scope.

Theorem lemma6_nondegenerate_repaired : lemma6_nondegenerate_repaired_statement.
Proof.
  split.
  - intros beta f df derived mass (positive & some); unfold lemma6_nondegenerate_repaired_claim.
    assert (beta / 2 * mass <= square beta f df) by (apply square_above_mass; assumption).
    assert (0 < beta / 2 * mass) by (apply Rmult_lt_0_compat; lra); lra.
  - intros beta positive; exists (fun x => 1 + 0 * x), (fun _ => 0), (fun x => - (1 / 2) + 1 * x), (fun _ => 1).
    split; [apply smooth_line|]; split; [apply smooth_line|]; unfold square; rewrite !inner_lines by exact positive.
    assert (0 < / beta) by (apply Rinv_0_lt_compat; exact positive).
    repeat split; [| |field; lra].
    + replace ((1 * 1 + (1 + 0) * (1 + 0)) / 2 + (0 * 0 + beta ^ 2 * (1 * 1 + (1 * 0 + 0 * 1) / 2 + 0 * 0 / 3)) / (2 * beta))
        with (1 + beta / 2) by (field; lra); lra.
    + match goal with |- 0 < ?x => replace x with (1 / 4 + / beta / 2 + beta / 24) by (field; lra) end; lra.
Qed.
