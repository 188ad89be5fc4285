(* The objective is linear in theta and quadratic in w. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import gradient_4_1_statement.
Open Scope R_scope.

Lemma quadratic f a c e : (forall s, f s = a + s * c + s ^ 2 * e) -> derivable_pt_lim f 0 c.
Proof.
  intros form eps positive; pose proof (Rabs_pos e).
  assert (0 < eps / (Rabs e + 1)) as some by (apply Rdiv_lt_0_compat; lra).
  exists (mkposreal _ some); intros h other small; simpl in small.
  rewrite !form; replace ((a + (0 + h) * c + (0 + h) ^ 2 * e - (a + 0 * c + 0 ^ 2 * e)) / h - c) with (h * e)
    by (field; exact other).
  rewrite Rabs_mult; pose proof (Rabs_pos h); pose proof (Rabs_pos_lt h other).
  apply Rle_lt_trans with (Rabs h * (Rabs e + 1)); [nra|].
  apply (Rmult_lt_compat_r (Rabs e + 1)) in small; [|lra].
  replace (eps / (Rabs e + 1) * (Rabs e + 1)) with eps in small by (field; lra); exact small.
Qed.

Lemma moved_line n x j s : same n (moved x j s) (fun i => x i + s * unit j i).
Proof. intros i _; unfold moved, unit; destruct (Nat.eqb i j); ring. Qed.

Lemma dot_unit n x j : (j < n)%nat -> dot n x (unit j) = x j.
Proof. apply sum_unit. Qed.

Theorem gradient_4_1_verified : gradient_4_1_statement.
Proof.
  intros n A C b theta w beta balanced j small; repeat split; try (unfold upper, lower; ring).
  - apply (quadratic _ (objective n A C b theta w) _ 0); intros s; unfold objective, upper.
    rewrite (dot_ext n w w _ (fun i => (b i - image n A theta i) + - s * image n A (unit j) i) (fun i _ => eq_refl)).
    + rewrite dot_line, (dot_image n A w), dot_unit by exact small; ring.
    + intros i _; rewrite (image_ext n A _ _ (moved_line n theta j s)), image_line; ring.
  - set (g := fun i => b i - image n A theta i).
    apply (quadratic _ (objective n A C b theta w) _ (- / 2 * dot n (unit j) (image n C (unit j)))).
    intros s; unfold objective, lower; fold g.
    assert (line : same n (moved w j s) (fun i => w i - - s * unit j i))
      by (intros i inside; rewrite (moved_line n w j s i inside); ring).
    rewrite (dot_ext n _ _ g g line (fun i _ => eq_refl)).
    rewrite (dot_ext n _ _ _ _ line (fun i _ => image_ext n C _ _ line i)), (square_of_step n C w (unit j) (- s) balanced).
    rewrite (dot_comm n _ g), (dot_ext n g g _ (fun i => w i + s * unit j i) (fun i _ => eq_refl)) by (intros i _; ring).
    rewrite dot_line, dot_unit, (dot_comm n (unit j) (image n C w)), dot_unit, (dot_comm n g w) by exact small.
    unfold g at 2; field.
Qed.
