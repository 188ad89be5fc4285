(* At lambda = 1/2 the factor lambda^2 - lambda is negative, and at n = 1, g = (0, 1, 0), beta = 1 the bracket is larger than the norm. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From TheoryChecks Require Import Sums Ranges Moments GridNorm Decide.
From dpdqn Require Import lemma11_relaxation_formula lemma11_relaxation_statement.
Open Scope R_scope.

Definition middle (i : nat) : R := match i with 1%nat => 1 | _ => 0 end.

Theorem lemma11_relaxation_refuted : ~ lemma11_relaxation_statement.
Proof.
  intros all; destruct (grid_norm_exists 1 2 middle Rlt_0_1 ltac:(auto)) as [norm known].
  pose proof (grid_norm_value 1 2 middle norm Rlt_0_1 ltac:(auto) known) as value; cbv zeta in value.
  assert (form : norm = (1 + exp (- 1)) / (1 - exp (- 1))).
  { pose proof (decay_between 1 2 Rlt_0_1 ltac:(auto)) as inside; set (q := exp (- (1 / INR 2))) in *.
    assert (two : exp (- 1) = q * q) by (unfold q; rewrite <- exp_plus; f_equal; simpl; field).
    rewrite value, two; unfold edge_means, steps, middle; simpl; field; nra. }
  assert (low : 2 < norm) by (rewrite form; decided); assert (high : norm < 11 / 5) by (rewrite form; decided).
  pose proof (ratio_moment_exists 0 (norm / 1 ^ 2) (1 / 2) 0 ltac:(lra)) as moment.
  match type of moment with ratio_moment _ _ _ _ ?m => set (value_of_moment := m) in * end.
  pose proof (all 1 2 0 (1 / 2) (ln value_of_moment) 1%Z norm 1 1 0 0 value_of_moment middle) as point; cbv zeta in point.
  specialize (point ltac:(unfold middle; simpl; ring) ltac:(unfold steps, middle; simpl; ring)
    ltac:(unfold level_squares, middle; simpl; ring) ltac:(reflexivity) ltac:(reflexivity) known (conj moment eq_refl)).
  assert (inside : lemma11_relaxation_domain 1 2 0 (1 / 2) (ln value_of_moment) 1 norm 1 1 0 0)
    by (unfold lemma11_relaxation_domain; repeat split; lra).
  assert (defined : lemma11_relaxation_defined 1 2 0 (1 / 2) (ln value_of_moment) 1 norm 1 1 0 0).
  { assert (apart : forall x, x < 0 -> 1 - exp x <> 0).
    { intros x negative; assert (exp x < exp 0) by (apply exp_increasing, negative); rewrite exp_0 in *; lra. }
    unfold lemma11_relaxation_defined; repeat split; try lra; try (intros; lia); try (apply apart; simpl; lra); simpl; lra. }
  destruct (point inside defined) as [claim _]; unfold value_of_moment, over in claim; rewrite ln_exp in claim; simpl in claim.
  assert (1 < (1 + exp (-2 * 1)) / (1 - exp (-2 * 1))) by decided; lra.
Qed.
