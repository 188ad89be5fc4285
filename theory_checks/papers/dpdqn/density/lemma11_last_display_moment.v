(* For a constant shift of both ends, lambda = 2 and beta = 1/10 the squared norm is 1 + tanh(1/20), and the display has 1 + 1/50. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Sums Moments GridNorm Decide.
From dpdqn Require Import lemma11_last_display_moment_formula lemma11_last_display_moment_statement.
Open Scope R_scope.

Theorem lemma11_last_display_moment_refuted : ~ lemma11_last_display_moment_statement.
Proof.
  intros all; destruct (grid_norm_exists (1 / 10) 1 (fun _ => 1) ltac:(lra) ltac:(auto)) as [norm known].
  pose proof (grid_norm_value (1 / 10) 1 _ norm ltac:(lra) ltac:(auto) known) as value; cbv zeta in value.
  assert (large : 21 / 20 - 1 / 1000 < norm).
  { rewrite value; unfold edge_means, steps; simpl; replace (1 / 10 / 1) with (1 / 10) by field.
    assert (49 / 1000 < (1 - exp (- (1 / 10))) / (1 + exp (- (1 / 10)))) by decided; lra. }
  pose proof (ratio_moment_exists 0 (norm / 1 ^ 2) 2 0 ltac:(lra)) as moment.
  match type of moment with ratio_moment _ _ _ _ ?m => set (value_of_moment := m) in * end.
  pose proof (all (1 / 10) 0 2 2 (ln value_of_moment) 0%Z norm 1 2 value_of_moment (fun _ => 1)) as point; cbv zeta in point.
  specialize (point ltac:(lra) ltac:(unfold steps; simpl; lra) ltac:(simpl; lra) known (conj moment eq_refl)).
  assert (inside : lemma11_last_display_moment_domain (1 / 10) 0 2 2 (ln value_of_moment) 0 norm 1 2)
    by (unfold lemma11_last_display_moment_domain; repeat split; lra).
  assert (defined : lemma11_last_display_moment_defined (1 / 10) 0 2 2 (ln value_of_moment) 0 norm 1 2)
    by (unfold lemma11_last_display_moment_defined; simpl; repeat split; lra).
  specialize (point inside defined); unfold lemma11_last_display_moment_claim, value_of_moment in point.
  rewrite ln_exp in point; simpl in point; lra.
Qed.
