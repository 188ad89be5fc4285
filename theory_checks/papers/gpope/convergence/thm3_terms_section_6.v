(* A maximum grows by at most what is added to one of its terms. *)
From Coq Require Import Reals Lra Psatz.
From gpope Require Import thm3_terms_section_6_statement.
Open Scope R_scope.

Theorem thm3_terms_section_6_verified : thm3_terms_section_6_statement.
Proof.
  unfold thm3_terms_section_6_statement, thm3_terms_section_6_domain, thm3_terms_section_6_defined, thm3_terms_section_6_claim.
  intros G2 N c eta lmin m start (step & curve & first & noise & scale & runs & paths).
  assert (0 < (eta - 1) * lmin ^ 2) by (assert (0 < lmin ^ 2) by nra; nra).
  assert (1 <= IZR m ^ 2) by nra.
  repeat split; try (apply Rgt_not_eq; nra).
  set (d := (eta - 1) * lmin ^ 2) in *; set (s := IZR m ^ 2) in *.
  rewrite Rmult_assoc; fold d.
  set (old := eta ^ 2 * G2 / d).
  replace (eta ^ 2 * (G2 + c * IZR N / s) / d) with (old + IZR N * (eta ^ 2 * c / (s * d)))
    by (unfold old; field; lra).
  set (more := eta ^ 2 * c / (s * d)).
  assert (0 <= more) by (unfold more, Rdiv; apply Rmult_le_pos; [nra|left; apply Rinv_0_lt_compat; nra]).
  assert (largest : Rmax start (old + IZR N * more) <= Rmax start old + IZR N * more).
  { apply Rmax_lub; [pose proof (Rmax_l start old)|pose proof (Rmax_r start old)]; nra. }
  apply (Rmult_le_reg_r (IZR N)); [lra|].
  unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  replace ((1 / IZR N * Rmax start old + more) * IZR N) with (Rmax start old + IZR N * more) by (field; lra).
  nra.
Qed.
