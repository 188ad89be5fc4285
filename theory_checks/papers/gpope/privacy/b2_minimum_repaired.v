(* Both are squares of the distance to the best lambda, less the value there. *)
From Coq Require Import Reals ZArith Lra Psatz.
From gpope Require Import b2_minimum_repaired_formula b2_minimum_repaired_statement.
Open Scope R_scope.

Lemma parabola square linear : 0 < square -> 0 < linear ->
  least_exponent (fun lambda => square * lambda ^ 2 - lambda * linear) (- (linear ^ 2 / (4 * square))).
Proof.
  intros one two; split; [exists (linear / (2 * square)); split; [apply Rdiv_lt_0_compat; lra|field; lra]|].
  intros lambda _; replace (square * lambda ^ 2 - lambda * linear)
    with (square * (lambda - linear / (2 * square)) ^ 2 - linear ^ 2 / (4 * square)) by (field; lra).
  assert (0 <= square * (lambda - linear / (2 * square)) ^ 2) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]); lra.
Qed.

Example met : b2_minimum_repaired_domain 1 1 (- (1 / 16)) 1 1.
Proof. unfold b2_minimum_repaired_domain; lra. Qed.

Theorem b2_minimum_repaired : b2_minimum_repaired_statement.
Proof.
  unfold b2_minimum_repaired_statement, b2_minimum_repaired_domain, b2_minimum_repaired_defined, b2_minimum_repaired_claim.
  intros m N sigma epsilon exponent (paths & runs & spread & level).
  assert (0 < IZR m ^ 2 * sigma ^ 2) by (apply Rmult_lt_0_compat; apply pow_lt; lra).
  set (v := IZR m ^ 2 * sigma ^ 2) in *; set (A := 4 * IZR N / v).
  assert (positive : 0 < A) by (apply Rdiv_lt_0_compat; lra).
  split; [lra|split].
  - replace (- (v * epsilon ^ 2 / (16 * IZR N))) with (- (epsilon ^ 2 / (4 * A))) by (unfold A; field; lra).
    pose proof (parabola A epsilon positive level) as known; split; [|intros ->; exact known].
    destruct known as [[best [some equal]] below]; intros [[other [late same]] least]; apply Rle_antisym.
    + rewrite <- equal; apply least; exact some.
    + rewrite <- same; apply below; exact late.
  - intros large; destruct (parabola A (epsilon - A) positive ltac:(lra)) as [[best [some equal]] below]; split.
    + exists best; split; [exact some|rewrite <- equal; ring].
    + intros lambda late; specialize (below lambda late); lra.
Qed.
