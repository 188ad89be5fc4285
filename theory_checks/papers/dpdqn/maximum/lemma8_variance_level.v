(* At n = 0 the one new value has the variance sigma^2, which is more than 2 beta sigma^2 for beta = 1/10. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Vectors Maximum NormalMean Expectation Variances Paths.
From dpdqn Require Import lemma8_variance_level_formula lemma8_variance_level_statement.
Open Scope R_scope.

Theorem lemma8_variance_level_refuted : ~ lemma8_variance_level_statement.
Proof.
  intros all; set (q := exp (- (1 / 10 / 2 ^ 1))); assert (inside : 0 < q < 1) by (apply correlation; lra).
  set (old := fun z => best 2 (fun i => path q 1 z (2 * i))); set (new := fun z => best 1 (fun i => path q 1 z (2 * i + 1))).
  assert (close : forall z w, Rabs (old z - old w) <= 1 * distance 3 z w /\ Rabs (new z - new w) <= 1 * distance 3 z w).
  { intros z w; split; apply best_close; try lia; intros i small; apply path_close; lra || lia. }
  destruct (variance_exists 3 old 1 ltac:(lra) (fun z w => proj1 (close z w))) as [second known].
  destruct (variance_exists 3 (fun z => new z - old z) 2 ltac:(lra)) as [difference gap].
  { intros z w; destruct (close z w) as [a b]; replace (new z - old z - (new w - old w)) with ((new z - new w) + - (old z - old w)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _); rewrite Rabs_Ropp; lra. }
  assert (one : variance 3 new 1).
  { pose proof (path_covariance q 1 3 1 0 inside ltac:(lia)) as itself; pose proof (variance_of_linear 3 (coefficient q 1 1)) as value.
    change (1 + 0)%nat with 1%nat in itself; rewrite itself in value.
    replace (1 ^ 2 * q ^ 0) with 1 in value by (simpl; ring).
    destruct value as (m & first & square); exists m; split; [apply (mean_ext 3) with (2 := first)|apply (mean_ext 3) with (2 := square)];
      intros z; unfold new; cbn [best]; rewrite (path_linear q 1 z 3 (2 * 0 + 1)) by lia; reflexivity. }
  destruct (all (1 / 10) difference 0%Z 1 (1 + second) 1 second gap one known eq_refl) as [_ claim].
  - unfold lemma8_variance_level_domain; lra.
  - unfold lemma8_variance_level_defined; simpl; lra.
  - simpl in claim; pose proof (variance_nonneg 3 old second known); lra.
Qed.
